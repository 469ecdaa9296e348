"""Draws a scene as a picture file, from sprites, which are made from SVG once for each size.

| name | sprite |
|---|---|
| `art:seat_1` | a file of `pictures/art` |
| `rapa_nui_cards:fish` | a file of that game's `art` folder, or else of `pictures/art` |
| `rapa_nui_cards:card.fish` | a picture that `composed.py` of that game makes of several drawings |
| `number:gold:12` | digits |
| `text:light:Tane` | words, as `pictures.lettering` draws them |
| `curve:0:9,40 80,12` | a line through points, in the colour of a seat; `curve:thin_0:` a thin one |
| `faint:seat_1` | a file of `pictures/art`, pale |
| `panel:plain`, `tapa:head`, `place:free_1`, `mark:change`, `bar:#aabbcc`, `ground:sea` | see `drawings.py` |
"""

from __future__ import annotations

import importlib
import io
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import product, takewhile
from pathlib import Path
from typing import Final
from zlib import crc32

from isal import isal_zlib
from PIL import Image
from resvg_py import svg_to_bytes

from pictures import drawings, lettering
from pictures.drawings import number_svg
from pictures.scene import Placed, Scene

HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}">'


def icon(place: str, kind: str, x: float, y: float, size: float) -> str:
    """The SVG elements of the drawing `kind` in the `art` folder of `place`, centred at (x, y)."""
    scale = size / 100
    return (
        f'<g transform="translate({x - size / 2} {y - size / 2}) scale({scale})">'
        f"{inside(drawing(place, kind))}</g>"
    )


FOLDER: Final = Path(__file__).parent
KEPT: Final = 2000
"""The most cached sprites, of some 60 KB each."""
WORDS: Final = 200
"""The greatest number of cached sprites of words."""
TALL: Final = 1400
"""Backgrounds are drawn in multiples of this height, in pixels, and cropped: most pictures are lower."""


@cache
def drawing(place: str, name: str) -> str:
    """The SVG `name` of the game `place` or, if that has none, of `pictures/art`; else FileNotFoundError."""
    own = FOLDER / place / "art" / f"{name}.svg"
    return (own if own.exists() else FOLDER / "art" / f"{name}.svg").read_text(encoding="utf-8")


def inside(svg: str) -> str:
    """The elements in an SVG of ours, to be put into another SVG."""
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]


def upon(place: str, name: str, more: str) -> str:
    """The SVG `name` of the game `place` with further elements on it."""
    return drawing(place, name).replace("</svg>", f"{more}</svg>")


def spent(svg: str) -> str:
    """A pale copy of an SVG, for a thing that was just used up."""
    return pale(svg, 0.55)


def pale(svg: str, opacity: float) -> str:
    """A copy of an SVG with this opacity, for a thing that is missing."""
    strong = inside(svg)
    return svg.replace(strong, f'<g opacity="{opacity}">{strong}</g>')


def svg(name: str, width: int, height: int) -> str:
    """The SVG of the sprite `name`; KeyError if there is no such sprite."""
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
            return drawings.tapa_svg(width, height)
        case "place":
            return drawings.place_svg(rest, width, height)
        case "mark":
            return drawings.mark_svg(rest, width, height)
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
    """A sprite as an RGBA image, shared, so not to be drawn on; cached, except curves, which rarely recur."""
    if name.startswith("curve:"):
        return shape.__wrapped__(name, width, height)
    return (words if name.startswith("text:") else shape)(name, width, height)


@lru_cache(WORDS)
def words(name: str, width: int, height: int) -> Image.Image:
    """A cached sprite of words, such as a person's name; `words.cache_clear` forgets all of them."""
    return shape.__wrapped__(name, width, height)


@lru_cache(KEPT)
def shape(name: str, width: int, height: int) -> Image.Image:
    """A cached sprite of anything but words."""
    return Image.open(io.BytesIO(sprite_file(name, width, height))).convert("RGBA")


def make_ground(name: str, width: int, height: int) -> Image.Image:
    """The image of a background, at least `height` high; shared, so not to be drawn on."""
    return _drawn_ground(drawings.GROUNDS[name], width, -(-height // TALL) * TALL)


@cache
def _drawn_ground(svg: Callable[[int, int], str], width: int, height: int) -> Image.Image:
    # The drawing function is the key of the cache, since two backgrounds share one drawing (200 ms).
    drawn = rasterised(svg(width, height), width, height)
    return Image.open(io.BytesIO(drawn)).convert("RGB")


def sprite_file(name: str, width: int, height: int) -> bytes:
    """A sprite as a PNG file of this size, for an emoji and the like."""
    return rasterised(svg(name, width, height), width, height)


def rasterised(svg: str, width: int, height: int) -> bytes:
    """An SVG as a PNG file of this size; raises ValueError if the SVG isn't valid."""
    return svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)


PALETTES: Final = Path(__file__).parent / "palettes"
TILE: Final = 125
"""The width and height in pixels of the tiles from which pictures are put together."""
TILES: Final = 2_500
"""How many tiles are cached, at 16 KB each: successive pictures have most tiles in common."""
FLOORS: Final = 500
"""How many floors (tiles with only background and areas) are cached, at 62 KB each."""
Box = tuple[int, int, int, int]
"""A rectangle by its left, top, right and bottom edges, in pixels."""


@lru_cache(FLOORS)
def _floor(name: str, width: int, height: int, box: Box, areas: tuple[Placed, ...]) -> Image.Image:
    """A tile with only its background and areas, which take most of the time to draw."""
    image = make_ground(name, width, height).crop(box)
    _put(image, areas, box[:2])
    return image


def _put(image: Image.Image, things: Iterable[Placed], origin: tuple[int, int] = (0, 0)) -> None:
    for placed in things:
        drawn = sprite(placed.sprite, placed.width, placed.height)
        image.paste(drawn, (placed.x - origin[0], placed.y - origin[1]), drawn)


@cache
def palette(name: str) -> Image.Image:
    """The palette image with the 256 colours of all pictures on the background `name`."""
    colours = Image.open(PALETTES / f"{name}.png")
    # Pillow looks up the nearest colour for each of 8 x 8 x 8 cells of the colour space at first use, and
    # caches it.  All cells are looked up here, so that other threads only read the cache.
    every = Image.new("RGB", (512, 1))
    every.putdata(list(product(range(0, 256, 32), repeat=3)))
    nearest(every, colours)
    return colours


def nearest(image: Image.Image, colours: Image.Image) -> Image.Image:
    """A copy of an image in which each pixel has the nearest colour of the palette `colours`."""
    return image.quantize(palette=colours, dither=Image.Dither.NONE)


def is_ready(scene: Scene, is_late: Callable[[], bool]) -> bool:
    """Whether all lasting sprites of a scene are cached; makes missing ones until `is_late()` is True."""
    make_ground(scene.ground, scene.width, scene.height)
    for placed in scene.placed:
        if is_late():
            return False
        if not placed.sprite.startswith(("curve:", "text:")):  # Words may have to be forgotten.
            sprite(placed.sprite, placed.width, placed.height)
    return True


def render(scene: Scene) -> bytes:
    """A scene as a PNG file of 256 colours, from cached tiles.

    Drawings have flat colours and sharp edges, which WebP and JPEG blur; and those encoders hold Python's
    lock, as would a search for the best colours of each picture.
    """
    image = Image.new("P", (scene.width, scene.height))
    image.putpalette(palette(scene.ground).getpalette() or ())
    for box, things in _tiles(scene):
        image.paste(_tile(scene.ground, scene.width, scene.height, box, things), box[:2])
    return png(image)


def _tiles(scene: Scene) -> Iterator[tuple[Box, tuple[Placed, ...]]]:
    """The tiles of a picture: each one's rectangle, and the sprites visible in it from back to front."""
    across, down = -(-scene.width // TILE), -(-scene.height // TILE)
    seen: list[list[Placed]] = [[] for _ in range(across * down)]
    for placed in scene.placed:
        columns = range(max(placed.x // TILE, 0), min((placed.x + placed.width - 1) // TILE + 1, across))
        for row in range(max(placed.y // TILE, 0), min((placed.y + placed.height - 1) // TILE + 1, down)):
            for column in columns:
                seen[row * across + column].append(placed)
    for place, things in enumerate(seen):
        left, top = place % across * TILE, place // across * TILE
        box = (left, top, min(left + TILE, scene.width), min(top + TILE, scene.height))
        yield box, tuple(things)


@lru_cache(TILES)
def _tile(name: str, width: int, height: int, box: Box, things: tuple[Placed, ...]) -> Image.Image:
    """A tile of a picture in the 256 colours of its background `name`; `things`: its sprites."""
    areas = tuple(takewhile(lambda one: one.is_area, things))
    image = _floor(name, width, height, box, areas).copy()
    _put(image, things[len(areas) :], box[:2])
    return nearest(image, palette(name))


def forget_parts() -> None:
    """Clear the caches of picture parts that show words, such as names of people."""
    _tile.cache_clear()
    words.cache_clear()


SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
LEVEL: Final = 2
"""The level of compression, 0 to 3: 3 takes three times as long for files no smaller."""


def png(image: Image.Image) -> bytes:
    """An image of mode `P` as a PNG file.

    Pillow's own writer uses zlib, which takes five times as long and makes larger files.  The format: PNG
    specification, third edition, 5 (chunks), 9 (filtering) and 11.2 (IHDR, PLTE, IDAT, IEND).
    """
    header = struct.pack(">IIBBBBB", *image.size, 8, 3, 0, 0, 0)
    colours = bytes(image.getpalette("RGB") or ())
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", isal_zlib.compress(_rows(image), LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _rows(image: Image.Image) -> bytes:
    """The pixels' palette indices row by row, each row after a 0, which means that it isn't filtered."""
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(image, (1, 0))
    return rows.tobytes()


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))
