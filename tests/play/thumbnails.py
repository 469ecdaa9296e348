"""Pictures a tenth as large, for tests that are not about pictures: drawing takes most of a game's time."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

from PIL import Image

from pictures import Scene
from pictures.render import rasterised, svg
from pictures.render import sprite as whole
from tests.pictures.painted import encode

SHRINK: Final = 10


def small(pixels: int) -> int:
    """Return a length in the small picture."""
    return max(1, round(pixels / SHRINK))


@cache
def sprite(name: str, width: int, height: int) -> Image.Image:
    """Return a small sprite as RGBA; `width`, `height`: its size in the whole picture."""
    if name.startswith("text:"):
        return whole(name, width, height).resize((small(width), small(height)))
    png = rasterised(svg(name, width, height), small(width), small(height))
    return Image.open(io.BytesIO(png)).convert("RGBA")


def thumbnail(scene: Scene) -> bytes:
    """Return a scene as a small PNG file, with all of its sprites."""
    image = sprite(f"ground:{scene.ground}", scene.width, scene.height).convert("RGB")
    for placed in scene.placed:
        part = sprite(placed.sprite, placed.width, placed.height)
        image.paste(part, (round(placed.x / SHRINK), round(placed.y / SHRINK)), part)
    return encode(image, scene.ground)
