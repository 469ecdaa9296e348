"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio
import heapq
from itertools import count

from tables.timing import clock


class Clock(clock.Clock):
    """A clock that stands still until it is moved; tasks are woken in the order of their times."""

    def __init__(self, time: float = 1_700_000_000.0) -> None:
        self._time = time
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._awaited = asyncio.Event()

    def now(self) -> float:
        """Return the clock's time, in seconds since 1970."""
        return self._time

    @property
    def time(self) -> float:
        """The clock's time, in seconds since 1970; setting it wakes the tasks that wait for earlier times."""
        return self._time

    @time.setter
    def time(self, time: float) -> None:
        self._time = time
        while self._waiting and self._waiting[0][0] <= time:
            _, _, waiter = heapq.heappop(self._waiting)
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, when: float, /) -> None:
        """Return at the time `when`; at once if it has passed."""
        if when > self._time:
            waiter = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (when, next(self._numbers), waiter))
            self._awaited.set()
            await waiter

    async def pass_once_awaited(self, seconds: float) -> None:
        """Move on by `seconds`, as soon as a task waits for a time until then."""
        end = self._time + seconds
        while all(waiter.done() or when > end for when, _, waiter in self._waiting):
            self._awaited.clear()
            await self._awaited.wait()
        self.time = end
