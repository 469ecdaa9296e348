"""Sprites drawn by code (backgrounds, panels, digits, curves and so on), and the colours of all pictures."""

from __future__ import annotations

from typing import Final

OUTLINE: Final = "#241a2e"
INKS: Final = {"light": "#fff4de", "gold": "#ffd166", "dim": "#b9a9b8", "dark": "#3a2b2b"}
"""The colours of numbers and words, by name."""
SEATS: Final = ("#e8574a", "#4d9de0", "#57b368", "#f0c243")
"""The colour of each seat; each seat has a shape as well."""
SKY: Final = ("#1f1a38", "#3d2950", "#7d3b52", "#d0664a")
SEA: Final = "#251d3d"
SAND: Final = "#e9d3a7"


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">'


def dusk_svg(width: int, height: int) -> str:
    """The SVG of a background: the island at dusk, with a setting sun, the sea and dark moai."""
    horizon = 300
    stops = "".join(
        f'<stop offset="{place}" stop-color="{colour}"/>'
        for place, colour in zip((0, 0.45, 0.8, 1), SKY, strict=True)
    )
    stars = "".join(
        f'<circle cx="{(place * 397 + 61) % width}" cy="{(place * 131 + 17) % 190}" r="{1 + place % 2}"/>'
        for place in range(26)
    )
    waves = "".join(
        f'<path d="M0 {y} q 20 -7 40 0 t 40 0'
        + " t 40 0" * (width // 40)
        + f'" stroke-opacity="{0.16 if index % 2 else 0.1}"/>'
        for index, y in enumerate(range(horizon + 46, height, 52))
    )
    moai = "M0 0 L4 -52 C6 -66 30 -66 33 -52 L36 -30 L40 -22 L36 -16 L36 0Z"
    figures = "".join(
        f'<path transform="translate({x} {horizon + 4}) scale({size})" d="{moai}"/>'
        for x, size in ((width - 380, 0.8), (width - 320, 1.0), (width - 255, 0.9), (width - 130, 1.1))
    )
    return (
        HEAD.format(width, height)
        + f'<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'
        '<radialGradient id="g"><stop offset="0" stop-color="#ffcf7a" stop-opacity=".9"/>'
        '<stop offset="1" stop-color="#ffcf7a" stop-opacity="0"/></radialGradient></defs>'
        f'<rect width="{width}" height="{horizon}" fill="url(#s)"/>'
        f'<g fill="#ffe9c4" fill-opacity=".55">{stars}</g>'
        f'<circle cx="{width * 0.6:.0f}" cy="{horizon}" r="230" fill="url(#g)"/>'
        f'<circle cx="{width * 0.6:.0f}" cy="{horizon}" r="62" fill="#ffd27d"/>'
        f'<rect y="{horizon}" width="{width}" height="{height - horizon}" fill="{SEA}"/>'
        f'<g fill="none" stroke="{SAND}" stroke-width="3">{waves}</g>'
        f'<path d="M0 {horizon + 6} C{width * 0.2:.0f} {horizon - 60} {width * 0.3:.0f} {horizon - 10}'
        f' {width * 0.42:.0f} {horizon + 6}Z" fill="#1a1430"/>'
        f'<g fill="#1a1430">{figures}</g><rect y="{horizon + 2}" width="{width}" height="5" fill="#1a1430"/>'
        "</svg>"
    )


def sea_svg(width: int, height: int) -> str:
    """The SVG of a background: the sea from above in the evening, darker towards the lower right."""
    waves = "".join(
        f'<path d="M{(67 * index) % 160 - 160} {y}'
        + " q 22 -9 44 0 t 44 0 m 150 0" * (width // 238 + 2)
        + '"/>'
        for index, y in enumerate(range(24, height, 44))
    )
    return (
        HEAD.format(width, height)
        + '<defs><linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#3b5a86"/>'
        '<stop offset=".5" stop-color="#2c3a68"/><stop offset="1" stop-color="#241f45"/>'
        "</linearGradient></defs>"
        f'<rect width="{width}" height="{height}" fill="url(#w)"/>'
        '<g fill="none" stroke="#6f92b8" stroke-opacity=".5" stroke-width="3.5" stroke-linecap="round">'
        f"{waves}</g></svg>"
    )


def shore_svg(width: int, height: int) -> str:
    """The SVG of a background: the sea off a shore after nightfall, in flat colours."""
    wave = " q 20 -7 40 0 t 40 0 m 90 0" * (width // 170 + 2)
    waves = "".join(
        f'<path d="M{(67 * index) % 160 - 160} {y}{wave}"/>' for index, y in enumerate(range(22, height, 46))
    )
    return (
        HEAD.format(width, height)
        + f'<rect width="{width}" height="{height}" fill="{SEA}"/><g fill="none" stroke="#40345a"'
        f' stroke-width="3" stroke-linecap="round">{waves}</g></svg>'
    )


GROUNDS = {"dusk": dusk_svg, "sea": sea_svg, "shore": shore_svg, "lobby": sea_svg}
"""The function that draws each background; `lobby` is `sea` with the title pictures' palette."""


def tapa(width: int, y: float, height: float, colour: str, opacity: float) -> str:
    """The SVG element of a zigzag line, like those on tapa (bark cloth), with its upper edge at `y`."""
    teeth = max(2, round(width / (height * 1.1)))
    step = width / teeth
    points = " ".join(
        f"{place * step / 2:.1f},{y + (height if place % 2 else 0):.1f}" for place in range(2 * teeth + 1)
    )
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-opacity="{opacity}"'
        f' stroke-width="{height * 0.3:.1f}" stroke-linejoin="round"/>'
    )


def tapa_svg(width: int, height: int) -> str:
    """The SVG of a dark band with a border of tapa cloth at its lower edge."""
    return (
        f'{HEAD.format(width, height)}<rect width="{width}" height="{height}" fill="#17122a"/>'
        f'<rect y="{height - 16}" width="{width}" height="16" fill="#3d2950"/>'
        f"{tapa(width, height - 12, 8, SAND, 0.8)}</svg>"
    )


def panel_svg(kind: str, width: int, height: int) -> str:
    """The SVG of a dark panel; `kind` is `plain`, `lit` (highlighted), `seat_0`, `seat_0_lit` and so on."""
    lit = kind.endswith("_lit") or kind == "lit"
    edge = "#ffb347" if lit else "#6b5a72"
    seat = kind.split("_")[1] if kind.startswith("seat_") else ""
    stripe = (
        f'<clipPath id="c"><rect x="3" y="3" width="{width - 6}" height="{height - 6}" rx="15"/></clipPath>'
        f'<rect x="3" y="3" width="12" height="{height - 6}" fill="{SEATS[int(seat)]}" clip-path="url(#c)"/>'
        if seat
        else ""
    )
    return (
        HEAD.format(width, height)
        + f'<rect x="3" y="3" width="{width - 6}" height="{height - 6}" rx="15" fill="#17122a"'
        f' fill-opacity="{0.9 if lit else 0.8}"/>{stripe}'
        f'<rect x="3" y="3" width="{width - 6}" height="{height - 6}" rx="15" fill="none"'
        f' stroke="{edge}" stroke-width="{5 if lit else 2}"/></svg>'
    )


def place_svg(kind: str, width: int, height: int) -> str:
    """The SVG of a seat's box in a lobby; `kind`: `taken_0` or `free_0` (only an outline) for seat 0."""
    state, _, seat = kind.partition("_")
    colour = SEATS[int(seat)]
    box = f'x="3" y="3" width="{width - 6}" height="{height - 6}" rx="15"'
    head = HEAD.format(width, height)
    if state == "free":
        return (
            f'{head}<rect {box} fill="#17122a" fill-opacity=".5" stroke="{colour}" stroke-width="3.5"'
            ' stroke-dasharray="14 10" stroke-linecap="round"/></svg>'
        )
    return (
        f'{head}<clipPath id="c"><rect {box}/></clipPath><rect {box} fill="#17122a" fill-opacity=".92"/>'
        f'<rect x="3" y="3" width="{width - 6}" height="9" fill="{colour}" clip-path="url(#c)"/>'
        f'<rect {box} fill="none" stroke="#6b5a72" stroke-width="2"/></svg>'
    )


def mark_svg(kind: str, width: int, height: int) -> str:
    """The SVG of a mark; `kind`: `change` (a soft glow), `rim` (around a thing), or the number on a disc."""
    if kind != "change":
        is_rim = kind == "rim"
        box = f'x="4" y="4" width="{width - 8}" height="{height - 8}" rx="{14 if is_rim else height / 2 - 4}"'
        size = height * 0.006
        digits = "".join(
            f'<path transform="translate({width / 2 + size * (74 * (place - len(kind) / 2) + 7)}'
            f' {height / 2 - 50 * size}) scale({size})" d="{STROKES[digit]}"/>'
            for place, digit in enumerate("" if is_rim else kind)
        )
        line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        return (
            HEAD.format(width, height)
            + f'<rect {box} fill="none" stroke="{OUTLINE}" stroke-width="8"/><rect {box}'
            f' fill="{"none" if is_rim else INKS["light"]}" stroke="{INKS["light"]}" stroke-width="4"/>'
            f'<g {line} stroke="{OUTLINE}" stroke-width="16">{digits}</g></svg>'
        )
    return (
        HEAD.format(width, height)
        + "".join(
            f'<rect x="{inset}" y="{inset}" width="{width - 2 * inset}" height="{height - 2 * inset}"'
            f' rx="{16 - inset}" fill="#ffd166" fill-opacity="{opacity}"/>'
            for inset, opacity in ((0, 0.1), (2, 0.1), (4, 0.12), (6, 0.16))
        )
        + f'<rect x="5" y="5" width="{width - 10}" height="{height - 10}" rx="11" fill="none"'
        ' stroke="#ffd166" stroke-opacity=".75" stroke-width="2.5"/></svg>'
    )


def bar_svg(colour: str, width: int, height: int) -> str:
    """The SVG of one segment of a stacked bar."""
    return (
        HEAD.format(width, height)
        + f'<rect width="{width}" height="{height}" fill="{colour}"/>'
        + f'<rect width="{width}" height="{height * 0.3:.0f}" fill="#ffffff" fill-opacity=".16"/>'
        + f'<rect x="{width - 2}" width="2" height="{height}" fill="{OUTLINE}"/></svg>'
    )


STROKES: Final = {
    "0": "M30 8 C50 8 54 30 54 50 C54 70 50 92 30 92 C10 92 6 70 6 50 C6 30 10 8 30 8Z",
    "1": "M14 26 L34 8 L34 92",
    "2": "M8 30 C8 14 20 8 30 8 C44 8 53 18 53 31 C53 48 30 62 8 92 L54 92",
    "3": "M9 18 C14 11 22 8 30 8 C43 8 51 17 51 28 C51 40 42 47 28 47 C44 47 54 56 54 69"
    " C54 83 44 92 30 92 C19 92 11 88 6 80",
    "4": "M42 92 L42 8 L5 68 L56 68",
    "5": "M50 8 L15 8 L11 46 C16 41 23 38 30 38 C45 38 54 49 54 64 C54 81 44 92 29 92 C19 92 11 88 6 81",
    "6": "M47 14 C42 10 37 8 31 8 C14 8 6 28 6 58 C6 80 15 92 30 92 C44 92 54 81 54 66"
    " C54 52 44 42 31 42 C18 42 8 52 7 62",
    "7": "M6 8 L54 8 L24 92",
    "8": "M30 8 C43 8 51 16 51 27 C51 39 42 47 30 47 C18 47 9 39 9 27 C9 16 17 8 30 8Z"
    " M30 47 C45 47 54 56 54 69 C54 83 44 92 30 92 C16 92 6 83 6 69 C6 56 15 47 30 47Z",
    "9": "M13 86 C18 90 23 92 29 92 C46 92 54 72 54 42 C54 20 45 8 30 8 C16 8 6 19 6 34"
    " C6 48 16 58 29 58 C42 58 52 48 53 38",
    "+": "M30 28 L30 76 M6 52 L54 52",
    "-": "M8 52 L52 52",
    "x": "M12 34 L48 70 M48 34 L12 70",
    "'": "M30 8 L28 30",
    " ": "M30 90",
    "A": "M4 92 L30 8 L56 92 M15 62 L45 62",
    "B": "M10 8 L10 92 M10 8 L32 8 C48 8 50 20 50 28 C50 40 42 46 32 46 L10 46 M32 46 C48 46 54 58 54 69"
    " C54 82 46 92 32 92 L10 92",
    "C": "M53 26 C49 14 41 8 31 8 C14 8 6 28 6 50 C6 72 14 92 31 92 C41 92 49 86 53 74",
    "D": "M10 8 L10 92 L24 92 C46 92 55 74 55 50 C55 26 46 8 24 8Z",
    "E": "M52 8 L10 8 L10 92 L52 92 M10 48 L44 48",
    "F": "M52 8 L10 8 L10 92 M10 48 L44 48",
    "G": "M53 26 C49 14 41 8 31 8 C14 8 6 28 6 50 C6 72 14 92 31 92 C44 92 54 82 54 66 L54 56 L34 56",
    "H": "M8 8 L8 92 M52 8 L52 92 M8 48 L52 48",
    "I": "M30 8 L30 92",
    "K": "M9 8 L9 92 M52 8 L9 54 M24 40 L54 92",
    "M": "M5 92 L8 8 L30 60 L52 8 L55 92",
    "N": "M8 92 L8 8 L52 92 L52 8",
    "O": "M30 8 C46 8 55 28 55 50 C55 72 46 92 30 92 C14 92 5 72 5 50 C5 28 14 8 30 8Z",
    "P": "M10 92 L10 8 L32 8 C47 8 54 18 54 31 C54 44 47 54 32 54 L10 54",
    "R": "M10 92 L10 8 L32 8 C47 8 54 17 54 29 C54 41 47 50 32 50 L10 50 M32 50 L54 92",
    "T": "M4 8 L56 8 M30 8 L30 92",
    "U": "M8 8 L8 64 C8 82 16 92 30 92 C44 92 52 82 52 64 L52 8",
    "V": "M4 8 L30 92 L56 8",
    "?": "M10 27 C12 14 20 8 30 8 C43 8 52 17 52 29 C52 45 30 46 30 66 M30 90 L30 91",
}


def number_svg(text: str, colour: str) -> str:
    """The SVG of `text` (characters: keys of `STROKES`), 120 high; 64 wide for each character, plus 20."""
    paths = "".join(
        f'<path transform="translate({12 + 64 * place} 10)" d="{STROKES[glyph]}"/>'
        for place, glyph in enumerate(text)
    )
    line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {64 * len(text) + 20} 120">'
        f'<g {line} stroke="{OUTLINE}" stroke-width="26">{paths}</g>'
        f'<g {line} stroke="{INKS[colour]}" stroke-width="14">{paths}</g></svg>'
    )


WIDE = 9
"""The width of a curve without its dark edges, in pixels."""
EDGE = 4
"""The width of the dark edge on each side of a curve, in pixels."""
THIN = "thin_"
"""The prefix of the seat in the sprite names of curves of half the usual width."""


def curve_name(seat: int, points: list[tuple[float, float]], *, is_thin: bool = False) -> str:
    """The sprite name of a curve in the colour of `seat`; `points`: relative to its upper left corner."""
    through = " ".join(f"{round(x)},{round(y)}" for x, y in points)
    return f"curve:{THIN if is_thin else ''}{seat}:{through}"


def curve_svg(rest: str, width: int, height: int) -> str:
    """The SVG of a curve; `rest` is the part of its sprite name after `curve:`."""
    kind, _, points = rest.partition(":")
    seat, size = int(kind.removeprefix(THIN)), 0.5 if kind.startswith(THIN) else 1
    line = f'points="{points}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        HEAD.format(width, height)
        + f'<polyline {line} stroke="{OUTLINE}" stroke-width="{size * (WIDE + 2 * EDGE)}"/>'
        + f'<polyline {line} stroke="{SEATS[seat]}" stroke-width="{size * WIDE}"/></svg>'
    )
