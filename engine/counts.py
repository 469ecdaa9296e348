"""Multisets as tuples of numbers: how many of each kind there are, in no order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from operator import add, sub
from typing import TypeVar

T = TypeVar("T")

Counts = tuple[int, ...]
"""How many things of each kind there are; the index is the kind's number."""


def changed(counts: Counts, kind: int, by: int) -> Counts:
    """A copy of `counts` with `by` (which may be negative) added to the number of `kind`."""
    found = [*counts]
    found[kind] += by
    return tuple(found)


def changed_at(table: tuple[Counts, ...], place: int, kind: int, by: int) -> tuple[Counts, ...]:
    """A copy of `table`, a tuple of counts, with `by` added to the number of `kind` at the index `place`."""
    found = [*table]
    counts = [*found[place]]
    counts[kind] += by
    found[place] = tuple(counts)
    return tuple(found)


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A copy of `values` with `value` at the index `place`."""
    found = [*values]
    found[place] = value
    return tuple(found)


def counted(kinds: Iterable[int], size: int) -> Counts:
    """The number of times that each kind, from 0 to `size` - 1, occurs in `kinds`."""
    return with_more((0,) * size, kinds)


def with_more(counts: Counts, kinds: Iterable[int]) -> Counts:
    """A copy of `counts` with one more of each of `kinds`."""
    found = [*counts]
    for kind in kinds:
        found[kind] += 1
    return tuple(found)


def listed(counts: Counts, kinds: Sequence[T]) -> list[T]:
    """A list that contains each element of `kinds` as often as `counts` says, in the order of `kinds`."""
    return [*chain.from_iterable(map(repeat, kinds, counts))]


def added(counts: Counts, more: Counts) -> Counts:
    """The sum of `counts` and `more`, kind by kind."""
    return tuple(map(add, counts, more))


def without(counts: Counts, less: Counts) -> Counts:
    """The difference of `counts` and `less`, kind by kind."""
    return tuple(map(sub, counts, less))
