"""SVGs of the island: its land, its spaces, people, moai, and the spaces of the quarry and the track."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sin
from typing import Final

from pictures.drawings import OUTLINE, SAND
from pictures.rapa_nui_board.parts import GAME, LAYOUTS, Layout, cell
from pictures.render import HEAD, drawing, icon, inside, upon

WIDTH: Final = 110
HEIGHT: Final = 136
"""The height of a space in these SVGs; `WIDTH` is its width."""
OUTLINES: Final = (
    "M18 3 C44 1 70 4 92 3 C104 4 108 12 107 24 C109 54 106 84 107 112 C107 124 101 129 90 129"
    " C62 131 42 128 18 129 C7 129 3 123 3 112 C1 80 4 50 3 20 C3 9 8 4 18 3Z",
    "M20 2 C46 5 66 1 90 3 C102 3 107 9 107 21 C105 50 108 82 106 110 C106 123 100 130 88 129"
    " C60 127 40 131 20 128 C8 128 3 122 4 110 C5 80 2 52 4 22 C4 9 9 2 20 2Z",
    "M16 4 C42 2 68 3 94 2 C104 4 107 10 106 22 C107 52 109 80 106 113 C105 125 99 128 90 128"
    " C64 129 44 131 16 129 C7 127 3 122 3 110 C4 84 1 54 4 20 C4 10 8 4 16 4Z",
)
"""The outlines of spaces, as SVG paths; neighbouring spaces have different outlines."""
GROUNDS: Final = {
    "reed": ("#6f9350", "#557640"),
    "egg": ("#a5934f", "#85743d"),
    "wood": ("#4f7a4e", "#3b5f40"),
    "ahu": ("#c0a274", "#4d4658"),
    "crater": ("#8a7f4a", "#5e5636"),
    "pukao_quarry": ("#a08a4c", "#6b5a36"),
}
"""The colours of top and side of each kind of ground; its drawing is `ground_<kind>`."""


def stretched(drawing: str, width: int, height: int, size: str) -> str:
    """The SVG of `drawing`, which is `width` by `height`, stretched to `size`, such as `226x240`."""
    to_width, to_height = (int(side) for side in size.split("x"))
    return (
        HEAD.format(to_width, to_height)
        + f'<g transform="scale({to_width / width} {to_height / height})">{drawing}</g></svg>'
    )


def space(kind: str) -> str:
    """The SVG of a space, by its ground, outline and size: `reed_0_226x240`, `ahu_2_108x135`."""
    ground, variant, size = kind.rsplit("_", 2)
    (top, side), line = GROUNDS[ground], OUTLINES[int(variant)]
    slab = (
        f'<g transform="translate(0 5)"><path d="{line}" fill="{OUTLINE}" fill-opacity=".75"/></g>'
        f'<path d="{line}" fill="{side}" transform="translate(0 3)"/>'
        f'<clipPath id="c"><path d="{line}"/></clipPath><path d="{line}" fill="{top}"/>'
        f'<g clip-path="url(#c)">{inside(drawing(GAME, f"ground_{ground}"))}</g>'
        f'<path d="{line}" fill="none" stroke="#fff4de" stroke-opacity=".28" stroke-width="2.5"/>'
    )
    return stretched(slab, WIDTH, HEIGHT, size)


def veil(size: str) -> str:
    """The SVG of a dark veil over a space, so that other spaces stand out."""
    return stretched(
        f'<path d="{OUTLINES[0]}" fill="#17122a" fill-opacity=".58" transform="translate(0 2)"/>',
        WIDTH,
        HEIGHT,
        size,
    )


def ring(size: str) -> str:
    """The SVG of a glow and a ring on a space that may be chosen."""
    return stretched(inside(drawing(GAME, "ring")), 122, 148, size)


def road(kind: str) -> str:
    """The SVG of a part of a road: `edge_142x24`, `way_142x16`, or an arrowhead (`head_right`)."""
    part, _, rest = kind.partition("_")
    if part in ("edge", "way"):
        width, height = (int(side) for side in rest.split("x"))
        colour = OUTLINE if part == "edge" else "#ffb347"
        return (
            HEAD.format(width, height)
            + f'<rect width="{width}" height="{height}" rx="{min(width, height) / 2}" fill="{colour}"/></svg>'
        )
    turn = {"right": 0, "down": 90, "left": 180, "up": 270}[rest]
    return (
        HEAD.format(100, 100)
        + f'<path transform="rotate({turn} 50 50)" d="M14 8 L94 50 L14 92 L30 50Z" fill="#fff4de"'
        f' stroke="{OUTLINE}" stroke-width="9" stroke-linejoin="round"/></svg>'
    )


PIECES: Final = 3
"""The number of pieces of uneven coast along each side of a space."""
REACH: Final = 13.0
"""About how far the land extends beyond its spaces, in pixels."""
CORNER: Final = 0.2
"""The share of `REACH` by which the land extends at corners, where the coast is rounded."""
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
        HEAD.format(1000, layout.height)
        + '<defs><linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#a39a52"/>'
        '<stop offset=".5" stop-color="#7c8446"/><stop offset="1" stop-color="#5a6440"/>'
        "</linearGradient></defs>"
        f'<g stroke-linejoin="round">{around}</g>'
        f'<path d="{line}" fill="url(#l)" stroke="#6b5b38" stroke-width="4" stroke-linejoin="round"/>'
        f"{in_the_sea(layout)}</svg>"
    )


def coast(layout: Layout) -> str:
    """The coastline around all spaces, uneven, as a closed SVG path."""
    points: list[Point] = []
    for number, (start, end) in enumerate(outline({cell(space) for space in layout.island.ids})):
        across, down = end[0] - start[0], end[1] - start[1]
        for piece in range(PIECES):
            x, y = layout.at(start[0] + across * piece / PIECES, start[1] + down * piece / PIECES)
            # The coast follows two waves that never coincide: it is uneven, but always the same.
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
    """The edges (start, end) around grid cells, clockwise, that is, with the cells on their right."""
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


def in_the_sea(layout: Layout) -> str:
    """The SVG elements of drawings in the parts of the map without land."""
    cells = {cell(space) for space in layout.island.ids}
    free = [(x, y) for y in range(layout.rows) for x in range(max(cells)[0] + 1) if (x, y) not in cells]
    places = (layout.at(x + 0.58, y + 0.5) for x, y in free)
    shown = zip(("islets", "canoe", "compass", "turtle"), places, strict=False)
    return "".join(icon(GAME, name, round(x), round(y), layout.unit * 92) for name, (x, y) in shown)


PERSON_RATIO: Final = 0.78
"""The width of a standing figure, relative to its height."""


def person(head: str, body: str) -> str:
    """The SVG elements of a figure, 78 x 100: the drawing named `head` upon `body`."""
    return body + icon(GAME, head, 39, 25, 48)


def body(seat: str) -> str:
    """The SVG elements of a figure's body, which is the symbol of a seat."""
    return icon("art", f"seat_{int(seat) + 1}", 39, 62, 80)


def of_seat(head: str) -> Callable[[str], str]:
    """A function that returns the SVG of a figure with this head, given the figure's seat."""

    def draw(seat: str) -> str:
        return f"{HEAD.format(78, 100)}{person(head, body(seat))}</svg>"

    return draw


def exhausted(seat: str) -> str:
    """The SVG of an exhausted villager of a seat: pale and lying down, 100 x 78."""
    return (
        HEAD.format(100, 78) + '<filter id="p"><feColorMatrix type="saturate" values=".35"/></filter>'
        '<ellipse cx="54" cy="72" rx="42" ry="6" fill="#17122a" fill-opacity=".35"/>'
        '<g filter="url(#p)" transform="translate(0 78) rotate(-90)">'
        f"{person('villager', body(seat))}</g></svg>"
    )


def neutral(_: str) -> str:
    """The SVG of a grey villager in a quarry, who belongs to nobody."""
    return (
        HEAD.format(78, 100) + '<filter id="p"><feColorMatrix type="saturate" values="0"/></filter>'
        f'<g filter="url(#p)">{person("villager", inside(drawing(GAME, "cloak")))}</g></svg>'
    )


def moai(size: str) -> str:
    """The SVG of a moai: a head, a head and chest, or a whole body, by `size`; 64 x `MOAI_HEIGHTS`."""
    head = f'<g transform="translate(-1 0) scale(.66)">{inside(drawing("art", "moai"))}</g>'
    if size == "small":
        return f"{HEAD.format(64, MOAI_HEIGHTS[size])}{head}</svg>"
    return upon(GAME, f"trunk_{size}", head)


MOAI_HEIGHTS: Final = {"small": 66, "medium": 93, "large": 129}
MOAI_WIDTH: Final = 64


def chip(seat: str) -> str:
    """The SVG of a chip-in tile with the symbol of the seat that uses it in the quarry."""
    return upon(GAME, "chip", icon("art", f"seat_{int(seat) + 1}", 68, 70, 58))


SHAPES: Final[Mapping[str, Callable[[str], str]]] = {
    "villager": of_seat("villager"),
    "sorcerer": of_seat("sorcerer"),
    "chief": of_seat("chief"),
    "exhausted": exhausted,
    "neutral": neutral,
    "moai": moai,
    "chip": chip,
    "land": lambda layout: land(LAYOUTS[layout]),
    "space": space,
    "veil": veil,
    "ring": ring,
    "road": road,
}
"""By the first part of a sprite's name, the function that makes its SVG from the second part."""
