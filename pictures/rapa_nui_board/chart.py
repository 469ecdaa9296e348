"""Charts for the rules: ahu tiles by number, and what offerings cost and bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.rapa_nui_board.tiles import OFFERINGS, OUTSTANDING, STACKS, Tile
from pictures.rapa_nui_board.market import (
    OUTSTANDING_HEIGHT,
    STACK,
    outstanding,
    stack,
    worth,
)
from pictures.rapa_nui_board.parts import EDGE, WIDTH, art
from pictures.scene import Scene, Sketch

COLUMNS: Final = 4
PITCH: Final = (WIDTH - 2 * EDGE) / COLUMNS
LINE: Final = 158
PLAQUE: Final = 138
LOWEST: Final = 300
"""The least height of a picture."""


def chart(tiles: Sequence[Tile]) -> Scene:
    """A picture of ahu tiles, numbered from 1 on."""
    lines = -(-len(tiles) // COLUMNS)
    height = max(LOWEST, LINE * lines + 2 * EDGE)
    line = (height - 2 * EDGE) / lines
    sketch = Sketch(WIDTH, height, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, height - 2 * EDGE + 24)
    for place, tile in enumerate(tiles):
        x = EDGE + PITCH * (place % COLUMNS)
        middle = EDGE + line * (place // COLUMNS + 0.5)
        sketch.number(f"number/{place + 1}", place + 1, x + 78, middle, 46, "gold", anchor="right")
        sprite = art(f"plaque.{tile.name.lower()}")
        sketch.put(f"tile/{place + 1}", sprite, x + 88, middle - PLAQUE / 2, PLAQUE, PLAQUE)
    return sketch.scene()


def offerings_chart() -> Scene:
    """The offering tiles with prices and highest values, and the outstanding ones with points."""
    sketch = Sketch(WIDTH, LOWEST, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, LOWEST - 2 * EDGE + 24)
    top = EDGE + 4
    values = STACKS[max(STACKS)]
    for offering in OFFERINGS:
        x = EDGE + STACK * offering
        stack(sketch, offering, 1, x, top)
        worth(sketch, offering, values[offering][0], x - 10, top + 16)
    nobody = (None,) * len(OUTSTANDING)
    outstanding(sketch, nobody, nobody, LOWEST - EDGE - OUTSTANDING_HEIGHT)
    return sketch.scene()
