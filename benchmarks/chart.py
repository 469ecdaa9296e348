"""Draws measurements as curves: several small charts over the same axis, in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 800
HEIGHT: Final = 460
"""The height of a chart, in pixels; two charts stand side by side."""
LEFT, RIGHT, TOP, BOTTOM = 120, 60, 90, 90
"""The margins around a chart's curves, in pixels."""
LINE: Final = 60
"""The height of the line of text below the charts, in pixels."""
GROUND, INK, GRID = "#ffffff", "#222222", "#dddddd"
COLOURS: Final = ("#1f5fa8", "#c2571a")
SMALL, LARGE = (ImageFont.load_default(size) for size in (24, 30))


class Curve(NamedTuple):
    """The values of one measurement, one for each place on the axis; its name has the curve's colour."""

    name: str
    values: Sequence[float]


class Chart(NamedTuple):
    """Curves with a common unit, on a scale from zero, and the title above them."""

    title: str
    curves: Sequence[Curve]


def draw(places: Sequence[int], below: str, charts: Sequence[Chart], where: str) -> Image.Image:
    """Draw all charts, two in a row; `places`: the axis, logarithmic; `below`: the axis's name.

    `where`: the text below the charts: what was measured, on which machine.
    """
    high = -(-len(charts) // 2) * HEIGHT
    picture = Image.new("RGB", (2 * WIDTH, high + LINE), GROUND)
    ImageDraw.Draw(picture).text((WIDTH, high + LINE / 2), where, INK, SMALL, "mm")
    for number, chart in enumerate(charts):
        one = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
        _draw(ImageDraw.Draw(one), places, below, chart)
        picture.paste(one, (number % 2 * WIDTH, number // 2 * HEIGHT))
    return picture


def _draw(pen: ImageDraw.ImageDraw, places: Sequence[int], below: str, chart: Chart) -> None:
    most = max(value for curve in chart.curves for value in curve.values)
    step = round_step(most / 3)
    top = step * -(-most // step)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(place: float) -> float:
        return LEFT + width * log10(place / places[0]) / log10(places[-1] / places[0])

    def y(value: float) -> float:
        return TOP + height * (1 - value / top)

    pen.text((LEFT, 20), chart.title, INK, LARGE)
    pen.text((LEFT + width, HEIGHT - 10), below, INK, SMALL, "rd")
    for number in range(round(top / step) + 1):
        pen.line((LEFT, y(number * step), LEFT + width, y(number * step)), GRID, 2)
        pen.text((LEFT - 14, y(number * step)), f"{number * step:g}", INK, SMALL, "rm")
    for place in places:
        pen.line((x(place), TOP + height, x(place), TOP + height + 8), INK, 2)
        if log10(place).is_integer():
            pen.text((x(place), TOP + height + 14), f"{place:,}", INK, SMALL, "mt")
    pen.line((LEFT, TOP + height, LEFT + width, TOP + height), INK, 2)
    for number, (curve, colour) in enumerate(zip(chart.curves, COLOURS, strict=False)):
        pen.text((LEFT + width, 16 + 28 * number), curve.name, colour, SMALL, "rt")
        points = [(x(place), y(value)) for place, value in zip(places, curve.values, strict=True)]
        for before, after in pairwise(points):
            pen.line((*before, *after), colour, 5)
        for across, down in points:
            pen.ellipse((across - 7, down - 7, across + 7, down + 7), colour)
        pen.text((points[-1][0], points[-1][1] - 14), f"{curve.values[-1]:.3g}", colour, SMALL, "rd")


def round_step(least: float) -> float:
    """Return the next number above `least` in the series 1, 2, 5, 10, 20, 50 ..."""
    power = 10.0 ** floor(log10(least))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least)
