"""The screen of Rapa Nui, the card game, as the contract wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.screens.contract import GameScreen, Item, Question
from cogs.screens.rapa_nui_cards import board, panel, sheet, story
from cogs.seats import Names
from engine.game import Event, Result
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import Phase
from locales import Words

RULE_PAGES: Final = 5


class RapaNuiCardsScreen(GameScreen):
    """How the game looks in text; everything in it can be read by ear."""

    symbol = "🗿"
    colour = 0xC96A3D

    def task(self, observation: Observation, words: Words) -> str:
        """What the decider has to do."""
        down = observation.phase is Phase.SACRIFICE and observation.decider == observation.active
        return words(f"rapa_nui_cards.task_{'lay_face_down' if down else observation.phase.value}")

    def board(self, observation: Observation, names: Names, words: Words) -> list[Item]:
        """Display, stone, supply, villages, last scoring."""
        return board.board(observation, names, words)

    def own(self, observation: Observation, names: Names, words: Words) -> list[Item]:
        """Hand, sacrifice cards, own face-down cards."""
        return panel.own(observation, words)

    def choices(self, observation: Observation, question: Question, names: Names, words: Words) -> list[Item]:
        """The controls of the phase."""
        return panel.choices(observation, question, names, words)

    def tell(self, events: Sequence[Event], names: Names, words: Words) -> list[str]:
        """Lines of the play-by-play."""
        return story.tell(events, names, words)

    def sheet(self, observation: Observation, result: Result, names: Names, words: Words) -> list[Item]:
        """The final score."""
        return sheet.sheet(observation, result, names, words)

    def rules(self, words: Words) -> Sequence[str]:
        """Five short pages."""
        return tuple(words(f"rapa_nui_cards.rules_{page}") for page in range(1, RULE_PAGES + 1))


SCREEN: Final = RapaNuiCardsScreen()
