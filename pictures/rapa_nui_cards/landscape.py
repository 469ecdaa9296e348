"""The land behind the board: its sky goes from dawn to night with the deck, and moai rise on its skyline."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import COLUMN_SIZE, DECK, Card
from pictures.cards import HEAD
from pictures.palette import OUTLINE, SEA
from pictures.rapa_nui_cards.scenery import line
from pictures.scene import Sketch

WIDTH: Final = 1000
HEIGHT: Final = 486
NEAR_WIDTH: Final = 588
NEAR_HEIGHT: Final = 386
HORIZON: Final = 92
"""How far below its upper edge the sea meets the sky, in pixels."""
RINGS: Final = (470, 320, 210, 120)
"""The radii of the rings of light round the sun, each of one flat colour."""


class Hour(NamedTuple):
    """An hour of the day: where its light stands, and the colours of all that it lights.

    Attributes:
        least: It lasts while so many cards are in the deck.
        sun: The middle of the sun, or of the moon.
        sky: The colours from the zenith to the sun, one more than there are rings.
        disc: The colour of the sun or the moon.
        clouds: The colour of the clouds; by night, of the stars.
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
"""The hours from the first to the last; the sun sets while the next refill ends the game."""

SHORE: Final = "M0 148 C120 136 250 162 390 142 S560 116 606 100 L1000 96"
"""Where the sea meets the grass."""
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
"""So many have a place on the skyline: all that there are."""
AHU_LEFT: Final = 606
AHU_TOP: Final = 88
MOAI_PITCH: Final = 42
MOAI_WIDTH: Final = 42
MOAI_HEIGHT: Final = 69
RAISED: Final = "rapa_nui_cards:raised"


def hour(seen: Observation) -> str:
    """The hour of the day: dawn before the cards are dealt, night when the deck is used up."""
    if not any(seen.columns):
        return "dawn"
    return next(name for name, each in HOURS.items() if seen.deck_size >= each.least)


def raised(seen: Observation) -> int:
    """How many moai stand in all villages."""
    return sum(view.village[Card.MOAI] for view in seen.seats)


def skyline(sketch: Sketch, seen: Observation) -> None:
    """Draw each moai that was raised on the skyline, from the middle outwards."""
    for place in range(min(raised(seen), MOAI)):
        step = (place + 1) // 2 * (1 if place % 2 else -1)
        x = AHU_LEFT + MOAI_PITCH * (MOAI // 2 + step)
        sketch.put(f"raised/{place + 1}", RAISED, x, AHU_TOP - MOAI_HEIGHT, MOAI_WIDTH, MOAI_HEIGHT)


def land(kind: str) -> str:
    """The land at an hour, 1000 x 486; `noon_near` is its left part with an edge, 588 x 386.

    Raises:
        KeyError: There is no such hour.
    """
    name, _, near = kind.partition("_")
    drawn = view(HOURS[name], is_night=name == "night", has_fire=name in ("sunset", "night"))
    if not near:
        return f"{HEAD.format(WIDTH, HEIGHT)}{drawn}{COAST}</svg>"
    edge = f'<rect x="2" y="2" width="{NEAR_WIDTH - 4}" height="{NEAR_HEIGHT - 4}" rx="15"'
    return (
        f'{HEAD.format(NEAR_WIDTH, NEAR_HEIGHT)}<clipPath id="n">{edge}/></clipPath>'
        f'<g clip-path="url(#n)"><g transform="scale({NEAR_HEIGHT / HEIGHT:.3f})">{drawn}</g></g>'
        f'{edge} fill="none" stroke="#6b5a72" stroke-width="2"/></svg>'
    )


def view(at: Hour, *, is_night: bool, has_fire: bool) -> str:
    """Sky, sea and land, from back to front, in flat colours."""
    x, y = at.sun
    rings = "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'
        for radius, colour in zip(RINGS, at.sky[1:], strict=True)
    )
    light = moon(at) if is_night else f'<circle cx="{x}" cy="{y}" r="30" fill="{at.disc}"/>'
    above = stars(at.clouds) if is_night else line(CLOUDS, at.clouds, 7)
    headland, *grass = at.land
    slopes = "".join(
        f'<path d="{slope} L1000 {HEIGHT} L0 {HEIGHT}Z" fill="{colour}"/>'
        for slope, colour in zip(SLOPES, grass, strict=True)
    )
    return (
        f'<rect width="{WIDTH}" height="{HORIZON + 2}" fill="{at.sky[0]}"/>{rings}{light}{above}'
        f'<path d="{ISLETS}" fill="{headland}"/>'
        f'<rect y="{HORIZON}" width="{WIDTH}" height="{HEIGHT - HORIZON}" fill="{at.sea[0]}"/>'
        f"{line(glints(x), at.sea[1], 3)}"
        f'<path d="M546 106 C568 104 578 94 604 90 L1000 86 L1000 130 L546 130Z" fill="{headland}"/>'
        f"{FIRE if has_fire else ''}{ahu(headland)}{slopes}"
    )


def glints(x: int) -> str:
    """The light on the sea below the sun, in short strokes."""
    shown = ((-34, 99, 68), (-20, 107, 52), (-30, 116, 40), (-8, 125, 30), (-120, 112, 26), (96, 104, 30))
    return " ".join(f"M{x + left} {y} h{length}" for left, y, length in shown)


def moon(at: Hour) -> str:
    """A waning moon."""
    x, y = at.sun
    return (
        f'<circle cx="{x}" cy="{y}" r="25" fill="{at.disc}"/>'
        f'<circle cx="{x + 11}" cy="{y - 6}" r="21" fill="{at.sky[-1]}"/>'
    )


def stars(colour: str) -> str:
    """Stars all over the sky, the Southern Cross among them."""
    places = [((place * 397 + 61) % WIDTH, (place * 37 + 9) % 78, 1 + place % 2 * 0.6) for place in range(34)]
    places += [(222, 22, 2.6), (232, 62, 2.8), (204, 40, 2.4), (246, 38, 2.2)]
    shown = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y, radius in places)
    return f'<g fill="{colour}">{shown}</g>'


def ahu(stone: str) -> str:
    """The platform on which moai are raised: fitted stones."""
    joints = "".join(f"M{x} {AHU_TOP + 1 + x % 3} v9" for x in range(AHU_LEFT + 20, 996, 33))
    return (
        f'<path d="M598 104 L602 {AHU_TOP - 2} L992 {AHU_TOP - 2} L996 104Z" fill="#6d6572"'
        f' stroke="{OUTLINE}" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<path d="M602 {AHU_TOP + 9} H994 {joints}" fill="none" stroke="{stone}" stroke-width="2"/>'
    )


COAST: Final = f'<path d="M0 {HEIGHT - 12}{" q 25 -10 50 0 t 50 0" * 10} V{HEIGHT} H0Z" fill="{SEA}"/>'
