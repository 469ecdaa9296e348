"""What lies behind things in pictures: dusk, the sea, a shore; panels of dark stone, the mark of a change."""

from __future__ import annotations

from pictures.palette import OUTLINE, SAND, SEA, SEATS, SKY

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">'


def dusk_svg(width: int, height: int) -> str:
    """The island at dusk: sky, a sun half set, the sea, and moai against the light."""
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
    """The sea from above, as evening comes over it from the east."""
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
    """The sea off a shore after nightfall, in flat colours."""
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
"""The function that draws each ground.

Lobbies and end cards, with the land that stands for a game, have colours of their own, so a ground too.
"""


def tapa(width: int, y: float, height: float, colour: str, opacity: float) -> str:
    """A band of the zigzag that tapa cloth is printed with."""
    teeth = max(2, round(width / (height * 1.1)))
    step = width / teeth
    points = " ".join(
        f"{place * step / 2:.1f},{y + (height if place % 2 else 0):.1f}" for place in range(2 * teeth + 1)
    )
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-opacity="{opacity}"'
        f' stroke-width="{height * 0.3:.1f}" stroke-linejoin="round"/>'
    )


def tapa_svg(kind: str, width: int, height: int) -> str:
    """A dark band with a border of tapa cloth at its lower edge; there is one `kind`, `head`."""
    assert kind == "head"
    return (
        f'{HEAD.format(width, height)}<rect width="{width}" height="{height}" fill="#17122a"/>'
        f'<rect y="{height - 16}" width="{width}" height="16" fill="#3d2950"/>'
        f"{tapa(width, height - 12, 8, SAND, 0.8)}</svg>"
    )


def panel_svg(kind: str, width: int, height: int) -> str:
    """A slab of dark stone; `kind` is `plain`, `lit` (for whose turn it is), or `seat_0` and so on."""
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
    """A place at a table: `taken_0`, with a band in the colour of that seat, or `free_0`, an edge alone."""
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


def mark_svg(width: int, height: int) -> str:
    """A soft glow with a thin edge, which marks what has changed."""
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
    """One part of a stacked bar."""
    return (
        HEAD.format(width, height)
        + f'<rect width="{width}" height="{height}" fill="{colour}"/>'
        + f'<rect width="{width}" height="{height * 0.3:.0f}" fill="#ffffff" fill-opacity=".16"/>'
        + f'<rect x="{width - 2}" width="2" height="{height}" fill="{OUTLINE}"/></svg>'
    )
