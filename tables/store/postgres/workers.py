"""The processes that share a PostgreSQL database: the news that they exchange, their clock, shared locks.

A transaction that changes rows cached by other processes inserts a row into `news`, which all processes read
each second. A row with a higher number may be committed sooner, so reading "all since the last number" would
miss some. Instead, each reading asks for the rows of all transactions unfinished at the reading before.

Only a table's owner caches anything of the table. So the owner's changes of its tables send no notice, as
commits with notices wait for each other.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Any, Final

import psycopg
import structlog
from psycopg_pool import PoolTimeout

from tables.model.errors import StorageFailed
from tables.store.database import EVERYTHING, Cluster, Listener, Statement
from tables.store.postgres.connecting import Connection, Pool, connected, ended, failure, unanswered
from tables.store.postgres.leases import CHANNEL, HELD, LEASES_CHANGED, Held, Leases
from tables.timing.clock import Clock

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NOTE: Final = "INSERT INTO news (worker, keys) VALUES (?, ?)"
NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', ?)"
POLL_S: Final = 1.0
"""Seconds between two readings of news, even without a notice, since notices may be lost."""
KEPT_S: Final = 600.0
"""Seconds for which news are kept; a process that read none for half of that empties its caches."""
PRUNE: Final = f"DELETE FROM news WHERE at < clock_timestamp() - interval '{KEPT_S:.0f} seconds'"
PRUNE_S: Final = 60.0
AGAIN_S: Final = 0.5
HORIZON: Final = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
SINCE: Final = f"""
SELECT ({HORIZON}), number, worker, keys FROM (VALUES (1)) AS always
LEFT JOIN news ON xact >= $1::text::xid8 ORDER BY news.at"""
"""The news since a horizon (the id of a transaction), with the next horizon; without news, one empty row."""
NOW: Final = "SELECT extract(epoch FROM clock_timestamp())::float8"
TIME_S: Final = 30.0
"""Seconds between two corrections of this process's clock by the server's."""
LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
LOCK_LONG: Final = "SELECT pg_advisory_lock(hashtextextended($1, 0))"
"""Takes a lock without a transaction, which the server would end after a while; `let_go` frees the lock."""
LET_GO: Final = "SELECT pg_advisory_unlock_all()"


class ServerClock(Clock):
    """Tells the database server's time, since the clocks of the processes' machines may differ."""

    def __init__(self) -> None:
        self._ahead_s = 0.0

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.monotonic() + self._ahead_s

    def set(self, server_s: float, asked: float, answered: float) -> None:
        """Set the clock by the server's.

        The server's clock showed `server_s` between the monotonic times `asked` and `answered`.
        """
        self._ahead_s = server_s - (asked + answered) / 2


async def let_go(connection: Connection) -> None:
    """Free all locks that `LOCK_LONG` has taken on a connection."""
    await connection.execute(LET_GO)


class News:
    """Reads the rows of `news` that other processes have written, and passes them to the callbacks."""

    def __init__(
        self,
        options: dict[str, Any],
        worker: str,
        heard: Callable[[Sequence[str]], None],
        leases_changed: Callable[[], None],
    ) -> None:
        self._options = options
        self._worker = worker
        self._heard = heard
        self._leases_changed = leases_changed
        self._horizon = 0
        self._seen: set[int] = set()
        self._read_at = self._pruned_at = 0.0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to read, and pass on all news committed from now on; may raise `psycopg.Error`."""
        connection = await self._connected()
        self._task = asyncio.create_task(self._run(connection), name="news")

    async def close(self) -> None:
        """Stop reading."""
        await ended(self._task)

    async def _connected(self) -> Connection:
        connection = await connected(self._options)
        await connection.execute(f"LISTEN {CHANNEL}")
        ((self._horizon,),) = await (await connection.execute(HORIZON)).fetchall()
        self._seen = set()
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
            found = connection.notifies(timeout=rest_s, stop_after=1)
            notices = {notice.payload async for notice in found} - {self._worker}
            if time.monotonic() - self._read_at > KEPT_S / 2:
                self._heard([EVERYTHING])
            if notices - {LEASES_CHANGED} or time.monotonic() >= self._read_at + POLL_S:
                await self._read(connection)
            if LEASES_CHANGED in notices:
                self._leases_changed()

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
        if self._read_at - self._pruned_at > PRUNE_S:
            self._pruned_at = self._read_at
            await connection.execute(PRUNE)


class Workers(Leases, Cluster):
    """The `Cluster` of a process that shares a PostgreSQL database."""

    is_shared = True

    def __init__(
        self,
        options: dict[str, Any],
        holders: Pool,
        waiters: Pool,
        own: Pool,
        tell: Callable[[str], Awaitable[None]],
    ) -> None:
        """Prepare the cluster, which uses no connection before `start`.

        Of the pools, `holders` is for short locks, `waiters` for locks that are held for longer, such as
        during a request to Discord, and `own` for leases and the clock. `tell` tells the other processes, in
        its own transaction, that a table has changed.
        """
        super().__init__(own, secrets.token_hex(6))
        self.clock: ServerClock = ServerClock()
        self._holders = holders
        self._waiters = waiters
        self._tell_now = tell
        self._listeners: list[Listener] = []
        self._news = News(options, self.id, self._heard, self._sooner.set)
        self._timing: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Join the processes that share the database; may raise `psycopg.Error`."""
        await self._set_clock()
        await self._news.start()
        await super().start()
        self._timing = asyncio.create_task(self._keep_time(), name="server-time")

    async def close(self) -> None:
        """Leave the processes that share the database."""
        await ended(self._timing)
        await super().close()
        await self._news.close()

    def telling(self, touched: Iterable[str]) -> list[Statement]:
        """The statements, for the transaction of a change, that send other processes the words `touched`."""
        keys = sorted(set(touched))
        told: list[Statement] = [(NOTE, [(self.id, keys)])] if keys else []
        # No notice for our own tables: a process that took the lease just now reads the row within a second.
        if not all(self.is_ours(key) and key.isalnum() for key in keys):
            told.append((NOTIFY, [(self.id,)]))
        return told

    def holds(self, held: Held) -> Statement:
        """A statement for the start of a transaction: the transaction fails if the lease was lost."""
        return HELD, [(held.bucket, self.id, held.fence)]

    def listen(self, listener: Listener) -> None:
        """Add a listener for events from other processes."""
        self._listeners.append(listener)

    def tell(self, table_id: str) -> None:
        """Have a table's owner repaint the table's messages; the owner is told in the background."""
        task = asyncio.create_task(self._tell(table_id))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self, table_id: str) -> None:
        try:
            await self._tell_now(table_id)
        except StorageFailed as fault:
            log.warning("not_told", table=table_id, reason=fault.reason)

    @asynccontextmanager
    async def hold(self, names: Sequence[str], *, long: bool = False) -> AsyncIterator[None]:
        """Hold locks that all processes share, taken in this order; `long`: as in `Cluster.hold`.

        Raises:
            StorageFailed: The store could not give the locks, or may have lost them before the end.
        """
        pool, lock = (self._waiters, LOCK_LONG) if long else (self._holders, LOCK)
        is_held = False
        try:
            async with (
                pool.connection() as connection,
                nullcontext() if long else connection.transaction(),
            ):
                for name in names:
                    await connection.execute(lock, [name])
                is_held = True
                yield
        except (psycopg.Error, PoolTimeout) as fault:
            raise (unanswered(fault) if is_held else failure(fault)) from fault

    def _heard(self, told: Sequence[str]) -> None:
        for listener in self._listeners:
            listener.heard(told)

    def _shared_out(self) -> None:
        for listener in self._listeners:
            listener.leases_moved()

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(TIME_S)
            try:
                await self._set_clock()
            except (psycopg.Error, PoolTimeout) as fault:
                log.warning("time_not_asked", reason="unreachable", fault=" ".join(str(fault).split()))

    async def _set_clock(self) -> None:
        async with self._pool.connection() as connection:
            asked = time.monotonic()
            ((now,),) = await (await connection.execute(NOW)).fetchall()
            self.clock.set(now, asked, time.monotonic())
