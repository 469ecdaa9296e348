"""A PostgreSQL database as the store of one of several processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import psycopg
from psycopg_pool import PoolTimeout

from tables.database import Query
from tables.errors import InDoubt
from tables.half_moved import refuse_half_moved
from tables.others import Others
from tables.postgres.at_once import gathered
from tables.postgres.committing import Committer
from tables.postgres.connecting import (
    Connection,
    adapt,
    connection_options,
    native,
    pool,
    problem,
    unanswered,
)
from tables.postgres.prepare import prepare
from tables.postgres.workers import Workers, let_go
from tables.watching import Watcher
from tables.writer import Statement, Writer

READERS: Final = 4
"""At most so many queries are under way at once."""
HOLDERS: Final = 4
"""At most so many hold locks at once."""
WAITERS: Final = 3
"""At most so many do while they wait for others, as for Discord, which must not keep locks from all."""
OWN: Final = 2
"""At most so many are used for leases, turns and the time: whoever holds locks long must not stop those."""
NOW_MS: Final = 200
"""So long the loop waits at most for a row that is wanted at once."""
NOW_CONNECT_S: Final = 2
"""So long it waits at most for a connection, and only where the server doesn't answer at all."""
NOT_AGAIN_S: Final = 5.0
"""So long after that, or after another slow refusal, it doesn't try again."""


class PostgresDatabase:
    """A PostgreSQL database, opened by `open`: the `Database` of a process among others."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self._readers = pool(options, 1, READERS, is_checked=False)
        self._holders = pool(options, 0, HOLDERS)
        self._waiters = pool(options, 0, WAITERS, reset=let_go)
        self._own = pool(options, 1, OWN)
        self._now: psycopg.Connection[Any] | None = None
        self._not_before = 0.0
        self._workers = Workers(options, self._holders, self._waiters, self._own, self._write)
        self._committer = Committer(options, self._workers)
        self._writer = Writer(self._committer)

    @classmethod
    async def open(cls, address: str) -> PostgresDatabase:
        """Check the database, bring its schema up to date and open it.

        Raises:
            StorageProblem: It can't be used; it is as it was.
        """
        options = connection_options(address)
        await prepare(address, options)
        database = cls(options)
        try:
            await database._readers.open()
            await database._holders.open()
            await database._waiters.open()
            await database._own.open()
            await database._committer.connected()
            await refuse_half_moved(database, address)
            await database._workers.start()
        except BaseException as fault:
            await database.close()
            if isinstance(fault, psycopg.Error):
                raise problem(address, fault) from fault
            raise
        return database

    @classmethod
    async def look_at(cls, address: str) -> PostgresDatabase:
        """Open the database to read only, beside the processes that use it; they don't notice.

        Raises:
            StorageProblem: It can't be used.
        """
        options = connection_options(address)
        options["options"] = f"{options.get('options', '')} -cdefault_transaction_read_only=on"
        await prepare(address, options, may_change=False)
        database = cls(options)
        await database._readers.open()
        return database

    @property
    def others(self) -> Others:
        """As `Database.others`."""
        return self._workers

    async def write(
        self,
        statements: Sequence[Statement],
        key: str | None,
        touched: Sequence[str] = (),
        meanwhile: Callable[[], object] | None = None,
    ) -> None:
        """As `Database.write`."""
        async with self._workers.relying() as first:
            await self._writer.write([*first, *statements], key, touched, meanwhile)

    async def _write(self, statements: Sequence[Statement], key: str) -> None:
        await self._writer.write(statements, key)

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """As `Database.read`."""
        [rows] = await self._asked((sql, parameters))
        return rows

    async def read_all(self, *queries: Query) -> list[list[Any]]:
        """As `Database.read_all`, all as of one moment."""
        return await self._asked(*queries)

    async def _asked(self, *queries: Query) -> list[list[Any]]:
        try:
            for is_first in (True, False):
                async with self._readers.connection() as connection:
                    try:
                        return await _answers(connection, queries)
                    except psycopg.OperationalError:
                        if not (is_first and connection.broken):
                            raise
                await self._readers.check()  # The server was started anew.
            raise AssertionError
        except (psycopg.Error, PoolTimeout) as fault:
            raise unanswered(fault) from fault

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """As `Database.read_now`: one way to the server and back."""
        try:
            try:
                return self._read_now(sql, parameters)
            except psycopg.OperationalError:
                if self._now is not None and not self._now.closed:
                    raise
                return self._read_now(sql, parameters)  # The server was started anew.
        except psycopg.Error as fault:
            raise unanswered(fault) from fault

    def _read_now(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        if self._now is None or self._now.closed:
            self._now = self._connected_now()
            adapt(self._now)
            self._now.execute(f"SET statement_timeout = {NOW_MS}")
        return self._now.execute(native(sql), parameters).fetchall()

    def _connected_now(self) -> psycopg.Connection[Any]:
        """A connection; where the server doesn't even refuse one, none is tried again for a while."""
        began = time.monotonic()
        if began < self._not_before:
            raise InDoubt("unreachable")
        try:
            return psycopg.Connection.connect(
                **{**self._options, "connect_timeout": NOW_CONNECT_S},
                autocommit=True,
                cursor_factory=psycopg.RawCursor,
            )
        except psycopg.Error:
            ended = time.monotonic()
            if ended - began > NOW_MS / 1000:
                self._not_before = ended + NOT_AGAIN_S
            raise

    def watch(self, watchers: Sequence[Watcher]) -> None:
        """As `Database.watch`."""
        self._writer.watchers = watchers

    async def scrub(self) -> bool:
        """As `Database.scrub`."""
        return await self._writer.scrub()

    async def close(self) -> None:
        """As `Database.close`."""
        await self._writer.close()
        await self._workers.close()
        await self._committer.close()
        if self._now is not None:
            self._now.close()
        await self._holders.close()
        await self._waiters.close()
        await self._own.close()
        await self._readers.close()


async def _answers(connection: Connection, queries: Sequence[Query]) -> list[list[Any]]:
    if len(queries) == 1:
        [(sql, parameters)] = queries
        return [await (await connection.execute(native(sql), parameters)).fetchall()]
    values = [value for _, parameters in queries for value in parameters]
    asked = gathered(*(sql for sql, _ in queries))
    [found] = await (await connection.execute(asked, values, binary=True)).fetchall()
    return list(found)
