"""A scene in, a picture file out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product, takewhile
from pathlib import Path
from typing import Final

from PIL import Image

from pictures.png import png
from pictures.scene import Placed, Scene
from pictures.sprites import ground, sprite

PALETTES: Final = Path(__file__).parent / "palettes"
COLOURS: Final = 256
BASES: Final = 12
"""So many pictures are kept that show only a ground and its areas, at most 4 MB each."""
REGIONS: Final = 48
"""So many parts of them are kept: where one row of four is another, the rest needs no drawing."""
Box = tuple[int, int, int, int]
"""Left, top, right and bottom edge, in pixels."""


def paint(scene: Scene) -> Image.Image:
    """The picture of a scene."""
    areas = tuple(takewhile(lambda one: one.is_area, scene.placed))
    image = _base(scene.ground, scene.width, scene.height, areas).copy()
    _put(image, scene.placed[len(areas) :])
    return image


@lru_cache(BASES)
def _base(name: str, width: int, height: int, areas: tuple[Placed, ...]) -> Image.Image:
    """A ground with its areas, which is the larger part of all that is drawn, and mostly stays as it is."""
    image = ground(name, width, height)
    for box, together in regions(areas):
        image.paste(_region(name, width, height, box, together), box[:2])
    return image


def regions(areas: Iterable[Placed]) -> list[tuple[Box, tuple[Placed, ...]]]:
    """Areas by the boxes in which they cover each other; no two boxes do."""
    found: list[tuple[Box, tuple[Placed, ...]]] = []
    for area in areas:
        box: Box = (area.x, area.y, area.x + area.width, area.y + area.height)
        together: tuple[Placed, ...] = (area,)
        while near := [one for one in found if _meet(one[0], box)]:
            found = [one for one in found if one not in near]
            together = (*(each for _, members in near for each in members), *together)
            boxes = [box, *(other for other, _ in near)]
            left, top = (min(one[side] for one in boxes) for side in (0, 1))
            right, bottom = (max(one[side] for one in boxes) for side in (2, 3))
            box = (left, top, right, bottom)
        found.append((box, together))
    return found


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@lru_cache(REGIONS)
def _region(name: str, width: int, height: int, box: Box, together: tuple[Placed, ...]) -> Image.Image:
    """A part of a ground with the areas that cover each other there."""
    image = ground(name, width, height, box)
    _put(image, together, box[:2])
    return image


def _put(image: Image.Image, things: Iterable[Placed], origin: tuple[int, int] = (0, 0)) -> None:
    for placed in things:
        drawn = sprite(placed.sprite, placed.width, placed.height)
        image.paste(drawn, (placed.x - origin[0], placed.y - origin[1]), drawn)


@cache
def palette(name: str) -> Image.Image:
    """The colours of all pictures on a ground."""
    colours = Image.open(PALETTES / f"{name}.png")
    # Pillow keeps which one is nearest to a colour, for 8 x 8 x 8 parts of the colour space, as they are
    # met.  All are met here, so that threads only read that.
    every = Image.new("RGB", (512, 1))
    every.putdata(list(product(range(0, 256, 32), repeat=3)))
    nearest(every, colours)
    return colours


def nearest(image: Image.Image, colours: Image.Image) -> Image.Image:
    """A picture in the nearest of these colours."""
    return image.quantize(palette=colours, dither=Image.Dither.NONE)


def encode(image: Image.Image, ground: str) -> bytes:
    """A picture on that ground as a PNG file of 256 colours.

    Drawings have flat colours and sharp edges, which WebP and JPEG blur.  Their encoders hold Python's lock
    besides, and so does a search for the best colours of one picture.
    """
    return png(nearest(image, palette(ground)))


def render(scene: Scene) -> bytes:
    """A scene as a PNG file."""
    return encode(paint(scene), scene.ground)
