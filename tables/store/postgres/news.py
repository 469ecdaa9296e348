"""What other processes have written: said by notices, and read each second in any case.

A notice is sent after the commit, by this process's own connection: a transaction that holds one stops all
others that do until it is on the disk.  It says what was written, so that nobody asks.

A number that is given later may be committed sooner, so "all since the last number" would miss some.  Instead
each reading asks for all of transactions that were not finished at the reading before.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from secrets import randbits
from typing import Any, Final, NamedTuple

import psycopg
import structlog

from tables.store.cluster import EVERYTHING
from tables.store.postgres.connecting import Connection, connected
from tables.store.postgres.ending import ended

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

CHANNEL: Final = "tables"
LARGEST: Final = 7_000
"""A notice is shorter than that, in bytes: PostgreSQL takes 8,000.  Keys beyond that are read instead."""
NOTE: Final = "INSERT INTO news (number, worker, keys) VALUES (?, ?, ?)"
"""Is heard at the next poll, if not by a notice before."""
TELL: Final = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest($1::text[]) AS said"
NOT_DURABLE: Final = "SET synchronous_commit = off"
"""A lost notice is no harm: the disk need not be waited for."""
TELL_S: Final = 0.002
"""After a commit so much time for who waits for it to go on, and for more to be told of."""
MOST: Final = 1_000
"""So many notices wait at most where the connection is lost: others read what they say."""
LEASES_CHANGED: Final = f"SELECT pg_notify('{CHANNEL}', '')"
GATHER_S: Final = 0.005
"""After a notice so much time for more: to be woken for each of many costs more than all that they say."""
POLL_S: Final = 1.0
"""A notice that was lost costs so much time."""
CLOSE_S: Final = 1.0
"""So long it may take at the end to tell the last."""
KEPT_S: Final = 600.0
"""So long news stay in the database; who has read none for half of that has missed some."""
PRUNE: Final = f"DELETE FROM news WHERE at < clock_timestamp() - interval '{KEPT_S:.0f} seconds'"
AGAIN_S: Final = 0.5
NUMBERS: Final = count(randbits(62))
"""The numbers that this process gives: far from those of any other."""
HORIZON: Final = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
SINCE: Final = f"""
SELECT ({HORIZON}), number, worker, keys FROM (VALUES (1)) AS always
LEFT JOIN news ON xact >= $1::text::xid8 ORDER BY news.at"""
"""All since a horizon, and the next one; where there is nothing, one row without a number."""


class Item(NamedTuple):
    """A row of the news: what a process has written by one transaction.

    Attributes:
        number: By which others know it again; processes draw theirs without asking each other.
        worker: The process.
        keys: What it wrote: see `Database.write`.
    """

    number: int
    worker: str
    keys: Sequence[str]

    @classmethod
    def of(cls, worker: str, keys: Sequence[str]) -> Item:
        """A new one."""
        return cls(next(NUMBERS), worker, keys)

    def notice(self) -> str:
        """What others are told: its fields, line by line, without the keys if those are too long."""
        said = "\n".join((self.worker, str(self.number), *self.keys))
        return said if len(said.encode()) < LARGEST else f"{self.worker}\n{self.number}"


class News:
    """Tells others what was written here, and hears what they wrote, from `start` to `close`."""

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
        self._to_tell: deque[Item] = deque(maxlen=MOST)
        self._all_told = asyncio.Event()
        self._all_told.set()
        self._has_come = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen: what is committed from now on is heard.

        Raises:
            psycopg.Error: The server can't be reached.
        """
        connection = await self._connected()
        self._task = asyncio.create_task(self._run(connection), name="news")

    def tell(self, item: Item) -> None:
        """Tell the others of an item that has been committed, in a moment."""
        if not self._to_tell:
            asyncio.get_running_loop().call_later(TELL_S, self._has_come.set)
        self._all_told.clear()
        self._to_tell.append(item)

    async def have_told(self) -> None:
        """Wait until all has been told, if that is possible soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self._all_told.wait()

    async def close(self) -> None:
        """End the task."""
        await ended(self._task)

    async def _connected(self) -> Connection:
        connection = await connected(self._options)
        # For what comes while something is read.
        connection.add_notify_handler(lambda notice: self._note(notice.payload))
        await connection.execute(NOT_DURABLE)
        await connection.execute(f"LISTEN {CHANNEL}")
        ((self._horizon,),) = await (await connection.execute(HORIZON)).fetchall()
        self._seen, self._told = set(), []
        self._to_tell.clear()  # Others have read it by now, or will at once.
        self._all_told.set()
        self._read_at = time.monotonic()
        return connection

    async def _run(self, connection: Connection) -> None:
        while True:
            try:
                async with connection:
                    await self._listen(connection)
            except (psycopg.Error, OSError) as fault:
                log.warning("news_interrupted", reason="unreachable", fault=" ".join(str(fault).split()))
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
            await self._tell_all(connection)
            if time.monotonic() - self._read_at > KEPT_S / 2:
                self._heard([EVERYTHING])
            if not is_all or time.monotonic() >= self._read_at + POLL_S:
                await self._read(connection)
            if "" in told:
                self._changed()
            if told:
                await asyncio.sleep(GATHER_S)

    async def _notices(self, connection: Connection, seconds: float) -> list[str]:
        """What notices have come, once one has, or one is to be sent; at most so long it is waited for.

        psycopg's own way is awake ten times a second, in each process that has nothing to do.
        """
        if not self._told:
            loop = asyncio.get_running_loop()
            socket = connection.fileno()  # A broken connection has none any more, and others get its number.
            loop.add_reader(socket, self._has_come.set)
            try:
                async with asyncio.timeout(seconds):
                    await self._has_come.wait()
            except TimeoutError:
                pass
            else:
                self._has_come.clear()
                connection.pgconn.consume_input()
            finally:
                loop.remove_reader(socket)
            while (notice := connection.pgconn.notifies()) is not None:
                self._note(notice.extra.decode())
        told, self._told = self._told, []
        return told

    def _note(self, notice: str) -> None:
        if notice.partition("\n")[0] != self._worker:
            self._told.append(notice)

    async def _tell_all(self, connection: Connection) -> None:
        """Send the notices that wait, by one transaction; where that fails, others read what they say."""
        if not self._to_tell:
            return
        waiting = [item.notice() for item in self._to_tell]
        self._to_tell.clear()
        await connection.execute(TELL, [waiting], prepare=True)
        if not self._to_tell:
            self._all_told.set()

    def _take_in(self, told: Sequence[str]) -> bool:
        """Hear what notices say; whether they said it all."""
        fresh: list[str] = []
        is_all = True
        for _, *said in (notice.split("\n") for notice in told if notice):
            number = int(said[0]) if said and said[0].isdecimal() else None
            if number in self._seen:
                continue
            if number is None or len(said) < 2:
                is_all = False
                continue
            self._seen.add(number)
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
