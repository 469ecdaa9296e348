"""The screen of Ru-Ra-Re, as the contract wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.contract import GameScreen, Question
from cogs.games.ru_ra_re import board, panel, rules, sheet, story
from cogs.games.ru_ra_re.terms import SIGNS
from cogs.kit.components import Item
from cogs.kit.language import Speech
from cogs.kit.names import Names
from engine.game import Event, Result
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.state import Phase


class RuRaReScreen(GameScreen):
    """How the game looks, in pictures and in words; everything can be read by ear."""

    symbol = "👑"
    colour = 0x4F8A5B
    signs = SIGNS

    def task(self, observation: Observation, words: Speech) -> str:
        """What those who have yet to choose have to do."""
        if observation.phase is not Phase.CHOOSE:
            return words("ru_ra_re.task_shuffle")
        owing = zip(observation.waiting, observation.ready, strict=True)
        return words.count("ru_ra_re.task", sum(waits and not ready for waits, ready in owing))

    def board(self, observation: Observation, before: Observation, names: Names, words: Speech) -> list[Item]:
        """Rows, deck, box, what was revealed last, collections."""
        return board.board(observation, before, names, words)

    def own(self, observation: Observation, before: Observation, names: Names, words: Speech) -> list[Item]:
        """The rows and the viewer's collection."""
        return panel.own(observation, before, words)

    def choices(
        self, observation: Observation, question: Question, names: Names, words: Speech
    ) -> list[Item]:
        """A button for each row."""
        return panel.choices(observation, question, words)

    def tell(self, events: Sequence[Event], names: Names, words: Speech) -> list[str]:
        """Lines of the play-by-play."""
        return story.tell(events, names, words)

    def sheet(self, observation: Observation, result: Result, names: Names, words: Speech) -> list[Item]:
        """The final score."""
        return sheet.sheet(observation, result, names, words)

    def rules(self, words: Speech) -> Sequence[Sequence[Item]]:
        """Four short pages."""
        return rules.rules(words)


SCREEN: Final = RuRaReScreen()
