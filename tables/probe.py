"""Tests whether the store can be written and read, by the ways that moves and looks take."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
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
"""Goes the whole way to the disk, and leaves nothing there."""
READ: Final = "SELECT 1"
FRESH_S: Final = 5.0
"""For so long what was found holds: who asks often makes the disk no busier."""
PATIENCE_S: Final = 2.0
"""A write that takes longer counts as failed; it goes on, and nobody begins another meanwhile."""
COUNTED_WITHIN_S: Final = 0.5
"""Figures that take longer are left out: those who watch want the others most where the store is slow."""
IDS: Final = f"SELECT game, phase, string_agg(id, ' ') FROM tables WHERE {journal.OPEN} GROUP BY game, phase"
"""What is counted where there may be other processes; PostgreSQL can't tell itself whose a table is."""
AT_ONCE: Final = 1_000
"""So many of these are looked at before the loop is let go on: a quarter of a millisecond."""


class Probe:
    """Finds out whether the store can be written, and how many tables are open."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task: asyncio.Task[bool] | None = None
        self._ended_at = 0.0

    async def is_writable(self) -> bool:
        """Whether something could be written and read within `PATIENCE_S`, at most `FRESH_S` ago."""
        now = asyncio.get_running_loop().time()
        if self._task is None or (self._task.done() and now - self._ended_at >= FRESH_S):
            self._task = asyncio.create_task(self._try(), name="tables-probe")
        await asyncio.wait([self._task], timeout=PATIENCE_S)
        return self._task.done() and self._task.result()

    async def counted(self) -> list[tuple[str, Phase, int]]:
        """The number of open tables that this process owns, by game and phase; empty where the store fails.

        So all processes together count each table once.
        """
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

    async def _try(self) -> bool:
        try:
            await self._database.write(PROBE)
            await self._database.read(READ)
        except StorageFailed as fault:
            log.warning("not_writable", reason=fault.reason)
            return False
        finally:
            self._ended_at = asyncio.get_running_loop().time()
        return True
