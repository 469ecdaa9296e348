"""Lists on the pages of the rules, with the numbers that the engine plays by."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.rapa_nui_board.alt_text import shown_text
from cogs.games.rapa_nui_board.terms import (
    improvement_effect,
    improvement_text,
    key,
    offering_text,
    outstanding_name,
    points_text,
    resources_text,
    tile_effect,
    tile_text,
)
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE
from engine.rapa_nui_board.island import ISLANDS
from engine.rapa_nui_board.tiles import (
    IMPROVEMENT_PRICES,
    IMPROVEMENTS,
    OFFERING_PRICES,
    OFFERINGS,
    OUTSTANDING,
    OUTSTANDING_POINTS,
    STACKS,
    TILE_COUNTS,
    Tile,
)


def map_lines(words: Localizer) -> list[str]:
    """Both sides of the board in words: what each space is and shows, and the columns of the quarry."""
    return [
        words(
            "rapa_nui_board.map",
            players=words.listed(str(seats) for seats, one in ISLANDS.items() if one is island),
            ahu=shown_text(island, island.ahu, words),
            inland=shown_text(island, [space for space in island.land if space not in island.ahu], words),
            crater=island.ids[island.crater],
            quarry=island.ids[island.pukao_quarry],
            columns=LIST.join(map(str, island.columns)),
        )
        for island in dict.fromkeys(ISLANDS.values())
    ]


def price_lines(words: Localizer) -> list[str]:
    """What each offering costs, and the values in its stack, top first."""
    few, many = min(STACKS), max(STACKS)
    return [
        words(
            "rapa_nui_board.price_list",
            offering=offering_text(offering, words),
            price=resources_text(OFFERING_PRICES[offering], words.for_alt_text),
            values=words.comma.join(map(str, STACKS[many][offering])),
            fewer=words.comma.join(map(str, STACKS[few][offering])),
        )
        for offering in OFFERINGS
    ]


def outstanding_line(words: Localizer) -> str:
    """What wins the outstanding tiles, and their points."""
    tiles = (
        f"{outstanding_name(tile, words)} {points_text(OUTSTANDING_POINTS[tile], words)}"
        for tile in OUTSTANDING
    )
    return words("rapa_nui_board.outstanding_list", list=LIST.join(tiles))


def tile_lines(tiles: Sequence[Tile], words: Localizer) -> list[str]:
    """Ahu tiles with their number in the picture, how many there are, what they do and when."""
    return [
        words(
            "table.pair",
            name=f"`{number}` **{tile_text(tile, words)}**{TIE}×{TILE_COUNTS[tile]}",
            value=with_time(tile, words),
        )
        for number, tile in enumerate(tiles, 1)
    ]


def with_time(tile: Tile, words: Localizer) -> str:
    """What an ahu tile does and when it is used; of Favour, its effect says that."""
    effect = tile_effect(tile, words)
    if tile is Tile.FAVOUR:
        return effect
    return words("table.noted", what=effect, note=words(f"rapa_nui_board.when_{key(tile)}"))


def improvement_lines(words: Localizer) -> list[str]:
    """What each improvement costs and does."""
    prices = {tile: resources_text(IMPROVEMENT_PRICES[tile], words.for_alt_text) for tile in IMPROVEMENTS}
    return [
        words(
            "table.pair",
            name=f"**{improvement_text(tile, words)}**{LIST}{prices[tile]}",
            value=improvement_effect(tile, words),
        )
        for tile in IMPROVEMENTS
    ]
