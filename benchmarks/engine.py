"""How fast the games are: CPU time for each decision in random play, compared with a fixed workload.

The machine's speed changes within seconds, so games and workload are measured in turns; and with them
rlcard's uno, if `make uno` has installed it.  Otherwise, uno counts as `UNO` times the workload.

`python -m benchmarks.engine`; with `PYTHONSAFEPATH=1 PYTHONPATH=build/compiled:.` for the compiled engine.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from benchmarks.goals import at_least
from engine import counts
from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from engine.players import PLAYERS, RANDOM, USUAL, Player

T = TypeVar("T")

GAMES_EACH: Final = 100
ROUNDS: Final = 6
FEWER: Final = 40
"""Slow computer players are measured on every `FEWER`-th state only."""
UNO: Final = 50.0
"""The cost of a decision in rlcard 1.2.0's uno by Python 3.11, as a multiple of the workload's."""
UNO_FOLDER: Final = Path(__file__).resolve().parents[1] / "build" / "uno"
"""The folder where `make uno` installs rlcard."""
GOALS: Final = {"rapa-nui-cards": (4, 6), "ru-ra-re": (3, 5), "rapa-nui-board": (2, 4)}
"""How many times as fast as uno each game should be: in random play, and in a search."""


class Seeded:
    """Random numbers from a fixed seed."""

    def __init__(self) -> None:
        self.random = random.Random(1)

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1."""
        return int(self.random.random() * bound)

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The items in random order; the work is done in C, as in uno: chance is not to be measured."""
        drawn = self.random.random
        return tuple(sorted(items, key=lambda _: drawn()))


class Cost(NamedTuple):
    """The cost of a unit of work: in microseconds of CPU, and in steps of the workload."""

    us: float
    times: float


def cost(work: Callable[[], int], beside: Callable[[], int] | None = None) -> Cost:
    """Return the cost of a unit of `work`, from the best of a few rounds; `work` returns its number of units.

    The workload (or `beside`, if given) is measured in turns with `work`.
    """
    rounds = [(_once_us(work), _once_us(beside or workload)) for _ in range(ROUNDS)]
    us, floor = map(min, zip(*rounds, strict=True))
    return Cost(us, us / floor)


def _once_us(work: Callable[[], int]) -> float:
    began = time.process_time()
    done = work()
    return (time.process_time() - began) / done * 1e6


def workload() -> int:
    """Do the workload: rebuild tuples, read attributes, make small calls, as any engine in Python does."""
    counts: tuple[int, ...] = (0,) * 8
    total = 0
    for step in range(20_000):
        at = step & 7
        counts = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
        total += sum(counts) & 1
    return 20_000


def uno() -> int:
    """Play rlcard's uno at random; return the number of decisions."""
    env = import_module("rlcard").make("uno", config={"seed": 1})
    chance, decisions = Seeded(), 0
    for _ in range(GAMES_EACH // 3):
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[chance.below(len(legal))])
            decisions += 1
    return decisions


def random_play(game: AnyGame, seats: int, *, checked: bool) -> int:
    """Play games at random, by `apply` if `checked`, else by `make`; return the number of decisions."""
    chance, decisions = Seeded(), 0
    for _ in range(GAMES_EACH):
        state = game.start(seats, {})
        while to_move := game.to_move(state):
            seat = to_move[chance.below(len(to_move))] if len(to_move) > 1 else to_move[0]
            if seat == CHANCE:
                move = game.chance_move(state, chance)
            else:
                legal = game.legal_moves(state, seat)
                move = legal[chance.below(len(legal))]
                decisions += 1
            state = game.apply(state, seat, move)[0] if checked else game.make(state, seat, move)
    return decisions


def some_states(game: AnyGame, seats: int) -> list[Any]:
    """Return the states of one random game, without those in which chance moves."""
    chance = Seeded()
    state, found = game.start(seats, {}), []
    while to_move := game.to_move(state):
        seat = to_move[chance.below(len(to_move))]
        if seat == CHANCE:
            move = game.chance_move(state, chance)
        else:
            found.append(state)
            legal = game.legal_moves(state, seat)
            move = legal[chance.below(len(legal))]
        state, _ = game.apply(state, seat, move)
    return found


def over_states(states: Sequence[Any], act: Callable[[Any], object]) -> Callable[[], int]:
    """Return a function for `cost` that calls `act` with each state."""

    def work() -> int:
        for state in states:
            act(state)
        return len(states)

    return work


def measure(game: AnyGame, *, has_uno: bool) -> None:
    """Measure one game and print the results; `has_uno`: compare them with uno's, too."""

    def thinking(player: Player, states: Sequence[Any]) -> Cost:
        def think(state: Any) -> object:
            seat = game.to_move(state)[0]
            return player(game, game.observe(state, seat), seat, chance)

        return cost(over_states(states, think))

    ways = (("random play", True), ("a search", False))
    for (name, checked), goal in zip(ways, GOALS[game.id], strict=True):
        paces = []
        for seats in game.seats:
            work = partial(random_play, game, seats, checked=checked)
            found = cost(work)
            row(f"{game.id}, {seats} seats: a decision in {name}", found)
            paces.append(1 / cost(work, uno).times if has_uno else UNO / found.times)
        at_least(f"{game.id}: decisions in {name}, times uno's", min(paces), goal)
    states, chance = some_states(game, game.seats[-1]), Seeded()
    acts: dict[str, Callable[[Any], object]] = {
        "observe as a seat": lambda state: game.observe(state, 0),
        "worth": lambda state: game.worth(state, 0),
        "determinise": lambda state: game.determinise(game.observe(state, 0), chance),
    }
    for name, act in acts.items():
        row(f"{game.id}: {name}", cost(over_states(states, act)))
    for name, player in PLAYERS.items():
        thought_about = states if name in (USUAL, RANDOM) else states[::FEWER]
        row(f"{game.id}: a move of the {name} player", thinking(player, thought_about))


def main() -> None:
    """Measure all games and print the table."""
    is_compiled = not str(counts.__file__).endswith(".py")
    print("The engine is compiled." if is_compiled else "The engine is in Python.")
    has_uno = UNO_FOLDER.is_dir()
    if has_uno:
        sys.path.append(str(UNO_FOLDER))
        row("rlcard's uno: a decision in random play", cost(uno))
    else:
        print(f"rlcard isn't installed (make uno): its uno is taken to be {UNO:g} times the workload.")
    for game in games().values():
        measure(game, has_uno=has_uno)


def row(name: str, found: Cost) -> None:
    """Print a line of the table."""
    print(f"{name:<60}{found.us:10.2f} µs{found.times:10.1f} times the workload")


if __name__ == "__main__":
    main()
