"""What stands for the game while its players gather: rows of a field, a village, and its king."""

from __future__ import annotations

from typing import Final

from pictures.cards import HEAD, icon
from pictures.lobby import HEIGHT, WIDTH

HORIZON: Final = 118
SUN: Final = (500, 92)
RINGS: Final = ((300, "#d9c0e8"), (215, "#f5d0a4"), (140, "#f8e2a0"))
"""The radii and colours of the rings of light round the sun, each flat."""
ROWS: Final = 13
"""So many rows are ploughed between the hills."""
ICONS: Final = (
    ("church", 812, 82, 108),
    ("farmhouse", 922, 104, 92),
    ("knight", 74, 92, 92),
    ("horse", 170, 134, 76),
    ("sheep", 262, 160, 64),
    ("cow", 360, 172, 68),
    ("hen", 640, 170, 58),
    ("pig", 722, 160, 66),
    ("king", *SUN, 124),
)
"""What stands there: its drawing, its middle, and its size."""
WEST: Final = "M0 108 C90 78 210 84 330 122 C400 146 440 190 450 320 L0 320Z"
EAST: Final = "M1000 104 C900 82 800 92 690 124 C610 150 566 200 556 320 L1000 320Z"


def title() -> str:
    """The title, as large as the picture of a lobby."""
    sky = "".join(
        f'<circle cx="{SUN[0]}" cy="{HORIZON}" r="{radius}" fill="{colour}"/>' for radius, colour in RINGS
    )
    return (
        f'{HEAD.format(WIDTH, HEIGHT)}<rect width="{WIDTH}" height="{HEIGHT}" fill="#bcd4ea"/>{sky}'
        f'<rect y="{HORIZON}" width="{WIDTH}" height="{HEIGHT - HORIZON}" fill="#b98a4a"/>{furrows()}'
        f'<path d="{WEST}" fill="#5c8047"/><path d="{EAST}" fill="#47693a"/>'
        f"{''.join(icon('ru_ra_re', *one) for one in ICONS)}</svg>"
    )


def furrows() -> str:
    """The rows of the field, which meet at the horizon."""
    middle = ROWS // 2
    rows = "".join(
        f"M{500 + 9 * row} {HORIZON} L{500 + 130 * row} {HEIGHT} L{560 + 130 * row} {HEIGHT}"
        f" L{504 + 9 * row} {HORIZON}Z"
        for row in range(-middle, middle + 1)
    )
    return f'<path d="{rows}" fill="#94492a"/>'
