"""The source of chance of real tables: the operating system's entropy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SystemChance:
    """Numbers and orders that nobody can foresee or repeat.  May be used from any thread."""

    def __init__(self) -> None:
        self._source = random.SystemRandom()

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1, each as likely."""
        return self._source.randrange(bound)

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The same items in an order drawn at random."""
        drawn = list(items)
        self._source.shuffle(drawn)
        return tuple(drawn)
