"""A clock that another process can move, by an offset in a file that both processes read."""

from __future__ import annotations

import asyncio
import mmap
import struct
import time
from pathlib import Path
from typing import Final

from tables.timing.clock import Clock

OFFSET: Final = struct.Struct("d")
LONGEST_NAP_S: Final = 0.1
"""Seconds between two looks at the file while waiting, since the clock may have been moved."""


class MovedClock(Clock):
    """The machine's clock plus an offset.

    Attributes:
        offset_s: Seconds by which the clock is ahead of the machine's; negative: behind.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(OFFSET.pack(0.0))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), OFFSET.size)

    @property
    def offset_s(self) -> float:
        offset: float = OFFSET.unpack(self._shared[:])[0]
        return offset

    @offset_s.setter
    def offset_s(self, seconds: float) -> None:
        self._shared[:] = OFFSET.pack(seconds)

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return time.time() + self.offset_s

    async def until(self, when: float, /) -> None:
        """Wait until `when`, in seconds since 1970; if that has passed, not at all."""
        while (left := when - self.now()) > 0:  # noqa: ASYNC110 - no event tells that a file was written
            await asyncio.sleep(min(left, LONGEST_NAP_S))
