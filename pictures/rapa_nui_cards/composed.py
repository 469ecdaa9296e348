"""Cards, composed of a frame, a scene and an icon."""

from __future__ import annotations

from typing import Final

from pictures import cards
from pictures.cards import HEAD
from pictures.grounds import tapa
from pictures.palette import OUTLINE, SAND
from pictures.rapa_nui_cards.landscape import land
from pictures.rapa_nui_cards.scenery import scene
from pictures.rapa_nui_cards.title import title
from pictures.sprites import spent

GAME: Final = "rapa_nui_cards"
SHARED: Final = ("egg", "moai", "wood")
"""The drawings that other games use too."""

BANDS: Final = {
    "fish": "#2b6f86",
    "mulberry": "#6c3f86",
    "sweet_potato": "#9c4028",
    "grain": "#a67c1c",
    "lumberjack": "#4b6b3c",
    "priest": "#b0a084",
    "moai": "#4c4a5c",
}
"""The colour of the band and frame of each card."""


def draw(name: str) -> str:
    """The SVG of a composed sprite: `card.fish`, `small.fish`, `good.fish`, `back.deck`, `land.noon`.

    `spent.good.fish` is a card of which there are none any more.

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
        case "back":
            return back(kind)
        case "land":
            return title() if kind == "title" else land(kind)
    raise KeyError(name)


def folder(name: str) -> str:
    """The folder in which a drawing lies."""
    return "art" if name in SHARED else GAME


def icon(kind: str, x: float, y: float, size: float) -> str:
    """An icon of this game with its middle at (x, y)."""
    return cards.icon(folder(kind), kind, x, y, size)


def card(kind: str) -> str:
    """A Rapa Nui card, 132 x 182.  Its band, 46 high, tells it when other cards lie on the rest."""
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
    """A Rapa Nui card in a village, 60 x 80."""
    band = BANDS[kind]
    return (
        HEAD.format(60, 80) + f'<rect x="1" y="1" width="58" height="78" rx="9" fill="{OUTLINE}"/>'
        f'<rect x="3.5" y="3.5" width="53" height="73" rx="7" fill="{band}"/>'
        f"{scene(kind, 7, 7, 46, 58)}"
        f'<rect x="6" y="6" width="48" height="60" rx="6" fill="none" stroke="{band}" stroke-width="3"/>'
        f"{tapa(60, 68, 4.5, SAND, 0.6)}{icon(kind, 30, 36, 45)}</svg>"
    )


def sacrifice_card(kind: str) -> str:
    """A sacrifice card, 60 x 72: red ochre round a pale ground."""
    return (
        HEAD.format(60, 72) + f'<rect x="1" y="1" width="58" height="70" rx="12" fill="{OUTLINE}"/>'
        '<rect x="3.5" y="3.5" width="53" height="65" rx="10" fill="#b3452f"/>'
        '<rect x="8" y="8" width="44" height="56" rx="7" fill="#f4e3c0"/>'
        f"{icon(kind, 30, 36, 42)}</svg>"
    )


def back(kind: str) -> str:
    """The back of a Rapa Nui card (132 x 182) or of a sacrifice card (60 x 72)."""
    if kind == "sacrifice":
        return (
            HEAD.format(60, 72) + f'<rect x="1" y="1" width="58" height="70" rx="12" fill="{OUTLINE}"/>'
            '<rect x="3.5" y="3.5" width="53" height="65" rx="10" fill="#b3452f"/>'
            '<rect x="8" y="8" width="44" height="56" rx="7" fill="#8e3020"/>'
            '<path d="M30 18 C42 30 43 42 37 52 C34 46 31 44 31 37 C26 46 20 49 23 57 C14 46 18 32 30 18Z"'
            ' fill="#f0c98c"/></svg>'
        )
    if kind != "deck":
        raise KeyError(kind)
    zigzags = "".join(tapa(112, y, 14, SAND, 0.75 if y % 60 else 0.4) for y in range(24, 160, 30))
    return (
        HEAD.format(132, 182) + f'<rect x="1" y="1" width="130" height="180" rx="14" fill="{OUTLINE}"/>'
        '<rect x="4" y="4" width="124" height="174" rx="12" fill="#3d5a80"/>'
        '<rect x="10" y="10" width="112" height="162" rx="8" fill="#2f4768"/>'
        f'<g transform="translate(10 0)">{zigzags}</g></svg>'
    )
