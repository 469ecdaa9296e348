"""Scenes: pictures as data (which sprite stands where), before anything is drawn."""

from __future__ import annotations

from functools import cached_property, lru_cache
from hashlib import blake2b
from math import ceil
from typing import NamedTuple

import msgspec

from pictures import lettering


class Placed(msgspec.Struct, frozen=True):
    """A sprite with its position in a scene.

    Attributes:
        role: The meaning of the sprite, for tests and other readers of the scene: `village/0/moai`.
        sprite: The name of the sprite, as in `pictures.render`.
        x: The left edge, in pixels from the left; `y`: the top edge, from the top.
        width: The width in pixels; `height` is the height.
    """

    role: str
    sprite: str
    x: int
    y: int
    width: int
    height: int

    @property
    def is_area(self) -> bool:
        """Whether the sprite is an area, such as a panel or land, on which other sprites stand."""
        return _is_area(self.sprite)


@lru_cache(4096)
def _is_area(sprite: str) -> bool:
    return sprite.startswith("panel:") or ":land." in sprite


class Scene(msgspec.Struct, frozen=True, dict=True):
    """A picture as data: its background, and the sprites on it from back to front.  Sizes are in pixels."""

    width: int
    height: int
    ground: str
    placed: tuple[Placed, ...]

    @cached_property
    def packed(self) -> bytes:
        """The scene as MessagePack, which `msgspec` decodes to an equal scene."""
        return msgspec.msgpack.encode(self)

    @cached_property
    def key(self) -> str:
        """A digest of the scene; equal scenes, and only these, have equal digests."""
        return blake2b(self.packed, digest_size=8).hexdigest()


class Film(NamedTuple):
    """A moving picture as data: its scenes, and for how many milliseconds each is seen."""

    scenes: tuple[Scene, ...]
    ms: tuple[int, ...]

    @property
    def packed(self) -> bytes:
        """The film as MessagePack, which `msgspec` decodes to an equal film."""
        return msgspec.msgpack.encode(self)

    @property
    def key(self) -> str:
        """A digest of the film: equal for equal films, different for others."""
        return blake2b(self.packed, digest_size=8).hexdigest()


class Sketch:
    """A scene under construction, to which sprites are added."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width = width
        self.height = height
        self._ground = ground
        self._areas: list[Placed] = []
        self._placed: list[Placed] = []

    def put(self, role: str, sprite: str, x: float, y: float, width: float, height: float) -> None:
        """Add a sprite in front of earlier ones; but areas stay behind all other sprites."""
        one = Placed(role, sprite, round(x), round(y), round(width), round(height))
        (self._areas if _is_area(sprite) else self._placed).append(one)

    def centred(self, role: str, sprite: str, x: float, y: float, size: float) -> None:
        """Add a square sprite centred at (x, y)."""
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
        """Add a number of `height` pixels, whose meaning is `role`; return its right edge.

        `text`: digits and signs.  `x`: the left edge, the middle or the right edge, by `anchor` (`left`,
        `middle` or `right`).  `y`: the middle line.  `colour`: a name of `pictures.drawings.INKS`.
        """
        width = number_width(str(text), height)
        left = x - {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor] * width
        self.put(role, f"number:{colour}:{text}", left, y - height * 0.6, width, height * 1.2)
        return left + width

    def text(
        self, role: str, text: str, x: float, y: float, size: int, colour: str, most: float = 1000
    ) -> None:
        """Add a text on one line, whose meaning is `role`; `x`: its left edge; `y`: its middle line.

        `text`: any characters; those in no font are replaced.  `size`: the size of the letters, in pixels.
        `colour`: a name of `pictures.drawings.INKS`.  `most`: the greatest width; a longer text is cut off.
        """
        if shown := lettering.fitted(text, size, most):
            height = lettering.LINE * size
            wide = ceil(lettering.width(shown, size))
            self.put(role, f"text:{colour}:{shown}", x, y - height / 2, wide, height)

    def enlarged(self, part: Sketch, x: float, y: float, scale: float) -> None:
        """Add all sprites of `part`, scaled by `scale`, with the upper left corner of `part` at (x, y)."""
        for one in (*part._areas, *part._placed):
            corner = x + one.x * scale, y + one.y * scale
            self.put(one.role, one.sprite, *corner, one.width * scale, one.height * scale)

    def scene(self) -> Scene:
        """The scene so far, with its areas beneath all other sprites."""
        return Scene(self.width, self.height, self._ground, (*self._areas, *self._placed))


GLYPH_WIDTH = 0.64
"""The width of a digit with the space beside it, relative to the digit's height."""


def number_width(text: str, height: float) -> float:
    """The width of a number in pixels, with digits of this height."""
    return (len(text) * GLYPH_WIDTH + 0.2) * height
