"""Sprites by name: each is made from SVG, once for each size.

| name | what |
|---|---|
| `art:seat_1` | a file of `pictures/art` |
| `rapa_nui_cards:fish` | a file of that game's `art` folder |
| `rapa_nui_cards:card.fish` | what that game's `composed.py` makes of several drawings |
| `number:gold:12` | digits |
| `text:light:Tane` | words, as `pictures.lettering` writes them |
| `curve:0:9,40 80,12` | a line through points, in the colour of a seat; `curve:thin_0:` a thin one |
| `faint:seat_1` | a file of `pictures/art`, pale |
| `panel:plain`, `tapa:head`, `place:free_1` | see `pictures/drawings.py` |
| `mark:change`, `bar:#aabbcc`, `ground:dusk` | as well |
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image
from resvg_py import svg_to_bytes

from pictures import drawings, lettering
from pictures.drawings import number_svg

HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}">'


def icon(place: str, kind: str, x: float, y: float, size: float) -> str:
    """A drawing of a game's `art` folder, with its middle at (x, y)."""
    scale = size / 100
    return (
        f'<g transform="translate({x - size / 2} {y - size / 2}) scale({scale})">'
        f"{inside(drawing(place, kind))}</g>"
    )


FOLDER: Final = Path(__file__).parent
KEPT: Final = 2000
"""How many sprites are kept in memory, some 60 KB each: there are more, small ones that hardly ever come."""
WORDS: Final = 200
"""So many sprites of words are kept."""
TALL: Final = 1400
"""Grounds are drawn in multiples of this height, in pixels, and cut: most pictures are less high."""


@cache
def drawing(place: str, name: str) -> str:
    """The SVG file `name` of a game, or of those that all games share (`art`).

    Raises:
        FileNotFoundError: There is no such file.
    """
    folder = FOLDER / "art" if place == "art" else FOLDER / place / "art"
    return (folder / f"{name}.svg").read_text(encoding="utf-8")


def inside(svg: str) -> str:
    """The inside of an SVG file of ours, to be put into another drawing."""
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]


def spent(svg: str) -> str:
    """A drawing of what has just been used up."""
    return pale(svg, 0.55)


def pale(svg: str, opacity: float) -> str:
    """A drawing as a shadow of itself: what could be there, or was until now."""
    strong = inside(svg)
    return svg.replace(strong, f'<g opacity="{opacity}">{strong}</g>')


def svg(name: str, width: int, height: int) -> str:
    """The SVG of a sprite.

    Raises:
        KeyError: There is no such sprite.
    """
    place, _, rest = name.partition(":")
    match place:
        case "number":
            colour, _, text = rest.partition(":")
            return number_svg(text, colour)
        case "text":
            colour, _, text = rest.partition(":")
            return lettering.drawing(text, colour, width, height)
        case "curve":
            return drawings.curve_svg(rest, width, height)
        case "faint":
            return pale(drawing("art", rest), 0.45)
        case "panel":
            return drawings.panel_svg(rest, width, height)
        case "tapa":
            return drawings.tapa_svg(rest, width, height)
        case "place":
            return drawings.place_svg(rest, width, height)
        case "mark":
            return drawings.mark_svg(width, height)
        case "bar":
            return drawings.bar_svg(rest, width, height)
        case "ground":
            return drawings.GROUNDS[rest](width, height)
        case _ if "." in rest:
            drawn: str = importlib.import_module(f"pictures.{place}.composed").draw(rest)
            return drawn
        case _:
            return drawing(place, rest)


def sprite(name: str, width: int, height: int) -> Image.Image:
    """A sprite as RGBA; shared, so nobody may draw on it.

    Curves are not kept: they hardly ever come again.
    """
    if name.startswith("curve:"):
        return shape.__wrapped__(name, width, height)
    return (words if name.startswith("text:") else shape)(name, width, height)


def is_lasting(name: str) -> bool:
    """Whether a sprite is kept for good, unlike curves, and words, which may have to be forgotten."""
    return not name.startswith(("curve:", "text:"))


@lru_cache(WORDS)
def words(name: str, width: int, height: int) -> Image.Image:
    """A sprite of words, such as names of people, which are forgotten by `words.cache_clear`."""
    return shape.__wrapped__(name, width, height)


@lru_cache(KEPT)
def shape(name: str, width: int, height: int) -> Image.Image:
    """A sprite that is no words."""
    return Image.open(io.BytesIO(png(name, width, height))).convert("RGBA")


def ground(name: str, width: int, height: int, part: tuple[int, int, int, int] | None = None) -> Image.Image:
    """A new picture as RGB with nothing but its ground, or a part of it: left, top, right and bottom."""
    return make_ground(name, width, height).crop(part or (0, 0, width, height))


def make_ground(name: str, width: int, height: int) -> Image.Image:
    """A ground that is at least so high; shared, so nobody may draw on it."""
    return _drawn_ground(drawings.GROUNDS[name], width, -(-height // TALL) * TALL)


@cache
def _drawn_ground(svg: Callable[[int, int], str], width: int, height: int) -> Image.Image:
    # By its drawing, since two grounds share one, which takes 200 ms.
    drawn = rasterised(svg(width, height), width, height)
    return Image.open(io.BytesIO(drawn)).convert("RGB")


def png(name: str, width: int, height: int) -> bytes:
    """A sprite as a PNG file of this size, for instance for an emoji."""
    return rasterised(svg(name, width, height), width, height)


def rasterised(svg: str, width: int, height: int) -> bytes:
    """A drawing as a PNG file of this size.

    Raises:
        ValueError: It isn't valid SVG.
    """
    return svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
