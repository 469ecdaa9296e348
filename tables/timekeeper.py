"""Looks at each table when something falls due there: one task with one sorted list of times.

Each table is in the list at most once: a new time replaces the former one.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Awaitable, Callable
from math import isnan
from typing import Final

import structlog

from tables.model.errors import Refused, StorageFailed, frames
from tables.model.table import Table
from tables.timing.clock import Clock, pause_s

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Attend = Callable[[str], Awaitable[Table]]
"""A table's id -> the table after all that was due has been done."""
NextMoment = Callable[[Table], float | None]
"""A table -> when it is to be looked at next, in seconds since 1970; None: never."""
GRACE_S: Final = 0.001
"""The least time between two looks at a table, so that one that stays due can't keep the loop busy."""


class Timekeeper:
    """Knows when each table is to be looked at next, and does so from `start` to `close`."""

    def __init__(self, clock: Clock, attend: Attend, next_moment: NextMoment) -> None:
        self._clock = clock
        self._attend = attend
        self._next_moment = next_moment
        self._due: dict[str, float] = {}
        self._failures: Counter[str] = Counter()
        self._moments: list[tuple[float, str]] = []
        self._sooner = asyncio.Event()
        self._rests = asyncio.Event()
        self._looking = False
        self._task: asyncio.Task[None] | None = None

    def notice(self, table: Table) -> None:
        """Note when a table is to be looked at next, in place of what was noted before."""
        try:
            when = self._next_moment(table)
        except StorageFailed as fault:
            log.warning("moment_put_off", table=table.facts.id, reason=fault.reason)
            self.try_again(table.facts.id)
        except Exception as fault:
            log.error("moment_unknown", table=table.facts.id, fault=frames(fault))
            self.try_again(table.facts.id)
        else:
            self._failures.pop(table.facts.id, None)
            self._take_down(table.facts.id, when)

    def expect(self, table_id: str, when: float) -> None:
        """Note when a table is to be looked at next, unless that is known: its row says so, after a start."""
        if table_id not in self._due:
            self._take_down(table_id, when)

    def clear(self) -> None:
        """Forget all that was noted."""
        self._due.clear()
        self._moments.clear()

    def try_again(self, table_id: str) -> None:
        """Look again, after a pause, at a table where something went wrong; the others don't wait for it."""
        self._failures[table_id] += 1
        self._take_down(table_id, self._clock.now() + pause_s(self._failures[table_id]))

    def start(self) -> None:
        """Start the task, unless it runs already; what is overdue is done at once, the oldest first."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="timekeeper")

    async def caught_up(self) -> None:
        """Wait until all that is due by now has been done."""
        while self._looking or (self._moments and self._moments[0][0] <= self._clock.now()):
            self._rests.clear()
            await self._rests.wait()

    async def close(self) -> None:
        """End the task."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _take_down(self, table_id: str, when: float | None) -> None:
        before = self._due.pop(table_id, None)
        if before is not None:
            del self._moments[bisect_left(self._moments, (before, table_id))]
        if when is None or isnan(when):  # Odd rows may give NaN, which would break the order of the list.
            return
        self._due[table_id] = when
        insort(self._moments, (when, table_id))
        if self._moments[0] == (when, table_id):
            self._sooner.set()

    async def _run(self) -> None:
        while True:
            self._sooner.clear()
            table_id = self._take_due()
            if table_id is not None:
                self._looking = True
                await self._look_at(table_id)
                continue
            self._looking = False
            self._rests.set()
            if self._moments:
                await self._wait(self._moments[0][0])
            else:
                await self._sooner.wait()

    def _take_due(self) -> str | None:
        """Take the table with the earliest moment off the list, if that has come; else None."""
        if not self._moments or self._moments[0][0] > self._clock.now():
            return None
        _, table_id = self._moments.pop(0)
        del self._due[table_id]
        return table_id

    async def _wait(self, when: float) -> None:
        """Wait until `when`, or until an earlier time was noted."""
        waits = {asyncio.ensure_future(self._clock.until(when)), asyncio.ensure_future(self._sooner.wait())}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _look_at(self, table_id: str) -> None:
        try:
            when = self._next_moment(await self._attend(table_id))
        except StorageFailed as fault:
            log.warning("moment_put_off", table=table_id, reason=fault.reason)
            self.try_again(table_id)
        except Refused as refusal:
            log.warning("moment_refused", table=table_id, code=refusal.code)
            self._failures.pop(table_id, None)
        except Exception as fault:
            log.error("moment_failed", table=table_id, fault=frames(fault))
            self.try_again(table_id)
        else:
            self._failures.pop(table_id, None)
            self._take_down(table_id, None if when is None else max(when, self._clock.now() + GRACE_S))
