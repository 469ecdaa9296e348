"""Games of a few moves in which it is known what is best: as much of the contract as thinking ahead needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat

Made = tuple[str, ...]
"""All moves so far."""

POINTS = {"grab": 2, "hold": 1, "strike": 5, "rest": 0}


class Small:
    """What all have from the contract."""

    id = "small"
    rules_version = 1

    def worth(self, state: Any, seat: Seat) -> float:
        raise NotImplementedError

    def worths(self, states: Sequence[Any], seat: Seat) -> list[float]:
        return [self.worth(state, seat) for state in states]


class Trap(Small):
    """Two in turn: who grabs has more at once, but may be struck then.  Seat 0 begins; four moves."""

    hides = False

    def to_move(self, state: Made) -> tuple[Seat, ...]:
        return (len(state) % 2,) if len(state) < 4 else ()

    def legal_moves(self, state: Made, seat: Seat) -> tuple[str, ...]:
        if not state:
            return ("grab", "hold")
        return ("rest", "strike") if state == ("grab",) else ("rest",)

    promising_moves = legal_moves

    def turn(self, state: Made) -> int:
        return len(state)

    def whose_turn(self, state: Made) -> Seat | None:
        return None

    def is_legal(self, state: Made, seat: Seat, move: str) -> bool:
        return move in self.legal_moves(state, seat)

    def make(self, state: Made, seat: Seat, move: str) -> Made:
        return (*state, move)

    def worth(self, state: Made, seat: Seat) -> float:
        points = [sum(POINTS[move] for move in state[one::2]) for one in (0, 1)]
        return float(points[seat] - points[1 - seat])

    def determinise(self, seen: Made, chance: Chance) -> Made:
        return seen

    def result(self, state: Made) -> None:
        """Nobody is told who has won."""


class HiddenTrap(Trap):
    """The same, played as a game that hides something."""

    hides = True


class LongRound(Trap):
    """The same, all of it one round."""

    def turn(self, state: Made) -> int:
        return 1


class Answered(Trap):
    """Two in turn, where seat 0 is asked something in the turn of seat 1, which goes on after that."""

    asked = ((0, 1, 0), (1, 2, 1), (0, 2, 1), (1, 2, 1), (0, 3, 0), (1, 4, 1))
    """Who is asked, in which turn, and whose turn it is."""

    def to_move(self, state: Made) -> tuple[Seat, ...]:
        return (self.asked[len(state)][0],) if len(state) < len(self.asked) else ()

    def turn(self, state: Made) -> int:
        return self.asked[len(state)][1]

    def whose_turn(self, state: Made) -> Seat:
        return self.asked[len(state)][2]


class Chain(Trap):
    """One player makes three moves in a row, each "left" or "right"; left, right, right is worth most."""

    def to_move(self, state: Made) -> tuple[Seat, ...]:
        return (0,) if len(state) < 3 else ()

    def legal_moves(self, state: Made, seat: Seat) -> tuple[str, ...]:
        return ("left", "right")

    promising_moves = legal_moves

    def worth(self, state: Made, seat: Seat) -> float:
        return 7.0 if state == ("left", "right", "right") else float(state.count("right")) / 10


Pair = tuple[str | None, str | None]


class Pennies(Small):
    """Two choose at once in secret, twice: first anything, then matching pennies, which seat 0 wants equal.

    The first choice seems to be worth five points to seat 0, but that is gone with the second one.
    """

    hides = True

    def start(self) -> tuple[Pair, ...]:
        return ((None, None),)

    def to_move(self, state: tuple[Pair, ...]) -> tuple[Seat, ...]:
        return (0, 1) if len(state) < 3 else ()

    def question(self, state: tuple[Pair, ...], seat: Seat) -> int:
        return len(state)

    def legal_moves(self, state: tuple[Pair, ...], seat: Seat) -> tuple[str, ...]:
        return ("heads", "tails")

    promising_moves = legal_moves

    def make(self, state: tuple[Pair, ...], seat: Seat, move: str) -> tuple[Pair, ...]:
        *before, (first, second) = state
        now: Pair = (move, second) if seat == 0 else (first, move)
        return (*before, now) if None in now else (*before, now, (None, None))

    def worth(self, state: tuple[Pair, ...], seat: Seat) -> float:
        lead = {1: 0.0, 2: 5.0}.get(len(state))
        if lead is None:
            first, second = state[1]
            lead = 1.0 if first == second else -1.0
        return lead if seat == 0 else -lead

    def result(self, state: tuple[Pair, ...]) -> None:
        """Nobody is told who has won."""


def as_game(small: Any) -> AnyGame:
    """A small game where a whole one is asked for."""
    game: AnyGame = small
    return game


class Doors(Small):
    """Three choose a door at once, in secret; who is alone there gets what is behind it.

    Those who meet get nothing, and choose once more among the doors left.  A state: by seat its points, None
    for nothing yet; the choices made and not yet shown; how many times they have chosen.
    """

    hides = True
    behind: Final = {"gold": 6.0, "silver": 2.5, "tin": 2.0}

    def start(self, points: tuple[float | None, ...] = (None,) * 3) -> tuple[Any, ...]:
        return points, (None,) * len(points), 0

    def turn(self, state: Any) -> int:
        return 1

    def to_move(self, state: Any) -> tuple[Seat, ...]:
        points, _, times = state
        return tuple(seat for seat, own in enumerate(points) if own is None and times < 2)

    def question(self, state: Any, seat: Seat) -> int:
        return int(state[2])

    def legal_moves(self, state: Any, seat: Seat) -> tuple[str, ...]:
        doors = tuple(door for door, worth in self.behind.items() if worth not in state[0])
        return doors if seat in self.to_move(state) else ()

    promising_moves = legal_moves

    def make(self, state: Any, seat: Seat, move: str) -> Any:
        points, made, times = state
        made = (*made[:seat], move, *made[seat + 1 :])
        if any(made[one] is None for one in self.to_move(state)):
            return points, made, times
        shown = tuple(
            self.behind[door] if door and made.count(door) == 1 else own
            for door, own in zip(made, points, strict=True)
        )
        return shown, (None,) * len(points), times + 1

    def worth(self, state: Any, seat: Seat) -> float:
        return state[0][seat] or 0.0

    def at_a_glance(self, state: Any, seat: Seat) -> tuple[float, ...]:
        return (0.0,) * len(self.legal_moves(state, seat))

    def result(self, state: Any) -> None:
        """Nobody is told who has won."""
