"""The screen of Rapa Nui, the board game, as the contract wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.contract import GameScreen, Question
from cogs.games.rapa_nui_board import board, choices, own, placing_ahead, rules, sheet, story
from cogs.games.rapa_nui_board.terms import SIGNS
from cogs.kit.components import Item
from cogs.kit.language import Speech
from cogs.kit.names import Names
from engine.game import Event, Result
from engine.rapa_nui_board.observe import Observation
from pictures.rapa_nui_board.island import regions


class RapaNuiBoardScreen(GameScreen):
    """How the game looks, in pictures and in words; everything can be read by ear."""

    symbol = "🏝️"
    colour = 0x2F7F86
    own_button = "rapa_nui_board.button_own"
    choices_show_board = True
    signs = SIGNS

    def task(self, observation: Observation, words: Speech) -> str:
        """What the decider has to do."""
        return words(f"rapa_nui_board.task_{observation.state.phase.value}")

    def board(self, observation: Observation, before: Observation, names: Names, words: Speech) -> list[Item]:
        """The island, and what each player has."""
        return board.board(observation, before, names, words)

    def own(self, observation: Observation, before: Observation, names: Names, words: Speech) -> list[Item]:
        """What the viewer has, and what their tiles do."""
        return own.own(observation, before, names, words)

    def choices(
        self, observation: Observation, question: Question, names: Names, words: Speech
    ) -> list[Item]:
        """The controls of the phase."""
        return choices.choices(observation, question, names, words)

    def planned(self, observation: Observation, moves: Sequence[str], words: Speech) -> str:
        """Where figures are going to be placed."""
        return placing_ahead.planned_text(moves, words)

    def regions(self, observation: Observation) -> Sequence[str]:
        """West and east, and the middle of the large island."""
        return tuple(regions(observation.state.seats))

    def region(self, observation: Observation, region: str, names: Names, words: Speech) -> list[Item]:
        """A part of the island, twice as large."""
        return board.region(observation, region, names, words)

    def tell(self, events: Sequence[Event], names: Names, words: Speech) -> list[str]:
        """Lines of the play-by-play."""
        return story.tell(events, names, words)

    def sheet(self, observation: Observation, result: Result, names: Names, words: Speech) -> list[Item]:
        """The final score."""
        return sheet.sheet(observation, result, names, words)

    def rules(self, words: Speech) -> Sequence[Sequence[Item]]:
        """Short pages."""
        return rules.rules(words)


SCREEN: Final = RapaNuiBoardScreen()
