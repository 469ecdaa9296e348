"""Prints lines that compare a result with its goal."""

from __future__ import annotations

from typing import Final

GOAL: Final = "   goal: "
"""The text in the middle of such a line."""


def at_most(what: str, found: float, goal: float) -> None:
    """Print a result that should be at most `goal`."""
    _line(what, found, f"at most {goal:g}", found <= goal)


def at_least(what: str, found: float, goal: float) -> None:
    """Print a result that should be at least `goal`."""
    _line(what, found, f"at least {goal:g}", found >= goal)


def _line(what: str, found: float, goal: str, is_met: bool) -> None:
    print(f"  {what:<72}{found:8.2f}{GOAL}{goal:<14}{'met' if is_met else 'missed'}")
