"""What lies with players and in stacks: tiles of all sorts.  Each is a shape of its own, 100 x 100."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.rapa_nui_board.tiles import FOR_FAVOUR, THREE_MORE, TWO_MORE
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
"""What is written upon a symbol: its middle, and the height of its digits."""


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


SHAPES: Final[Mapping[str, Callable[[str], str]]] = {
    "plaque": plaque,
    "symbol": bare,
}
"""What draws each shape, given the kind."""
