"""Pictures drawn at once, without cached tiles."""

from __future__ import annotations

from PIL import Image

from pictures import Scene
from pictures.render import make_ground, nearest, palette, png, sprite


def paint(scene: Scene) -> Image.Image:
    """Return the image of a scene in full colour, before the reduction to 256 colours."""
    image = make_ground(scene.ground, scene.width, scene.height).crop((0, 0, scene.width, scene.height))
    for placed in scene.placed:
        drawn = sprite(placed.sprite, placed.width, placed.height)
        image.paste(drawn, (placed.x, placed.y), drawn)
    return image


def encode(image: Image.Image, ground: str) -> bytes:
    """Return an image with the background `ground` as a PNG file of 256 colours."""
    return png(nearest(image, palette(ground)))
