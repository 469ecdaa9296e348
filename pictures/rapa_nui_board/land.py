"""SVGs of the island: its land, its spaces, people, moai, and the spaces of the quarry and the track."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import sin
from typing import Final

from pictures import render
from pictures.drawings import OUTLINE, SAND
from pictures.rapa_nui_board.parts import GAME, LAYOUTS, Layout, cell
from pictures.render import HEAD, drawing, inside

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
TERRAIN: Final = {
    "reed": (
        "#6f9350",
        "#557640",
        '<path d="M14 92 C18 78 44 74 64 77 C86 78 100 86 96 97 C92 110 66 110 48 108 C28 108 12 104 14 92Z"'
        ' fill="#5b8f86"/><path d="M38 92 q8 -5 16 0 t16 0" fill="none" stroke="#86b5a4" stroke-width="3"/>'
        '<path d="M14 104 q-2 -20 -7 -28 M20 106 q-2 -18 0 -30 M94 108 q2 -18 8 -26 M88 110 q0 -16 -2 -26"'
        ' fill="none" stroke="#48683a" stroke-width="4"/>',
    ),
    "egg": (
        "#a5934f",
        "#85743d",
        '<path d="M-4 112 C10 82 32 78 46 96 C56 76 82 74 114 108 L114 140 L-4 140Z" fill="#948344"/>'
        '<path d="M18 72 l5 -9 l5 9 M82 68 l5 -9 l5 9 M52 118 l5 -9 l5 9 M90 112 l5 -9 l5 9" fill="none"'
        ' stroke="#75662f" stroke-width="3.5"/>',
    ),
    "wood": (
        "#4f7a4e",
        "#3b5f40",
        '<path d="M26 124 q-4 -28 2 -44 M82 126 q6 -30 -1 -52 M52 112 q3 -20 0 -36" fill="none"'
        ' stroke="#4a5a3a" stroke-width="5"/>'
        '<path d="M6 88 C12 74 22 74 28 80 C32 72 44 74 50 88 C40 84 34 82 28 81 C20 82 12 84 6 88Z'
        " M60 82 C66 68 76 68 81 74 C86 66 98 68 104 82 C94 78 88 76 81 75 C74 76 66 78 60 82Z"
        ' M34 82 C40 70 48 70 52 76 C56 68 66 70 72 80 C64 78 58 77 52 77 C46 77 40 79 34 82Z"'
        ' fill="#3c6442"/>',
    ),
}
"""For each resource of inland spaces: the colours of top and side, and the SVG of the plants."""


def stretched(drawing: str, width: int, height: int, size: str) -> str:
    """The SVG of `drawing`, which is `width` by `height`, stretched to `size`, such as `226x240`."""
    to_width, to_height = (int(side) for side in size.split("x"))
    return (
        HEAD.format(to_width, to_height)
        + f'<g transform="scale({to_width / width} {to_height / height})">{drawing}</g></svg>'
    )


def slab(variant: int, top: str, side: str, on_it: str) -> str:
    """The SVG elements of a space's ground, in the colours `top` and `side`, and of the things `on_it`."""
    line = OUTLINES[variant]
    return (
        f'<g transform="translate(0 5)"><path d="{line}" fill="{OUTLINE}" fill-opacity=".75"/></g>'
        f'<path d="{line}" fill="{side}" transform="translate(0 3)"/>'
        f'<clipPath id="c"><path d="{line}"/></clipPath><path d="{line}" fill="{top}"/>'
        f'<g clip-path="url(#c)">{on_it}</g>'
        f'<path d="{line}" fill="none" stroke="#fff4de" stroke-opacity=".28" stroke-width="2.5"/>'
    )


def inland(terrain: str, variant: int) -> str:
    """The SVG elements of an inland space with the outline number `variant`."""
    top, side, growth = TERRAIN[terrain]
    return slab(
        variant,
        top,
        side,
        '<ellipse cx="30" cy="30" rx="60" ry="44" fill="#ffffff" fill-opacity=".09"/>'
        f'<g stroke-linecap="round" stroke-linejoin="round">{growth}</g>',
    )


def ahu(variant: int) -> str:
    """The SVG elements of a space with a stone platform, with the outline number `variant`."""
    stones = "".join(
        f'<rect x="{x}" y="{y}" width="{width}" height="12" rx="3.5" fill="{colour}"/>'
        for y, row in (
            (106, ((4, 24, "#8b8390"), (30, 20, "#77707f"), (52, 28, "#857d8a"), (82, 25, "#726b7a"))),
            (
                119,
                (
                    (0, 16, "#6d6675"),
                    (18, 27, "#7d7584"),
                    (47, 20, "#6d6675"),
                    (69, 26, "#79717f"),
                    (97, 14, "#6d6675"),
                ),
            ),
        )
        for x, width, colour in row
    )
    return slab(
        variant,
        "#c0a274",
        "#4d4658",
        '<ellipse cx="30" cy="26" rx="64" ry="44" fill="#ffffff" fill-opacity=".12"/>'
        f'<rect y="102" width="110" height="34" fill="{OUTLINE}" fill-opacity=".8"/>{stones}'
        f'<path d="M0 103 L110 103" stroke="{SAND}" stroke-opacity=".7" stroke-width="3"/>',
    )


def crater(variant: int) -> str:
    """The SVG elements of the crater Rano Raraku, with the lake in it and moai left on its slope."""
    return slab(
        variant,
        "#8a7f4a",
        "#5e5636",
        '<path d="M-12 140 C8 112 10 84 16 64 C20 53 34 49 55 49 C76 49 90 53 94 64 C100 84 102 112 122 140Z"'
        f' fill="#a5764a" stroke="{OUTLINE}" stroke-width="4"/>'
        '<path d="M64 140 C82 116 84 96 82 76 L94 64 C100 84 102 112 122 140Z" fill="#835a3b"/>'
        '<path d="M20 66 C26 54 84 54 90 66 C86 82 68 88 55 88 C42 88 24 82 20 66Z" fill="#5d3a2a"/>'
        '<path d="M31 75 C38 69 72 69 79 75 C74 84 64 87 55 87 C46 87 36 84 31 75Z" fill="#4f93ab"/>'
        '<path d="M38 76 q5 -3 10 0 t10 0" fill="none" stroke="#cfe6e4" stroke-width="2.5"/>'
        '<path d="M64 78 l-1 -8 M69 78 l0 -10 M74 77 l2 -8" stroke="#9cc25a" stroke-width="3"'
        ' stroke-linecap="round"/>'
        '<path d="M20 66 C26 54 84 54 90 66" fill="none" stroke="#dba76c" stroke-width="3.5"/>'
        f'<g fill="#a39c92" stroke="{OUTLINE}" stroke-width="3.5" stroke-linejoin="round">'
        '<path d="M8 129 L11 105 C13 98 27 98 29 105 L32 129Z"/>'
        '<path d="M36 133 L39 115 C41 109 52 109 54 115 L57 133Z"/></g>'
        '<path d="M12 112 L18 110 M22 110 L28 112 M20 110 L19 120 M41 120 L45 119 M49 119 L53 120"'
        ' stroke="#4a444c" stroke-width="3" stroke-linecap="round"/>',
    )


def pukao_quarry(variant: int) -> str:
    """The SVG elements of the pukao quarry Puna Pau: red scoria, and pukao lying where they were cut."""
    edge = f'stroke="{OUTLINE}" stroke-width="3"'
    hat = (
        f'<path d="M-13 0 C-13 -7 13 -7 13 0 L12 12 C12 18 -12 18 -12 12Z" fill="#c64b36" {edge}/>'
        f'<ellipse rx="12.5" ry="4.5" fill="#e0745c" {edge}/>'
        f'<path d="M-5 -2 C-5 -11 5 -11 5 -2Z" fill="#e0745c" {edge}/>'
    )
    return slab(
        variant,
        "#a08a4c",
        "#6b5a36",
        '<path d="M-6 140 L4 84 C14 60 30 54 46 50 C66 46 84 58 96 78 L116 140Z" fill="#a8442f"'
        f' stroke="{OUTLINE}" stroke-width="4"/>'
        '<path d="M52 140 L60 70 L78 62 C86 64 92 70 96 78 L116 140Z" fill="#7d2d22"/>'
        '<path d="M12 90 L30 80 L44 86 M20 76 L34 66 L50 72 L66 62" fill="none" stroke="#d4705a"'
        ' stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/>'
        f'<g transform="translate(22 104)">{hat}</g><g transform="translate(48 114)">{hat}</g>',
    )


def space(kind: str) -> str:
    """The SVG of a space, by its terrain, outline and size: `reed_0_226x240`, `ahu_2_108x135`."""
    name, variant, size = kind.rsplit("_", 2)
    draw = {"ahu": ahu, "crater": crater, "pukao_quarry": pukao_quarry}.get(name) or partial(inland, name)
    return stretched(draw(int(variant)), WIDTH, HEIGHT, size)


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
    horns = (
        "M5 34 L5 18 Q5 5 18 5 L34 5 M88 5 L104 5 Q117 5 117 18 L117 34"
        " M117 114 L117 130 Q117 143 104 143 L88 143 M34 143 L18 143 Q5 143 5 130 L5 114"
    )
    return stretched(
        '<rect x="5" y="5" width="112" height="138" rx="14" fill="#ffd166" fill-opacity=".3" stroke="#ffd166"'
        f' stroke-width="5"/><g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{horns}"'
        f' stroke="{OUTLINE}" stroke-width="10"/><path d="{horns}" stroke="#fff4de" stroke-width="5.5"/></g>',
        122,
        148,
        size,
    )


def road(kind: str) -> str:
    """The SVG of a part of a road: `edge_142x24`, `way_142x16`, a `stone`, or an arrowhead (`head_right`)."""
    part, _, rest = kind.partition("_")
    if part in ("edge", "way"):
        width, height = (int(side) for side in rest.split("x"))
        colour = OUTLINE if part == "edge" else "#ffb347"
        return (
            HEAD.format(width, height)
            + f'<rect width="{width}" height="{height}" rx="{min(width, height) / 2}" fill="{colour}"/></svg>'
        )
    if part == "stone":
        return (
            HEAD.format(100, 100) + f'<circle cx="50" cy="50" r="46" fill="{OUTLINE}"/>'
            '<circle cx="50" cy="50" r="35" fill="#fff4de"/>'
            '<circle cx="50" cy="50" r="17" fill="#ffb347"/></svg>'
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
    """The SVG elements of drawings in the parts of the map without land."""
    cells = {cell(space) for space in layout.island.ids}
    free = [(x, y) for y in range(layout.rows) for x in range(max(cells)[0] + 1) if (x, y) not in cells]
    drawings = (ISLETS, CANOE, COMPASS, TURTLE)
    scale = layout.unit * 0.92
    drawn = ""
    for (x, y), drawn_there in zip(free, drawings, strict=False):
        left, top = layout.at(x + 0.58, y + 0.5)
        drawn += (
            f'<g transform="translate({left:.0f} {top:.0f}) scale({scale})">{drawn_there.format(OUTLINE)}</g>'
        )
    return drawn


EDGE: Final = f'stroke="{OUTLINE}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"'


PERSON_RATIO: Final = 0.78
"""The width of a standing figure, relative to its height."""


def person(head: str, body: str) -> str:
    """The SVG elements of a figure, 78 x 100: the drawing named `head` upon `body`."""
    return body + render.icon(GAME, head, 39, 25, 48)


def body(seat: str) -> str:
    """The SVG elements of a figure's body, which is the symbol of a seat."""
    return render.icon("art", f"seat_{int(seat) + 1}", 39, 62, 80)


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
    cloak = (
        f'<path d="M22 40 L56 40 L74 97 L4 97Z" fill="#8f8a94" {EDGE}/>'
        '<path d="M15 80 L63 80" stroke="#d8d2d8" stroke-width="8" stroke-linecap="round"/>'
    )
    return (
        HEAD.format(78, 100) + '<filter id="p"><feColorMatrix type="saturate" values="0"/></filter>'
        f'<g filter="url(#p)">{person("villager", cloak)}</g></svg>'
    )


def moai(size: str) -> str:
    """The SVG of a moai: a head, a head and chest, or a whole body, by `size`; 64 x `MOAI_HEIGHTS`."""
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
    """The SVG of a chip-in tile with the symbol of the seat that uses it in the quarry."""
    return (
        HEAD.format(100, 100) + f'<rect x="4" y="4" width="92" height="92" rx="16" fill="{SAND}" {EDGE}/>'
        f'<path d="M12 88 L12 30 L26 18 L36 34 L48 24 L56 40 L56 88Z" fill="#8d867d" {EDGE}/>'
        f'<path d="M52 50 L86 16" stroke="{OUTLINE}" stroke-width="16" stroke-linecap="round"/>'
        '<path d="M54 48 L86 16" stroke="#c98f55" stroke-width="8" stroke-linecap="round"/>'
        f"{render.icon('art', f'seat_{int(seat) + 1}', 68, 70, 58)}</svg>"
    )


def ledge(_: str) -> str:
    """The SVG of a space of the moai quarry: a step in the rock."""
    return (
        HEAD.format(130, 46) + f'<rect x="1" y="2" width="128" height="43" rx="9" fill="{OUTLINE}"/>'
        '<rect x="3" y="4" width="124" height="39" rx="7" fill="#5d5462"/>'
        '<path d="M3 34 L127 34 L127 36 Q127 43 120 43 L10 43 Q3 43 3 36Z" fill="#7d7280"/>'
        '<path d="M14 14 l10 4 M106 22 l10 -4 M92 12 l6 2 M26 26 l8 -2" stroke="#3f3848" stroke-width="3"'
        ' stroke-linecap="round"/></svg>'
    )


def star(_: str) -> str:
    """The SVG of a star space, which is for a sorcerer on the turn order track."""
    return (
        HEAD.format(100, 100) + f'<circle cx="50" cy="50" r="45" fill="#3a2f55" {EDGE}/>'
        '<circle cx="50" cy="50" r="39" fill="none" stroke="#7d6a9a" stroke-width="3"/>'
        '<path d="M50 17 L59 39 L83 41 L65 57 L70 80 L50 68 L30 80 L35 57 L17 41 L41 39Z" fill="#ffd166"'
        ' fill-opacity=".85"/></svg>'
    )


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
    "land": lambda layout: land(LAYOUTS[layout]),
    "space": space,
    "veil": veil,
    "ring": ring,
    "road": road,
}
"""The function that makes a sprite's SVG from the second part of its name, by the first part."""
