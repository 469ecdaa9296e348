"""What may be done now.  Rules: Ru-Ra-Re 3.1, 3.2, 6.  `refusals.py` says why something may not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count, product
from typing import Final

from engine.game import CHANCE, IllegalMove, Seat
from engine.ru_ra_re.moves import CHOOSES, Choose, Move
from engine.ru_ra_re.state import CHOOSE, ROWS, Card, Phase, State

ROWS_TO_CHOOSE_AMONG = 2
"""With fewer open rows there is no choice.  Rules: Ru-Ra-Re 3.2."""


WAITING_SEATS: Final = {
    waiting: tuple(compress(count(), waiting))
    for seats in ROWS
    for waiting in product((False, True), repeat=seats)
}
"""The seats that have received nothing in a turn, by whether each waits.  Rules: Ru-Ra-Re 3."""


_ANY_ROW: Final = {rows: CHOOSES[:rows] for rows in ROWS.values()}
"""The choices among rows that are all open, by how many there are."""


def is_choice_due(rows: Sequence[tuple[Card, ...]], waiting: Sequence[bool]) -> bool:
    """Whether the waiting seats choose (again); else the turn ends.  Rules: Ru-Ra-Re 3.2, ruling 12."""
    return True in waiting and len(rows) - rows.count(()) >= ROWS_TO_CHOOSE_AMONG


def to_move(state: State) -> tuple[Seat, ...]:
    """All waiting seats; who has chosen may still change that choice.  Rules: Ru-Ra-Re 6."""
    if state.phase is CHOOSE:
        return WAITING_SEATS[state.waiting]
    return () if state.phase is Phase.OVER else (CHANCE,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that `seat` may do now: each open row.  Rules: Ru-Ra-Re 6, ruling 5."""
    if state.phase is not CHOOSE or seat not in WAITING_SEATS[state.waiting]:
        return ()
    rows = state.rows
    return _ANY_ROW[len(rows)] if all(rows) else tuple(compress(CHOOSES, rows))


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `move` chooses one of the open rows, and `seat` is to choose."""
    if state.phase is not CHOOSE or seat not in WAITING_SEATS[state.waiting]:
        return False
    rows = state.rows
    return isinstance(move, Choose) and 1 <= move.row <= len(rows) and rows[move.row - 1] != ()


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
