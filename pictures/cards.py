"""Parts of cards that several games use."""

from __future__ import annotations

from typing import Final

from pictures.sprites import drawing, inside

HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}">'


def icon(place: str, kind: str, x: float, y: float, size: float) -> str:
    """A drawing of a game's `art` folder, with its middle at (x, y)."""
    scale = size / 100
    return (
        f'<g transform="translate({x - size / 2} {y - size / 2}) scale({scale})">'
        f"{inside(drawing(place, kind))}</g>"
    )
