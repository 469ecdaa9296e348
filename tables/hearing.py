"""What follows from what other processes wrote: memory forgets it, and tables of ours go on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Final, TypeVar

import structlog

from tables.changes import Changes
from tables.model.errors import Refused, StorageFailed, frames
from tables.scheduler import Scheduler
from tables.session import Session, Sessions
from tables.store.cluster import EVERYTHING, FORGOTTEN, OPENED, Others
from tables.store.people import People
from tables.store.reading import Reader

T = TypeVar("T")

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AGAIN_S: Final = 0.5


class Hearing:
    """The `Listener` of `Tables`.

    A key is the id of a table, or a kind and what it is about: `person:7`, `messages:abc`.  Nothing is
    in memory of kinds other than those below.
    """

    def __init__(
        self,
        others: Others,
        sessions: Sessions,
        reader: Reader,
        changes: Changes,
        scheduler: Scheduler,
        people: People,
        opened: Callable[[int], None],
    ) -> None:
        self._others = others
        self._sessions = sessions
        self._reader = reader
        self._changes = changes
        self._scheduler = scheduler
        self._people = people
        self._opened = opened
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[tuple[Callable[[str], None], Callable[[], None]]] = []

    @property
    def are_there(self) -> bool:
        """Whether there may be other processes."""
        return self._others.are_there

    def is_ours(self, table_id: str) -> bool:
        """Whether this process repaints and wakes a table; any may change it."""
        return self._others.is_ours(table_id)

    def is_newest(self, table_id: str, version: int) -> bool:
        """Whether nothing newer than that version of a table has been heard of."""
        session = self._sessions.known(table_id)
        return session is not None and session.table is not None and session.table.facts.version == version

    def looking_after(self, table_id: str) -> AbstractContextManager[None]:
        """As `Others.looking_after`."""
        return self._others.looking_after(table_id)

    def reached_at(self, host: str, port: int) -> None:
        """As `Others.reached_at`."""
        self._others.reached_at(host, port)

    def address_of(self, table_id: str) -> str | None:
        """As `Others.address_of`."""
        return self._others.address_of(table_id)

    async def in_turn(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do what is done for nothing if several processes do it at once, but does no harm then."""
        done: list[T] = []
        try:
            async with self._others.hold([name], long=True):
                done.append(await work())
        except StorageFailed as fault:
            log.warning("not_in_turn", what=name, reason=fault.reason)
        return done[0] if done else await work()

    def listen(self, changed: Callable[[str], None], moved: Callable[[], None]) -> None:
        """Have `changed` called with each table that others changed, `moved` when other tables are ours."""
        self._listeners.append((changed, moved))

    def begin(self) -> None:
        """Listen from now on."""
        self._others.listen(self)

    async def close(self) -> None:
        """Read nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

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
                async with self._others.hold([name], long=True):
                    has_come.set()
                    await asyncio.sleep(seconds)
            except StorageFailed as fault:
                log.info("turn_not_yet", turn=name, reason=fault.reason)
                await asyncio.sleep(AGAIN_S)

    def tell_changed(self, table_id: str) -> None:
        """Tell the owner of a table, in a moment, that something has changed that its messages show."""
        if self._others.are_there:
            self._begin(self._others.tell(table_id))

    def heard(self, keys: Sequence[str]) -> None:
        """As `Listener.heard`."""
        if EVERYTHING in keys:
            _tried(self._all_anew)
            return
        for key in dict.fromkeys(keys):
            # Another version of the bot may tell what this one doesn't know: the rest is heard all the same.
            _tried(partial(self._one, key))

    def _one(self, key: str) -> None:
        kind, _, rest = key.partition(":")
        if not rest:
            self._table_changed(key)
        elif kind == "messages":
            self._sessions.of(rest).messages.outdate()
        elif kind == "person":
            self._people.forget(int(rest))
        elif kind == OPENED:
            self._opened(int(rest))
        elif kind == FORGOTTEN:
            self._forget(int(rest))
        elif kind == "follower":
            self._sessions.of(rest.partition(":")[0]).followers.outdate()

    def shared_out(self) -> None:
        """As `Listener.shared_out`.

        Who looked after a table before us may have posted what we have not heard of yet.
        """
        self._sessions.outdate_rows()
        self._scheduler.start()
        for _, moved in self._listeners:
            _tried(moved)

    def _all_anew(self) -> None:
        known = [one for one in self._sessions.all() if one.table is not None or one.lock.locked()]
        for session in known:
            session.outdate()
            session.former = None
        self._people.forget_all()
        self.shared_out()
        for session in known:
            self._changes.tell(session.id)

    def _forget(self, person_id: int) -> None:
        self._people.forget(person_id)
        self._sessions.outdate_rows()

    def _table_changed(self, table_id: str) -> None:
        for changed, _ in self._listeners:
            changed(table_id)
        session = self._sessions.of(table_id)
        session.outdate()
        if not self.is_ours(table_id):
            self._changes.tell(table_id)  # It is read when it is wanted.
        elif not session.is_read_anew:
            session.is_read_anew = True
            self._begin(self._read(session))

    async def _read(self, session: Session) -> None:
        """Read a table anew, and do with it what is done after a change of our own."""
        try:
            await self._reader.read(session.id)  # Also what is changed while it is read.
        except StorageFailed:
            await self._scheduler.wake(session.id)  # Which is tried until the store gives it.
        except Refused as fault:
            log.warning("table_not_read_anew", table=session.id, code=fault.code)
            return
        finally:
            session.is_read_anew = False
        self._changes.tell(session.id)

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
    """Do something for whoever reads what others wrote, who would read nothing more after an exception."""
    try:
        work()
    except Exception as fault:
        log.error("not_heard", fault=frames(fault))
