"""The rules in short pages, with pictures of a game that has begun."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from cogs.games.examples import example_names, played
from cogs.games.rapa_nui_cards.board import board
from cogs.games.rapa_nui_cards.own import own
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.state import State

PAGES: Final = 5
SEATS: Final = 2
MOVES: Final = """
-1 first 0
-1 shuffle LGSGFMGMSULLLPSLUFGUFLPMMLPUMLLLPMSSPGMFMFMPLPLUPP
0 skip
0 gather sweet_potato 1
0 take 4
1 skip
1 gather grain 1
1 take 2
0 skip
0 play lumberjack
0 take 3
1 skip
1 gather fish 1
1 take 3
0 skip
0 gather grain 1
0 take 1
1 skip
1 play lumberjack
1 take 3
"""


@cache
def example() -> State:
    """The state a few turns into a game."""
    state: State = played(GAME, SEATS, MOVES)
    return state


def rules(words: Localizer) -> Sequence[Sequence[Item]]:
    """What it is about, a turn, what is scored, raising Moai, the end."""
    pages: list[list[Item]] = [[text(words(f"rapa_nui_cards.rules_{page}"))] for page in range(1, PAGES + 1)]
    everybodys, mine = GAME.observe(example(), None), GAME.observe(example(), 0)
    names = example_names(SEATS, words)
    shown = board(everybodys, everybodys, names, words)
    pages[0] += [text(words("rapa_nui_cards.example_board")), *shown]
    pages[1] += [text(words("rapa_nui_cards.example_own")), *own(mine, mine, names, words)]
    return pages
