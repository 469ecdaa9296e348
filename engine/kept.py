"""A cache for functions of one immutable value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

A = TypeVar("A")
R = TypeVar("R")


class Kept(Generic[A, R]):
    """Wraps a function of one immutable value, and caches its results for the last few values.

    Values are compared by identity: hashing a whole state would often take longer than the function.  The
    wrapper may be used from any thread.
    """

    def __init__(self, function: Callable[[A], R], size: int) -> None:
        self._function = function
        self._size = size
        self._latest: tuple[tuple[A, R], ...] = ()

    def of(self, value: A) -> R:
        """The result of the function for `value`, from the cache if it is there."""
        for known, found in self._latest:
            if known is value:
                return found
        found = self._function(value)
        self._latest = ((value, found), *self._latest[: self._size - 1])
        return found
