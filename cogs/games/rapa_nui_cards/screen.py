"""The screen of Rapa Nui, the card game, as the contract wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.contract import GameScreen, Question
from cogs.games.rapa_nui_cards import board, panel, rules, sheet, story
from cogs.games.rapa_nui_cards.terms import SIGNS
from cogs.kit.components import Item
from cogs.kit.language import Speech
from cogs.kit.names import Names
from engine.game import Event, Result
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import Phase


class RapaNuiCardsScreen(GameScreen):
    """How the game looks, in pictures and in words; everything can be read by ear."""

    symbol = "🗿"
    colour = 0xC96A3D
    signs = SIGNS

    def task(self, observation: Observation, words: Speech) -> str:
        """What the decider has to do."""
        down = observation.phase is Phase.SACRIFICE and observation.decider == observation.active
        return words(f"rapa_nui_cards.task_{'lay_face_down' if down else observation.phase.value}")

    def board(self, observation: Observation, before: Observation, names: Names, words: Speech) -> list[Item]:
        """Display, stone, supply, villages, last scoring."""
        return board.board(observation, before, names, words)

    def own(self, observation: Observation, before: Observation, names: Names, words: Speech) -> list[Item]:
        """Hand, sacrifice cards, own face-down cards."""
        return panel.own(observation, before, words)

    def choices(
        self, observation: Observation, question: Question, names: Names, words: Speech
    ) -> list[Item]:
        """The controls of the phase."""
        return panel.choices(observation, question, names, words)

    def tell(self, events: Sequence[Event], names: Names, words: Speech) -> list[str]:
        """Lines of the play-by-play."""
        return story.tell(events, names, words)

    def sheet(self, observation: Observation, result: Result, names: Names, words: Speech) -> list[Item]:
        """The final score."""
        return sheet.sheet(observation, result, names, words)

    def rules(self, words: Speech) -> Sequence[Sequence[Item]]:
        """Five short pages."""
        return rules.rules(words)


SCREEN: Final = RapaNuiCardsScreen()
