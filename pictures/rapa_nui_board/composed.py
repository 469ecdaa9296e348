"""SVGs of the board game's tiles (100 x 100 if not stated otherwise) and title, composed of drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.rapa_nui_board.state import FOR_FAVOUR, KINDS, THREE_MORE, TWO_MORE, Outstanding
from pictures.drawings import OUTLINE, SAND, number_svg
from pictures.lobby import HEIGHT, WIDTH
from pictures.rapa_nui_board import land
from pictures.rapa_nui_board.land import CANOE, COMPASS, ISLETS, MOAI_HEIGHTS, MOAI_WIDTH, TURTLE, moai
from pictures.rapa_nui_board.parts import GAME
from pictures.render import HEAD, icon, inside, spent

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

LINE: Final = f'stroke="{OUTLINE}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"'
BODY: Final = (
    f'<path d="M16 97 C16 64 32 50 50 50 C68 50 84 64 84 97Z" fill="#d8c8ae" {LINE}/>'
    f'<circle cx="50" cy="33" r="21" fill="#d8c8ae" {LINE}/>'
)
FIGURES: Final = {
    "villager": BODY,
    "sorcerer": (
        f'<path d="M12 97 C14 70 26 54 46 54 C66 54 76 70 78 97Z" fill="#d8c8ae" {LINE}/>'
        f'<circle cx="46" cy="42" r="19" fill="#d8c8ae" {LINE}/>'
        f'<path d="M20 4 L72 20 M72 4 L20 20" fill="none" stroke="{OUTLINE}" stroke-width="11"'
        ' stroke-linecap="round"/>'
        '<path d="M20 4 L72 20 M72 4 L20 20" fill="none" stroke="#f1ead8" stroke-width="4"'
        ' stroke-linecap="round"/>'
        f'<path d="M34 26 C28 10 36 3 46 3 C56 3 64 10 58 26Z" fill="#8f7fb8" {LINE}/>'
        f'<path d="M25 34 C38 26 54 26 67 34 L66 42 C54 36 38 36 26 42Z" fill="#8f7fb8" {LINE}/>'
        f'<path d="M86 97 L86 50" fill="none" stroke="{OUTLINE}" stroke-width="13" stroke-linecap="round"/>'
        '<path d="M86 96 L86 50" fill="none" stroke="#a4693a" stroke-width="5" stroke-linecap="round"/>'
        f'<ellipse cx="86" cy="38" rx="10" ry="18" fill="#c98f55" {LINE}/>'
        f'<path d="M82 33 L82 36 M90 33 L90 36" stroke="{OUTLINE}" stroke-width="4" stroke-linecap="round"/>'
    ),
    "chief": (
        f'<path d="M10 97 C12 70 28 60 50 60 C72 60 88 70 90 97Z" fill="#d8c8ae" {LINE}/>'
        f'<circle cx="50" cy="47" r="19" fill="#d8c8ae" {LINE}/>'
        '<path d="M24 40 C14 28 16 14 24 6 C30 12 34 18 36 24 C38 14 42 6 50 1 C58 6 62 14 64 24'
        f' C66 18 70 12 76 6 C84 14 86 28 76 40Z" fill="#2f6b5e" {LINE}/>'
        f'<path d="M22 42 L25 29 C40 22 60 22 75 29 L78 42 C60 35 40 35 22 42Z" fill="#d0604a" {LINE}/>'
    ),
}
"""The SVG elements of each kind of figure, in a colour that no seat has."""


def plaque(tile: str) -> str:
    """The SVG of an ahu tile: its symbol on a slab of ochre."""
    return (
        HEAD.format(100, 100) + f'<rect x="1" y="1" width="98" height="98" rx="15" fill="{OUTLINE}"/>'
        '<rect x="5" y="5" width="90" height="90" rx="11" fill="#a3522f"/>'
        '<path d="M5 16 Q5 5 16 5 L84 5 Q95 5 95 16 L95 20 L5 20Z" fill="#c87247"/>'
        '<path d="M13 18 L18 12 L83 13 L87 18 L88 82 L82 88 L17 87 L12 82Z" fill="#edc485"/>'
        f"{symbol(tile, 50, 50, 70)}</svg>"
    )


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
    return (
        HEAD.format(120, 84) + f'<rect x="1" y="1" width="118" height="82" rx="14" fill="{OUTLINE}"/>'
        '<rect x="4" y="4" width="112" height="76" rx="11" fill="#e0ab2f"/>'
        f'<rect x="9" y="9" width="102" height="66" rx="7" fill="#553a6e"/>{wanted(name)}</svg>'
    )


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
    return (
        HEAD.format(100, 100) + f'<circle cx="50" cy="50" r="49" fill="{OUTLINE}"/>'
        '<circle cx="50" cy="50" r="45" fill="#8a5a2f"/><circle cx="50" cy="50" r="38" fill="#f2dcae"/>'
        f"{icon(GAME, IMPROVEMENTS[name], 50, 49, 56)}</svg>"
    )


def unbuilt(name: str) -> str:
    """The SVG of an improvement tile that is not built yet: faint, with a dashed edge."""
    return (
        HEAD.format(100, 100) + '<circle cx="50" cy="50" r="46" fill="#ffffff" fill-opacity=".05"'
        ' stroke="#b9a9b8" stroke-opacity=".5" stroke-width="3" stroke-dasharray="9 8"/>'
        f'<g opacity="0.3">{icon(GAME, IMPROVEMENTS[name], 50, 49, 56)}</g></svg>'
    )


def hand(figure: str) -> str:
    """The SVG of a figure still to be placed, without a seat's colour."""
    return f"{HEAD.format(100, 100)}{FIGURES[figure]}</svg>"


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
    return (
        HEAD.format(100, 100) + f'<rect x="1" y="1" width="98" height="98" rx="18" fill="{OUTLINE}"/>'
        '<rect x="5" y="5" width="90" height="90" rx="14" fill="#e0ab2f"/>'
        '<rect x="13" y="13" width="74" height="74" rx="8" fill="#553a6e"/>'
        f"{icon('art', 'laurel', 50, 50, 66)}</svg>"
    )


SHAPES: Final[Mapping[str, Callable[[str], str]]] = {
    "plaque": plaque,
    "symbol": bare,
    "offering": offering,
    "faint": faint,
    "outstanding": outstanding,
    "improvement": improvement,
    "unbuilt": unbuilt,
    "hand": hand,
    "resources": resources,
    "several": several,
    "prize": prize,
}
"""The function that makes a sprite's SVG from the second part of its name, by the first part."""


COAST: Final = (
    "M128 142 C132 112 176 104 214 92 C262 76 300 52 366 50 C430 48 470 28 540 30 C616 32 664 56 728 66"
    " C790 76 868 92 880 138 C890 176 836 196 770 200 C700 206 640 194 560 202 C470 212 400 214 330 202"
    " C250 190 124 186 128 142Z"
)
SHALLOWS: Final = (
    ("#4f93ab", 0.22, 84),
    ("#5aa5b5", 0.35, 60),
    ("#7cc4c4", 0.55, 40),
    ("#fff4de", 0.85, 29),
    ("#c59a62", 1, 23),
    (SAND, 1, 19),
)
"""The layers along the coast, from shallow sea to sand: the colour, opacity and width of each."""
HILLS: Final = (
    '<path d="M190 150 C210 116 252 104 300 104 C350 104 384 122 404 152Z" fill="#5a6440"/>'
    '<path d="M420 122 C440 84 470 62 492 58 C506 50 566 50 580 58 C604 64 632 88 650 124Z" fill="#a5764a"'
    f' stroke="{OUTLINE}" stroke-width="4" stroke-linejoin="round"/>'
    '<path d="M566 124 C586 96 590 76 580 58 C604 64 632 88 650 124Z" fill="#835a3b"/>'
    '<path d="M490 60 C500 50 572 50 582 60 C576 74 556 78 536 78 C516 78 496 74 490 60Z" fill="#5d3a2a"/>'
    '<path d="M502 67 C512 62 560 62 570 67 C562 75 550 77 536 77 C522 77 510 75 502 67Z" fill="#4f93ab"/>'
    '<path d="M266 128 C276 104 294 92 312 90 C334 88 350 104 360 130Z" fill="#a8442f"'
    f' stroke="{OUTLINE}" stroke-width="4" stroke-linejoin="round"/>'
    '<path d="M330 130 C340 112 338 98 326 91 C342 94 352 108 360 130Z" fill="#7d2d22"/>'
    '<path d="M676 150 C700 122 760 116 806 128 C826 134 838 144 842 154Z" fill="#5a6440"/>'
)
WOODS: Final = ((196, 128), (224, 138), (690, 112), (716, 122), (762, 104), (394, 104))
"""The foot (x, y) of each tree on the title."""
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
    (ISLETS, 66, 70, 0.86),
    (CANOE, 246, 44, 0.7),
    (COMPASS, 934, 64, 0.86),
    (TURTLE, 800, 36, 0.6),
)
"""The drawings in the sea on the title, each with its position (x, y) and scale."""


def title() -> str:
    """The SVG of the game's title picture, as large as the picture of a lobby."""
    shallows = "".join(
        f'<path d="{COAST}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{width}"/>'
        for colour, opacity, width in SHALLOWS
    )
    at_sea = "".join(
        f'<g transform="translate({x} {y}) scale({size})">{drawn.format(OUTLINE)}</g>'
        for drawn, x, y, size in AT_SEA
    )
    return (
        f'{HEAD.format(WIDTH, HEIGHT)}<g stroke-linejoin="round">{shallows}</g>'
        f'<path d="{COAST}" fill="#7c8446" stroke="#6b5b38" stroke-width="4"/>{HILLS}'
        f"{''.join(tree(*at) for at in WOODS)}{''.join(statue(*one) for one in STATUES)}{at_sea}</svg>"
    )


def tree(x: float, y: float) -> str:
    """The SVG elements of a tree with its foot at (x, y)."""
    return (
        f'<path d="M{x} {y} v-16" stroke="#4a5a3a" stroke-width="5"/>'
        f'<ellipse cx="{x}" cy="{y - 24}" rx="17" ry="13" fill="#3c6442" stroke="{OUTLINE}"'
        ' stroke-width="3"/>'
    )


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
        return spent(draw(kind))
    return {**land.SHAPES, **SHAPES}[shape](kind)
