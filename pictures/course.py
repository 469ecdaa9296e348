"""The picture of a game's course: for each player a curve of their lead, turn by turn.  In pixels."""

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
"""The upper edge of the chart proper; `LEFT` and so on are its other edges."""
LEFT: Final = 130
RIGHT: Final = WIDTH - 100
END: Final = WIDTH - 44
"""The x of the middle of the players' marks, behind the ends of their curves."""
BOTTOM: Final = 440
BELOW: Final = 516
"""The y where the players' names begin, below the numbers of the turns."""
ROW: Final = 66
"""The height of the row of a player's name."""
MARK: Final = 46
"""The size of a player's mark on a curve."""
NAME: Final = 34
DIGIT: Final = 30
"""The height of the digits beside the chart."""
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""The possible distances between two lines of the chart, in points."""
MOST_LINES: Final = 6
MOST_TURNS: Final = 9
"""How many turns are numbered at most."""
LEAST: Final = 4.0
"""How many points the chart reaches up and down at least."""
LINE: Final = "bar:#4a3c5e"
ZERO: Final = "bar:#b9a9b8"


class Course(Struct, frozen=True):
    """What a picture of a course shows.

    Attributes:
        moments: The standing of all seats, turn by turn; at least two.
        names: The name of the player of each seat.
        marked: Turn (from 1) and seat of each move that the review tells of.
    """

    moments: Sequence[Moment]
    names: Sequence[str]
    marked: Sequence[tuple[int, Seat]] = ()


class Chart:
    """Converts points and moments into places in the chart."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        leads = [lead for moment in moments for lead in moment.leads]
        high, low = max(LEAST, *leads), min(-LEAST, *leads)
        step = next((one for one in STEPS if (high - low) / one <= MOST_LINES), STEPS[-1])
        self.values = range(step * floor(low / step), step * ceil(high / step) + 1, step)
        self._moments = moments

    def y(self, lead: float) -> float:
        """The y of a lead in points."""
        low, high = self.values[0], self.values[-1]
        return BOTTOM - (lead - low) / (high - low) * (BOTTOM - TOP)

    def x(self, number: int) -> float:
        """The x of a moment, by its index."""
        return LEFT + number / (len(self._moments) - 1) * (RIGHT - LEFT)

    def at(self, number: int, seat: Seat) -> tuple[float, float]:
        """The point of a player's curve at a moment."""
        return self.x(number), self.y(self._moments[number].leads[seat])


def course_picture(course: Course) -> Scene:
    """The picture of a course."""
    seats, chart = range(len(course.names)), Chart(course.moments)
    rows = -(-len(course.names) // 2)
    sketch = Sketch(WIDTH, BELOW + rows * (ROW + GAP) + EDGE - GAP, "dusk")
    sketch.put("panel/chart", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, BELOW - EDGE)
    scale(sketch, course.moments, chart)
    ends = apart({seat: chart.at(len(course.moments) - 1, seat)[1] for seat in seats})
    for seat, y in ends.items():
        # A line from the curve's end to the mark, which other marks may have pushed away.
        line(sketch, f"tie/{seat}", seat, [chart.at(len(course.moments) - 1, seat), (END, y)], is_thin=True)
    for seat in seats:
        curve(sketch, course.moments, chart, seat)
    marks(sketch, course, chart, ends)
    for number, (turn, seat) in enumerate(course.marked, 1):
        told(sketch, course.moments, chart, number, turn, seat)
    for seat in seats:
        draw_player_row(sketch, course, seat)
    return sketch.scene()


def scale(sketch: Sketch, moments: Sequence[Moment], chart: Chart) -> None:
    """Draw the lines of the chart, the points they stand for, and the numbers of some turns."""
    for value in chart.values:
        y, high = chart.y(value), 3 if value else 5
        sketch.put(f"line/{value}", LINE if value else ZERO, LEFT, y - high / 2, RIGHT - LEFT, high)
        sketch.number(f"points/{value}", signed(value), LEFT - 14, y, DIGIT, "dim", anchor="right")
    every = -(-len(moments) // MOST_TURNS)
    for number in range(0, len(moments) - 1, every):
        turn = moments[number].turn
        sketch.number(f"turn/{turn}", turn, chart.x(number), BOTTOM + 34, DIGIT, "dim", anchor="middle")


def signed(points: int) -> str:
    """Points as a number with its sign."""
    return f"{points:+}" if points else "0"


def curve(sketch: Sketch, moments: Sequence[Moment], chart: Chart, seat: Seat) -> None:
    """Draw the curve of a player."""
    line(sketch, f"curve/{seat}", seat, [chart.at(number, seat) for number in range(len(moments))])


def line(
    sketch: Sketch, role: str, seat: Seat, points: Sequence[tuple[float, float]], *, is_thin: bool = False
) -> None:
    """Draw a line from left to right in a seat's colour, in a box with room for its width."""
    around = WIDE / 2 + CURVE_EDGE + 1
    (first, _), (last, _) = points[0], points[-1]
    left, top = floor(first - around), floor(min(y for _, y in points) - around)
    bottom = max(y for _, y in points) + around
    name = curve_name(seat, [(x - left, y - top) for x, y in points], is_thin=is_thin)
    sketch.put(role, name, left, top, last + around - left, bottom - top)


def marks(sketch: Sketch, course: Course, chart: Chart, ends: Mapping[Seat, float]) -> None:
    """Draw each player's mark on the curve, each at another turn, and behind its end at its `ends` height."""
    last, seats = len(course.moments) - 1, range(len(course.names))
    for seat in seats:
        there = round((seat + 1) / (len(seats) + 1) * last)
        if 0 < there < last:
            sketch.centred(f"on/{seat}", f"art:seat_{seat + 1}", *chart.at(there, seat), MARK)
    for seat, y in ends.items():
        sketch.centred(f"end/{seat}", f"art:seat_{seat + 1}", END, y, MARK)


def apart(heights: Mapping[Seat, float]) -> dict[Seat, float]:
    """The heights of marks, at least a mark's size apart; those that would overlap are moved into groups."""
    groups: list[list[Seat]] = []
    for seat in sorted(heights, key=lambda seat: heights[seat]):
        groups.append([seat])
        while len(groups) > 1 and _first(groups[-1], heights) - _last(groups[-2], heights) < MARK:
            groups[-2:] = [groups[-2] + groups[-1]]
    return {
        seat: _first(group, heights) + MARK * place for group in groups for place, seat in enumerate(group)
    }


def _first(group: Sequence[Seat], heights: Mapping[Seat, float]) -> float:
    """The height of the first mark of a group that stands together within the chart."""
    middle, half = sum(heights[seat] for seat in group) / len(group), MARK * (len(group) - 1) / 2
    return min(max(middle - half, TOP), BOTTOM - 2 * half)


def _last(group: Sequence[Seat], heights: Mapping[Seat, float]) -> float:
    """The height of the last mark of a group."""
    return _first(group, heights) + MARK * (len(group) - 1)


def told(sketch: Sketch, moments: Sequence[Moment], chart: Chart, number: int, turn: int, seat: Seat) -> None:
    """Mark a told move on its maker's curve, half-way between the beginnings of its turn and the next."""
    begun = max(place for place, moment in enumerate(moments[:-1]) if not place or moment.turn <= turn)
    (left, before), (right, after) = (chart.at(place, seat) for place in (begun, begun + 1))
    x, y = (left + right) / 2, (before + after) / 2
    sketch.put(f"told/{number}", "mark:change", x - 25, y - 25, 50, 50)
    sketch.number(f"told/{number}/number", number, x, y, 34, "gold", anchor="middle")


def draw_player_row(sketch: Sketch, course: Course, seat: Seat) -> None:
    """Draw a player's mark, name, and lead at the end."""
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
