"""Reacts to changes by other processes: empties caches, and sets the timers of this process's tables."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import structlog

from tables.changes import Changes
from tables.model.errors import StorageFailed, frames
from tables.scheduler import Scheduler
from tables.session import Sessions
from tables.store.database import EVERYTHING, OPENED, PERSON, Cluster
from tables.store.people import People
from tables.timing.clock import cancelled

T = TypeVar("T")

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AGAIN_S: Final = 0.5
UNOWNED_S: Final = 10.0
"""Seconds for which a killed process's tables may have no owner: the length of a lease, and a margin."""
REMEMBERED: Final = 1_000
ACTIVITY: Final = "activity"
"""The beginning of a word such as `activity:abc`: the Activity's instance `abc` was opened from a table."""


class PeerEvents:
    """Reacts to changes by other processes; also runs work in one process at a time.

    This process caches nothing of tables that other processes own: their changes outdate no cache here.
    """

    def __init__(
        self, cluster: Cluster, sessions: Sessions, changes: Changes, scheduler: Scheduler, people: People
    ) -> None:
        self._cluster = cluster
        self._sessions = sessions
        self._changes = changes
        self._scheduler = scheduler
        self._people = people
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[tuple[Callable[[str], None], Callable[[], None]]] = []
        self._of_others: list[Callable[[str], None]] = []
        self._others_changed: deque[tuple[float, str]] = deque(maxlen=REMEMBERED)

    def listen(self, changed: Callable[[str], None], moved: Callable[[], None]) -> None:
        """Have `changed` called with the id of each table of this process that another process has changed.

        `moved`: called when this process has got or lost leases.
        """
        self._listeners.append((changed, moved))

    def hear_of_others(self, changed: Callable[[str], None]) -> None:
        """Have `changed` called with news of other processes.

        `changed` gets the id of each table that these have changed, unless this process owns the table; and
        `activity:` with the id of each instance of the Activity that was opened from a table.
        """
        self._of_others.append(changed)

    async def close(self) -> None:
        """Cancel the tasks under way."""
        await cancelled(*self._tasks)

    async def exclusively(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do `work` under the shared lock `name`, or without it if the store fails; return the result."""
        done: list[T] = []
        try:
            async with self._cluster.hold([name], long=True):
                done.append(await work())
        except StorageFailed as fault:
            log.warning("not_in_turn", what=name, reason=fault.reason)
        return done[0] if done else await work()

    async def wait_for_slot(self, name: str, seconds: float) -> None:
        """Wait for a slot of this `name`; all processes together get one in each `seconds` seconds."""
        has_come = asyncio.Event()
        taking = self._begin(self._turn(name, seconds, has_come))
        try:
            await has_come.wait()
        finally:
            if not has_come.is_set():
                taking.cancel()  # The caller was cancelled: leave the slot to the other processes.

    async def _turn(self, name: str, seconds: float, has_come: asyncio.Event) -> None:
        while not has_come.is_set():
            try:
                async with self._cluster.hold([name], long=True):
                    has_come.set()
                    await asyncio.sleep(seconds)
            except StorageFailed as fault:
                log.info("turn_not_yet", turn=name, reason=fault.reason)
                await asyncio.sleep(AGAIN_S)

    def heard(self, told: Sequence[str]) -> None:
        """Empty the caches of rows that other processes have changed.

        `told`: what these processes send with their writes: ids of tables, `person:7` and the like.
        """
        if EVERYTHING in told:
            _tried(self._all_anew)
            return
        for key in dict.fromkeys(told):
            # Another version of the bot may send unknown words, which must not stop the loop.
            _tried(partial(self._one, key))

    def _one(self, key: str) -> None:
        kind, _, rest = key.partition(":")
        if kind == PERSON:
            self._people.forget(int(rest))
            self._sessions.outdate_rows()
        elif kind == OPENED:
            self._changes.note_opened(int(rest))
        elif ":" not in key and self._cluster.is_ours(key):
            self._table_changed(key)
        elif kind == ACTIVITY:
            for changed in self._of_others:
                changed(key)
        elif ":" not in key:
            self._others_changed.append((time.monotonic(), key))  # The table may yet become ours.
            for changed in self._of_others:
                changed(key)

    def leases_moved(self) -> None:
        """Empty the caches and reset all timers, since this process has got or lost leases.

        What the former owner of a table has written of its players may not have been heard of yet.
        """
        self._people.forget_all()
        for session in self._sessions.all():
            if session.is_ours:
                session.outdate()
                session.outdate_rows()
            else:
                self._sessions.drop(session)
        self._scheduler.start()
        for _, moved in self._listeners:
            _tried(moved)
        since = time.monotonic() - UNOWNED_S
        for table_id in {
            key for at, key in self._others_changed if at > since and self._cluster.is_ours(key)
        }:
            _tried(partial(self._table_changed, table_id))

    def _all_anew(self) -> None:
        known = [one.id for one in self._sessions.all() if one.table is not None or one.lock.locked()]
        self.leases_moved()
        for table_id in known:
            self._changes.tell(table_id)

    def _table_changed(self, table_id: str) -> None:
        for changed, _ in self._listeners:
            changed(table_id)
        session = self._sessions.of(table_id)
        session.outdate()
        session.outdate_rows()
        self._begin(self._go_on(table_id))

    async def _go_on(self, table_id: str) -> None:
        """Read a table that another process has changed, set its timer, and have it repainted."""
        await self._scheduler.wake(table_id)
        self._changes.tell(table_id)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # For a task cancelled before it began.
        return task


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as fault:
        log.error("not_heard", fault=frames(fault))


def _tried(work: Callable[[], None]) -> None:
    """Do `work`, and log its exceptions, which must not end the task that reads the news."""
    try:
        work()
    except Exception as fault:
        log.error("not_heard", fault=frames(fault))
