"""The screen of Ru-Ra-Re, as the contract wants it."""

from __future__ import annotations

from typing import Final

from cogs.games.contract import GameScreen, Question
from cogs.games.ru_ra_re import panel
from cogs.games.ru_ra_re.board import board
from cogs.games.ru_ra_re.rules import rules
from cogs.games.ru_ra_re.sheet import sheet
from cogs.games.ru_ra_re.story import tell
from cogs.games.ru_ra_re.terms import SIGNS
from cogs.kit.components import Item
from cogs.kit.language import Speech
from cogs.kit.names import Names
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.state import Phase


class RuRaReScreen(GameScreen):
    """How the game looks, in pictures and in words; everything can be read by ear."""

    symbol = "👑"
    colour = 0x4F8A5B
    signs = SIGNS

    board = staticmethod(board)
    tell = staticmethod(tell)
    sheet = staticmethod(sheet)
    rules = staticmethod(rules)

    def task(self, seen: Observation, words: Speech) -> str:
        """What those who have yet to choose have to do."""
        if seen.phase is not Phase.CHOOSE:
            return words("ru_ra_re.task_shuffle")
        owing = zip(seen.waiting, seen.ready, strict=True)
        return words.count("ru_ra_re.task", sum(waits and not ready for waits, ready in owing))

    def own(self, seen: Observation, before: Observation, names: Names, words: Speech) -> list[Item]:
        """The rows and the viewer's collection."""
        return panel.own(seen, before, words)

    def choices(self, seen: Observation, question: Question, names: Names, words: Speech) -> list[Item]:
        """A button for each row."""
        return panel.choices(seen, question, words)


SCREEN: Final = RuRaReScreen()
