"""What sculptors would carve.  Rules: Rapa Nui board 6."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.rapa_nui_board.terms import moai_counts_text
from cogs.games.rapa_nui_board.turn import Turn
from engine.counts import changed
from engine.rapa_nui_board.rounds import carved, sculptors


def carving_text(turn: Turn, planned: Sequence[int] = ()) -> str:
    """What the viewer carves so far.

    `planned` are the columns, counted from 1, of planned sculptors, who count as if placed.
    """
    return turn.words("rapa_nui_board.place_carve", what=_carved(turn, planned))


def carving_label(turn: Turn, where: str, column: int, planned: Sequence[int] = ()) -> str:
    """A place for one more sculptor in a column, and all that the viewer would carve then."""
    return turn.words("rapa_nui_board.place_makes", where=where, what=carved_with(turn, column, planned))


def carved_with(turn: Turn, column: int, planned: Sequence[int] = ()) -> str:
    """All that the viewer would carve with one more sculptor in a column."""
    return _carved(turn, (*planned, column))


def _carved(turn: Turn, planned: Sequence[int]) -> str:
    working = sculptors(turn.player)
    for column in planned:
        working = changed(working, column - 1, 1)
    return moai_counts_text(carved(working, turn.state.moai), turn.words.for_alt_text)
