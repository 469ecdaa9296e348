"""Scrubs: removes deleted data from the bytes of the database's file and its log, as soon as possible.

SQLite overwrites deleted rows, but copies of them stay where rows were moved before, and in the `-wal` file
until that is truncated: so a scrub rewrites the file. A row of `chores` keeps a due scrub across restarts.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

import structlog

from tables.model.errors import StorageFailed
from tables.store.database import Database, Statement
from tables.timing.clock import Clock, cancelled, pause_s

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

WRITE_DOWN: Final = "INSERT INTO chores (name) VALUES (?)"
ALL_DUE: Final = "SELECT name FROM chores WHERE name = 'scrub' OR name LIKE 'scrub:%'"
DONE: Final = "DELETE FROM chores WHERE name = ?"
AGAIN_S: Final = (60.0, 600.0, 3600.0, 4 * 3600.0)
"""Pauses, in seconds, after scrubs that failed, say as a program read the file; the last pause repeats."""
APART_S: Final = 600.0
"""The least seconds between two scrubs, so that nobody can keep the writer busy with them."""


def due() -> Statement:
    """The statement that writes down a due scrub; part of each transaction that deletes a person's data.

    Each call has its own row: if data is deleted while another process scrubs, a further scrub is due.
    """
    return WRITE_DOWN, [(f"scrub:{secrets.token_hex(6)}",)]


class Scrubber:
    """Runs due scrubs in the background, by `Database.scrub`, and retries those that fail."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._is_at_work = False
        self._failures = 0
        self._not_before = clock.now()
        self._woken = asyncio.Event()
        self._tried = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Run the scrub that an earlier process left due, if any; then go on in the background."""
        if await self._database.read(ALL_DUE):
            await self._try()
        self._task = asyncio.create_task(self._run(), name="tables-scrub")

    def wake(self) -> None:
        """Have a scrub run in the background, as one is due now; if one is under way, another follows it."""
        self._woken.set()

    async def close(self) -> None:
        """End the background task; a scrub that is still due runs after the next start."""
        await cancelled(self._task)

    async def caught_up(self) -> None:
        """Wait until all scrubs that are due have been tried; for tests, which set the clock."""
        async with self._tried:
            await self._tried.wait_for(
                lambda: not (self._woken.is_set() or self._is_at_work) or self._not_before > self._clock.now()
            )

    async def _run(self) -> None:
        while True:
            await self._woken.wait()
            await self._clock.until(self._not_before)
            await self._try()

    async def _try(self) -> None:
        self._woken.clear()
        self._is_at_work = True
        is_done = await self._scrubbed()
        self._is_at_work = False
        if is_done:
            self._failures, pause = 0, APART_S
        else:
            self._failures += 1
            pause = pause_s(self._failures, AGAIN_S)
            self._woken.set()
        self._not_before = self._clock.now() + pause
        async with self._tried:
            self._tried.notify_all()

    async def _scrubbed(self) -> bool:
        try:
            names = await self._database.read(ALL_DUE)
            if not await self._database.scrub():
                log.info("scrub_put_off")
                return False
            await self._database.write([(DONE, names)])
        except StorageFailed as fault:
            log.warning("scrub_failed", reason=fault.reason)
            return False
        return True
