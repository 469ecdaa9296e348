"""Games of a few moves whose best moves are known; they keep the part of the contract that search needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat

Made = tuple[str, ...]
"""A state: all moves so far."""

POINTS = {"grab": 2, "hold": 1, "strike": 5, "rest": 0}


class Small:
    """The part of the contract that these games share."""

    id = "small"
    rules_version = 1

    def worth(self, state: Any, seat: Seat) -> float:
        raise NotImplementedError

    def worths(self, states: Sequence[Any], seat: Seat) -> list[float]:
        return [self.worth(state, seat) for state in states]


class Trap(Small):
    """Two players move in turn, four moves in all; a player who grabs gains at once, but may be struck then.

    Seat 0 begins.
    """

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
        """Return None: nobody learns who has won."""


class HiddenTrap(Trap):
    """The game `Trap`, marked as a game with secrets."""

    hides = True


class LongRound(Trap):
    """The game `Trap`, with all moves in one turn."""

    def turn(self, state: Made) -> int:
        return 1


class Answered(Trap):
    """Two players move in turn; in a turn of seat 1, seat 0 is asked something, before seat 1 goes on."""

    asked = ((0, 1, 0), (1, 2, 1), (0, 2, 1), (1, 2, 1), (0, 3, 0), (1, 4, 1))
    """For each move: the seat that is asked, the number of the turn, and the seat whose turn it is."""

    def to_move(self, state: Made) -> tuple[Seat, ...]:
        return (self.asked[len(state)][0],) if len(state) < len(self.asked) else ()

    def turn(self, state: Made) -> int:
        return self.asked[len(state)][1]

    def whose_turn(self, state: Made) -> Seat:
        return self.asked[len(state)][2]


class Chain(Trap):
    """One player makes three moves in a row, "left" or "right"; left, right, right is worth most."""

    def to_move(self, state: Made) -> tuple[Seat, ...]:
        return (0,) if len(state) < 3 else ()

    def legal_moves(self, state: Made, seat: Seat) -> tuple[str, ...]:
        return ("left", "right")

    promising_moves = legal_moves

    def worth(self, state: Made, seat: Seat) -> float:
        return 7.0 if state == ("left", "right", "right") else float(state.count("right")) / 10


Pair = tuple[str | None, str | None]


class Pennies(Small):
    """Two players choose in secret, twice: first anything, then matching pennies (seat 0 wants a match).

    After the first choice, seat 0 seems to be five points ahead, but the second choice removes these points.
    """

    hides = True

    def turn(self, state: tuple[Pair, ...]) -> int:
        return 1

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
        """Return None: nobody learns who has won."""


class PenniesInTurns(Pennies):
    """The game `Pennies`, with each choice in a turn of its own."""

    def turn(self, state: tuple[Pair, ...]) -> int:
        return len(state)


def as_game(small: Any) -> AnyGame:
    """Return a small game, typed as a whole game."""
    game: AnyGame = small
    return game


class Doors(Small):
    """Three players choose a door at once, in secret; a player alone at a door gets the points behind it.

    Players who meet at a door get nothing, and choose again among the doors left.  A state has each seat's
    points (None: none yet), the choices made but not yet shown, and how many times the players have chosen.
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
        """Return None: nobody learns who has won."""
