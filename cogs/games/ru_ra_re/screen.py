"""The screen of Ru-Ra-Re as the contract wants it, with its highlight, hints and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from cogs.games.contract import GameScreen, example_names, played
from cogs.games.ru_ra_re.board import board, own, standing
from cogs.games.ru_ra_re.choices import choices
from cogs.games.ru_ra_re.sheet import part_text, scored, sheet
from cogs.games.ru_ra_re.story import brief, tell
from cogs.games.ru_ra_re.terms import SIGNS
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import Event, Seat
from engine.ru_ra_re.events import Clashed, TurnBegan
from engine.ru_ra_re.game import GAME, LESSON
from engine.ru_ra_re.moves import Choose, Move
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.state import Phase, State


def highlight(events: Iterable[Event], names: Names, words: Localizer) -> str:
    """A sentence on the two players who clashed most often, or that nobody did."""
    met: Counter[tuple[Seat, ...]] = Counter()
    for event in events:
        if isinstance(event, Clashed):
            met.update(combinations(sorted(event.seats), 2))
    if not met:
        return words("ru_ra_re.never_met")
    (pair, times), *_ = met.most_common(1)
    return words.count("ru_ra_re.most_met", times, who=names.listed(pair))


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """What the lesson has to say now, one thing after the other turn by turn; at last, that it is so."""
    topics = list(LESSON.before(seen))
    return "last_turn" if seen.last_turn else topics[(seen.turn - 1) % len(topics)]


PAGES: Final = 4
SEATS: Final = 3
MOVES: Final = (
    "-1 shuffle SWWKN3CNSKDKBNBFKFFPCHGDE3C4EN4UWNWBCU4N2USSNFBONHFKEBCOPDC2HPPOUG3NNG2D3GKECHCKFN2NS3KF"
    "GCONWPNC2KW4WHKOUBDWNF4E"
    """
0 choose 4
1 choose 4
2 choose 4
0 choose 2
1 choose 3
2 choose 3
1 choose 7
2 choose 4
0 choose 2
1 choose 2
2 choose 4
0 choose 3
1 choose 1
"""
)


@cache
def example() -> State:
    """The state a few turns into a game."""
    state: State = played(GAME, SEATS, MOVES)
    return state


def rules(words: Localizer) -> Sequence[Sequence[Item]]:
    """What it is about, a turn, the two scorings, what scores."""
    pages: list[list[Item]] = [[text(words(f"ru_ra_re.rules_{page}"))] for page in range(1, PAGES + 1)]
    everybodys, mine = GAME.observe(example(), None), GAME.observe(example(), 0)
    names = example_names(SEATS, words)
    shown = board(everybodys, everybodys, names, words)
    pages[0] += [text(words("ru_ra_re.example_board")), *shown]
    pages[3] += [text(words("ru_ra_re.example_own")), *own(mine, mine, names, words)]
    return pages


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
