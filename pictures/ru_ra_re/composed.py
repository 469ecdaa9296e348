"""SVGs of the cards and the title of Ru-Ra-Re, each composed of several drawings."""

from __future__ import annotations

from typing import Final

from pictures import render
from pictures.drawings import OUTLINE, SAND, number_svg, tapa
from pictures.lobby import HEIGHT, WIDTH
from pictures.render import HEAD, drawing, inside

ICONS: Final = (
    ("church", 812, 82, 108),
    ("farmhouse", 922, 104, 92),
    ("knight", 74, 92, 92),
    ("horse", 170, 134, 76),
    ("sheep", 262, 160, 64),
    ("cow", 360, 172, 68),
    ("hen", 640, 170, 58),
    ("pig", 722, 160, 66),
    ("king", 500, 92, 124),
)
"""The drawings on the title: the name, the centre (x, y) and the size of each."""


def title() -> str:
    """The SVG of the game's title picture, as large as the picture of a lobby."""
    icons = "".join(icon(*one) for one in ICONS)
    return f"{HEAD.format(WIDTH, HEIGHT)}{inside(drawing(GAME, 'fields'))}{icons}</svg>"


ANIMALS: Final = ("sheep", "horse", "pig", "cow", "goat", "hen", "goose", "donkey")
FARM: Final = ("farmer", "farm_woman", "farmhouse")
GAME: Final = "ru_ra_re"

PASTEL: Final = (
    '<filter id="p" color-interpolation-filters="sRGB"><feColorMatrix values="'
    '.34 .1 .06 0 .39  .06 .38 .06 0 .37  .06 .1 .34 0 .41  0 0 0 1 0"/></filter>'
)
"""An SVG filter that brightens a drawing until even its outline stands out from a dark panel."""
DARK: Final = "#17122a"
COLOURS: Final = {
    "king": ("#9a6f14", "#f8e2a0", "#75560f"),
    "church": ("#34557f", "#bcd4ea", "#27405f"),
    "victory": ("#5e3a78", "#d9c0e8", "#43285a"),
    "knight": ("#525c68", "#cfd8df", "#3a424c"),
    "animal": ("#47693a", "#c3dba8", "#5c8047"),
    "farm": ("#94492a", "#f5d0a4", "#b98a4a"),
}
"""The colours of each group of cards: band and frame, sky, ground."""


def draw(name: str) -> str:
    """The SVG of a composed sprite: `card.king`, `icon.victory_3`, `faint.pig`, `land.title`.

    `pastel.pig` is like `faint.pig`, but recognisable; `veil.108` is a dark veil, 108 wide.

    Raises:
        KeyError: There is no such sprite.
    """
    shape, _, kind = name.partition(".")
    match shape:
        case "card":
            return card(kind)
        case "icon":
            return HEAD.format(100, 100) + icon(kind, 50, 50, 100) + "</svg>"
        case "faint":
            return f'{HEAD.format(100, 100)}<g opacity="0.28">{icon(kind, 50, 50, 100)}</g></svg>'
        case "veil":
            return (
                f'{HEAD.format(kind, 144)}<rect width="{kind}" height="144" rx="13" fill="{DARK}"'
                ' fill-opacity=".66"/></svg>'
            )
        case "pastel":
            return f'{HEAD.format(100, 100)}{PASTEL}<g filter="url(#p)">{icon(kind, 50, 50, 100)}</g></svg>'
        case "land":
            return title()
    raise KeyError(name)


def group(kind: str) -> str:
    """The key in `COLOURS` of the group of cards to which `kind` belongs."""
    if kind in ANIMALS:
        return "animal"
    return "farm" if kind in FARM else kind.partition("_")[0]


def icon(kind: str, x: float, y: float, size: float) -> str:
    """The SVG elements of an icon, centred at (x, y); an icon of victory points has their number on it."""
    if not kind.startswith("victory_"):
        return render.icon(GAME, kind, x, y, size)
    digit = inside(number_svg(kind.rpartition("_")[2], "gold"))
    scale = size / 100
    return (
        render.icon(GAME, "victory", x, y, size)
        + f'<g transform="translate({x - size / 2} {y - size / 2}) scale({scale})">'
        f'<circle cx="50" cy="42" r="25" fill="#3a2b4e"/>'
        f'<g transform="translate(34 20) scale(0.37)">{digit}</g></g>'
    )


def card(kind: str) -> str:
    """The SVG of a card, 108 x 144; its left edge, 42 wide, stays visible under other cards."""
    band, sky, ground = COLOURS[group(kind)]
    leaves = group(kind) in ("church", "victory", "farm")
    cross = (
        f'<circle cx="22" cy="62" r="13" fill="{OUTLINE}"/>'
        '<path d="M16 56 L28 68 M28 56 L16 68" stroke="#ff6b5e" stroke-width="5" stroke-linecap="round"/>'
    )
    return (
        HEAD.format(108, 144)
        + f'<defs><linearGradient id="k" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{sky}"/>'
        '<stop offset="1" stop-color="#fff0d0"/></linearGradient></defs>'
        f'<rect x="1" y="1" width="106" height="142" rx="13" fill="{OUTLINE}"/>'
        f'<rect x="4" y="4" width="100" height="136" rx="11" fill="{band}"/>'
        '<rect x="9" y="44" width="90" height="91" rx="7" fill="url(#k)"/>'
        f'<path d="M9 112 C34 100 72 102 99 114 L99 128 Q99 135 92 135 L16 135 Q9 135 9 128Z" fill="{ground}"'
        f' fill-opacity=".75"/><g transform="translate(40 0)">{tapa(36, 19, 11, SAND, 0.5)}</g>'
        f"{icon(kind, 54, 89, 80)}{icon(kind, 24, 24, 35)}{cross if leaves else ''}</svg>"
    )
