"""The rules in short pages, with pictures of a game that has begun."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from cogs.games.examples import example_names, played
from cogs.games.ru_ra_re.board import board
from cogs.games.ru_ra_re.own import own
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.state import State

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
