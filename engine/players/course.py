"""The course of a game: who was ahead, turn by turn, and by how much."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import CHANCE, AnyGame, Result, Struct


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
            leads = _at_the_end(game, state, seats) if result is None else _by_points(result)
            return (*moments, Moment(turn, leads)) if moments else ()
        is_new = not moments or turn > moments[-1].turn
        # What chance deals at the beginning of a turn belongs to it.
        if turn and is_new and asked != (CHANCE,):
            moments.append(Moment(turn, _at_the_end(game, state, seats)))
    return ()


def _at_the_end(game: AnyGame, state: object, seats: int) -> tuple[float, ...]:
    """About how many points each seat will be ahead at the end."""
    return tuple(game.worth(state, seat) for seat in range(seats))


def _by_points(result: Result) -> tuple[float, ...]:
    """How many points each seat is ahead of its best opponent."""
    points = [one.points for one in result.seats]
    return tuple(float(own - max(points[:seat] + points[seat + 1 :])) for seat, own in enumerate(points))
