"""The picture of a person's ratings over time: a curve for each rating list.  Lengths are in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from engine.game import Struct
from pictures.course import (
    BELOW,
    BOTTOM,
    DIGIT,
    END,
    LEFT,
    LINE,
    MARK,
    NAME,
    RIGHT,
    ROW,
    TOP,
    apart,
    line,
)
from pictures.scene import Scene, Sketch
from pictures.scores import EDGE, GAP, WIDTH

MOST: Final = 4
"""The most curves in a picture, one for each colour."""
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 5000)
"""The possible distances between two horizontal lines of the chart."""
MOST_LINES: Final = 5
LEAST: Final = 40
"""The least range of ratings that the chart shows, in points."""


class Curve(Struct, frozen=True):
    """A person's ratings in a rating list: its name, the first rating, and the rating after each game."""

    name: str
    ratings: tuple[int, ...]


def curves_picture(curves: Sequence[Curve]) -> Scene:
    """The picture of at most `MOST` curves, as a scene."""
    sketch = Sketch(WIDTH, BELOW - 40 + len(curves) * (ROW + GAP) + EDGE - GAP, "dusk")
    sketch.put("panel/chart", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, BELOW - 40 - EDGE)
    shown = [rating for curve in curves for rating in curve.ratings]
    low, high = min(shown), max(shown)
    spare = max(0, LEAST - (high - low)) / 2
    least, most = low - spare, high + spare
    step = next((one for one in STEPS if (most - least) / one <= MOST_LINES), STEPS[-1])
    values = range(step * floor(least / step), step * ceil(most / step) + 1, step)
    longest = max(len(curve.ratings) for curve in curves)

    def at(number: int, rating: float) -> tuple[float, float]:
        return (
            LEFT + number / (longest - 1) * (RIGHT - LEFT),
            BOTTOM - (rating - values[0]) / (values[-1] - values[0]) * (BOTTOM - TOP),
        )

    for value in values:
        y = at(0, value)[1]
        sketch.put(f"line/{value}", LINE, LEFT, y - 1.5, RIGHT - LEFT, 3)
        sketch.number(f"rating/{value}", value, LEFT - 14, y, DIGIT, "dim", anchor="right")
    ends = apart(
        {place: at(0, curve.ratings[-1])[1] for place, curve in enumerate(curves)}, MARK, (TOP, BOTTOM)
    )
    for place, curve in enumerate(curves):
        points = [at(number, rating) for number, rating in enumerate(curve.ratings)]
        line(sketch, f"tie/{place}", place, [points[-1], (END, ends[place])], is_thin=True)
        line(sketch, f"curve/{place}", place, points)
        sketch.centred(f"end/{place}", f"art:seat_{place + 1}", END, ends[place], MARK)
        _row(sketch, place, curve)
    return sketch.scene()


def _row(sketch: Sketch, place: int, curve: Curve) -> None:
    """Draw the symbol, the name and the present rating of a curve."""
    wide = WIDTH - 2 * EDGE + 24
    left, top = EDGE - 12, BELOW - 40 + place * (ROW + GAP)
    sketch.put(f"row/{place}", f"panel:seat_{place}", left, top, wide, ROW)
    middle = top + ROW / 2
    sketch.centred(f"list/{place}", f"art:seat_{place + 1}", left + 52, middle, MARK)
    sketch.text(f"name/{place}", curve.name, left + 86, middle, NAME, "light", wide - 200)
    sketch.number(f"now/{place}", curve.ratings[-1], left + wide - 16, middle, 38, "gold", anchor="right")
