"""Curves, as in a chart: a line through points, with a dark edge so that it stands out where curves cross."""

from __future__ import annotations

from pictures.grounds import HEAD
from pictures.palette import OUTLINE, SEATS

WIDE = 9
"""The width of a line, in pixels."""
EDGE = 4
"""The width of its dark edge."""
THIN = "thin_"
"""Stands before the seat of a line of half that width and edge."""


def curve_name(seat: int, points: list[tuple[float, float]], *, is_thin: bool = False) -> str:
    """The name of the sprite of a curve in the colour of a seat, through points in pixels of its box."""
    through = " ".join(f"{round(x)},{round(y)}" for x, y in points)
    return f"curve:{THIN if is_thin else ''}{seat}:{through}"


def curve_svg(rest: str, width: int, height: int) -> str:
    """A curve; `rest` is what its name says after `curve:`."""
    kind, _, points = rest.partition(":")
    seat, size = int(kind.removeprefix(THIN)), 0.5 if kind.startswith(THIN) else 1
    line = f'points="{points}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        HEAD.format(width, height)
        + f'<polyline {line} stroke="{OUTLINE}" stroke-width="{size * (WIDE + 2 * EDGE)}"/>'
        + f'<polyline {line} stroke="{SEATS[seat]}" stroke-width="{size * WIDE}"/></svg>'
    )
