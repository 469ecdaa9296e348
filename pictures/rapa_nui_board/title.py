"""What stands for the game while its players gather: the island, and moai along its coast."""

from __future__ import annotations

from typing import Final

from pictures.cards import HEAD, icon
from pictures.lobby import HEIGHT, WIDTH
from pictures.palette import OUTLINE, SAND
from pictures.rapa_nui_board.coast import CANOE, COMPASS, ISLETS, TURTLE
from pictures.rapa_nui_board.figures import MOAI_HEIGHTS, MOAI_WIDTH, moai
from pictures.rapa_nui_board.parts import GAME
from pictures.sprites import inside

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
"""The sea along the coast, surf and sand: colour, opacity and width of each."""
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
"""Where trees stand."""
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
"""Moai: their kind, the middle of their feet, their size, and whether they wear a pukao."""
AT_SEA: Final = (
    (ISLETS, 66, 70, 0.86),
    (CANOE, 246, 44, 0.7),
    (COMPASS, 934, 64, 0.86),
    (TURTLE, 800, 36, 0.6),
)
"""What is in the sea, where, and how large."""


def title() -> str:
    """The title, as large as the picture of a lobby."""
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
    """A tree with its foot at (x, y)."""
    return (
        f'<path d="M{x} {y} v-16" stroke="#4a5a3a" stroke-width="5"/>'
        f'<ellipse cx="{x}" cy="{y - 24}" rx="17" ry="13" fill="#3c6442" stroke="{OUTLINE}"'
        ' stroke-width="3"/>'
    )


def statue(kind: str, x: float, y: float, size: float, is_crowned: bool) -> str:
    """A moai on its platform of stone."""
    top = y - MOAI_HEIGHTS[kind] * size
    left = x - MOAI_WIDTH * size / 2
    pukao = icon(GAME, "pukao", x, top + 2, 40 * size) if is_crowned else ""
    platform = f'<rect x="{x - 28}" y="{y - 6}" width="56" height="13" rx="4" fill="#8b8390"'
    return (
        f'{platform} stroke="{OUTLINE}" stroke-width="3"/>'
        f'<g transform="translate({left:.1f} {top:.1f}) scale({size})">{inside(moai(kind))}</g>{pukao}'
    )
