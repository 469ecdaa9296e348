"""Who is ahead, and how far: the same in every game that is won by points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Seat, WorthParts

OTHERS: Final = "others"
"""The part of `lead` that is what the others have, on average; it counts against oneself."""
BEST: Final = "best"
"""The part of `lead` that is how far the best of them is above that; it counts against oneself, too."""
AGAINST: Final = frozenset({OTHERS, BEST})
"""The parts of `lead` that are nobody's own."""


def ranks(standings: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each seat, 1 for the highest standing; equals share it, and the next ranks are skipped."""
    return tuple(1 + sum(other > own for other in standings) for own in standings)


def lead(totals: Sequence[float], seat: Seat) -> float:
    """How many points `seat` is ahead: 0.7 of the lead over the best opponent, 0.3 over the average."""
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - 0.7 * max(others) - 0.3 * sum(others) / len(others)


def over_the_best(totals: Sequence[float], seat: Seat) -> float:
    """How many points `seat` is ahead of its best opponent; below 0: behind."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def lead_parts(names: Sequence[str], own: Sequence[float], totals: Sequence[float], seat: Seat) -> WorthParts:
    """What `lead` adds up from: the parts of one's own total, with these names, and what others have."""
    average = (sum(totals) - totals[seat]) / (len(totals) - 1)
    best = totals[seat] - average - lead(totals, seat)
    return (*zip(names, own, strict=True), (OTHERS, -average), (BEST, -best))


def own_total(parts: WorthParts) -> float:
    """The total of a seat of whose `lead` these are the parts."""
    return sum(points for name, points in parts if name not in AGAINST)
