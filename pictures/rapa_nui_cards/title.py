"""What stands for the game while its players gather: the village at dawn, with moai on their platform."""

from __future__ import annotations

from typing import Final

from pictures.cards import HEAD
from pictures.lobby import HEIGHT, WIDTH
from pictures.palette import OUTLINE
from pictures.rapa_nui_cards.landscape import (
    AHU_LEFT,
    AHU_TOP,
    HOURS,
    MOAI,
    MOAI_HEIGHT,
    MOAI_PITCH,
    MOAI_WIDTH,
    RAISED,
    view,
)
from pictures.rapa_nui_cards.scenery import line, palm
from pictures.sprites import drawing, inside

ZOOM: Final = 1.3
LEFT: Final = 231
"""Where the title begins on the land."""
SUN: Final = (362, 88)
SIZES: Final = (0.94, 1.06, 0.98, 1.1, 1.0, 1.08, 0.96, 1.04, 0.9)
"""How large the moai are, from the left."""
HOUSES: Final = ((300, 158, 1.0), (392, 150, 0.86), (486, 138, 0.72), (836, 138, 0.8), (930, 144, 0.92))
"""Where houses stand on the land, and how large they are; palms likewise, by their crowns."""
PALMS: Final = ((254, 84, 1.0), (350, 88, 0.8), (562, 84, 0.7))
RIBS: Final = "M-30 -2 C-28 -16 -20 -28 -10 -35 M30 -2 C28 -16 20 -28 10 -35 M-44 -14 C-20 -20 20 -20 44 -14"


def title() -> str:
    """The title, as large as the picture of a lobby."""
    at = HOURS["dawn"]._replace(sun=SUN)
    palms = "".join(placed(palm(0, 0, at.land[0]), *where) for where in PALMS)
    houses = "".join(placed(house(), *where) for where in HOUSES)
    return (
        f'{HEAD.format(WIDTH, HEIGHT)}<g transform="scale({ZOOM}) translate({-LEFT} 0)">'
        f"{view(at, is_night=False, has_fire=True)}{moai()}{palms}{houses}</g></svg>"
    )


def placed(drawn: str, x: float, y: float, size: float) -> str:
    """A drawing with its origin at (x, y)."""
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size:.3f})">{drawn}</g>'


def moai() -> str:
    """A moai in each of its places on the platform, 44 x 72 as it is drawn."""
    stone = inside(drawing(*RAISED.split(":")))
    return "".join(
        placed(
            stone,
            AHU_LEFT + MOAI_PITCH * place + MOAI_WIDTH / 2 * (1 - size),
            AHU_TOP - MOAI_HEIGHT * size,
            size * MOAI_HEIGHT / 72,
        )
        for place, size in zip(range(MOAI), SIZES, strict=True)
    )


def house() -> str:
    """A house of reed, like a boat upside down."""
    return (
        f'<path d="M-52 0 C-50 -22 -28 -38 0 -38 C28 -38 50 -22 52 0Z" fill="#b98a4a" stroke="{OUTLINE}"'
        f' stroke-width="3" stroke-linejoin="round"/>{line(RIBS, "#8a5428", 2.5)}'
        f'<path d="M-8 0 C-8 -16 8 -16 8 0Z" fill="{OUTLINE}"/>'
    )
