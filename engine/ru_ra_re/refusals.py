"""Why a move may not be made now: a code, with its numbers.  Rules: Ru-Ra-Re 3, 6."""

from __future__ import annotations

from engine.game import IllegalMove, Seat
from engine.ru_ra_re.legal import to_move
from engine.ru_ra_re.moves import Choose, Move
from engine.ru_ra_re.state import Phase, State


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """Why `move` is not legal for `seat`."""
    if state.phase is Phase.OVER:
        return IllegalMove("game_over")
    if seat not in to_move(state):
        return IllegalMove("not_your_turn")
    match move:
        case Choose(row) if 1 <= row <= len(state.rows):
            return IllegalMove("row_empty", row=row)
        case Choose(row):
            return IllegalMove("no_such_row", row=row, rows=len(state.rows))
        case _:
            return IllegalMove("not_now")
