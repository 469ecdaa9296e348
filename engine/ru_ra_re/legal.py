"""What may be done now.  Rules: Ru-Ra-Re 3.1, 3.2, 6.  `refusals.py` says why something may not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress, count

from engine.game import CHANCE, Seat
from engine.ru_ra_re.moves import CHOOSES, Choose, Move
from engine.ru_ra_re.state import CHOOSE, Card, Phase, State

ROWS_TO_CHOOSE_AMONG = 2
"""With fewer open rows there is no choice.  Rules: Ru-Ra-Re 3.2."""


def open_rows(state: State) -> tuple[int, ...]:
    """The numbers of the rows that have a card.  Rules: Ru-Ra-Re 3."""
    return tuple(compress(count(1), state.rows))


def waiting_seats(state: State) -> tuple[Seat, ...]:
    """The seats that have received nothing in this turn.  Rules: Ru-Ra-Re 3."""
    return _seats_where(state.waiting)


@cache
def _seats_where(waiting: tuple[bool, ...]) -> tuple[Seat, ...]:
    return tuple(compress(count(), waiting))


def is_choice_due(rows: Sequence[tuple[Card, ...]], waiting: Sequence[bool]) -> bool:
    """Whether the waiting seats choose (again); else the turn ends.  Rules: Ru-Ra-Re 3.2, ruling 12."""
    return True in waiting and len(rows) - rows.count(()) >= ROWS_TO_CHOOSE_AMONG


def to_move(state: State) -> tuple[Seat, ...]:
    """All waiting seats; who has chosen may still change that choice.  Rules: Ru-Ra-Re 6."""
    if state.phase is CHOOSE:
        return _seats_where(state.waiting)
    return () if state.phase is Phase.OVER else (CHANCE,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that `seat` may do now: each open row.  Rules: Ru-Ra-Re 6, ruling 5."""
    return tuple(compress(CHOOSES, state.rows)) if _is_asked(state, seat) else ()


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `move` chooses one of the open rows, and `seat` is to choose."""
    if not isinstance(move, Choose) or not _is_asked(state, seat):
        return False
    return 1 <= move.row <= len(state.rows) and len(state.rows[move.row - 1]) > 0


def _is_asked(state: State, seat: Seat) -> bool:
    waiting = state.waiting
    return state.phase is CHOOSE and 0 <= seat < len(waiting) and waiting[seat]
