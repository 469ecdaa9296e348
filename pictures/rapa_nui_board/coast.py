"""The land that the spaces lie on: its coast, shallow water, surf, sand, grass, and what is in the sea."""

from __future__ import annotations

from math import sin
from typing import Final

from pictures.palette import OUTLINE, SAND
from pictures.rapa_nui_board.layout import Layout, cell

PIECES: Final = 3
"""How many pieces the coast along a space is broken into, each a bit nearer or farther."""
REACH: Final = 13.0
"""How far the land goes beyond its spaces."""
CORNER: Final = 0.2
"""Which share of that it does at corners of spaces: the sea rounds them off."""
HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 {0}">'
Point = tuple[float, float]


def land(layout: Layout) -> str:
    """The SVG of the land of an island or a part of it, 1000 wide."""
    line = coast(layout)
    around = "".join(
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{width}"/>'
        for colour, opacity, width in (
            ("#4f93ab", 0.22, 104),
            ("#5aa5b5", 0.35, 74),
            ("#7cc4c4", 0.55, 50),
            ("#fff4de", 0.85, 36),
            ("#c59a62", 1, 29),
            (SAND, 1, 24),
        )
    )
    return (
        HEAD.format(layout.height)
        + '<defs><linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#a39a52"/>'
        '<stop offset=".5" stop-color="#7c8446"/><stop offset="1" stop-color="#5a6440"/>'
        "</linearGradient></defs>"
        f'<g stroke-linejoin="round">{around}</g>'
        f'<path d="{line}" fill="url(#l)" stroke="#6b5b38" stroke-width="4" stroke-linejoin="round"/>'
        f"{in_the_sea(layout)}</svg>"
    )


def coast(layout: Layout) -> str:
    """The outline of all spaces, worn by the sea, as a closed SVG path."""
    points: list[Point] = []
    for number, (start, end) in enumerate(outline({cell(space) for space in layout.island.ids})):
        across, down = end[0] - start[0], end[1] - start[1]
        for piece in range(PIECES):
            x, y = layout.at(start[0] + across * piece / PIECES, start[1] + down * piece / PIECES)
            # Two waves that never meet: the coast is uneven, and the same every time.
            reach = REACH + 8 * sin(2.3 * number + 1.7 * piece) + 4 * sin(5.1 * number + 2.9 * piece)
            reach *= CORNER if not piece else 1
            points.append((x + down * reach, y - across * reach))
    middles = [
        ((x + points[number - 1][0]) / 2, (y + points[number - 1][1]) / 2)
        for number, (x, y) in enumerate(points)
    ]
    curves = "".join(
        f"Q{x:.0f} {y:.0f} {middles[(number + 1) % len(middles)][0]:.0f}"
        f" {middles[(number + 1) % len(middles)][1]:.0f}"
        for number, (x, y) in enumerate(points)
    )
    return f"M{middles[0][0]:.0f} {middles[0][1]:.0f}{curves}Z"


def outline(cells: set[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The edges around these cells of a grid in order, clockwise: land is on their right."""
    edges = {}
    for x, y in cells:
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in cells:
                edges[start] = end
    at = min(edges)
    found = []
    for _ in edges:
        found.append((at, edges[at]))
        at = edges[at]
    return found


CANOE: Final = (
    '<path d="M-34 -26 L20 -52 C30 -30 28 -10 18 6 L-2 6Z" fill="#e9d3a7" stroke="{0}" stroke-width="4"'
    ' stroke-linejoin="round"/><path d="M-22 -22 L20 -10 M-12 -8 L20 -30" stroke="#c98f55" stroke-width="3"/>'
    '<path d="M-2 6 L8 -48" stroke="{0}" stroke-width="4"/>'
    '<path d="M-46 6 C-30 14 30 14 46 2 C40 22 24 28 0 28 C-24 28 -38 22 -46 6Z" fill="#8a5428" stroke="{0}"'
    ' stroke-width="4" stroke-linejoin="round"/><path d="M-36 16 C-14 22 18 22 38 14" fill="none"'
    ' stroke="#c98f55" stroke-width="3"/>'
    '<path d="M-50 34 q12 -7 24 0 t24 0 t24 0 t24 0" fill="none" stroke="#cfe6e4" stroke-width="4"'
    ' stroke-linecap="round"/>'
)
COMPASS: Final = (
    '<circle r="40" fill="#17122a" fill-opacity=".35" stroke="#e9d3a7" stroke-opacity=".8" stroke-width="3"/>'
    '<g stroke="{0}" stroke-width="3" stroke-linejoin="round"><path d="M0 -24 L16 16 L0 9 L-16 16Z"'
    ' transform="rotate(45) scale(.62)" fill="#b98a4a"/><path d="M-48 0 L0 -10 L48 0 L0 10Z" fill="#b98a4a"/>'
    '<path d="M0 -52 L10 0 L0 52 L-10 0Z" fill="#e9d3a7"/><path d="M0 -52 L10 0 L-10 0Z" fill="#e8574a"/></g>'
)
TURTLE: Final = (
    '<g stroke="{0}" stroke-width="4" stroke-linejoin="round" fill="#5f8f7a">'
    '<path d="M-16 -16 C-40 -34 -46 -22 -30 -6Z M16 -16 C40 -34 46 -22 30 -6Z M-18 18 C-34 34 -26 38 -8 26Z'
    ' M18 18 C34 34 26 38 8 26Z"/>'
    '<ellipse cy="-32" rx="11" ry="13"/><ellipse cy="2" rx="28" ry="30" fill="#3f6f60"/></g>'
    '<path d="M0 -18 L14 -6 L14 12 L0 24 L-14 12 L-14 -6Z M-27 2 L-14 4 M14 4 L27 2 M0 -28 L0 -18'
    ' M0 24 L0 31" fill="none" stroke="#8fc0a2" stroke-width="3.5"/>'
)
ISLETS: Final = (
    '<ellipse cx="0" cy="18" rx="52" ry="18" fill="#7cc4c4" fill-opacity=".45"/>'
    '<path d="M-40 20 C-34 -4 -26 -30 -14 -34 C-4 -30 -2 -6 6 20Z" fill="#7a6a5c" stroke="{0}"'
    ' stroke-width="4" stroke-linejoin="round"/>'
    '<path d="M-26 -14 C-22 -28 -18 -32 -14 -34 C-8 -31 -6 -22 -4 -12 L-14 -18Z"'
    ' fill="#8f9a55"/><path d="M2 22 C8 4 16 -6 24 -6 C34 -4 38 10 44 22Z" fill="#8a7868" stroke="{0}"'
    ' stroke-width="4" stroke-linejoin="round"/>'
    '<path d="M-48 24 q12 -7 24 0 t24 0 t24 0 t24 0" fill="none" stroke="#fff4de" stroke-width="4"'
    ' stroke-linecap="round"/><path d="M14 -34 q7 -9 14 0 q7 -9 14 0" fill="none" stroke="#fff4de"'
    ' stroke-width="4" stroke-linecap="round"/>'
)


def in_the_sea(layout: Layout) -> str:
    """Drawings for the parts of the map that have no land."""
    cells = {cell(space) for space in layout.island.ids}
    free = [(x, y) for y in range(layout.rows) for x in range(max(cells)[0] + 1) if (x, y) not in cells]
    drawings = (ISLETS, CANOE, COMPASS, TURTLE)
    scale = layout.unit * 0.92
    drawn = ""
    for (x, y), drawing in zip(free, drawings, strict=False):
        left, top = layout.at(x + 0.58, y + 0.5)
        drawn += (
            f'<g transform="translate({left:.0f} {top:.0f}) scale({scale})">{drawing.format(OUTLINE)}</g>'
        )
    return drawn
