"""The final score: for each player the parts of both scorings, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import Part, Result
from pictures.ru_ra_re.composed import COLOURS
from pictures.ru_ra_re.parts import art
from pictures.scene import Scene, Sketch
from pictures.score_rows import EDGE, GAP, WIDTH, PartLook, row_height, score_rows

SCORINGS: Final = ("first", "final")
PARTS: Final = {
    "kings": ("king", "icon.king"),
    "churches": ("church", "icon.church"),
    "victory": ("victory", "icon.victory"),
    "knights": ("knight", "icon.knight"),
    "animals": ("animal", "icon.sheep"),
    "farm": ("farm", "icon.farmhouse"),
}
"""The colour group and the icon of each part of a scoring."""
LOOKS: Final = {
    f"{scoring}_{name}": PartLook(COLOURS[group][0], art(icon))
    for scoring in SCORINGS
    for name, (group, icon) in PARTS.items()
}


def sheet(result: Result, names: Sequence[str]) -> Scene:
    """The picture of the final score; `names` are those of the seats."""
    rows = len(result.seats) * (row_height(len(SCORINGS)) + GAP)
    sketch = Sketch(WIDTH, rows + EDGE, "dusk")
    score_rows(sketch, result, names, EDGE - 8, by_scoring, len(SCORINGS), LOOKS)
    return sketch.scene()


def by_scoring(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts of the first scoring in one line, those of the final one in another."""
    return [[part for part in parts if part.name.startswith(scoring)] for scoring in SCORINGS]
