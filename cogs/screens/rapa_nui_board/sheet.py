"""The final score."""

from __future__ import annotations

from cogs.screens.contract import Item
from cogs.seats import Names
from cogs.speech import Speech
from engine.game import Result
from engine.rapa_nui_board.observe import Observation


def sheet(seen: Observation, result: Result, names: Names, words: Speech) -> list[Item]:
    """Who came where, and what for."""
    return []
