"""Ranks and leads, for every game that is won by points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Seat, WorthParts

OTHERS: Final = "others"
"""The name of the part of `lead` for the opponents' average total; its points are negative."""
BEST: Final = "best"
"""The name of the part of `lead` for the best opponent's lead over the opponents' average; also negative."""
AGAINST: Final = frozenset({OTHERS, BEST})
"""The names of the parts of `lead` that stand for opponents."""


def ranks(standings: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each seat, 1 for the highest standing; ties share a rank, and later ranks are skipped."""
    return tuple(1 + sum(other > own for other in standings) for own in standings)


def lead(totals: Sequence[float], seat: Seat) -> float:
    """The lead of `seat` in points: 0.7 of that over its best opponent, 0.3 of that over their average."""
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - 0.7 * max(others) - 0.3 * sum(others) / len(others)


def over_the_best(totals: Sequence[float], seat: Seat) -> float:
    """By how many points `seat` leads over its best opponent; negative if it is behind."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def lead_parts(names: Sequence[str], own: Sequence[float], totals: Sequence[float], seat: Seat) -> WorthParts:
    """The parts of `lead`: those of the seat's own total, by `names`, and two for its opponents."""
    average = (sum(totals) - totals[seat]) / (len(totals) - 1)
    best = totals[seat] - average - lead(totals, seat)
    return (*zip(names, own, strict=True), (OTHERS, -average), (BEST, -best))


def own_total(parts: WorthParts) -> float:
    """The total of the seat whose `lead` has these parts."""
    return sum(points for name, points in parts if name not in AGAINST)
