"""The screen of Ru-Ra-Re, as the contract wants it."""

from __future__ import annotations

from typing import Final

from cogs.games.contract import GameScreen
from cogs.games.ru_ra_re.board import board
from cogs.games.ru_ra_re.choices import choices
from cogs.games.ru_ra_re.highlight import highlight
from cogs.games.ru_ra_re.hint import hint
from cogs.games.ru_ra_re.own import own
from cogs.games.ru_ra_re.rules import rules
from cogs.games.ru_ra_re.sheet import part_text, scored, sheet
from cogs.games.ru_ra_re.standing import standing
from cogs.games.ru_ra_re.story import brief, tell
from cogs.games.ru_ra_re.terms import SIGNS
from cogs.text.language import Localizer
from engine.ru_ra_re.events import TurnBegan
from engine.ru_ra_re.moves import Choose, Move
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.state import Phase


class RuRaReScreen(GameScreen):
    """How the game looks, in pictures and in words; everything can be read by ear."""

    symbol = "👑"
    emblem = "ru_ra_re:king"
    title = "ru_ra_re:land.title"
    colour = 0x4F8A5B
    chapters = (TurnBegan,)
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
        """What the players who have yet to choose have to do."""
        if seen.phase is not Phase.CHOOSE:
            return words("ru_ra_re.task_shuffle")
        owing = zip(seen.waiting, seen.ready, strict=True)
        return words.count("ru_ra_re.task", sum(waits and not ready for waits, ready in owing))

    def choice_name(self, move: Move, words: Localizer) -> str:
        """The row that is chosen."""
        assert isinstance(move, Choose)
        return words("ru_ra_re.choice", n=move.row)


SCREEN: Final = RuRaReScreen()
