"""Ranks and leads, for every game that is won by points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Seat


def ranks(standings: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each seat, 1 for the highest standing; equals share a rank; the next ranks are skipped."""
    return tuple(1 + sum(other > own for other in standings) for own in standings)


def lead(totals: Sequence[float], seat: Seat) -> float:
    """The lead of `seat`: 0.7 of that over its best opponent, plus 0.3 of that over an average opponent."""
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - 0.7 * max(others) - 0.3 * sum(others) / len(others)


def over_the_best(totals: Sequence[float], seat: Seat) -> float:
    """By how many points `seat` leads over its best opponent; negative if it is behind."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
