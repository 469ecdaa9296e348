"""Tests whether the store can be written and read, and counts open tables, for health checks and metrics."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import structlog

from tables.model.errors import StorageFailed
from tables.model.table import Phase
from tables.store import journal
from tables.store.database import Database, Statement

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PROBE: Final[tuple[Statement, ...]] = (
    ("INSERT INTO chores (name) VALUES ('probe') ON CONFLICT DO NOTHING", [()]),
    ("DELETE FROM chores WHERE name = 'probe'", [()]),
)
"""Statements that write to the disk, but leave no row."""
READ: Final = "SELECT 1"
FRESH_S: Final = 5.0
"""Seconds for which the outcome of a test write is cached, so that frequent tests don't load the disk."""
PATIENCE_S: Final = 2.0
"""Seconds after which a test write counts as failed; the write goes on, and no other begins meanwhile."""
COUNTED_WITHIN_S: Final = 0.5
"""Seconds after which counting gives up, so that a slow store doesn't delay the other metrics."""
IDS: Final = f"SELECT game, phase, string_agg(id, ' ') FROM tables WHERE {journal.OPEN} GROUP BY game, phase"
"""Finds the ids of open tables by game and phase; each of several processes counts those that it owns."""
SHARED: Final = """
SELECT (SELECT count(*) FROM workers), count(*) FILTER (WHERE until > clock_timestamp()), count(*)
FROM leases"""
FILE: Final = "PRAGMA database_list"
"""Finds the names and files of SQLite's open databases; the first is the store."""
AT_ONCE: Final = 1_000
"""How many ids are counted, in a quarter of a millisecond, before other tasks of the event loop run."""


class Probe:
    """Tests whether the store can be written, and counts open tables.

    Attributes:
        took_s: The seconds that the latest test write took.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task: asyncio.Task[bool] | None = None
        self._ended_at = 0.0
        self.took_s = 0.0

    async def is_writable(self) -> bool:
        """Whether a test write succeeded within `PATIENCE_S`; the outcome is cached for `FRESH_S`."""
        now = asyncio.get_running_loop().time()
        if self._task is None or (self._task.done() and now - self._ended_at >= FRESH_S):
            self._task = asyncio.create_task(self._try(), name="tables-probe")
        await asyncio.wait([self._task], timeout=PATIENCE_S)
        return self._task.done() and self._task.result()

    async def counted(self) -> list[tuple[str, Phase, int]]:
        """Count the open tables that this process owns, by game and phase; empty if the store fails."""
        try:
            async with asyncio.timeout(COUNTED_WITHIN_S):
                if not self._database.cluster.is_shared:
                    found = await self._database.read(journal.COUNTED)
                else:
                    listed = await self._database.read(IDS)
                    found = [(game, phase, await self._ours(ids.split())) for game, phase, ids in listed]
        except (StorageFailed, TimeoutError):
            return []
        return [(game, Phase(phase), count) for game, phase, count in found if count]

    async def _ours(self, ids: Sequence[str]) -> int:
        count = 0
        for first in range(0, len(ids), AT_ONCE):
            count += sum(map(self._database.cluster.is_ours, ids[first : first + AT_ONCE]))
            await asyncio.sleep(0)
        return count

    async def workers(self) -> tuple[int, int, int] | None:
        """Count the processes that share the store, the leases that any process holds, and all leases.

        None: the store is for one process.

        Raises:
            StorageFailed: The store can't be read.
        """
        if not self._database.cluster.is_shared:
            return None
        ((workers, held, leases),) = await self._database.read(SHARED)
        return workers, held, leases

    async def disk_free(self) -> int | None:
        """The free bytes of the disk with the store; None: the store is on a server."""
        if self._database.cluster.is_shared:
            return None
        ((_, _, file), *_) = await self._database.read(FILE)
        return (await asyncio.to_thread(shutil.disk_usage, Path(file).parent)).free

    async def _try(self) -> bool:
        began = asyncio.get_running_loop().time()
        try:
            await self._database.write(PROBE)
            await self._database.read(READ)
        except StorageFailed as fault:
            log.warning("not_writable", reason=fault.reason)
            return False
        finally:
            self._ended_at = asyncio.get_running_loop().time()
            self.took_s = self._ended_at - began
        return True
