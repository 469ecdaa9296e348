"""Whether memory stays flat while something is done again and again, and what holds more than before."""

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
"""So much may be added for each click or move: half of what a list needs to hold one thing more."""
FEW: Final = 3
TWICE: Final = 2
"""A figure is given with twice its standard error."""


class Sample(msgspec.Struct, frozen=True):
    """What a process holds at one moment.

    Attributes:
        memory: Its memory, in bytes.
        blocks: How many blocks of memory its objects have.
        held: How many things its containers and caches hold, by name.
    """

    memory: int
    blocks: int
    held: dict[str, int]

    def __str__(self) -> str:
        return f"{self.memory / MB:6.1f} MB, {self.blocks:8} blocks"


def memory_of(process: int | str = "self") -> int:
    """How much memory a process has, in bytes; Linux tells it."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def sample(*roots: object) -> Sample:
    """What this process holds; its containers are those that can be reached from some objects."""
    gc.collect()
    return Sample(memory_of(), sys.getallocatedblocks(), dict(census(*roots) + cached()))


def caches() -> Iterator[_lru_cache_wrapper[Any]]:
    """The functions that keep what they gave."""
    for module in [*sys.modules.values()]:
        yield from (one for one in [*vars(module).values()] if isinstance(one, _lru_cache_wrapper))


def cached() -> Counter[str]:
    """How much the caches of functions hold."""
    return Counter({f"{one.__module__}.{one.__name__}": one.cache_info().currsize for one in caches()})


def slope(places: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """How much is added for each step, and twice the standard error of that.

    What one sample has too much the next one mostly has too, so they count as fewer than they are.
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
    """Print what was added in the last half for each move or click, and which containers hold more since.

    Of too few samples nothing is said.
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
    """Print how much memory, in bytes, each move or click of the last half has added, against the goal."""
    half = len(counts) // 2
    added, error = slope(counts[half:], memories[half:])
    at_most(f"{what}: bytes of memory that each adds, ± {error:.1f}", added, MOST_BYTES)
