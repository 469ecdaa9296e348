"""Games for tests: seeded chance, random games, and states that they reach."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import Any, Final, TypeVar

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Event, IllegalOption, Seat, Viewer

T = TypeVar("T")


class Seeded:
    """Chance from a seed: the same seed always gives the same results."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int, /) -> int:
        return self._random.randrange(bound)

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        shuffled = list(items)
        self._random.shuffle(shuffled)
        return tuple(shuffled)


@dataclass(frozen=True)
class Setup:
    """The settings of a game to be played: the game, the number of seats, and the options."""

    game: AnyGame
    seats: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.id}-{self.seats}-{chosen}"

    def start(self) -> Any:
        return self.game.start(self.seats, self.options)


@cache
def all_setups() -> tuple[Setup, ...]:
    """Return every game with every number of seats and every combination of its options' values."""
    found: list[Setup] = []
    for game in games().values():
        names = [option.name for option in game.options]
        for seats, values in product(game.seats, product(*(option.values for option in game.options))):
            setup = Setup(game, seats, dict(zip(names, values, strict=True)))
            try:
                setup.start()
            except IllegalOption:
                continue
            found.append(setup)
    return tuple(found)


WHO_BEGINS = ("first_player", "turn_order")
"""The options that change only who begins a game."""


def telling_setups() -> list[Setup]:
    """Return every game with every combination; unusual values of `WHO_BEGINS` only if all else is usual."""
    return [setup for setup in all_setups() if any(map(all, _usual(setup)))]


def few_setups() -> list[Setup]:
    """Return games with all options as usual, and games with all of them (but `WHO_BEGINS`) unusual."""
    found = [(setup, *_usual(setup)) for setup in all_setups()]
    return [setup for setup, begun, rest in found if all(begun) and (all(rest) or not any(rest))]


def _usual(setup: Setup) -> tuple[list[bool], list[bool]]:
    """Return for each option whether its value is usual: the options in `WHO_BEGINS`, then the others."""
    usual = {one.name: setup.options[one.name] == one.default for one in setup.game.options}
    return [usual.pop(name) for name in WHO_BEGINS if name in usual], list(usual.values())


class Turns:
    """Chooses the seat that answers next; if several are asked at once, each of them answers once."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._answered: dict[Seat, int] = {}

    def next_seat(self, state: Any) -> Seat | None:
        """Return the first seat that must answer; None at the end of the game."""
        for seat in self._game.to_move(state):
            if seat == CHANCE:
                return seat
            number = self._game.question(state, seat)
            if self._answered.get(seat) != number:
                self._answered[seat] = number
                return seat
        return None


@dataclass(frozen=True)
class Played:
    """A move of a random game: the state before, the seat and its move, the state after, and the events."""

    before: Any
    seat: Seat
    move: Any
    after: Any
    events: tuple[Event, ...]


def random_game(setup: Setup, seed: int) -> Iterator[Played]:
    """Yield the moves of a game in which everybody moves at random; half of the moves are last in the list.

    Games list rare moves last, so these happen often enough.
    """
    chance = Seeded(seed)
    game, state = setup.game, setup.start()
    while to_move := game.to_move(state):
        seat = to_move[chance.below(len(to_move))]
        if seat == CHANCE:
            move = game.chance_move(state, chance)
        else:
            legal = game.legal_moves(state, seat)
            move = legal[max(chance.below(len(legal)), chance.below(2) * len(legal) - 1)]
        after, events = game.apply(state, seat, move)
        yield Played(state, seat, move, after, events)
        state = after


@st.composite
def reached(draw: st.DrawFn, game_id: str | None = None) -> tuple[Setup, Any]:
    """Draw a setup, and a state that is reached in it after some random moves."""
    setup = draw(st.sampled_from([setup for setup in all_setups() if game_id in (None, setup.game.id)]))
    moves, seed = draw(st.integers(0, 200)), draw(st.integers(0, 2**32 - 1))
    state = setup.start()
    for played in islice(random_game(setup, seed), moves):
        state = played.after
    return setup, state


Reached = tuple[Setup, Any]
"""A setup, and a state that is reached in it."""


def in_reached_states(game_id: str | None = None, examples: int = 200) -> Callable[..., Any]:
    """Call a test with reached states of a game (None: of all games), each with a seed for further chance."""
    states_and_seeds = given(reached(game_id), st.integers(0, 2**20))
    # A test skips states that it isn't about; by chance, these may be many.
    lucky = [HealthCheck.filter_too_much]
    limits = settings(deadline=None, max_examples=examples, suppress_health_check=lucky)
    return lambda test: limits(states_and_seeds(test))


def as_seen(game: AnyGame, state: Any, viewer: Viewer) -> bytes:
    """Return all that a viewer sees of a state, as bytes to be compared."""
    return msgspec.json.encode(game.observe(state, viewer))


SAID_TWICE: Final = frozenset({"standing", "bare", "plain", "taken"})
"""Fields of states that only repeat, for speed, what other fields say."""


def fields_seen(game: AnyGame, seen: Any) -> dict[str, Any]:
    """What an observation holds: of a game that hides nothing, what its state holds, as it was recorded."""
    if game.hides:
        return asdict(seen)
    fields = {name: value for name, value in asdict(seen.state).items() if name not in SAID_TWICE}
    return {"viewer": seen.viewer, "seats": seen.state.seats, **fields}
