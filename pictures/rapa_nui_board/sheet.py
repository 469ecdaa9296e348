"""The final score: ranks, and each player's parts as a bar and in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import Result
from pictures.rapa_nui_board.parts import art
from pictures.scene import Scene, Sketch
from pictures.score_rows import EDGE, GAP, WIDTH, PartLook, row_height, score_rows

LOOKS: Final = {
    "offerings": PartLook("#2b7f96", art("several.offerings")),
    "outstanding": PartLook("#e0ab2f", art("prize.outstanding")),
    "resources": PartLook("#6f9a44", art("resources.all")),
    "tablet": PartLook("#8a5428", art("tablet")),
    "favour": PartLook("#a03f60", art("symbol.favour")),
}
"""How each part of the score is shown."""


def sheet(result: Result, names: Sequence[str]) -> Scene:
    """The picture of the final score; `names` are those of the seats."""
    rows = len(result.seats) * (row_height(1) + GAP)
    sketch = Sketch(WIDTH, rows + EDGE, "dusk")
    score_rows(sketch, result, names, EDGE - 8, lambda parts: [parts], 1, LOOKS)
    return sketch.scene()
