"""Has tables go on by themselves, after a start and at each change: computer players, and what falls due.

Each table fails alone: what goes wrong with one is logged and tried again, and no other waits for it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import structlog

from tables.changes import Changes
from tables.computers.scheduling import Computers
from tables.model.errors import Refused, StorageFailed, frames
from tables.model.table import OPEN_PHASES, Table
from tables.store import journal
from tables.store.absence import Living
from tables.store.database import Database
from tables.store.reading import Reader
from tables.timekeeper import Timekeeper
from tables.timing.clock import Clock, pause_s

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Waking:
    """Hands those tables that are ours to the computer players and the timekeeper, from `start` to `close`.

    After a start all that the rows say of when tables fall due goes to the timekeeper.  Then, one after the
    other, those tables are replayed of which that is not known by this version of the bot.

    Attributes:
        unshown: The ids of tables at which time has passed, or somebody has decided something, that their
            messages may not show yet.
    """

    def __init__(
        self,
        database: Database,
        reader: Reader,
        clock: Clock,
        computers: Computers,
        timekeeper: Timekeeper,
        changes: Changes,
        version: str,
    ) -> None:
        self._database = database
        self._living = Living(database, clock)
        self._is_ours = database.others.is_ours
        self._reader = reader
        self._clock = clock
        self._computers = computers
        self._timekeeper = timekeeper
        self._changes = changes
        self._version = version
        self.unshown: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        """Begin to wake the open tables, in the background; again, when others are ours than before."""
        if self._closed:
            return
        if self._task is not None:
            self._task.cancel()
        self._living.start()
        self._timekeeper.clear()
        self.unshown = {table_id for table_id in self.unshown if self._is_ours(table_id)}
        self._task = asyncio.create_task(self._wake_all(), name="tables-wake")

    async def woken(self) -> None:
        """Wait until it is known of all tables when they fall due."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def caught_up(self) -> None:
        """Wait until all tables have been woken, and all that has fallen due by now has been done."""
        await self.woken()
        await self._timekeeper.caught_up()

    async def close(self) -> None:
        """Wake nothing more, and end the timekeeper and the computer players."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._timekeeper.close()
        await self._computers.close()
        await self._living.close()

    def concerns(self, table_id: str) -> bool:
        """Whether something here depends on a table: it is ours, or a computer player of it thinks here."""
        return self._is_ours(table_id) or self._computers.thinks_at(table_id)

    def notice(self, table: Table) -> None:
        """Have the computer players and the timekeeper look at a table; what fails is tried again."""
        if not self._is_ours(table.facts.id):
            self._computers.give_up_what_is_over(table)
            return
        self._timekeeper.notice(table)
        if table.facts.phase not in OPEN_PHASES:
            self.unshown.discard(table.facts.id)
        try:
            self._computers.notice(table)
        except Exception as fault:
            log.error("computers_not_woken", table=table.facts.id, fault=frames(fault))
            self._timekeeper.try_again(table.facts.id)

    async def wake(self, table_id: str) -> None:
        """Read a table and have it go on, as `notice`; its row says then when it falls due.

        The row of one that is `unshown` stays as it is: by it, the next start knows that too.
        """
        try:
            self.notice(await self._reader.read(table_id))
            if table_id not in self.unshown:
                await self.note_due(table_id)
        except StorageFailed as fault:
            log.warning("table_not_woken", table=table_id, code=fault.reason)
            self._timekeeper.try_again(table_id)
        except Refused as refusal:
            log.error("table_not_woken", table=table_id, code=refusal.code)
        except Exception as fault:
            log.error("table_not_woken", table=table_id, fault=frames(fault))
            self._timekeeper.try_again(table_id)

    async def note_due(self, table_id: str) -> None:
        """Have a table's row say when it falls due; where the disk fails, the next start finds it out."""
        try:
            await self._changes.whole(self._changes.note_due(table_id))
        except Refused as fault:
            log.info("moment_not_noted", table=table_id, code=fault.code)

    async def _wake_all(self) -> None:
        """Do what has fallen due while the bot was off, the oldest first."""
        found, now = await self._found(journal.ALL_DUE), self._clock.now()
        rows = [row for row in found if self._is_ours(row[0])]
        for table_id, at, _ in rows:
            if at is not None:
                self._timekeeper.expect(table_id, at)
        self._timekeeper.start()
        passed = (table_id for table_id, at, by in rows if by is None or (at is not None and at <= now))
        self.unshown.update(passed)
        for table_id, _, by in rows:
            if by != self._version:
                await self.wake(table_id)
        for (table_id,) in await self._found(journal.ODD_PHASE):
            if self._is_ours(table_id):
                await self.wake(table_id)

    async def _found(self, sql: str) -> list[Any]:
        """The rows that a query finds; it is tried until the disk gives them."""
        failures = 0
        while True:
            try:
                return await self._database.read(sql)
            except StorageFailed as fault:
                log.error("tables_not_found", reason=fault.reason)
                self._timekeeper.start()
                failures += 1
                await self._clock.until(self._clock.now() + pause_s(failures))
