"""Changes open tables without clicks: has computer players move, and applies deadlines.

An exception at one table is logged, and the table is tried again; no other table waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import structlog

from tables.changes import Changes
from tables.computers.scheduling import Computers
from tables.model.errors import Refused, StorageFailed, frames
from tables.model.table import OPEN_PHASES, Table
from tables.session import Session, Sessions
from tables.store import journal
from tables.store.absence import Living
from tables.store.database import Database
from tables.store.journal import Reader
from tables.timing.clock import Clock, cancelled, pause_s
from tables.timing.preferences import Wanted
from tables.verbs import deadlines

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

GRACE_S: Final = 0.001
"""The least seconds between two checks of a table, so that a table that stays due doesn't block the loop."""


class Scheduler:
    """Sets the timers of this process's tables: at a start, after each change, and when a timer has gone off.

    At a start, each table gets its timer from its row. Then the tables whose rows another version of the bot
    has written are replayed, one after the other, to compute their timers.
    """

    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        reader: Reader,
        clock: Clock,
        computers: Computers,
        changes: Changes,
        wanted: Wanted,
        version: str,
    ) -> None:
        self._database = database
        self._living = Living(database, clock)
        self._sessions = sessions
        self._reader = reader
        self._clock = clock
        self._computers = computers
        self._changes = changes
        self._wanted = wanted
        self._version = version
        self._rests = asyncio.Event()
        self._is_attending = False
        self._attending: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        """Set the timers of this process's tables in the background; called again when leases have moved."""
        if self._closed:
            return
        if self._waking is not None:
            self._waking.cancel()
        self._living.start()
        for session in self._sessions.all():
            self._sessions.schedule(session, None)
        self._waking = asyncio.create_task(self._wake_all(), name="tables-wake")

    async def caught_up(self) -> None:
        """Wait until all timers are set, and all that is due by now is done; for tests."""
        await self._woken()
        while self._is_attending or self._sessions.next_at <= self._clock.now():
            self._rests.clear()
            await self._rests.wait()

    async def close(self) -> None:
        """Stop all timers and the computer players."""
        self._closed = True
        await cancelled(self._waking, self._attending)
        await self._computers.close()
        await self._living.close()

    async def unshown(self) -> list[str]:
        """Wait until all timers are set; then return the ids of tables whose messages may be outdated."""
        await self._woken()
        return [session.id for session in self._sessions.all() if session.is_unshown]

    async def has_shown(self, table_id: str) -> None:
        """Take a table off the list that `unshown` returns, since its messages are up to date again."""
        session = self._sessions.of(table_id)
        if session.is_unshown:
            session.is_unshown = False
            await self.note_due(table_id)

    async def decided(self, table_ids: Sequence[str]) -> None:
        """Repaint a person's tables, and set the tables' timers, as the person's preferences have changed."""
        sessions = [one for one in map(self._sessions.of, table_ids) if one.is_ours]
        for session in sessions:
            session.is_unshown = True
            self._changes.tell(session.id)  # Before `wake`, since a repaint under way uses old preferences.
        for session in sessions:
            await self.wake(session.id)

    def notice(self, session: Session, table: Table) -> None:
        """Set a table's timer, if this process owns the table, and have its computer players think.

        What fails is logged, and tried again after a pause.
        """
        if not session.is_ours:
            return
        with self._tried(session):
            self._schedule(session, self._next_moment(table))
        if table.facts.phase not in OPEN_PHASES:
            session.is_unshown = False
        with self._tried(session):
            self._computers.notice(session, table)

    async def wake(self, table_id: str) -> None:
        """Read a table, set its timer, have its computer players think, and write when the table falls due.

        While its session is `is_unshown`, nothing is written, so that the next start repaints the table, too.
        """
        session = self._sessions.of(table_id)
        with self._tried(session):
            if session.table is not None:
                self.notice(session, session.table)
            await self._reader.read(table_id)  # This calls `notice`, too.
            if not session.is_unshown:
                await self.note_due(table_id)

    async def note_due(self, table_id: str) -> None:
        """Write a table's due time into its row; if that fails, the next start computes the time."""
        try:
            await self._changes.shielded(self._changes.note_due(table_id))
        except Refused as fault:
            log.info("moment_not_noted", table=table_id, code=fault.code)

    def try_again(self, session: Session) -> None:
        """Set a table's timer for a retry after a pause, which grows with each failure."""
        session.failures += 1
        self._sessions.schedule(session, self._clock.now() + pause_s(session.failures))

    def _schedule(self, session: Session, when: float | None) -> None:
        session.failures = 0
        self._sessions.schedule(session, when)

    @contextmanager
    def _tried(self, session: Session) -> Iterator[None]:
        """A context for work on a table: log exceptions, and retry by the timer, except after `Refused`."""
        try:
            yield
        except StorageFailed as fault:
            log.warning("table_put_off", table=session.id, reason=fault.reason)
            self.try_again(session)
        except Refused as refusal:
            log.warning("table_refused", table=session.id, code=refusal.code)
            session.failures = 0
        except Exception as fault:
            log.error("table_failed", table=session.id, fault=frames(fault))
            self.try_again(session)

    async def _woken(self) -> None:
        if self._waking is not None:
            await asyncio.wait([self._waking])

    async def _wake_all(self) -> None:
        """Set all timers from the rows; replay the tables whose rows another version of the bot wrote."""
        found, now = await self._found(journal.ALL_DUE), self._clock.now()
        doubtful: list[Session] = []
        async for table_id, at, by in journal.giving_way(found):
            session = self._sessions.of(table_id)
            if not session.is_ours:
                continue
            if at is not None and session.due_at is None:
                self._sessions.schedule(session, at)
            if by is None or (at is not None and at <= now):
                session.is_unshown = True
            if by != self._version:
                doubtful.append(session)
        self._attend_from_now_on()
        for session in doubtful:
            await self.wake(session.id)
        for (table_id,) in await self._found(journal.ODD_PHASE):
            if self._sessions.of(table_id).is_ours:
                await self.wake(table_id)

    async def _found(self, sql: str) -> list[Any]:
        """The rows of a query; if the store fails, the query is retried until it succeeds."""
        failures = 0
        while True:
            try:
                return await self._database.read(sql)
            except StorageFailed as fault:
                log.error("tables_not_found", reason=fault.reason)
                self._attend_from_now_on()
                failures += 1
                await self._clock.until(self._clock.now() + pause_s(failures))

    def _attend_from_now_on(self) -> None:
        if self._attending is None:
            self._attending = asyncio.create_task(self._attend_all(), name="timers")

    async def _attend_all(self) -> None:
        """Do all that is due at each table whose timer goes off, one table after the other, for ever."""
        while True:
            self._sessions.sooner.clear()
            session = self._sessions.take_due(self._clock.now())
            if session is not None:
                self._is_attending = True
                await self._attend_one(session)
                continue
            self._is_attending = False
            self._rests.set()
            await self._wait()

    async def _attend_one(self, session: Session) -> None:
        """Do all that is due at a table, and tell subscribers, even if only the time has changed."""
        with self._tried(session):
            change = self._changes.change(session.id, "", self._attended)
            status, table = await self._changes.shielded(change)
            if status != "done":
                session.is_unshown = True
                self._changes.tell(session.id)
                self._computers.notice(session, table)
            when = self._next_moment(table)
            self._schedule(session, None if when is None else max(when, self._clock.now() + GRACE_S))

    def _attended(self, table: Table, at: float) -> Table:
        return deadlines.attended(table, self._wanted, at)

    def _next_moment(self, table: Table) -> float | None:
        return deadlines.next_moment(table, self._wanted, self._clock.now())

    async def _wait(self) -> None:
        """Wait until the earliest timer goes off, or another timer becomes the earliest."""
        until, sooner = self._clock.until(self._sessions.next_at), self._sessions.sooner.wait()
        waits = {asyncio.ensure_future(until), asyncio.ensure_future(sooner)}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
