"""SVGs of the card game's cards, land and title, each composed of several drawings."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import COLUMN_SIZE, DECK, Card
from pictures import render
from pictures.drawings import OUTLINE, SAND, SEA, tapa
from pictures.lobby import HEIGHT, WIDTH
from pictures.render import HEAD, drawing, inside, spent, upon
from pictures.scene import Sketch

SCENE_WIDTH: Final = 112
SCENE_HEIGHT: Final = 116


def line(path: str, colour: str, width: float = 3) -> str:
    """The SVG element of strokes with round ends."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def palm(x: float, top: float, colour: str) -> str:
    """The SVG elements of a palm with its crown at (x, top)."""
    crown = f"M{x} {top} q-10 -8 -18 2 M{x} {top} q-12 0 -14 12 M{x} {top} q10 -8 18 2 M{x} {top} q12 0 14 12"
    return line(f"M{x} {top} q4 30 -2 70", colour, 5) + line(f"{crown} M{x} {top} v-8", colour, 5)


def scene(kind: str, x: float, y: float, width: float, height: float) -> str:
    """The SVG element of the scene on a kind of card, in a rectangle."""
    return (
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="0 0 {SCENE_WIDTH} {SCENE_HEIGHT}"'
        f' preserveAspectRatio="none">{inside(drawing(GAME, f"scene_{kind}"))}</svg>'
    )


LAND_WIDTH: Final = 1000
LAND_HEIGHT: Final = 486
NEAR_WIDTH: Final = 588
NEAR_HEIGHT: Final = 386
HORIZON: Final = 92
"""The y at which the sea meets the sky."""
RINGS: Final = (470, 320, 210, 120)
"""The radii of the rings of light around the sun; each ring has one flat colour."""


class Hour(NamedTuple):
    """An hour of the day: the position of the sun or the moon, and the colours of the landscape.

    Attributes:
        least: The hour lasts while at least this many cards are in the deck.
        sun: The centre (x, y) of the sun, or of the moon.
        sky: The sky's colours, from the zenith to the sun: one more than there are rings.
        disc: The colour of the sun or the moon.
        clouds: The colour of the clouds or, by night, of the stars.
        sea: The colours of the sea and of the light upon it.
        land: The colours of the headland, and of the grass from the shore to the front.
    """

    least: int
    sun: tuple[int, int]
    sky: tuple[str, ...]
    disc: str
    clouds: str
    sea: tuple[str, str]
    land: tuple[str, str, str, str]


HOURS: Final = {
    "dawn": Hour(
        28,
        (118, 90),
        ("#3c3566", "#5f4674", "#94577c", "#cf7a78", "#f0a878"),
        "#ffe3a8",
        "#7f5480",
        ("#454a78", "#d98d80"),
        ("#2b2742", "#35474a", "#2e3e42", "#27363b"),
    ),
    "morning": Hour(
        20,
        (214, 50),
        ("#4d88ae", "#64a0bb", "#88b9c5", "#b4d2ca", "#dfe4c8"),
        "#fff4de",
        "#e4efe6",
        ("#336f98", "#86bccd"),
        ("#3b564e", "#4f6b47", "#445f3f", "#395237"),
    ),
    "noon": Hour(
        12,
        (330, 34),
        ("#3c8fbf", "#54a2ca", "#74b5d2", "#9bcbda", "#c6e0df"),
        "#fff4de",
        "#eff6f0",
        ("#227aa2", "#74bfd2"),
        ("#426350", "#577545", "#4b673c", "#3f5933"),
    ),
    "afternoon": Hour(
        8,
        (424, 42),
        ("#5189ad", "#749db0", "#9fb3a8", "#ccc59c", "#edd69b"),
        "#fff0b4",
        "#f2e5c2",
        ("#2d6b8d", "#dcc48f"),
        ("#46583f", "#5f6d3c", "#515e35", "#44502e"),
    ),
    "evening": Hour(
        COLUMN_SIZE + 1,
        (492, 64),
        ("#5b5890", "#835f8c", "#b27080", "#dc8a6c", "#f3ae6a"),
        "#ffd166",
        "#8a5f86",
        ("#4a4e7e", "#e79d70"),
        ("#373646", "#4f513b", "#434533", "#383a2c"),
    ),
    "sunset": Hour(
        1,
        (540, 90),
        ("#35274f", "#5a2f55", "#8f4052", "#c65847", "#ec8345"),
        "#ffd27d",
        "#74385a",
        ("#392a4d", "#e87f4b"),
        ("#211933", "#372f37", "#2e2730", "#26202a"),
    ),
    "night": Hour(
        0,
        (438, 40),
        ("#14122f", "#191839", "#1f2046", "#262954", "#2f3564"),
        "#f4ecd0",
        "#cfd2e6",
        ("#171a3b", "#55608f"),
        ("#0f0d22", "#1d2233", "#191d2c", "#151825"),
    ),
}
"""The hours by name, in order; at sunset, the next refill ends the game."""

SHORE: Final = "M0 148 C120 136 250 162 390 142 S560 116 606 100 L1000 96"
"""The line where the sea meets the grass, as an SVG path."""
SLOPES: Final = (
    SHORE,
    "M0 262 C170 232 340 274 520 244 S820 236 1000 250",
    "M0 378 C210 350 380 392 600 362 S880 362 1000 372",
)
ISLETS: Final = "M262 93 L272 82 L288 76 L300 84 L308 93Z M322 93 L331 64 L337 60 L343 80 L350 93Z"
CLOUDS: Final = "M36 30 h62 M66 42 h54 M560 22 h56 M590 34 h70 M846 18 h60 M812 29 h52"
FIRE: Final = (
    '<path d="M574 100 C564 92 570 84 574 74 C582 84 586 92 574 100Z" fill="#f2853c"/>'
    '<path d="M574 99 C570 94 572 90 574 85 C578 90 579 95 574 99Z" fill="#ffd166"/>'
)

MOAI: Final = DECK.count(Card.MOAI)
"""The number of places for moai on the skyline: one for each Moai card."""
AHU_LEFT: Final = 606
AHU_TOP: Final = 88
MOAI_PITCH: Final = 42
MOAI_WIDTH: Final = 42
MOAI_HEIGHT: Final = 69
RAISED: Final = "rapa_nui_cards:raised"


def hour(seen: Observation) -> str:
    """The present hour, as a key of `HOURS`: dawn before the deal, night when the deck is used up."""
    if not any(seen.columns):
        return "dawn"
    return next(name for name, each in HOURS.items() if seen.deck_size >= each.least)


def raised(seen: Observation) -> int:
    """The number of Moai cards in all villages."""
    return sum(view.village[Card.MOAI] for view in seen.seats)


def skyline(sketch: Sketch, seen: Observation) -> None:
    """Draw the raised moai on the skyline, from the middle outwards."""
    for place in range(min(raised(seen), MOAI)):
        step = (place + 1) // 2 * (1 if place % 2 else -1)
        x = AHU_LEFT + MOAI_PITCH * (MOAI // 2 + step)
        sketch.put(f"raised/{place + 1}", RAISED, x, AHU_TOP - MOAI_HEIGHT, MOAI_WIDTH, MOAI_HEIGHT)


def land(kind: str) -> str:
    """The SVG of the land at an hour, 1000 x 486; with `_near`, as in `noon_near`, its left part, 588 x 386.

    Raises:
        KeyError: There is no such hour.
    """
    name, _, near = kind.partition("_")
    drawn = view(HOURS[name], is_night=name == "night", has_fire=name in ("sunset", "night"))
    if not near:
        return f"{HEAD.format(LAND_WIDTH, LAND_HEIGHT)}{drawn}{COAST}</svg>"
    edge = f'<rect x="2" y="2" width="{NEAR_WIDTH - 4}" height="{NEAR_HEIGHT - 4}" rx="15"'
    return (
        f'{HEAD.format(NEAR_WIDTH, NEAR_HEIGHT)}<clipPath id="n">{edge}/></clipPath>'
        f'<g clip-path="url(#n)"><g transform="scale({NEAR_HEIGHT / LAND_HEIGHT:.3f})">{drawn}</g></g>'
        f'{edge} fill="none" stroke="#6b5a72" stroke-width="2"/></svg>'
    )


def view(at: Hour, *, is_night: bool, has_fire: bool) -> str:
    """The SVG elements of sky, sea, land and, if `has_fire`, a fire at an hour, from back to front."""
    x, y = at.sun
    rings = "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'
        for radius, colour in zip(RINGS, at.sky[1:], strict=True)
    )
    light = moon(at) if is_night else f'<circle cx="{x}" cy="{y}" r="30" fill="{at.disc}"/>'
    above = stars(at.clouds) if is_night else line(CLOUDS, at.clouds, 7)
    headland, *grass = at.land
    slopes = "".join(
        f'<path d="{slope} L1000 {LAND_HEIGHT} L0 {LAND_HEIGHT}Z" fill="{colour}"/>'
        for slope, colour in zip(SLOPES, grass, strict=True)
    )
    return (
        f'<rect width="{LAND_WIDTH}" height="{HORIZON + 2}" fill="{at.sky[0]}"/>{rings}{light}{above}'
        f'<path d="{ISLETS}" fill="{headland}"/>'
        f'<rect y="{HORIZON}" width="{LAND_WIDTH}" height="{LAND_HEIGHT - HORIZON}" fill="{at.sea[0]}"/>'
        f"{line(glints(x), at.sea[1], 3)}"
        f'<path d="M546 106 C568 104 578 94 604 90 L1000 86 L1000 130 L546 130Z" fill="{headland}"/>'
        f"{FIRE if has_fire else ''}{ahu(headland)}{slopes}"
    )


def glints(x: int) -> str:
    """The SVG path of the light on the sea below the sun, in short strokes; `x`: that of the sun."""
    shown = ((-34, 99, 68), (-20, 107, 52), (-30, 116, 40), (-8, 125, 30), (-120, 112, 26), (96, 104, 30))
    return " ".join(f"M{x + left} {y} h{length}" for left, y, length in shown)


def moon(at: Hour) -> str:
    """The SVG elements of a waning moon."""
    x, y = at.sun
    return (
        f'<circle cx="{x}" cy="{y}" r="25" fill="{at.disc}"/>'
        f'<circle cx="{x + 11}" cy="{y - 6}" r="21" fill="{at.sky[-1]}"/>'
    )


def stars(colour: str) -> str:
    """The SVG elements of the stars, the Southern Cross among them."""
    places = [
        ((place * 397 + 61) % LAND_WIDTH, (place * 37 + 9) % 78, 1 + place % 2 * 0.6) for place in range(34)
    ]
    places += [(222, 22, 2.6), (232, 62, 2.8), (204, 40, 2.4), (246, 38, 2.2)]
    shown = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y, radius in places)
    return f'<g fill="{colour}">{shown}</g>'


def ahu(stone: str) -> str:
    """The SVG elements of the platform of fitted stones on which moai are raised."""
    joints = "".join(f"M{x} {AHU_TOP + 1 + x % 3} v9" for x in range(AHU_LEFT + 20, 996, 33))
    return (
        f'<path d="M598 104 L602 {AHU_TOP - 2} L992 {AHU_TOP - 2} L996 104Z" fill="#6d6572"'
        f' stroke="{OUTLINE}" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<path d="M602 {AHU_TOP + 9} H994 {joints}" fill="none" stroke="{stone}" stroke-width="2"/>'
    )


COAST: Final = (
    f'<path d="M0 {LAND_HEIGHT - 12}{" q 25 -10 50 0 t 50 0" * 10} V{LAND_HEIGHT} H0Z" fill="{SEA}"/>'
)


ZOOM: Final = 1.3
LEFT: Final = 231
"""The title picture shows the land from this x on."""
SUN: Final = (362, 88)
SIZES: Final = (0.94, 1.06, 0.98, 1.1, 1.0, 1.08, 0.96, 1.04, 0.9)
"""The scales of the moai on the title, from left to right."""
HOUSES: Final = ((300, 158, 1.0), (392, 150, 0.86), (486, 138, 0.72), (836, 138, 0.8), (930, 144, 0.92))
"""The position (x, y) and scale of each house on the title; `PALMS`: the same for the palms' crowns."""
PALMS: Final = ((254, 84, 1.0), (350, 88, 0.8), (562, 84, 0.7))


def title() -> str:
    """The SVG of the game's title picture, as large as the picture of a lobby."""
    at = HOURS["dawn"]._replace(sun=SUN)
    palms = "".join(placed(palm(0, 0, at.land[0]), *where) for where in PALMS)
    houses = "".join(icon("house", x, y, 100 * size) for x, y, size in HOUSES)
    return (
        f'{HEAD.format(WIDTH, HEIGHT)}<g transform="scale({ZOOM}) translate({-LEFT} 0)">'
        f"{view(at, is_night=False, has_fire=True)}{moai()}{palms}{houses}</g></svg>"
    )


def placed(drawn: str, x: float, y: float, size: float) -> str:
    """The SVG element of `drawn` with its origin at (x, y), scaled by `size`."""
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size:.3f})">{drawn}</g>'


def moai() -> str:
    """The SVG elements of the moai on the platform, one on each place."""
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


GAME: Final = "rapa_nui_cards"

BANDS: Final = {
    "fish": "#2b6f86",
    "mulberry": "#6c3f86",
    "sweet_potato": "#9c4028",
    "grain": "#a67c1c",
    "lumberjack": "#4b6b3c",
    "priest": "#b0a084",
    "moai": "#4c4a5c",
}
"""The colour of the band and frame of each kind of card."""


def draw(name: str) -> str:
    """The SVG of a composed sprite: `card.fish`, `small.fish`, `good.fish`, `land.noon`.

    `spent.good.fish` is the pale form of a card that was just used up.

    Raises:
        KeyError: There is no such sprite.
    """
    shape, _, kind = name.partition(".")
    match shape:
        case "card":
            return card(kind)
        case "small":
            return small_card(kind)
        case "good":
            return sacrifice_card(kind)
        case "faint":
            return f'{HEAD.format(100, 100)}<g opacity="0.28">{icon(kind, 50, 50, 100)}</g></svg>'
        case "spent":
            return spent(draw(kind))
        case "land":
            return title() if kind == "title" else land(kind)
    raise KeyError(name)


def icon(kind: str, x: float, y: float, size: float) -> str:
    """The SVG elements of an icon of this game, centred at (x, y)."""
    return render.icon(GAME, kind, x, y, size)


def card(kind: str) -> str:
    """The SVG of a Rapa Nui card, 132 x 182; its band, 46 high, stays visible under other cards."""
    return (
        HEAD.format(132, 182)
        + '<defs><clipPath id="r"><rect x="4" y="4" width="124" height="174" rx="12"/></clipPath></defs>'
        f'<rect x="1" y="1" width="130" height="180" rx="14" fill="{OUTLINE}"/>'
        f'<g clip-path="url(#r)"><rect width="132" height="182" fill="{BANDS[kind]}"/>'
        f"{scene(kind, 10, 50, 112, 116)}"
        f'<g transform="translate(50 0)">{tapa(74, 15, 18, SAND, 0.55)}</g>'
        f"{tapa(132, 169, 7, SAND, 0.5)}</g>"
        '<rect x="10" y="50" width="112" height="116" rx="6" fill="none"'
        f' stroke="{OUTLINE}" stroke-width="3"/>'
        f"{icon(kind, 66, 108, 94)}{icon(kind, 28, 26, 40)}</svg>"
    )


def small_card(kind: str) -> str:
    """The SVG of a Rapa Nui card in a village, 60 x 80."""
    band = BANDS[kind]
    return (
        HEAD.format(60, 80) + f'<rect x="1" y="1" width="58" height="78" rx="9" fill="{OUTLINE}"/>'
        f'<rect x="3.5" y="3.5" width="53" height="73" rx="7" fill="{band}"/>'
        f"{scene(kind, 7, 7, 46, 58)}"
        f'<rect x="6" y="6" width="48" height="60" rx="6" fill="none" stroke="{band}" stroke-width="3"/>'
        f"{tapa(60, 68, 4.5, SAND, 0.6)}{icon(kind, 30, 36, 45)}</svg>"
    )


def sacrifice_card(kind: str) -> str:
    """The SVG of a sacrifice card, 60 x 72: red ochre round a pale ground."""
    return upon(GAME, "good", icon(kind, 30, 36, 42))
