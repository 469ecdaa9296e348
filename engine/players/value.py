"""What a state is worth to somebody who wants to win: points, and at the end whether they were enough."""

from __future__ import annotations

from typing import Any, Final

from engine.game import AnyGame, Seat

WINNING: Final = 6.0
"""What it is worth to win, in points; not to win is worth as much less than nothing."""


def value(game: AnyGame, state: Any, seat: Seat) -> float:
    """About how many points `seat` is ahead; at the end of the game more if it has won, less if not."""
    worth = game.worth(state, seat)
    if game.to_move(state):
        return worth
    result = game.result(state)
    if result is None:
        return worth
    return worth + (WINNING if result.seats[seat].rank == 1 else -WINNING)
