"""The final score of each seat: name, rank, a bar of its parts, these in numbers, the total.  In pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.game import Part, Result, Seat
from pictures.scene import Sketch

WIDTH: Final = 1000
EDGE: Final = 20
LINE: Final = 46
NAME_LINE: Final = 34
NAME: Final = 30
"""The size of the letters of a name."""
GAP: Final = 8
PITCH: Final = 92
"""From one part in numbers to the next, if they have two digits."""
BAR_LEFT: Final = 178
BAR_WIDTH: Final = 640


class PartLook(NamedTuple):
    """How a part of a score is shown: the colour of its bar, and its icon."""

    colour: str
    sprite: str


Lines = Callable[[Sequence[Part]], Sequence[Sequence[Part]]]
"""Divides the parts of a score into lines."""


def row_height(lines: int) -> int:
    """How high the row of one seat is with this many lines of parts."""
    return 86 + NAME_LINE + LINE * lines


def best_first(result: Result) -> list[Seat]:
    """The seats by rank."""
    return sorted(range(len(result.seats)), key=lambda seat: result.seats[seat].rank)


def score_rows(
    sketch: Sketch,
    result: Result,
    names: Sequence[str],
    top: float,
    lines: Lines,
    count: int,
    looks: Mapping[str, PartLook],
) -> float:
    """Draw a row for each seat, the best first, with `count` lines of parts.  Returns where they end."""
    height = row_height(count)
    for place, seat in enumerate(best_first(result)):
        above = top + place * (height + GAP)
        score_row(sketch, result, seat, above, lines, height, looks)
        sketch.text(f"player/{seat}", names[seat], BAR_LEFT, above + 28, NAME, "light", BAR_WIDTH)
    return top + len(result.seats) * (height + GAP)


def score_row(
    sketch: Sketch,
    result: Result,
    seat: Seat,
    top: float,
    lines: Lines,
    height: int,
    looks: Mapping[str, PartLook],
) -> None:
    """Draw a player's rank, parts and total."""
    score = result.seats[seat]
    winner = score.rank == 1
    panel = f"panel:seat_{seat}{'_lit' if winner else ''}"
    sketch.put(f"row/{seat}", panel, EDGE - 12, top, WIDTH - 2 * EDGE + 24, height)
    colour, middle = "gold" if winner else "light", top + height / 2
    sketch.number(f"rank/{seat}", score.rank, EDGE + 30, middle, 54, colour, anchor="middle")
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", EDGE + 102, middle, 62)
    parts = [part for part in score.parts if part.points]
    most = max(1, *(other.points for other in result.seats))
    bar(sketch, seat, parts, top + 16 + NAME_LINE, most, looks)
    for number, line in enumerate(lines(score.parts)):
        in_numbers(sketch, seat, line, top + 92 + NAME_LINE + LINE * number, looks)
    sketch.number(f"total/{seat}", score.points, WIDTH - EDGE - 12, middle, 66, colour, anchor="right")
    if winner:
        sketch.centred(f"winner/{seat}", "art:laurel", EDGE + 102, middle - 48, 36)


def bar(
    sketch: Sketch, seat: Seat, parts: Sequence[Part], top: float, most: int, looks: Mapping[str, PartLook]
) -> None:
    """Draw the parts end to end; `most` points fill the whole width."""
    x = float(BAR_LEFT)
    for part in parts:
        width = BAR_WIDTH * part.points / most
        look = looks[part.name]
        sketch.put(f"part/{seat}/{part.name}", f"bar:{look.colour}", x, top, max(3, width), 40)
        if width >= 44:
            sketch.centred(f"part/{seat}/{part.name}/icon", look.sprite, x + width / 2, top + 20, 34)
        x += width


def in_numbers(
    sketch: Sketch, seat: Seat, parts: Sequence[Part], middle: float, looks: Mapping[str, PartLook]
) -> None:
    """Draw each part that gave points, as an icon and a number."""
    left = float(BAR_LEFT)
    for part in parts:
        if part.points:
            sketch.put(f"points/{seat}/{part.name}/icon", looks[part.name].sprite, left, middle - 20, 40, 40)
            end = sketch.number(f"points/{seat}/{part.name}", part.points, left + 42, middle, 30, "light")
            left = max(left + PITCH, end + 5)
