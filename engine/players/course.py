"""The course of a game: who was ahead, turn by turn, and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game import CHANCE, AnyGame, Struct
from engine.standings import over_the_best, own_total


class Moment(Struct, frozen=True):
    """How all stood when a turn began, or at the end.

    Attributes:
        turn: The number of the turn that began then; at the end, of the last one.
        leads: About how many points each seat was ahead of its best opponent; below 0: behind.
    """

    turn: int
    leads: tuple[float, ...]


def course(game: AnyGame, states: Iterable[object], seats: int) -> tuple[Moment, ...]:
    """How all stood when each turn began, and at the end: at least two moments, or none.

    It takes whole states, so it tells of what is hidden: it is for games that are over.

    Args:
        game: The game.
        states: Its state after each move, in order, to its end.
        seats: How many play.
    """
    moments: list[Moment] = []
    for state in states:
        turn, asked = game.turn(state), game.to_move(state)
        if not asked:
            result = game.result(state)
            points = None if result is None else [float(one.points) for one in result.seats]
            return (*moments, _moment(turn, points or prospects(game, state, seats))) if moments else ()
        is_new = not moments or turn > moments[-1].turn
        # What chance deals at the beginning of a turn belongs to it.
        if turn and is_new and asked != (CHANCE,):
            moments.append(_moment(turn, prospects(game, state, seats)))
    return ()


def prospects(game: AnyGame, state: object, seats: int) -> list[float]:
    """About how many points each seat will have at the end.

    `worth` won't do for that: with three players or more it is no lead over one of them.
    """
    return [own_total(game.worth_parts(state, seat)) for seat in range(seats)]


def _moment(turn: int, totals: Sequence[float]) -> Moment:
    return Moment(turn, tuple(over_the_best(totals, seat) for seat in range(len(totals))))
