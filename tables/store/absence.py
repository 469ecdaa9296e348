"""The bot's own absences: while no process of it lived, nobody's time passed.

Each process notes now and then that it lives, and once more at its end; what changed at tables tells it, too.
By that a start finds since when none did, and keeps that span; clocks stand still in it, as in a person's
absence.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import isfinite
from typing import Final

from tables.model.errors import StorageFailed
from tables.model.table import Span
from tables.store.database import Database, Statement
from tables.timing.clock import Clock

NOTED_S: Final = 60.0
"""So often a process notes that it lives: one that is killed lived at most so much longer."""
FRESH_S: Final = 1.0
"""A note that is not older needs no other one at the end."""
LEAST_S: Final = 5.0
"""A shorter absence is none: the bot was started anew."""
TOLD_S: Final = 600.0
"""After a longer one messages are shown anew that say until when somebody has time."""
KEPT_S: Final = 100 * 24 * 3600.0
"""No turn began longer ago, with a week for it and three weeks away."""

READ: Final = "SELECT name, value FROM secrets WHERE name = 'alive' OR name LIKE 'off %'"
MOVED: Final = "SELECT max(changed_at) FROM tables WHERE changed_at <= ?"
NOTE: Final = """
INSERT INTO secrets (name, value) VALUES ('alive', ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
KEEP: Final = "INSERT INTO secrets (name, value) VALUES (?, ?)"
FORGET: Final = "DELETE FROM secrets WHERE name = ?"
SHOW_ANEW: Final = "UPDATE tables SET due_by = NULL WHERE phase = 'running' AND turn_s IS NOT NULL"


async def read_absences(database: Database, now: float) -> None:
    """Give a database that was just opened its absences (`Database.off`), with the one that ends now.

    A span that ends later than now is of a clock that was wrong, and doesn't count.
    """
    async with database.cluster.hold(["alive"]):
        rows = {name: _read(value) for name, value in await database.read(READ)}
        lived = rows.pop("alive", 0.0)
        spans = sorted((_read(name[4:]), until, name) for name, until in rows.items())
        statements: list[Statement] = [(NOTE, [(_stored(now),)])]
        statements += [(FORGET, [(name,)]) for _, until, name in spans if not now - KEPT_S < until <= now]
        found = [Span(since, until) for since, until, _ in spans if now - KEPT_S < until <= now]
        [(moved,)] = await database.read(MOVED, now)
        # Beside it there may be a process of an earlier version, which lives and notes nothing.
        since = max(lived, _read(moved)) if lived or not database.cluster.is_shared else 0.0
        # Of several processes those that live have noted it less than `NOTED_S` ago.
        if since and now - since >= LEAST_S + (NOTED_S if database.cluster.is_shared else 0.0):
            found.append(Span(since, now))
            statements.append((KEEP, [(f"off {since!r}", _stored(now))]))
            if now - since >= TOLD_S:
                statements.append((SHOW_ANEW, [()]))
        with suppress(StorageFailed):  # As of a full disk: who plays hears of it.
            await database.write(statements)
        database.off = tuple(found)


def _read(value: object) -> float:
    """A moment of a row; of an odd one, the beginning of time."""
    try:
        at = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0.0
    return at if isfinite(at) else 0.0


def _stored(at: float) -> bytes:
    return repr(at).encode()


class Living:
    """Notes that this process lives, from `start` to `close`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._noted_at = clock.now()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, unless it has begun."""
        self._task = self._task or asyncio.create_task(self._go_on(), name="tables-alive")

    async def close(self) -> None:
        """Note it once more, and end."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
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
