"""The screen of Rapa Nui, the board game, as the contract wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.contract import GameScreen
from cogs.games.rapa_nui_board.board import board, region
from cogs.games.rapa_nui_board.choices import choices
from cogs.games.rapa_nui_board.highlight import highlight
from cogs.games.rapa_nui_board.hint import hint
from cogs.games.rapa_nui_board.own import own
from cogs.games.rapa_nui_board.placing_ahead import planned_text
from cogs.games.rapa_nui_board.rules import rules
from cogs.games.rapa_nui_board.sheet import part_text, sheet
from cogs.games.rapa_nui_board.standing import standing
from cogs.games.rapa_nui_board.story import tell
from cogs.games.rapa_nui_board.terms import SIGNS
from cogs.text.language import Localizer
from engine.rapa_nui_board.events import RoundBegan
from engine.rapa_nui_board.state import Observation
from pictures.rapa_nui_board.island import regions


class RapaNuiBoardScreen(GameScreen):
    """How the game looks, in pictures and in words; everything can be read by ear."""

    symbol = "🏝️"
    emblem = "rapa_nui_board:pukao"
    title = "rapa_nui_board:land.title"
    colour = 0x2F7F86
    own_button = "rapa_nui_board.button_own"
    own_below = True
    choices_show_board = True
    chapters = (RoundBegan,)
    signs = SIGNS

    board = staticmethod(board)
    own = staticmethod(own)
    standing = staticmethod(standing)
    choices = staticmethod(choices)
    hint = staticmethod(hint)
    region = staticmethod(region)
    tell = staticmethod(tell)
    sheet = staticmethod(sheet)
    part = staticmethod(part_text)
    highlight = staticmethod(highlight)
    rules = staticmethod(rules)

    def task(self, seen: Observation, words: Localizer) -> str:
        """What the decider has to do."""
        return words(f"rapa_nui_board.task_{seen.state.phase.value}")

    def planned(self, seen: Observation, moves: Sequence[str], words: Localizer) -> str:
        """Where figures are going to be placed."""
        return planned_text(moves, words)

    def regions(self, seen: Observation) -> Sequence[str]:
        """West and east, and the middle of the large island."""
        return tuple(regions(seen.state.seats))


SCREEN: Final = RapaNuiBoardScreen()
