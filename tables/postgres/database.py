"""A PostgreSQL database as the store of one of several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from tables.postgres.committing import Committer
from tables.postgres.connecting import adapt, connection_options, failure, native, problem
from tables.postgres.prepare import prepare
from tables.writer import Statement, Writer

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

READERS: Final = 4
"""At most so many queries are under way at once."""
POOL_S: Final = 5.0
"""So long a query waits for one of the connections."""
NOW_MS: Final = 200
"""So long the loop waits at most for a row that is wanted at once."""


class PostgresDatabase:
    """A PostgreSQL database, opened by `open`: the `Database` of a process among others."""

    def __init__(self, options: dict[str, Any], pool: AsyncConnectionPool[Any], committer: Committer) -> None:
        self._options = options
        self._pool = pool
        self._committer = committer
        self._now: psycopg.Connection[Any] | None = None
        self._writer = Writer(committer)

    @classmethod
    async def open(cls, address: str) -> PostgresDatabase:
        """Check the database, bring its schema up to date and open it.

        Raises:
            StorageProblem: It can't be used; it is as it was.
        """
        options = connection_options(address)
        pool = AsyncConnectionPool[Any](
            kwargs={**options, "autocommit": True, "cursor_factory": psycopg.AsyncRawCursor},
            min_size=1,
            max_size=READERS,
            timeout=POOL_S,
            open=False,
            configure=_configured,
            check=AsyncConnectionPool.check_connection,
        )
        committer = Committer(options)
        try:
            await prepare(address, options)
            await pool.open()
            await committer.connected()
        except BaseException as fault:
            await committer.close()
            await pool.close()
            if isinstance(fault, psycopg.Error):
                raise problem(address, fault) from fault
            raise
        return cls(options, pool, committer)

    async def write(self, statements: Sequence[Statement], key: str | None) -> None:
        """As `Database.write`."""
        await self._writer.write(statements, key)

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """As `Database.read`."""
        try:
            async with self._pool.connection() as connection:
                found = await connection.execute(native(sql), parameters)
                return list(await found.fetchall())
        except (psycopg.Error, PoolTimeout) as fault:
            raise failure(fault) from fault

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """As `Database.read_now`: one way to the server and back."""
        try:
            if self._now is None or self._now.closed:
                self._now = psycopg.Connection.connect(
                    **self._options, autocommit=True, cursor_factory=psycopg.RawCursor
                )
                adapt(self._now)
                self._now.execute(f"SET statement_timeout = {NOW_MS}")
            return self._now.execute(native(sql), parameters).fetchall()
        except psycopg.Error as fault:
            raise failure(fault) from fault

    async def scrub(self) -> bool:
        """As `Database.scrub`."""
        return await self._writer.scrub()

    async def close(self) -> None:
        """As `Database.close`."""
        await self._writer.close()
        await self._committer.close()
        if self._now is not None:
            self._now.close()
        with suppress(asyncio.TimeoutError):
            await self._pool.close()


async def _configured(connection: psycopg.AsyncConnection[Any]) -> None:
    adapt(connection)
