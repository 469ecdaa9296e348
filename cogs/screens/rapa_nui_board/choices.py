"""The controls of a turn: a stand-in."""

from __future__ import annotations

from cogs.screens.contract import Item, Question, text
from cogs.seats import Names
from cogs.speech import Speech
from engine.rapa_nui_board.observe import Observation


def choices(seen: Observation, question: Question, names: Names, words: Speech) -> list[Item]:
    """What is to be done."""
    return [text(words(f"rapa_nui_board.task_{seen.phase.value}"))]
