"""What follows from what other processes do: memory forgets what has changed, and tables of ours go on."""

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

T = TypeVar("T")

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AGAIN_S: Final = 0.5
UNOWNED_S: Final = 10.0
"""So long a table may have no owner where a process was killed: until its lease lapses, and a moment more."""
REMEMBERED: Final = 1_000


class PeerEvents:
    """The `Listener` of `Tables`; and what all processes together do one after the other.

    What is known of tables that other processes own isn't kept, so nothing of it has to be forgotten.
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
        self._others_changed: deque[tuple[float, str]] = deque(maxlen=REMEMBERED)

    def listen(self, changed: Callable[[str], None], moved: Callable[[], None]) -> None:
        """Have `changed` called with tables of ours that others changed, `moved` when leases have moved."""
        self._listeners.append((changed, moved))

    async def close(self) -> None:
        """End what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def in_turn(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do what is done for nothing if several processes do it at once, but does no harm then."""
        done: list[T] = []
        try:
            async with self._cluster.hold([name], long=True):
                done.append(await work())
        except StorageFailed as fault:
            log.warning("not_in_turn", what=name, reason=fault.reason)
        return done[0] if done else await work()

    async def turn(self, name: str, seconds: float) -> None:
        """Wait for a turn, of which all processes together have one in so many seconds."""
        has_come = asyncio.Event()
        taking = self._begin(self._turn(name, seconds, has_come))
        try:
            await has_come.wait()
        finally:
            if not has_come.is_set():
                taking.cancel()  # Nobody waits any more: the others would wait for a turn that nobody has.

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
        """Other processes have changed these tables and people."""
        if EVERYTHING in told:
            _tried(self._all_anew)
            return
        for key in dict.fromkeys(told):
            # Another version of the bot may tell what this one doesn't know: the rest is heard all the same.
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
        elif ":" not in key:
            self._others_changed.append((time.monotonic(), key))  # Nobody may own the table just now.

    def leases_moved(self) -> None:
        """This process has got or lost leases: of no table it is certain that it was ours all the time."""
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
        self._people.forget_all()
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
        """Do with a table that another process has changed what is done after a change of our own."""
        await self._scheduler.wake(table_id)
        self._changes.tell(table_id)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # Where it was cancelled before it began.
        return task


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as fault:
        log.error("not_heard", fault=frames(fault))


def _tried(work: Callable[[], None]) -> None:
    """Do something for the task that hears of others, which would hear nothing more after an exception."""
    try:
        work()
    except Exception as fault:
        log.error("not_heard", fault=frames(fault))
