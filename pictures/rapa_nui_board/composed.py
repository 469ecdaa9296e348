"""SVGs of the board game's tiles (100 x 100 if not stated otherwise) and title, composed of drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.rapa_nui_board.state import FOR_FAVOUR, KINDS, THREE_MORE, TWO_MORE, Outstanding
from pictures.drawings import OUTLINE, number_svg
from pictures.lobby import HEIGHT, WIDTH
from pictures.rapa_nui_board import land
from pictures.rapa_nui_board.land import MOAI_HEIGHTS, MOAI_WIDTH, moai
from pictures.rapa_nui_board.parts import GAME
from pictures.render import HEAD, drawing, icon, inside, spent, upon

NUMBERS: Final = {
    "take_3_more": (f"+{THREE_MORE}", 50, 74, 40),
    "take_2_more": (f"+{TWO_MORE}", 50, 71, 46),
    "favour": (str(FOR_FAVOUR), 50, 52, 50),
}
"""The digits on the symbol of some ahu tiles, by tile: the text, its centre (x, y), and its height."""

COLOURS: Final = {
    "hut": "#b08a2e",
    "chicken": "#c0503a",
    "hatchet": "#5f6f7c",
    "boat": "#2b7f96",
    "necklace": "#7d4a9c",
}
"""The colour of each kind of offering tile."""
PAIRS: Final = {
    "pair_of_huts": "hut",
    "pair_of_chickens": "chicken",
    "pair_of_hatchets": "hatchet",
    "pair_of_boats": "boat",
    "pair_of_necklaces": "necklace",
}
"""The name of the drawing on each outstanding tile that two tiles of one kind win."""
IMPROVEMENTS: Final = {
    "fervent": "fervent",
    "artistic": "artistic",
    "popular": "popular",
    "chief": "chief_joins",
}
"""The name of the drawing of each improvement."""


def plaque(tile: str) -> str:
    """The SVG of an ahu tile: its symbol on a slab of ochre."""
    return upon(GAME, "plaque", symbol(tile, 50, 50, 70))


def symbol(tile: str, x: float, y: float, size: float) -> str:
    """The SVG elements of the symbol of an ahu tile, centred at (x, y)."""
    drawn = icon(GAME, tile, x, y, size)
    if tile not in NUMBERS:
        return drawn
    text, middle_x, middle_y, height = NUMBERS[tile]
    scale = size / 100
    return drawn + digits(
        text, x + (middle_x - 50) * scale, y + (middle_y - 50) * scale, height * scale, "light"
    )


def digits(text: str, x: float, y: float, height: float, colour: str) -> str:
    """The SVG elements of digits, centred at (x, y)."""
    scale = height / 100
    left, top = x - (32 * len(text) + 10) * scale, y - 60 * scale
    return (
        f'<g transform="translate({left:.2f} {top:.2f}) scale({scale:.3f})">'
        f"{inside(number_svg(text, colour))}</g>"
    )


def bare(tile: str) -> str:
    """The SVG of the symbol of an ahu tile, without the tile."""
    return f"{HEAD.format(100, 100)}{symbol(tile, 50, 50, 100)}</svg>"


def offering(kind: str) -> str:
    """The SVG of an offering tile: pale bark cloth, with a border in the colour of its kind."""
    colour = COLOURS[kind]
    return (
        HEAD.format(100, 100) + f'<rect x="1" y="1" width="98" height="98" rx="20" fill="{OUTLINE}"/>'
        f'<rect x="5" y="5" width="90" height="90" rx="16" fill="{colour}"/>'
        f'<rect x="13" y="13" width="74" height="74" rx="10" fill="#f4e3c0"/>'
        f"{icon(GAME, kind, 50, 50, 64)}</svg>"
    )


def faint(drawn: str) -> str:
    """The SVG of the drawing named `drawn` in a faint form, for a thing that a player lacks."""
    return f'{HEAD.format(100, 100)}<g opacity="0.3">{icon(GAME, drawn, 50, 50, 88)}</g></svg>'


def outstanding(name: str) -> str:
    """The SVG of an outstanding offering tile, 120 x 84: the tiles that win it, in a golden frame."""
    return upon(GAME, "outstanding", wanted(name))


def wanted(name: str) -> str:
    """The SVG elements of the tiles that win an outstanding tile: two of a kind, or several kinds."""
    pair = PAIRS.get(name)
    if pair is not None:
        return icon(GAME, pair, 36, 43, 46) + icon(GAME, pair, 84, 43, 46)
    count = KINDS[Outstanding[name.upper()]]
    fan = "".join(
        f'<rect x="{56 + 34 * place / (count - 1):.1f}" y="{21 + 4 * (place % 2)}" width="20" height="38"'
        f' rx="5" fill="{colour}" stroke="#f4e3c0" stroke-width="3"/>'
        for place, colour in enumerate(list(COLOURS.values())[:count])
    )
    return fan + digits(str(count), 33, 42, 42, "gold")


def improvement(name: str) -> str:
    """The SVG of an improvement tile that is built: a disc of carved wood."""
    return upon(GAME, "improvement", icon(GAME, IMPROVEMENTS[name], 50, 49, 56))


def unbuilt(name: str) -> str:
    """The SVG of an improvement tile that is not built yet: faint, with a dashed edge."""
    drawn = icon(GAME, IMPROVEMENTS[name], 50, 49, 56)
    return upon(GAME, "unbuilt", f'<g opacity="0.3">{drawn}</g>')


def resources(_: str) -> str:
    """The SVG of all four resources together."""
    return (
        HEAD.format(100, 100)
        + icon(GAME, "reed", 27, 27, 50)
        + icon("art", "egg", 75, 27, 46)
        + icon("art", "wood", 27, 75, 48)
        + icon(GAME, "pearl", 75, 75, 48)
        + "</svg>"
    )


def several(_: str) -> str:
    """The SVG of two offering tiles, which stand for offering tiles of any kind."""
    hut, necklace = (inside(offering(kind)) for kind in ("hut", "necklace"))
    return (
        HEAD.format(100, 100)
        + f'<g transform="scale(0.7)">{hut}</g>'
        + f'<g transform="translate(30 30) scale(0.7)">{necklace}</g></svg>'
    )


def prize(_: str) -> str:
    """The SVG of a tile that stands for any outstanding offering tile."""
    return upon(GAME, "prize", icon("art", "laurel", 50, 50, 66))


SHAPES: Final[Mapping[str, Callable[[str], str]]] = {
    "plaque": plaque,
    "symbol": bare,
    "offering": offering,
    "faint": faint,
    "outstanding": outstanding,
    "improvement": improvement,
    "unbuilt": unbuilt,
    "resources": resources,
    "several": several,
    "prize": prize,
}
"""By the first part of a sprite's name, the function that makes its SVG from the second part."""


STATUES: Final = (
    ("medium", 176, 176, 0.62, False),
    ("small", 236, 186, 0.66, False),
    ("large", 404, 194, 0.68, True),
    ("large", 462, 192, 0.72, True),
    ("medium", 520, 190, 0.74, False),
    ("large", 590, 186, 0.66, True),
    ("medium", 724, 186, 0.68, True),
    ("small", 790, 180, 0.7, False),
    ("medium", 842, 158, 0.56, False),
)
"""The moai on the title: kind, middle of the feet (x, y), scale, and whether a pukao is on its head."""
AT_SEA: Final = (
    ("islets", 66, 70, 86),
    ("canoe", 246, 44, 70),
    ("compass", 934, 64, 86),
    ("turtle", 800, 36, 60),
)
"""The drawings in the sea on the title, each with its centre (x, y) and size."""


def title() -> str:
    """The SVG of the game's title picture, as large as the picture of a lobby."""
    statues = "".join(statue(*one) for one in STATUES)
    at_sea = "".join(icon(GAME, *one) for one in AT_SEA)
    return f"{HEAD.format(WIDTH, HEIGHT)}{inside(drawing(GAME, 'island'))}{statues}{at_sea}</svg>"


def statue(kind: str, x: float, y: float, size: float, is_crowned: bool) -> str:
    """The SVG elements of a moai on a platform of stone, with the middle of its feet at (x, y)."""
    top = y - MOAI_HEIGHTS[kind] * size
    left = x - MOAI_WIDTH * size / 2
    pukao = icon(GAME, "pukao", x, top + 2, 40 * size) if is_crowned else ""
    platform = f'<rect x="{x - 28}" y="{y - 6}" width="56" height="13" rx="4" fill="#8b8390"'
    return (
        f'{platform} stroke="{OUTLINE}" stroke-width="3"/>'
        f'<g transform="translate({left:.1f} {top:.1f}) scale({size})">{inside(moai(kind))}</g>{pukao}'
    )


def draw(name: str) -> str:
    """The SVG of the sprite `name`, such as `villager.2` or `plaque.rest`; `spent.plaque.rest` is a pale one.

    Raises:
        KeyError: There is no such sprite.
    """
    if name == "land.title":
        return title()
    shape, _, kind = name.partition(".")
    if shape == "spent":
        return spent(draw(kind) if "." in kind else drawing(GAME, kind))
    return {**land.SHAPES, **SHAPES}[shape](kind)
