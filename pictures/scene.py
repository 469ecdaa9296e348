"""What is to be seen where: a picture as data, before anything is drawn."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b

import msgspec


class Placed(msgspec.Struct, frozen=True):
    """A sprite in its place.

    Attributes:
        role: What it shows, for whoever reads the scene: `column/2`, `village/0/moai`.
        sprite: What is drawn there, a name that `pictures.sprites` knows.
        x: Of the left edge, in pixels from the picture's; `y` likewise from the top.
        width: In pixels; `height` likewise.
    """

    role: str
    sprite: str
    x: int
    y: int
    width: int
    height: int


class Scene(msgspec.Struct, frozen=True, dict=True):
    """A picture: its ground, and what stands on it, from back to front.  Sizes are in pixels."""

    width: int
    height: int
    ground: str
    placed: tuple[Placed, ...]

    @cached_property
    def key(self) -> str:
        """A short text that is the same for the same picture, and for no other one."""
        return blake2b(msgspec.msgpack.encode(self), digest_size=8).hexdigest()


class Sketch:
    """A scene in the making."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width = width
        self.height = height
        self._ground = ground
        self._placed: list[Placed] = []

    def put(self, role: str, sprite: str, x: float, y: float, width: float, height: float) -> None:
        """Place a sprite in front of all that stands there already."""
        self._placed.append(Placed(role, sprite, round(x), round(y), round(width), round(height)))

    def centred(self, role: str, sprite: str, x: float, y: float, size: float) -> None:
        """Place a square sprite with its middle at (x, y)."""
        self.put(role, sprite, x - size / 2, y - size / 2, size, size)

    def number(
        self,
        role: str,
        text: str | int,
        x: float,
        y: float,
        height: float,
        colour: str,
        *,
        anchor: str = "left",
    ) -> float:
        """Place digits with their middle line at `y`.

        Args:
            role: What the number tells.
            text: Digits and signs.
            x: The left edge, the middle or the right edge, as `anchor` says.
            y: The middle line.
            height: Of a digit, in pixels.
            colour: A name of `pictures.palette.INKS`.
            anchor: `left`, `middle` or `right`.

        Returns:
            Where the number ends on the right.
        """
        width = number_width(str(text), height)
        left = x - {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor] * width
        self.put(role, f"number:{colour}:{text}", left, y - height * 0.6, width, height * 1.2)
        return left + width

    def scene(self) -> Scene:
        """The scene as it is now."""
        return Scene(self.width, self.height, self._ground, tuple(self._placed))


GLYPH_WIDTH = 0.64
"""Of a digit with the space beside it, by its height."""


def number_width(text: str, height: float) -> float:
    """How wide a number of digits of that height is, in pixels."""
    return (len(text) * GLYPH_WIDTH + 0.2) * height
