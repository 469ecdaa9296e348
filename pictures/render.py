"""A scene in, a picture file out."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from pictures.scene import Scene
from pictures.sprites import ground, sprite

QUALITY: Final = 80
"""Quality of WebP files, 0 to 100.  The fastest method saves half the time for a tenth more bytes."""


def paint(scene: Scene) -> Image.Image:
    """The picture of a scene."""
    image = ground(scene.ground, scene.width, scene.height).copy()
    for placed in scene.placed:
        drawn = sprite(placed.sprite, placed.width, placed.height)
        image.paste(drawn, (placed.x, placed.y), drawn)
    return image


def encode(image: Image.Image) -> bytes:
    """A picture as a WebP file."""
    file = io.BytesIO()
    image.save(file, "WEBP", quality=QUALITY, method=0)
    return file.getvalue()


def render(scene: Scene) -> bytes:
    """A scene as a WebP file."""
    return encode(paint(scene))
