"""The picture of how many people made how many points in the same deal.  Lengths are in pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pictures import lettering
from pictures.course import STEPS, apart, line
from pictures.drawings import SEATS
from pictures.scene import Scene, Sketch, number_width
from pictures.scores import EDGE, WIDTH

LEFT: Final = 64
"""The x of the left edge of the first bar; the last bar ends as far from the right edge of the picture."""
WIDE: Final = WIDTH - 2 * LEFT
TOP: Final = 116
"""The y of the upper end of the highest bar; `RULER` is the y of the lower ends of all bars."""
RULER: Final = 380
THICK: Final = 56
"""The height of the ruler with the scale of points, on which the bars stand."""
MOST_BARS: Final = 16
LEAST_BARS: Final = 9
"""The least number of bars if each bar is for one number of points."""
STEP: Final = 6
"""Bars have heights of whole steps, so that many pictures share their sprites."""
COUNT: Final = 24
"""The height of the digits above a bar; `DIGIT` is that of the digits on the ruler."""
DIGIT: Final = 28
OWN: Final = 44
"""The width and height of the icon above the bar of the person who looks at the picture."""
TIE: Final = 36
"""The height of the lines between the ruler and the computer players."""
MARK: Final = 46
NAME: Final = 32
GAP: Final = 14
"""The space between two labels."""


class Scale:
    """Divides the points into bars, and converts points into coordinates."""

    def __init__(self, counts: Mapping[int, int], shown: Iterable[int]) -> None:
        low, high = min(shown, default=0), max(shown, default=0)
        spare = max(0, LEAST_BARS - 1 - high + low)
        low = max(low - spare // 2, min(low, 0))
        high = max(high, low + LEAST_BARS - 1)
        for self.step in STEPS:
            self.bars = range(low // self.step, high // self.step + 1)
            self.pitch = WIDE / len(self.bars)
            self.people = Counter[int]()
            for points, count in counts.items():
                self.people[points // self.step] += count
            widest = max(number_width(str(count), COUNT) for count in (0, *self.people.values()))
            if len(self.bars) <= MOST_BARS and widest < self.pitch - 4:
                break

    def left(self, bar: int) -> float:
        """The x coordinate of the left edge of a bar."""
        return LEFT + (bar - self.bars[0]) * self.pitch

    def x(self, points: int) -> float:
        """The x coordinate of `points`, within their bar."""
        return self.left(0) + (points + 0.5) / self.step * self.pitch


def spread(counts: Mapping[int, int], own: int | None, marks: Sequence[tuple[str, int]]) -> Scene:
    """The picture of how many people made how many points (`counts`) in the same deal.

    `own`: the points of the person who looks at the picture; None if they have not played.  `marks`: the
    label and the points of each computer player; `counts` is without these, and all fit side by side.
    """
    shown = {*counts, *(points for _, points in marks)} | ({own} if own is not None else set())
    bottom = RULER + THICK + (TIE + MARK + 60 if marks else 16)
    sketch = Sketch(WIDTH, bottom + EDGE - 12, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, bottom - EDGE + 12)
    sketch.put("panel/ruler", "panel:plain", EDGE, RULER - 3, WIDTH - 2 * EDGE, THICK + 3)
    scale = Scale(counts, shown)
    bars(sketch, scale, own)
    if shown:
        numbers(sketch, scale)
    computers(sketch, scale, marks)
    return sketch.scene()


def bars(sketch: Sketch, scale: Scale, own: int | None) -> None:
    """Draw the bars with their numbers of people, and an icon on the bar of `own`; outlines if all are 0."""
    most = max(scale.people.values(), default=0)
    own_bar = None if own is None else own // scale.step
    for bar in scale.bars:
        count, middle, top = scale.people[bar], scale.left(bar) + scale.pitch / 2, float(RULER)
        colour, ink = ("#ffd166", "gold") if bar == own_bar else (SEATS[1], "light")
        if count:
            high = max(1, round(count / most * (RULER - TOP) / STEP)) * STEP
            top -= high
            sketch.put(f"bar/{bar}", f"bar:{colour}", scale.left(bar) + 2, top, scale.pitch - 4, high)
            top -= COUNT * 1.2
            sketch.number(f"people/{bar}", count, middle, top + COUNT / 2, COUNT, ink, anchor="middle")
        elif not most:
            sketch.put(f"free/{bar}", "place:free_1", scale.left(bar) + 2, RULER - 126, scale.pitch - 4, 120)
        if bar == own_bar:
            sketch.centred("own", "art:own", middle, top - OWN / 2 - 2, OWN)


def numbers(sketch: Sketch, scale: Scale) -> None:
    """Draw the scale of points: below each bar, or between bars that are for several numbers of points."""
    ends = scale.bars if scale.step == 1 else (*scale.bars, scale.bars[-1] + 1)
    aside = scale.pitch / 2 if scale.step == 1 else 0
    widest = max(number_width(str(bar * scale.step), DIGIT) for bar in ends)
    every = 1 if widest < scale.pitch - 10 else 2
    for bar in ends:
        if bar % every == 0:
            x, points = scale.left(bar) + aside, bar * scale.step
            sketch.number(f"points/{points}", points, x, RULER + THICK / 2, DIGIT, "dim", anchor="middle")


def computers(sketch: Sketch, scale: Scale, marks: Sequence[tuple[str, int]]) -> None:
    """Draw the computer players below the ruler, side by side, each tied to its points by a line."""
    most = (WIDTH - 2 * EDGE) / max(1, len(marks)) - GAP
    labels = [lettering.fitted(label, NAME, most) for label, _ in marks]
    wide = max((float(MARK), *(lettering.width(label, NAME) for label in labels)))
    edge = EDGE + wide / 2
    wanted = {number: scale.x(points) for number, (_, points) in enumerate(marks)}
    for number, middle in apart(wanted, wide + GAP, (edge, WIDTH - edge)).items():
        top = RULER + THICK
        ends = sorted([(wanted[number], top), (middle, top + TIE)])
        line(sketch, f"tie/{number}", 1, ends, is_thin=True)
        sketch.centred(f"computer/{number}", "art:computer", middle, top + TIE + MARK / 2, MARK)
        left = middle - lettering.width(labels[number], NAME) / 2
        sketch.text(f"label/{number}", labels[number], left, top + TIE + MARK + 26, NAME, "light")
