"""The picture of how a game went: each player's lead as a curve, turn by turn.  Lengths are in pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Final

from engine.game import Seat, Struct
from engine.players.review import Moment
from pictures.drawings import EDGE as CURVE_EDGE
from pictures.drawings import WIDE, curve_name
from pictures.scene import Scene, Sketch
from pictures.scores import EDGE, GAP, WIDTH

TOP: Final = 52
"""The y of the upper edge of the chart; `BOTTOM`, `LEFT` and `RIGHT` are its other edges."""
LEFT: Final = 130
RIGHT: Final = WIDTH - 100
END: Final = WIDTH - 44
"""The x of the centres of the seats' symbols, which stand to the right of the curves."""
BOTTOM: Final = 440
BELOW: Final = 516
"""The y of the first row of players' names, which stand below the turns' numbers."""
ROW: Final = 66
"""The height of a row with a player's name."""
MARK: Final = 46
"""The width and height of a seat's symbol on a curve."""
NAME: Final = 34
DIGIT: Final = 30
"""The height of the digits beside the chart."""
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""The possible distances between two horizontal lines of the chart, in points."""
MOST_LINES: Final = 6
MOST_TURNS: Final = 9
"""The most turns whose numbers are written below the chart."""
LEAST: Final = 4.0
"""The chart extends at least this many points above and below 0."""
LINE: Final = "bar:#4a3c5e"
ZERO: Final = "bar:#b9a9b8"


class Course(Struct, frozen=True):
    """The content of the picture of how a game went.

    Attributes:
        moments: The leads of all seats at the beginning of each turn and at the end; at least two moments.
        names: The name of the player of each seat.
        marked: The turn (from 1) and the seat of each move that the review mentions.
    """

    moments: Sequence[Moment]
    names: Sequence[str]
    marked: Sequence[tuple[int, Seat]] = ()


class Chart:
    """Converts leads and moments into coordinates in the picture."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        leads = [lead for moment in moments for lead in moment.leads]
        high, low = max(LEAST, *leads), min(-LEAST, *leads)
        step = next((one for one in STEPS if (high - low) / one <= MOST_LINES), STEPS[-1])
        self.values = range(step * floor(low / step), step * ceil(high / step) + 1, step)
        self._moments = moments

    def y(self, lead: float) -> float:
        """The y coordinate of `lead`, which is in points."""
        low, high = self.values[0], self.values[-1]
        return BOTTOM - (lead - low) / (high - low) * (BOTTOM - TOP)

    def x(self, number: int) -> float:
        """The x coordinate of the moment with the index `number`."""
        return LEFT + number / (len(self._moments) - 1) * (RIGHT - LEFT)

    def at(self, number: int, seat: Seat) -> tuple[float, float]:
        """The coordinates (x, y) of the lead of `seat` at the moment with the index `number`."""
        return self.x(number), self.y(self._moments[number].leads[seat])


def course_picture(course: Course) -> Scene:
    """The picture of how a game went, as a scene."""
    seats, chart = range(len(course.names)), Chart(course.moments)
    rows = -(-len(course.names) // 2)
    sketch = Sketch(WIDTH, BELOW + rows * (ROW + GAP) + EDGE - GAP, "dusk")
    sketch.put("panel/chart", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, BELOW - EDGE)
    scale(sketch, course.moments, chart)
    ends = apart({seat: chart.at(len(course.moments) - 1, seat)[1] for seat in seats}, MARK, (TOP, BOTTOM))
    for seat, y in ends.items():
        # A line joins the curve's end and the seat's symbol, which other symbols may have moved away.
        line(sketch, f"tie/{seat}", seat, [chart.at(len(course.moments) - 1, seat), (END, y)], is_thin=True)
    for seat in seats:
        points = [chart.at(number, seat) for number in range(len(course.moments))]
        line(sketch, f"curve/{seat}", seat, points)
    marks(sketch, course, chart, ends)
    for number, (turn, seat) in enumerate(course.marked, 1):
        told(sketch, course.moments, chart, number, turn, seat)
    for seat in seats:
        draw_player_row(sketch, course, seat)
    return sketch.scene()


def scale(sketch: Sketch, moments: Sequence[Moment], chart: Chart) -> None:
    """Draw the horizontal lines of the chart, their values in points, and the numbers of some turns."""
    for value in chart.values:
        y, high = chart.y(value), 3 if value else 5
        sketch.put(f"line/{value}", LINE if value else ZERO, LEFT, y - high / 2, RIGHT - LEFT, high)
        sketch.number(f"points/{value}", signed(value), LEFT - 14, y, DIGIT, "dim", anchor="right")
    every = -(-len(moments) // MOST_TURNS)
    for number in range(0, len(moments) - 1, every):
        turn = moments[number].turn
        sketch.number(f"turn/{turn}", turn, chart.x(number), BOTTOM + 34, DIGIT, "dim", anchor="middle")


def signed(points: int) -> str:
    """The text of `points` with a plus or minus sign; 0 has no sign."""
    return f"{points:+}" if points else "0"


def line(
    sketch: Sketch, role: str, seat: Seat, points: Sequence[tuple[float, float]], *, is_thin: bool = False
) -> None:
    """Draw a line through `points`, which go from left to right, in the colour of `seat`."""
    around = WIDE / 2 + CURVE_EDGE + 1
    (first, _), (last, _) = points[0], points[-1]
    left, top = floor(first - around), floor(min(y for _, y in points) - around)
    bottom = max(y for _, y in points) + around
    name = curve_name(seat, [(x - left, y - top) for x, y in points], is_thin=is_thin)
    sketch.put(role, name, left, top, last + around - left, bottom - top)


def marks(sketch: Sketch, course: Course, chart: Chart, ends: Mapping[Seat, float]) -> None:
    """Draw each seat's symbol on its curve, each at another turn, and beside the chart at the y in `ends`."""
    last, seats = len(course.moments) - 1, range(len(course.names))
    for seat in seats:
        there = round((seat + 1) / (len(seats) + 1) * last)
        if 0 < there < last:
            sketch.centred(f"on/{seat}", f"art:seat_{seat + 1}", *chart.at(there, seat), MARK)
    for seat, y in ends.items():
        sketch.centred(f"end/{seat}", f"art:seat_{seat + 1}", END, y, MARK)


def apart(wanted: Mapping[int, float], size: float, room: tuple[float, float]) -> dict[int, float]:
    """Positions on a line: the `wanted` ones, moved where needed so that all are at least `size` apart.

    `room`: the least and the greatest position.
    """
    groups: list[list[int]] = []
    for one in sorted(wanted, key=lambda one: wanted[one]):
        groups.append([one])
        while len(groups) > 1 and _first(groups[-1], wanted, size, room) < size * len(groups[-2]) + _first(
            groups[-2], wanted, size, room
        ):
            groups[-2:] = [groups[-2] + groups[-1]]
    return {
        one: _first(group, wanted, size, room) + size * place
        for group in groups
        for place, one in enumerate(group)
    }


def _first(
    group: Sequence[int], wanted: Mapping[int, float], size: float, room: tuple[float, float]
) -> float:
    """The first position of a group of positions that are each `size` apart.

    The middle of the group is the average of its wanted positions, unless the group would leave `room`.
    """
    middle, half = sum(wanted[one] for one in group) / len(group), size * (len(group) - 1) / 2
    return min(max(middle - half, room[0]), room[1] - 2 * half)


def told(sketch: Sketch, moments: Sequence[Moment], chart: Chart, number: int, turn: int, seat: Seat) -> None:
    """Draw the `number` that the review gives a move, on the curve of `seat` in the middle of turn `turn`."""
    begun = max(place for place, moment in enumerate(moments[:-1]) if not place or moment.turn <= turn)
    (left, before), (right, after) = (chart.at(place, seat) for place in (begun, begun + 1))
    x, y = (left + right) / 2, (before + after) / 2
    sketch.put(f"told/{number}", "mark:change", x - 25, y - 25, 50, 50)
    sketch.number(f"told/{number}/number", number, x, y, 34, "gold", anchor="middle")


def draw_player_row(sketch: Sketch, course: Course, seat: Seat) -> None:
    """Draw the symbol, the name and the final lead of the player at `seat`."""
    wide = (WIDTH - 2 * EDGE + 24 - GAP) / 2
    left, top = EDGE - 12 + seat % 2 * (wide + GAP), BELOW + seat // 2 * (ROW + GAP)
    points = round(course.moments[-1].leads[seat])
    colour, is_best = (
        ("gold", True) if points == max(map(round, course.moments[-1].leads)) else ("light", False)
    )
    sketch.put(f"row/{seat}", f"panel:seat_{seat}{'_lit' if is_best else ''}", left, top, wide, ROW)
    middle = top + ROW / 2
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", left + 52, middle, MARK)
    sketch.text(f"player/{seat}", course.names[seat], left + 86, middle, NAME, colour, wide - 200)
    sketch.number(f"lead/{seat}", signed(points), left + wide - 16, middle, 38, colour, anchor="right")
