"""Measures whether memory stays flat while something is repeated, and which containers grow."""

from __future__ import annotations

import gc
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from statistics import correlation, linear_regression
from typing import Any, Final

import msgspec

from benchmarks.goals import at_most
from tests.census import census

MB: Final = 2**20
MOST_BYTES: Final = 4.0
"""The most bytes that each click or move may add: half of the memory for one more element of a list."""
FEW: Final = 3
TWICE: Final = 2
"""The number of standard errors that are printed as a result's uncertainty."""


class Sample(msgspec.Struct, frozen=True):
    """The memory of a process at one moment.

    Attributes:
        memory: The process's memory, in bytes.
        blocks: The number of memory blocks of its objects.
        held: The number of elements in each container and cache, by name.
    """

    memory: int
    blocks: int
    held: dict[str, int]

    def __str__(self) -> str:
        return f"{self.memory / MB:6.1f} MB, {self.blocks:8} blocks"


def memory_of(process: int | str = "self") -> int:
    """Return a process's memory in bytes, as Linux reports it."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def sample(*roots: object) -> Sample:
    """Return a sample of this process, with the containers that can be reached from `roots`."""
    gc.collect()
    return Sample(memory_of(), sys.getallocatedblocks(), dict(census(*roots) + cached()))


def caches() -> Iterator[_lru_cache_wrapper[Any]]:
    """Yield all functions with an `lru_cache`."""
    for module in [*sys.modules.values()]:
        yield from (one for one in [*vars(module).values()] if isinstance(one, _lru_cache_wrapper))


def cached() -> Counter[str]:
    """Return the number of results in each function's cache, by the function's name."""
    return Counter({f"{one.__module__}.{one.__name__}": one.cache_info().currsize for one in caches()})


def slope(places: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return the growth of `values` for each step of `places`, and twice its standard error.

    Successive samples deviate in similar ways, so the samples count as fewer than they are.
    """
    line = linear_regression(places, values)
    over = [y - line.slope * x - line.intercept for x, y in zip(places, values, strict=True)]
    middle = sum(places) / len(places)
    squares, spread = sum(one**2 for one in over), sum((x - middle) ** 2 for x in places)
    differ = len({*over[:-1]}) > 1 and len({*over[1:]}) > 1
    alike = max(0.0, correlation(over[:-1], over[1:])) if differ else 0.0
    few = (1 + alike) / max(1 - alike, 1 / len(over))
    return line.slope, TWICE * (squares / max(len(over) - 2, 1) / spread * few) ** 0.5


def tell(what: str, counts: Sequence[int], samples: Sequence[Sample]) -> None:
    """Print, for the last half of the samples, the growth for each move or click, and growing containers.

    If there are too few samples, print nothing.
    """
    half = len(samples) // 2
    if half < FEW:
        return
    since, last = counts[half:], samples[half:]
    for name, count in sorted(last[-1].held.items()):
        if count > (before := last[0].held.get(name, 0)) * 1.02 + 10:
            print(f"    {name}: {before} -> {count}")
    blocks, error = slope(since, [one.blocks for one in last])
    print(f"{what}, the last {since[-1] - since[0]}: each adds {blocks:+.4f} ± {error:.4f} blocks")
    judge(what, counts, [one.memory for one in samples])


def judge(what: str, counts: Sequence[int], memories: Sequence[int]) -> None:
    """Print the bytes that each move or click of the last half has added, and whether that meets the goal."""
    half = len(counts) // 2
    added, error = slope(counts[half:], memories[half:])
    at_most(f"{what}: bytes of memory that each adds, ± {error:.1f}", added, MOST_BYTES)
