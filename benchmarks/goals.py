"""Lines that hold a figure against its goal."""

from __future__ import annotations

from typing import Final

GOAL: Final = "   goal: "
"""What such a line has in its middle."""


def at_most(what: str, found: float, goal: float) -> None:
    """Print a figure that is to be at most so much."""
    _line(what, found, f"at most {goal:g}", found <= goal)


def at_least(what: str, found: float, goal: float) -> None:
    """Print a figure that is to be at least so much."""
    _line(what, found, f"at least {goal:g}", found >= goal)


def _line(what: str, found: float, goal: str, is_met: bool) -> None:
    print(f"  {what:<72}{found:8.2f}{GOAL}{goal:<14}{'met' if is_met else 'missed'}")
