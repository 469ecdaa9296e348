"""What sculptors would carve, and what is carved already.  Rules: Rapa Nui board 6."""

from __future__ import annotations

from cogs.screens.rapa_nui_board.desk import Desk
from cogs.screens.rapa_nui_board.terms import moai_text
from cogs.seats import LIST
from cogs.speech import Speech
from engine.counts import Counts, changed
from engine.rapa_nui_board.rounds import carved, sculptors
from engine.rapa_nui_board.tiles import SIZES


def carving_text(desk: Desk) -> str:
    """What the viewer would carve as it is, and with one more sculptor in each column."""
    words, working = desk.words, sculptors(desk.player)
    now = carved_text(carved(working, desk.seen.moai), words)
    parts = [words("rapa_nui_board.place_carve", what=now)]
    for column in range(len(working)):
        more = carved_text(carved(changed(working, column, 1), desk.seen.moai), words)
        if more != now:
            parts.append(words("rapa_nui_board.place_carve_with", column=column + 1, what=more))
    return LIST.join(parts)


def carved_text(moai: Counts, words: Speech) -> str:
    """How many moai of each size, the largest first."""
    found = (
        moai_text(size, words) if moai[size] == 1 else f"{moai[size]}× {moai_text(size, words)}"
        for size in reversed(SIZES)
        if moai[size]
    )
    return ", ".join(found) or words("rapa_nui_board.nothing")
