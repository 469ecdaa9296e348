"""Chance of its own for thinking ahead: the same seed brings the same outcomes, however often it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

SEEDS: Final = 1 << 32
STEP: Final = 0x9E3779B97F4A7C15
MASK: Final = (1 << 64) - 1


class Stream:
    """A source of chance that comes out the same for the same seed (splitmix64, by Vigna).

    Attributes:
        was_asked: Whether anything was left to chance up to now.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK
        self.was_asked = False

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1, each about as likely."""
        self._state = (self._state + STEP) & MASK
        self.was_asked = True
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return (mixed ^ (mixed >> 31)) % bound

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The same items in an order drawn at random."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
