"""What other processes have written: said by the notices themselves, and read each second in any case.

A number that is given later may be committed sooner, so "all since the last number" would miss some.  Instead
each reading asks for all of transactions that were not finished at the reading before.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog

from tables.others import EVERYTHING
from tables.postgres.connecting import Connection, connected
from tables.postgres.ending import ended

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

CHANNEL: Final = "tables"
LARGEST: Final = 7_000
"""A notice may be somewhat longer than that, in bytes; keys that would not fit are read instead."""
NOTE: Final = "INSERT INTO news (worker, keys) VALUES (?, ?)"
"""Is heard at the next poll."""
TELL: Final = f"""
WITH told AS ({NOTE} RETURNING number, worker, keys)
SELECT pg_notify('{CHANNEL}', concat_ws(E'\\n', worker, number,
  CASE WHEN octet_length(keys::text) < {LARGEST} THEN array_to_string(keys, E'\\n') END))
FROM told""".lstrip()
LEASES_CHANGED: Final = f"SELECT pg_notify('{CHANNEL}', '')"
GATHER_S: Final = 0.005
"""After a notice so much time for more: to be woken for each of many costs more than all that they say."""
POLL_S: Final = 1.0
"""A notice that was lost costs so much time."""
KEPT_S: Final = 600.0
"""So long news stay in the database; who has read none for half of that has missed some."""
PRUNE: Final = f"DELETE FROM news WHERE at < clock_timestamp() - interval '{KEPT_S:.0f} seconds'"
AGAIN_S: Final = 0.5
HORIZON: Final = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
SINCE: Final = f"""
SELECT ({HORIZON}), number, worker, keys FROM (VALUES (1)) AS always
LEFT JOIN news ON xact >= $1::text::xid8 ORDER BY number"""
"""All since a horizon, and the next one; where there is nothing, one row without a number."""


class News:
    """Reads the news of others, from `start` to `close`."""

    def __init__(
        self,
        options: dict[str, Any],
        worker: str,
        heard: Callable[[Sequence[str]], None],
        changed: Callable[[], None],
    ) -> None:
        self._options = options
        self._worker = worker
        self._heard = heard
        self._changed = changed
        self._horizon = 0
        self._read_at = 0.0
        self._seen: set[int] = set()
        self._told: list[str] = []
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
        # For what comes while something is read.
        connection.add_notify_handler(lambda notice: self._told.append(notice.payload))
        await connection.execute(f"LISTEN {CHANNEL}")
        ((self._horizon,),) = await (await connection.execute(HORIZON)).fetchall()
        self._seen, self._told = set(), []
        self._read_at = time.monotonic()
        return connection

    async def _run(self, connection: Connection) -> None:
        while True:
            try:
                async with connection:
                    await self._listen(connection)
            except (psycopg.Error, OSError) as fault:
                log.warning("news_interrupted", fault=" ".join(str(fault).split()))
            connection = await self._reconnected()
            self._heard([EVERYTHING])

    async def _reconnected(self) -> Connection:
        while True:
            await asyncio.sleep(AGAIN_S)
            with suppress(psycopg.Error, OSError):
                return await self._connected()

    async def _listen(self, connection: Connection) -> None:
        while True:
            rest_s = max(0.0, self._read_at + POLL_S - time.monotonic())
            told = await self._notices(connection, rest_s)
            is_all = self._take_in(told)
            if time.monotonic() - self._read_at > KEPT_S / 2:
                self._heard([EVERYTHING])
            if not is_all or time.monotonic() >= self._read_at + POLL_S:
                await self._read(connection)
            if "" in told:
                self._changed()
            if told:
                await asyncio.sleep(GATHER_S)

    async def _notices(self, connection: Connection, seconds: float) -> list[str]:
        """What notices have come, once one has; at most so long it is waited for.

        psycopg's own way is awake ten times a second, in each process that has nothing to do.
        """
        if not self._told:
            loop, has_come = asyncio.get_running_loop(), asyncio.Event()
            socket = connection.fileno()  # A broken connection has none any more, and others get its number.
            loop.add_reader(socket, has_come.set)
            try:
                async with asyncio.timeout(seconds):
                    await has_come.wait()
            except TimeoutError:
                pass
            else:
                connection.pgconn.consume_input()
            finally:
                loop.remove_reader(socket)
            while (notice := connection.pgconn.notifies()) is not None:
                self._told.append(notice.extra.decode())
        told, self._told = self._told, []
        return told

    def _take_in(self, told: Sequence[str]) -> bool:
        """Hear what notices say; whether they said it all."""
        fresh: list[str] = []
        is_all = True
        for worker, *said in (notice.split("\n") for notice in told if notice):
            if worker == self._worker or (said and int(said[0]) in self._seen):
                continue
            if len(said) < 2:
                is_all = False
                continue
            self._seen.add(int(said[0]))
            fresh += said[1:]
        if fresh:
            self._heard(fresh)
        return is_all

    async def _read(self, connection: Connection) -> None:
        rows = await (await connection.execute(SINCE, [str(self._horizon)])).fetchall()
        fresh = [
            keys
            for _, number, worker, keys in rows
            if number is not None and number not in self._seen and worker != self._worker
        ]
        self._horizon, self._seen = rows[0][0], {number for _, number, *_ in rows}
        self._read_at = time.monotonic()
        if fresh:
            self._heard([key for keys in fresh for key in keys])
