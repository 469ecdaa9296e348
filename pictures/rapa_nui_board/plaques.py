"""Tiles of all sorts, with players and in stacks: 100 x 100 unless another size is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.rapa_nui_board.tiles import FOR_FAVOUR, KINDS, THREE_MORE, TWO_MORE, Outstanding
from pictures.cards import HEAD, icon
from pictures.numerals import number_svg
from pictures.palette import OUTLINE
from pictures.rapa_nui_board.parts import GAME
from pictures.sprites import inside

NUMBERS: Final = {
    "take_3_more": (f"+{THREE_MORE}", 50, 74, 40),
    "take_2_more": (f"+{TWO_MORE}", 50, 71, 46),
    "favour": (str(FOR_FAVOUR), 50, 52, 50),
}
"""Digits upon a symbol: the text, their middle, and their height."""

COLOURS: Final = {
    "hut": "#b08a2e",
    "chicken": "#c0503a",
    "hatchet": "#5f6f7c",
    "boat": "#2b7f96",
    "necklace": "#7d4a9c",
}
"""Colours by kind of offering tile."""
PAIRS: Final = {
    "pair_of_huts": "hut",
    "pair_of_chickens": "chicken",
    "pair_of_hatchets": "hatchet",
    "pair_of_boats": "boat",
    "pair_of_necklaces": "necklace",
}
"""By outstanding tile for two of a kind: the drawing of that kind."""
IMPROVEMENTS: Final = {
    "fervent": "fervent",
    "artistic": "artistic",
    "popular": "popular",
    "chief": "chief_joins",
}
"""The drawing of each improvement."""

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
"""The drawing of each figure at hand, in nobody's colour."""


def plaque(tile: str) -> str:
    """An ahu tile: its symbol on a slab of ochre."""
    return (
        HEAD.format(100, 100) + f'<rect x="1" y="1" width="98" height="98" rx="15" fill="{OUTLINE}"/>'
        '<rect x="5" y="5" width="90" height="90" rx="11" fill="#a3522f"/>'
        '<path d="M5 16 Q5 5 16 5 L84 5 Q95 5 95 16 L95 20 L5 20Z" fill="#c87247"/>'
        '<path d="M13 18 L18 12 L83 13 L87 18 L88 82 L82 88 L17 87 L12 82Z" fill="#edc485"/>'
        f"{symbol(tile, 50, 50, 70)}</svg>"
    )


def symbol(tile: str, x: float, y: float, size: float) -> str:
    """The symbol of an ahu tile with its middle at (x, y)."""
    drawn = icon(GAME, tile, x, y, size)
    if tile not in NUMBERS:
        return drawn
    text, middle_x, middle_y, height = NUMBERS[tile]
    scale = size / 100
    return drawn + digits(
        text, x + (middle_x - 50) * scale, y + (middle_y - 50) * scale, height * scale, "light"
    )


def digits(text: str, x: float, y: float, height: float, colour: str) -> str:
    """Digits with their middle at (x, y)."""
    scale = height / 100
    left, top = x - (32 * len(text) + 10) * scale, y - 60 * scale
    return (
        f'<g transform="translate({left:.2f} {top:.2f}) scale({scale:.3f})">'
        f"{inside(number_svg(text, colour))}</g>"
    )


def bare(tile: str) -> str:
    """The symbol of an ahu tile alone."""
    return f"{HEAD.format(100, 100)}{symbol(tile, 50, 50, 100)}</svg>"


def offering(kind: str) -> str:
    """An offering tile: pale bark cloth, with a border in the colour of its kind."""
    colour = COLOURS[kind]
    return (
        HEAD.format(100, 100) + f'<rect x="1" y="1" width="98" height="98" rx="20" fill="{OUTLINE}"/>'
        f'<rect x="5" y="5" width="90" height="90" rx="16" fill="{colour}"/>'
        f'<rect x="13" y="13" width="74" height="74" rx="10" fill="#f4e3c0"/>'
        f"{icon(GAME, kind, 50, 50, 64)}</svg>"
    )


def faint(drawn: str) -> str:
    """A drawing as a shadow: a place that is empty."""
    return f'{HEAD.format(100, 100)}<g opacity="0.3">{icon(GAME, drawn, 50, 50, 88)}</g></svg>'


def outstanding(name: str) -> str:
    """An outstanding offering tile, 120 x 84: what wins it, on a violet ground with a golden edge."""
    return (
        HEAD.format(120, 84) + f'<rect x="1" y="1" width="118" height="82" rx="14" fill="{OUTLINE}"/>'
        '<rect x="4" y="4" width="112" height="76" rx="11" fill="#e0ab2f"/>'
        f'<rect x="9" y="9" width="102" height="66" rx="7" fill="#553a6e"/>{wanted(name)}</svg>'
    )


def wanted(name: str) -> str:
    """What wins an outstanding tile: two of a kind, or several different tiles."""
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
    """An improvement tile that is built: a round of carved wood."""
    return (
        HEAD.format(100, 100) + f'<circle cx="50" cy="50" r="49" fill="{OUTLINE}"/>'
        '<circle cx="50" cy="50" r="45" fill="#8a5a2f"/><circle cx="50" cy="50" r="38" fill="#f2dcae"/>'
        f"{icon(GAME, IMPROVEMENTS[name], 50, 49, 56)}</svg>"
    )


def unbuilt(name: str) -> str:
    """An improvement tile that could still be built."""
    return (
        HEAD.format(100, 100) + '<circle cx="50" cy="50" r="46" fill="#ffffff" fill-opacity=".05"'
        ' stroke="#b9a9b8" stroke-opacity=".5" stroke-width="3" stroke-dasharray="9 8"/>'
        f'<g opacity="0.3">{icon(GAME, IMPROVEMENTS[name], 50, 49, 56)}</g></svg>'
    )


def hand(figure: str) -> str:
    """A figure that is still to be placed; its place in the picture shows whose it is."""
    return f"{HEAD.format(100, 100)}{FIGURES[figure]}</svg>"


def resources(_: str) -> str:
    """All four resources together."""
    return (
        HEAD.format(100, 100)
        + icon(GAME, "reed", 27, 27, 50)
        + icon("art", "egg", 75, 27, 46)
        + icon("art", "wood", 27, 75, 48)
        + icon(GAME, "pearl", 75, 75, 48)
        + "</svg>"
    )


def several(_: str) -> str:
    """Offering tiles of any kinds."""
    hut, necklace = (inside(offering(kind)) for kind in ("hut", "necklace"))
    return (
        HEAD.format(100, 100)
        + f'<g transform="scale(0.7)">{hut}</g>'
        + f'<g transform="translate(30 30) scale(0.7)">{necklace}</g></svg>'
    )


def prize(_: str) -> str:
    """Any outstanding offering tile."""
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
"""The function that draws each shape, given the kind."""
