"""Draws a scene as a picture file, from sprites that are made from SVG, once for each size.

| name | what |
|---|---|
| `art:seat_1` | a file of `pictures/art` |
| `rapa_nui_cards:fish` | a file of that game's `art` folder |
| `rapa_nui_cards:card.fish` | what that game's `composed.py` makes of several drawings |
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
"""The greatest number of cached sprites, some 60 KB each; the others are small and rarely needed."""
WORDS: Final = 200
"""The greatest number of cached sprites of words."""
TALL: Final = 1400
"""Backgrounds are drawn in multiples of this height, in pixels, and cropped: most pictures are lower."""


@cache
def drawing(place: str, name: str) -> str:
    """The SVG `name` of the game `place`, or of the shared `art`; FileNotFoundError if there is none."""
    folder = FOLDER / "art" if place == "art" else FOLDER / place / "art"
    return (folder / f"{name}.svg").read_text(encoding="utf-8")


def inside(svg: str) -> str:
    """The elements in an SVG of ours, to be put into another SVG."""
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]


def spent(svg: str) -> str:
    """A pale copy of an SVG, for something that has just been used up."""
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
    """A sprite as a shared RGBA image, not to be drawn on; cached unless it is a curve (rarely repeated)."""
    if name.startswith("curve:"):
        return shape.__wrapped__(name, width, height)
    return (words if name.startswith("text:") else shape)(name, width, height)


def is_lasting(name: str) -> bool:
    """Whether a sprite may be cached for ever: neither a curve nor words, which may have to be forgotten."""
    return not name.startswith(("curve:", "text:"))


@lru_cache(WORDS)
def words(name: str, width: int, height: int) -> Image.Image:
    """A cached sprite of words, such as a person's name; `words.cache_clear` forgets all of them."""
    return shape.__wrapped__(name, width, height)


@lru_cache(KEPT)
def shape(name: str, width: int, height: int) -> Image.Image:
    """A cached sprite of anything but words."""
    return Image.open(io.BytesIO(sprite_file(name, width, height))).convert("RGBA")


def ground(name: str, width: int, height: int, part: tuple[int, int, int, int] | None = None) -> Image.Image:
    """A new RGB image of the background `name`, or of its `part`: left, top, right and bottom, in pixels."""
    return make_ground(name, width, height).crop(part or (0, 0, width, height))


def make_ground(name: str, width: int, height: int) -> Image.Image:
    """The image of a background, at least `height` high; it is shared, so callers must not draw on it."""
    return _drawn_ground(drawings.GROUNDS[name], width, -(-height // TALL) * TALL)


@cache
def _drawn_ground(svg: Callable[[int, int], str], width: int, height: int) -> Image.Image:
    # Cached by the drawing function: two backgrounds share one drawing, which takes 200 ms.
    drawn = rasterised(svg(width, height), width, height)
    return Image.open(io.BytesIO(drawn)).convert("RGB")


def sprite_file(name: str, width: int, height: int) -> bytes:
    """A sprite as a PNG file of this size, for an emoji and the like."""
    return rasterised(svg(name, width, height), width, height)


def rasterised(svg: str, width: int, height: int) -> bytes:
    """A drawing as a PNG file of this size; ValueError if it isn't valid SVG."""
    return svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)


PALETTES: Final = Path(__file__).parent / "palettes"
COLOURS: Final = 256
TILE: Final = 125
"""The width and height of the tiles of which pictures are composed, in pixels."""
TILES: Final = 2_500
"""How many tiles are cached, 16 KB each: most tiles of a picture are as in the one before."""
FLOORS: Final = 500
"""How many floors (tiles with only their background and areas) are cached, 62 KB each."""
Box = tuple[int, int, int, int]
"""A rectangle by its left, top, right and bottom edges, in pixels."""


def paint(scene: Scene) -> Image.Image:
    """The image of a scene in full colour, before it is reduced to 256 colours."""
    image = ground(scene.ground, scene.width, scene.height)
    _put(image, scene.placed)
    return image


@lru_cache(FLOORS)
def _floor(name: str, width: int, height: int, box: Box, areas: tuple[Placed, ...]) -> Image.Image:
    """A tile with only its background and areas, which take most of the time."""
    image = ground(name, width, height, box)
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
    # Pillow caches the nearest colour for each of 8 x 8 x 8 cells of the colour space when it is first
    # needed.  All cells are looked up here, so that threads later only read the cache.
    every = Image.new("RGB", (512, 1))
    every.putdata(list(product(range(0, 256, 32), repeat=3)))
    nearest(every, colours)
    return colours


def nearest(image: Image.Image, colours: Image.Image) -> Image.Image:
    """An image with each pixel in the nearest of the palette's colours."""
    return image.quantize(palette=colours, dither=Image.Dither.NONE)


def encode(image: Image.Image, ground: str) -> bytes:
    """An image with the background `ground` as a PNG file of 256 colours.

    Drawings have flat colours and sharp edges, which WebP and JPEG blur.  Their encoders hold Python's lock
    besides, and so does a search for the best colours of one picture.
    """
    return png(nearest(image, palette(ground)))


def is_ready(scene: Scene, is_late: Callable[[], bool]) -> bool:
    """Whether all lasting sprites of a scene are cached; missing ones are made until `is_late()` is True."""
    make_ground(scene.ground, scene.width, scene.height)
    for placed in scene.placed:
        if is_late():
            return False
        if is_lasting(placed.sprite):
            sprite(placed.sprite, placed.width, placed.height)
    return True


def render(scene: Scene) -> bytes:
    """A scene as a PNG file, byte for byte what `encode` makes of the image from `paint`."""
    image = Image.new("P", (scene.width, scene.height))
    image.putpalette(palette(scene.ground).getpalette() or ())
    for box, things in _tiles(scene):
        image.paste(_tile(scene.ground, scene.width, scene.height, box, things), box[:2])
    return png(image)


def _tiles(scene: Scene) -> Iterator[tuple[Box, tuple[Placed, ...]]]:
    """The tiles of a picture: the box of each, and the sprites visible in it from back to front."""
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
    """A tile of a picture with the background `name`, in the 256 colours of that background."""
    areas = tuple(takewhile(lambda one: one.is_area, things))
    image = _floor(name, width, height, box, areas).copy()
    _put(image, things[len(areas) :], box[:2])
    return nearest(image, palette(name))


def forget_parts() -> None:
    """Forget the cached parts of pictures that show words, such as names of people."""
    _tile.cache_clear()
    words.cache_clear()


SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
LEVEL: Final = 2
"""The level of compression, 0 to 3: 3 takes three times as long for files no smaller."""


def png(image: Image.Image) -> bytes:
    """An image of mode `P` as a PNG file.

    Pillow's writer compresses by zlib, which takes five times as long for larger files.  The format: PNG
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
