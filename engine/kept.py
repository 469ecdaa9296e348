"""What a function gave for the latest values it was asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

A = TypeVar("A")
R = TypeVar("R")


class Kept(Generic[A, R]):
    """A function of one immutable value that remembers what it gave for the last few.

    Values are told apart by identity: to hash a whole state would take longer than many an answer.  It may be
    called from any thread.
    """

    def __init__(self, function: Callable[[A], R], size: int) -> None:
        self._function = function
        self._size = size
        self._latest: tuple[tuple[A, R], ...] = ()

    def of(self, value: A) -> R:
        """What the function gives for `value`."""
        for known, found in self._latest:
            if known is value:
                return found
        found = self._function(value)
        self.keep(value, found)
        return found

    def keep(self, value: A, found: R) -> None:
        """Remember that the function gives `found` for `value`, which somebody knows already."""
        self._latest = ((value, found), *self._latest[: self._size - 1])

    def cache_clear(self) -> None:
        """Forget all values."""
        self._latest = ()
