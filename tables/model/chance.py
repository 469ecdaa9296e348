"""Chance at real tables: from the operating system's entropy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SystemChance:
    """Numbers and orders that nobody can foresee or repeat; it may be used from any thread."""

    def __init__(self) -> None:
        self._source = random.SystemRandom()

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1, all equally likely."""
        return self._source.randrange(bound)

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The same items in a random order."""
        drawn = list(items)
        self._source.shuffle(drawn)
        return tuple(drawn)
