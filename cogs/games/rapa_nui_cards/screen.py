"""The screen of Rapa Nui, the card game, as the contract wants it."""

from __future__ import annotations

from typing import Final

from cogs.games.contract import GameScreen
from cogs.games.rapa_nui_cards.board import board
from cogs.games.rapa_nui_cards.choices import choices
from cogs.games.rapa_nui_cards.highlight import highlight
from cogs.games.rapa_nui_cards.hint import hint
from cogs.games.rapa_nui_cards.own import own
from cogs.games.rapa_nui_cards.rules import rules
from cogs.games.rapa_nui_cards.sheet import part_text, scored, sheet
from cogs.games.rapa_nui_cards.standing import standing
from cogs.games.rapa_nui_cards.story import brief, tell
from cogs.games.rapa_nui_cards.terms import SIGNS
from cogs.text.language import Localizer
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import Phase


class RapaNuiCardsScreen(GameScreen):
    """How the game looks, in pictures and in words; everything can be read by ear."""

    symbol = "🗿"
    emblem = "art:moai"
    title = "rapa_nui_cards:land.title"
    colour = 0xC96A3D
    signs = SIGNS

    board = staticmethod(board)
    own = staticmethod(own)
    standing = staticmethod(standing)
    choices = staticmethod(choices)
    hint = staticmethod(hint)
    tell = staticmethod(tell)
    brief = staticmethod(brief)
    sheet = staticmethod(sheet)
    scored = staticmethod(scored)
    part = staticmethod(part_text)
    highlight = staticmethod(highlight)
    rules = staticmethod(rules)

    def task(self, seen: Observation, words: Localizer) -> str:
        """What the decider has to do."""
        down = seen.phase is Phase.SACRIFICE and seen.decider == seen.active
        return words(f"rapa_nui_cards.task_{'lay_face_down' if down else seen.phase.value}")


SCREEN: Final = RapaNuiCardsScreen()
