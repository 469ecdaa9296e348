"""What other processes have written: read when a notice comes, and each second in any case.

A number that is given later may be committed sooner, so "all since the last number" would miss some.  Instead
each reading asks for all of transactions that were not finished at the reading before.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog

from tables.errors import frames
from tables.others import EVERYTHING
from tables.postgres.connecting import Connection, connected
from tables.postgres.ending import ended

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

CHANNEL: Final = "tables"
ADD: Final = "INSERT INTO news (worker, keys) VALUES (?, ?)"
NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', ?)"
POLL_S: Final = 1.0
"""A notice that was lost costs so much time."""
KEPT_S: Final = 600.0
"""So long news stay in the database; who has read none for half of that has missed some."""
PRUNE: Final = f"DELETE FROM news WHERE at < clock_timestamp() - interval '{KEPT_S:.0f} seconds'"
AGAIN_S: Final = 0.5
HORIZON: Final = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
SINCE: Final = "SELECT number, worker, keys FROM news WHERE xact >= $1::text::xid8 ORDER BY number"


class News:
    """Reads the news of others, from `start` to `close`."""

    def __init__(
        self,
        options: dict[str, Any],
        worker: str,
        heard: Callable[[Sequence[str]], None],
        changed: Callable[[], Awaitable[None]],
    ) -> None:
        self._options = options
        self._worker = worker
        self._heard = heard
        self._changed = changed
        self._horizon = 0
        self._read_at = 0.0
        self._seen: set[int] = set()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen: what is committed from now on is heard.

        Raises:
            psycopg.Error: The server can't be reached.
        """
        connection = await self._connected()
        self._task = asyncio.create_task(self._run(connection), name="news")

    async def close(self) -> None:
        """End the task."""
        await ended(self._task)

    async def _connected(self) -> Connection:
        connection = await connected(self._options)
        await connection.execute(f"LISTEN {CHANNEL}")
        self._horizon, self._seen = await _horizon(connection), set()
        self._read_at = time.monotonic()
        return connection

    async def _run(self, connection: Connection) -> None:
        while True:
            try:
                async with connection:
                    await self._listen(connection)
            except (psycopg.Error, OSError) as fault:
                log.warning("news_interrupted", fault=" ".join(str(fault).split()))
            except Exception as fault:  # Whoever hears nothing any more would show old tables for ever.
                log.error("news_interrupted", fault=frames(fault))
            connection = await self._reconnected()
            self._heard([EVERYTHING])

    async def _reconnected(self) -> Connection:
        while True:
            await asyncio.sleep(AGAIN_S)
            with suppress(psycopg.Error, OSError):
                return await self._connected()

    async def _listen(self, connection: Connection) -> None:
        while True:
            told = [one.payload async for one in connection.notifies(timeout=POLL_S, stop_after=1)]
            if set(told) == {self._worker}:
                continue  # Our own; what others may have written just now is told by theirs.
            if time.monotonic() - self._read_at > KEPT_S / 2:
                self._heard([EVERYTHING])
            await self._read(connection)
            if "" in told:  # What comes at once is given at once.
                await self._changed()

    async def _read(self, connection: Connection) -> None:
        horizon = await _horizon(connection)
        rows = await (await connection.execute(SINCE, [str(self._horizon)])).fetchall()
        fresh = [keys for number, worker, keys in rows if number not in self._seen and worker != self._worker]
        self._horizon, self._seen = horizon, {number for number, *_ in rows}
        self._read_at = time.monotonic()
        if fresh:
            self._heard([key for keys in fresh for key in keys])


async def _horizon(connection: Connection) -> int:
    """Every transaction with a smaller number has ended."""
    ((number,),) = await (await connection.execute(HORIZON)).fetchall()
    return int(number)
