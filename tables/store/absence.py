"""The bot's own absences: spans in which no process of the bot ran, so that all clocks stood still.

Each process writes a timestamp each minute, and once more at its end; the latest change at any table counts
as a timestamp too. At a start, the time since the latest timestamp is stored as an absence of the bot.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import isfinite
from typing import Final

from tables.model.errors import StorageFailed
from tables.model.table import Span
from tables.store.database import Database, Statement
from tables.timing.clock import Clock, cancelled

NOTED_S: Final = 60.0
"""Seconds between two timestamps of a process, and so how exactly the time of a kill is known."""
FRESH_S: Final = 1.0
"""A process whose latest timestamp is less than this many seconds old writes none at its end."""
LEAST_S: Final = 5.0
"""The shortest absence, in seconds; a shorter one is a mere restart, and isn't stored."""
TOLD_S: Final = 600.0
"""After an absence of the bot of at least this many seconds, messages that name a deadline are repainted."""
KEPT_S: Final = 100 * 24 * 3600.0
"""Seconds after which absences of the bot are deleted: no turn lasts that long."""

READ: Final = "SELECT name, value FROM secrets WHERE name = 'alive' OR name LIKE 'off %'"
MOVED: Final = "SELECT max(changed_at) FROM tables WHERE changed_at <= ?"
NOTE: Final = """
INSERT INTO secrets (name, value) VALUES ('alive', ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
KEEP: Final = "INSERT INTO secrets (name, value) VALUES (?, ?)"
FORGET: Final = "DELETE FROM secrets WHERE name = ?"
SHOW_ANEW: Final = "UPDATE tables SET due_by = NULL WHERE phase = 'running' AND turn_s IS NOT NULL"


async def read_absences(database: Database, now: float) -> None:
    """Set `Database.off` of a database just opened: the bot's stored absences, and its present absence.

    A stored absence that ends after `now` comes from a wrong clock, and is deleted.
    """
    async with database.cluster.hold(["alive"]):
        rows = {name: _read(value) for name, value in await database.read(READ)}
        lived = rows.pop("alive", 0.0)
        spans = sorted((_read(name[4:]), until, name) for name, until in rows.items())
        statements: list[Statement] = [(NOTE, [(_stored(now),)])]
        statements += [(FORGET, [(name,)]) for _, until, name in spans if not now - KEPT_S < until <= now]
        found = [Span(since, until) for since, until, _ in spans if now - KEPT_S < until <= now]
        [(moved,)] = await database.read(MOVED, now)
        # A process of an earlier version may run: it writes no timestamps, but changes tables.
        since = max(lived, _read(moved)) if lived or not database.cluster.is_shared else 0.0
        # If other processes run, the latest timestamp is less than `NOTED_S` old.
        if since and now - since >= LEAST_S + (NOTED_S if database.cluster.is_shared else 0.0):
            found.append(Span(since, now))
            statements.append((KEEP, [(f"off {since!r}", _stored(now))]))
            if now - since >= TOLD_S:
                statements.append((SHOW_ANEW, [()]))
        with suppress(StorageFailed):  # If the disk is full, players are told when they move.
            await database.write(statements)
        database.off = tuple(found)


def _read(value: object) -> float:
    """The timestamp in a row, in seconds since 1970; 0.0 where it can't be read."""
    try:
        at = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0.0
    return at if isfinite(at) else 0.0


def _stored(at: float) -> bytes:
    return repr(at).encode()


class Living:
    """Writes this process's timestamps, one a minute, from `start` to `close`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._noted_at = clock.now()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write timestamps; a second call does nothing."""
        self._task = self._task or asyncio.create_task(self._go_on(), name="tables-alive")

    async def close(self) -> None:
        """Write the last timestamp, and end."""
        if self._task is None:
            return
        await cancelled(self._task)
        if abs(self._clock.now() - self._noted_at) >= FRESH_S:
            await self._note()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(NOTED_S)
            await self._note()

    async def _note(self) -> None:
        self._noted_at = self._clock.now()
        with suppress(StorageFailed):
            await self._database.write([(NOTE, [(_stored(self._noted_at),)])])
