"""Cards, composed of a frame, a scene and an icon."""

from __future__ import annotations

from typing import Final

from pictures import cards
from pictures.cards import HEAD
from pictures.grounds import tapa
from pictures.palette import OUTLINE, SAND

GAME: Final = "rapa_nui_cards"
SHARED: Final = ("egg", "moai", "wood")
"""The drawings that other games use too."""

KINDS: Final = {
    "fish": ("#2b6f86", "#8fd0dc", "#1d5468"),
    "mulberry": ("#6c3f86", "#d9b8e6", "#4c2a62"),
    "sweet_potato": ("#9c4028", "#f3b79a", "#6e2a18"),
    "grain": ("#a67c1c", "#f8e2a0", "#75560f"),
    "lumberjack": ("#4b6b3c", "#b9d3a2", "#334b28"),
    "priest": ("#b0a084", "#f4ead6", "#80724f"),
    "moai": ("#4c4a5c", "#a9b4cc", "#33313f"),
}
"""The colours of each card: of its band and frame, its sky, its ground."""


def draw(name: str) -> str:
    """The SVG of a composed sprite: `card.fish`, `small.fish`, `good.fish`, `back.deck`, `back.sacrifice`.

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
        case "back":
            return back(kind)
    raise KeyError(name)


def folder(name: str) -> str:
    """The folder in which a drawing lies."""
    return "art" if name in SHARED else GAME


def icon(kind: str, x: float, y: float, size: float) -> str:
    """An icon of this game with its middle at (x, y)."""
    return cards.icon(folder(kind), kind, x, y, size)


def card(kind: str) -> str:
    """A Rapa Nui card, 132 x 182.  Its band, 46 high, tells it when other cards lie on the rest."""
    band, sky, ground = KINDS[kind]
    return (
        HEAD.format(132, 182)
        + f'<defs><linearGradient id="k" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{sky}"/>'
        '<stop offset="1" stop-color="#ffe3b8"/></linearGradient>'
        '<clipPath id="r"><rect x="4" y="4" width="124" height="174" rx="12"/></clipPath></defs>'
        f'<rect x="1" y="1" width="130" height="180" rx="14" fill="{OUTLINE}"/>'
        f'<g clip-path="url(#r)"><rect width="132" height="182" fill="{band}"/>'
        '<rect x="10" y="50" width="112" height="116" rx="6" fill="url(#k)"/>'
        '<circle cx="96" cy="88" r="20" fill="#ffd27d" fill-opacity=".75"/>'
        f'<path d="M10 136 C40 122 80 124 122 138 L122 160 Q122 166 116 166 L16 166 Q10 166 10 160Z"'
        f' fill="{ground}" fill-opacity=".8"/>'
        f'<g transform="translate(50 0)">{tapa(74, 15, 18, SAND, 0.55)}</g>'
        f"{tapa(132, 169, 7, SAND, 0.5)}</g>"
        '<rect x="10" y="50" width="112" height="116" rx="6" fill="none"'
        f' stroke="{OUTLINE}" stroke-width="3"/>'
        f"{icon(kind, 66, 108, 94)}{icon(kind, 28, 26, 40)}</svg>"
    )


def small_card(kind: str) -> str:
    """A Rapa Nui card in a village, 60 x 80."""
    band, sky, ground = KINDS[kind]
    return (
        HEAD.format(60, 80) + f'<rect x="1" y="1" width="58" height="78" rx="9" fill="{OUTLINE}"/>'
        f'<rect x="3.5" y="3.5" width="53" height="73" rx="7" fill="{band}"/>'
        f'<rect x="7" y="7" width="46" height="58" rx="5" fill="{sky}"/>'
        f'<path d="M7 50 C20 44 38 44 53 51 L53 60 Q53 65 48 65 L12 65 Q7 65 7 60Z" fill="{ground}"'
        f' fill-opacity=".6"/>{tapa(60, 68, 4.5, SAND, 0.6)}{icon(kind, 30, 36, 45)}</svg>'
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
