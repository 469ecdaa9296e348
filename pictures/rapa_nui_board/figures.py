"""What stands on the island: people, moai, and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pictures import cards
from pictures.cards import HEAD
from pictures.palette import OUTLINE, SAND
from pictures.rapa_nui_board import grounds
from pictures.rapa_nui_board.coast import land
from pictures.rapa_nui_board.layout import LAYOUTS
from pictures.rapa_nui_board.parts import GAME
from pictures.sprites import drawing, inside

EDGE: Final = f'stroke="{OUTLINE}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"'


PERSON_RATIO: Final = 0.78
"""The width of a standing figure, in heights."""


def person(head: str, body: str) -> str:
    """A figure: a head upon a body, 78 x 100."""
    return body + cards.icon(GAME, head, 39, 25, 48)


def body(seat: str) -> str:
    """The mark of a seat as the body of a figure."""
    return cards.icon("art", f"seat_{int(seat) + 1}", 39, 62, 80)


def of_seat(head: str) -> Callable[[str], str]:
    """A function that draws a figure of a seat."""

    def draw(seat: str) -> str:
        return f"{HEAD.format(78, 100)}{person(head, body(seat))}</svg>"

    return draw


def exhausted(seat: str) -> str:
    """An exhausted villager: pale and lying down, 100 x 78."""
    return (
        HEAD.format(100, 78) + '<filter id="p"><feColorMatrix type="saturate" values=".35"/></filter>'
        '<ellipse cx="54" cy="72" rx="42" ry="6" fill="#17122a" fill-opacity=".35"/>'
        '<g filter="url(#p)" transform="translate(0 78) rotate(-90)">'
        f"{person('villager', body(seat))}</g></svg>"
    )


def neutral(_: str) -> str:
    """The grey villager of a quarry, which belongs to nobody."""
    cloak = (
        f'<path d="M22 40 L56 40 L74 97 L4 97Z" fill="#8f8a94" {EDGE}/>'
        '<path d="M15 80 L63 80" stroke="#d8d2d8" stroke-width="8" stroke-linecap="round"/>'
    )
    return (
        HEAD.format(78, 100) + '<filter id="p"><feColorMatrix type="saturate" values="0"/></filter>'
        f'<g filter="url(#p)">{person("villager", cloak)}</g></svg>'
    )


def moai(size: str) -> str:
    """A moai: the head alone, with a chest, or with arms and belly.  64 wide, as high as `MOAI_HEIGHTS`."""
    height = MOAI_HEIGHTS[size]
    head = inside(drawing("art", "moai"))
    trunk = {
        "small": "",
        "medium": f'<path d="M14 90 L10 66 C12 52 52 52 54 66 L50 90Z" fill="#8d867d" {EDGE}/>'
        f'<path d="M20 88 L18 70 M44 88 L46 70" stroke="#625c58" stroke-width="4" stroke-linecap="round"/>',
        "large": f'<path d="M12 126 L6 80 C6 58 58 58 58 80 L52 126Z" fill="#8d867d" {EDGE}/>'
        f'<path d="M16 118 L14 84 M48 118 L50 84" stroke="#625c58" stroke-width="4" stroke-linecap="round"/>'
        '<path d="M18 110 C26 104 30 106 32 110 C34 106 38 104 46 110" fill="none" stroke="#625c58"'
        ' stroke-width="4" stroke-linecap="round"/><circle cx="32" cy="96" r="3" fill="#625c58"/>',
    }[size]
    return f'{HEAD.format(64, height)}{trunk}<g transform="translate(-1 0) scale(.66)">{head}</g></svg>'


MOAI_HEIGHTS: Final = {"small": 66, "medium": 93, "large": 129}
MOAI_WIDTH: Final = 64


def chip(seat: str) -> str:
    """A chip-in tile that works in the quarry for a seat."""
    return (
        HEAD.format(100, 100) + f'<rect x="4" y="4" width="92" height="92" rx="16" fill="{SAND}" {EDGE}/>'
        f'<path d="M12 88 L12 30 L26 18 L36 34 L48 24 L56 40 L56 88Z" fill="#8d867d" {EDGE}/>'
        f'<path d="M52 50 L86 16" stroke="{OUTLINE}" stroke-width="16" stroke-linecap="round"/>'
        '<path d="M54 48 L86 16" stroke="#c98f55" stroke-width="8" stroke-linecap="round"/>'
        f"{cards.icon('art', f'seat_{int(seat) + 1}', 68, 70, 58)}</svg>"
    )


def ledge(_: str) -> str:
    """A space of the moai quarry: a step in the rock."""
    return (
        HEAD.format(130, 46) + f'<rect x="1" y="2" width="128" height="43" rx="9" fill="{OUTLINE}"/>'
        '<rect x="3" y="4" width="124" height="39" rx="7" fill="#5d5462"/>'
        '<path d="M3 34 L127 34 L127 36 Q127 43 120 43 L10 43 Q3 43 3 36Z" fill="#7d7280"/>'
        '<path d="M14 14 l10 4 M106 22 l10 -4 M92 12 l6 2 M26 26 l8 -2" stroke="#3f3848" stroke-width="3"'
        ' stroke-linecap="round"/></svg>'
    )


def star(_: str) -> str:
    """A space for a sorcerer on the turn order track."""
    return (
        HEAD.format(100, 100) + f'<circle cx="50" cy="50" r="45" fill="#3a2f55" {EDGE}/>'
        '<circle cx="50" cy="50" r="39" fill="none" stroke="#7d6a9a" stroke-width="3"/>'
        '<path d="M50 17 L59 39 L83 41 L65 57 L70 80 L50 68 L30 80 L35 57 L17 41 L41 39Z" fill="#ffd166"'
        ' fill-opacity=".85"/></svg>'
    )


def whole_land(layout: str) -> str:
    """The land of an island, or of a part of it."""
    return land(LAYOUTS[layout])


SHAPES: Final[Mapping[str, Callable[[str], str]]] = {
    "villager": of_seat("villager"),
    "sorcerer": of_seat("sorcerer"),
    "chief": of_seat("chief"),
    "exhausted": exhausted,
    "neutral": neutral,
    "moai": moai,
    "chip": chip,
    "ledge": ledge,
    "star": star,
    "land": whole_land,
    **grounds.SHAPES,
}
"""The function that draws each shape, given the kind."""
