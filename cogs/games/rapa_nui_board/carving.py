"""What sculptors would carve.  Rules: Rapa Nui board 6."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.rapa_nui_board.alt_text import PARTS
from cogs.games.rapa_nui_board.terms import moai_counts_text
from cogs.games.rapa_nui_board.turn import Turn
from engine.counts import changed
from engine.rapa_nui_board.rounds import carved, sculptors


def carving_text(turn: Turn, planned: Sequence[int] = ()) -> str:
    """What the viewer would carve now, and with one more sculptor in each column.

    `planned` are the columns, counted from 1, of planned sculptors, who count as if placed.
    """
    words, working = turn.words, sculptors(turn.player)
    for column in planned:
        working = changed(working, column - 1, 1)
    now = carved(working, turn.state.moai)
    parts = [words("rapa_nui_board.place_carve", what=moai_counts_text(now, words))]
    for column in range(len(working)):
        more = carved(changed(working, column, 1), turn.state.moai)
        if more != now:
            what = moai_counts_text(more, words)
            parts.append(words("rapa_nui_board.place_carve_with", column=column + 1, what=what))
    return PARTS.join(parts)
