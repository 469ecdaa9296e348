"""Changes tables: check, commit, update the cache, tell; all of it even if the caller is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

import structlog

from tables.model.errors import Conflict, Refused, StorageFailed, frames
from tables.model.table import Table
from tables.model.values import Status
from tables.session import Session, Sessions
from tables.store import journal
from tables.store.database import Database
from tables.store.reading import Reader
from tables.verbs.deadlines import Due

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

T = TypeVar("T")
Decide = Callable[[Table, float], Table]
"""The table and the time -> the table after a verb, or the same object where nothing is to be done."""
ATTEMPTS: Final = 5
"""So often a change is decided anew because another process was first."""


class Changes:
    """Runs verbs on tables, one at a time on each."""

    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        reader: Reader,
        now: Callable[[], float],
        settled: Decide,
        due: Callable[[Table], Due],
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._reader = reader
        self._now = now
        self._settled = settled
        self._due = due
        self._followers: list[Callable[[Session, Table], None]] = []
        self._subscribers: list[Callable[[str], None]] = []
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closed = False

    def follow(self, follower: Callable[[Session, Table], None]) -> None:
        """Have `follower` called with the table after each commit that adds entries to its journal.

        It is called in the task that made the change, and before the subscribers.
        """
        self._followers.append(follower)

    def subscribe(self, subscriber: Callable[[str], None]) -> None:
        """Have `subscriber` called with a table's id after each commit that changed anything of it.

        It is called in the task that made the change, and by `tell`.
        """
        self._subscribers.append(subscriber)

    def tell(self, table_id: str) -> None:
        """Tell the subscribers that a table has changed."""
        for subscriber in self._subscribers:
            try:
                subscriber(table_id)
            except Exception as fault:
                log.error("subscriber_failed", table=table_id, fault=frames(fault))

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Await some work in a task of its own, which is finished even if the caller is cancelled."""
        if self._closed:
            work.close()
            raise StorageFailed("closed")
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_report)  # Nobody else would get its exception.
            raise

    async def change(
        self,
        table_id: str,
        click: str,
        decide: Decide,
        meanwhile: Callable[[Table], object] | None = None,
    ) -> tuple[Status, Table]:
        """Let `decide` change a table, unless this click already has, and do what follows from that.

        `meanwhile` is called with the table as it will be, while it is written: what it finds out may not be
        told, since that may yet fail.

        Returns:
            `done`, `repeated` (this click has had its effect) or `stale` (`decide` left the table as it is),
            and the table as it is now.

        Raises:
            Refused: What `decide` raises, `no_such_table` or `storage_failed`.
        """
        session = self._sessions.of(table_id)
        async with session.lock:
            for _ in range(ATTEMPTS):
                before = session.table or await self._reader.read_locked(session)
                if click in before.clicks:
                    return "repeated", before
                now = self._now()
                try:
                    after = decide(before, now)
                except Refused:
                    if await self._is_behind(session, before):
                        continue
                    raise
                if after is before:
                    if await self._is_behind(session, before):
                        continue
                    return "stale", before
                if await self._write(session, before, self._settled(after, now), meanwhile):
                    return "done", session.table or await self._reader.read_locked(session)
        raise StorageFailed("error")

    async def _is_behind(self, session: Session, table: Table) -> bool:
        """Whether another process has changed a table since; then it is read anew the next time."""
        if await self._reader.is_current(table):
            return False
        session.outdate()
        return True

    async def _write(
        self,
        session: Session,
        before: Table,
        after: Table,
        meanwhile: Callable[[Table], object] | None,
    ) -> bool:
        """Write what makes `after` of a table; False: somebody else was first, and it is to be read anew."""
        session.is_outdated = False
        try:
            rows = journal.changed_rows(before, after, self._due(after))
            foreseen = None if meanwhile is None else partial(meanwhile, after)
            await self._database.write(rows, session.id, (), foreseen)
        except Conflict:
            log.info("journal_conflict", table=session.id, version=before.facts.version)
            session.outdate()
            return False
        self._remember(session, after)
        return True

    async def amend(self, table_id: str, decide: Callable[[Table], Table]) -> None:
        """Let `decide` change auto answers at a table, which nobody is told, or what people are called.

        Raises:
            Refused: What `decide` raises, `no_such_table` or `storage_failed`.
        """
        session = self._sessions.of(table_id)
        async with session.lock:
            for _ in range(ATTEMPTS):
                if await self._amended(session, decide):
                    return
        raise StorageFailed("error")

    async def _amended(self, session: Session, decide: Callable[[Table], Table]) -> bool:
        """Do as `amend`; False: another process has just changed them, too."""
        before = await self._reader.read_locked(session)
        after = decide(before)
        session.is_outdated = False
        try:
            rows = journal.auto_answer_rows(before, after) + journal.name_rows(before, after)
            await self._database.write(rows, session.id)
        except Conflict:
            session.outdate()
            return False
        self._sessions.put(session, after)
        if before.facts != after.facts:
            self.tell(session.id)
        return True

    async def note_due(self, table_id: str) -> None:
        """Write down when a table falls due, which time or somebody's preferences have changed.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        session = self._sessions.of(table_id)
        async with session.lock:
            table = await self._reader.read_locked(session)
            await self._database.write(journal.due_row(table, self._due(table)), table_id)

    async def open(self, table: Table, serial: int, also: str) -> None:
        """Write down a new table, and tell of it; other processes are told `also`, too.

        Raises:
            Conflict: The same click has opened one already.
            StorageFailed: It could not be written.
        """
        rows = journal.new_rows(table, serial, self._due(table))
        await self._database.write(rows, table.facts.id, [table.facts.id, also])
        self._remember(self._sessions.of(table.facts.id), table)

    async def close(self) -> None:
        """Accept no more work, and wait for what is under way."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)

    def _remember(self, session: Session, table: Table) -> None:
        self._sessions.put(session, table)
        for follower in self._followers:
            try:
                follower(session, table)
            except Exception as fault:  # The change is on the disk, so the caller must get its result.
                log.error("follower_failed", table=table.facts.id, fault=frames(fault))
        self.tell(table.facts.id)


def _report(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (fault := task.exception()) is not None and not isinstance(fault, Refused):
        log.error("verb_failed", fault=frames(fault))
