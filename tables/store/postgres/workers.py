"""The processes that share a PostgreSQL database, as one of them sees the others."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any, Final

import psycopg
import structlog
from psycopg_pool import PoolTimeout

from tables.store.cluster import Listener
from tables.store.postgres.connecting import Connection, Pool, failure, unanswered
from tables.store.postgres.ending import ended
from tables.store.postgres.leases import HELD, Held, Leases
from tables.store.postgres.news import Item, News
from tables.store.writer import Statement
from tables.timing.clock import Clock, SystemClock

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NOW: Final = "SELECT extract(epoch FROM clock_timestamp())::float8"
TIME_S: Final = 30.0
"""So often our clock is set by the server's."""
LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
LOCK_LONG: Final = "SELECT pg_advisory_lock(hashtextextended($1, 0))"
"""Without a transaction, which the server would end: `let_go` gives it back."""
LET_GO: Final = "SELECT pg_advisory_unlock_all()"


class ServerClock(SystemClock):
    """Tells the server's time, so that the clocks of machines may differ."""

    def __init__(self) -> None:
        self._ahead_s = 0.0

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.monotonic() + self._ahead_s

    def set(self, server_s: float, asked: float, answered: float) -> None:
        """Note what the server said between two moments of `time.monotonic`."""
        self._ahead_s = server_s - (asked + answered) / 2


async def let_go(connection: Connection) -> None:
    """Give back what was locked by `LOCK_LONG`."""
    await connection.execute(LET_GO)


class Workers:
    """As `Others`: the processes that share a database."""

    are_there = True

    def __init__(
        self,
        options: dict[str, Any],
        holders: Pool,
        waiters: Pool,
        own: Pool,
        write: Callable[[Sequence[Statement], str], Awaitable[None]],
    ) -> None:
        """Make it, to be started by `start`.

        Args:
            options: What a connection needs.
            holders: The connections for who holds locks.
            waiters: The same for who holds them while they wait for others, such as Discord.
            own: The connections for what the processes among themselves need.
            write: Writes as `Database.write`.
        """
        self.id = secrets.token_hex(6)
        self._clock = ServerClock()
        self.clock: Clock = self._clock
        self._holders = holders
        self._waiters = waiters
        self._own = own
        self._write = write
        self._listeners: list[Listener] = []
        self._leases = Leases(own, self.id, self._shared_out)
        self._news = News(options, self.id, self._heard, self._leases.look_again)
        self._timing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Join the others.

        Raises:
            psycopg.Error: The server can't be reached.
        """
        await self._set_clock()
        await self._news.start()
        await self._leases.start()
        self._timing = asyncio.create_task(self._keep_time(), name="server-time")

    async def close(self) -> None:
        """Leave the others."""
        await ended(self._timing)
        await self._news.have_told()
        await self._leases.close()
        await self._news.close()

    def tell_of(self, item: Item) -> None:
        """Tell the others of what was committed, if there were any at the latest beat.

        Who has come since then reads it within a second.
        """
        if not self._leases.are_alone:
            self._news.tell(item)

    def is_ours(self, table_id: str) -> bool:
        """As `Others.is_ours`."""
        return self._leases.is_ours(table_id)

    def looking_after(self, table_id: str) -> AbstractContextManager[None]:
        """As `Others.looking_after`."""
        return self._leases.looking_after(table_id)

    def reached_at(self, host: str, port: int) -> None:
        """As `Others.reached_at`."""
        self._leases.door = host, port

    def address_of(self, table_id: str) -> str | None:
        """As `Others.address_of`."""
        return self._leases.address_of(table_id)

    def relied_on(self) -> Held | None:
        """The lease of ours that the present work relies on."""
        return self._leases.relied_on()

    def holds(self, held: Held) -> Statement:
        """What has to be run before what relies on a lease: it fails where that isn't ours any more."""
        return HELD, [(held.bucket, self.id, held.fence)]

    def lost(self, held: Held) -> None:
        """Note that a lease isn't ours any more."""
        self._leases.lost(held)

    def listen(self, listener: Listener) -> None:
        """As `Others.listen`."""
        self._listeners.append(listener)

    async def tell(self, key: str) -> None:
        """As `Others.tell`."""
        await self._write((), key)

    @asynccontextmanager
    async def hold(self, names: Sequence[str], *, long: bool = False) -> AsyncIterator[None]:
        """As `Others.hold`."""
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

    def _heard(self, keys: Sequence[str]) -> None:
        for listener in self._listeners:
            listener.heard(keys)

    def _shared_out(self) -> None:
        for listener in self._listeners:
            listener.shared_out()

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(TIME_S)
            try:
                await self._set_clock()
            except (psycopg.Error, PoolTimeout) as fault:
                log.warning("time_not_asked", reason="unreachable", fault=" ".join(str(fault).split()))

    async def _set_clock(self) -> None:
        async with self._own.connection() as connection:
            asked = time.monotonic()
            ((now,),) = await (await connection.execute(NOW)).fetchall()
            self._clock.set(now, asked, time.monotonic())
