"""The rules in short pages, from which a newcomer learns the game; the engine plays the example."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from cogs.discord_io.attachments import Picture
from cogs.games.examples import example_names, played
from cogs.games.rapa_nui_board.alt_text import island_lines
from cogs.games.rapa_nui_board.board import board
from cogs.games.rapa_nui_board.rules_lists import (
    improvement_lines,
    map_lines,
    outstanding_line,
    price_lines,
    tile_lines,
)
from cogs.games.rapa_nui_board.story import tell
from cogs.games.rapa_nui_board.terms import tile_name
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import CarryMoai
from engine.rapa_nui_board.state import State
from engine.rapa_nui_board.tiles import BEGINNER_TILES, TILES, Size, Tile
from pictures.rapa_nui_board.chart import chart as chart_scene
from pictures.rapa_nui_board.chart import offerings_chart
from pictures.rapa_nui_board.island import along
from pictures.rapa_nui_board.island import island as island_scene

SEATS: Final = 3
MOVES: Final = """
-1 order 012
-1 shuffle rbtcxwfrbtcrbtcrbtcxwhhsskkmq
0 sculptor 1
1 villager E2
2 villager D2
0 sculptor 2
1 sculptor 1
2 villager E4
0 villager D1
1 villager F3
2 sculptor 1
0 villager G3
1 villager D3
2 sorcerer 2
0 sorcerer 1
1 sorcerer 3
2 villager F4
"""
CARRIES: Final = CarryMoai(Size.MEDIUM, ("E3", "E2", "D2", "D1"))
"""The move made in that state, as the example of a chain."""
LATER_TILES: Final = tuple(tile for tile in TILES if tile not in BEGINNER_TILES)


@cache
def example() -> State:
    """The state of the first round before anything is carried."""
    state: State = played(GAME, SEATS, MOVES)
    return state


def rules(words: Localizer) -> Sequence[Sequence[Item]]:
    """What it is about, a round, placing, chains, moai, pukao, ahu tiles, the end, all tiles and tips."""
    seen, names = GAME.observe(example(), None), example_names(SEATS, words)
    return [
        [page(1, words), text(words("rapa_nui_board.example_board")), *board(seen, seen, names, words)],
        [page(2, words)],
        [page(3, words), *island_items(words)],
        [page(4, words), *chain_items(words)],
        [page(5, words)],
        [page(6, words), *offering_items(words)],
        [page(7, words), *tile_items(BEGINNER_TILES, words)],
        [page(8, words), text(*improvement_lines(words)), text(words("rapa_nui_board.rules_end"))],
        [
            page(9, words),
            *tile_items(LATER_TILES, words),
            text(words("rapa_nui_board.rules_tablet")),
            text(words("rapa_nui_board.rules_tips")),
        ],
    ]


def page(number: int, words: Localizer) -> Item:
    """The text of a page."""
    return text(words(f"rapa_nui_board.rules_{number}"))


def island_items(words: Localizer) -> list[Item]:
    """A picture of the island; in words, what each space shows on both sides of the board."""
    lines = map_lines(words.for_alt_text)
    picture = Picture("island", island_scene(example(), example()), spoken(lines, words), [text(*lines)])
    return [text(words("rapa_nui_board.example_island")), picture]


def chain_items(words: Localizer) -> list[Item]:
    """A chain as the engine plays it: the way in a picture, and what comes of it."""
    names = example_names(SEATS, words)
    _, events = GAME.apply(example(), 0, CARRIES)
    before = island_lines(example(), names.for_alt_text, words.for_alt_text)
    alt = spoken((*before, *tell(events, names.for_alt_text, words.for_alt_text)), words)
    picture = Picture("way", along(example(), CARRIES.path), alt, [text(*before)])
    return [picture, text(words("rapa_nui_board.example_chain"), *tell(events, names, words))]


def offering_items(words: Localizer) -> list[Item]:
    """Prices and values of the offerings, and what wins the outstanding tiles."""
    for_alt_text = spoken((*price_lines(words.for_alt_text), outstanding_line(words.for_alt_text)), words)
    lines = text(*price_lines(words), outstanding_line(words))
    return [Picture("offerings", offerings_chart(), for_alt_text, []), lines]


def tile_items(tiles: Sequence[Tile], words: Localizer) -> list[Item]:
    """These ahu tiles in a picture, and one by one what they do."""
    numbered = (
        words("table.pair", name=number, value=tile_name(tile, words)) for number, tile in enumerate(tiles, 1)
    )
    alt = words.comma.join(numbered)
    return [Picture("tiles", chart_scene(tiles), alt, []), text(*tile_lines(tiles, words))]
