"""A PostgreSQL database as the store of one of several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import psycopg
from psycopg_pool import PoolTimeout

from tables.model.errors import NotOurs
from tables.model.table import Eras, Span
from tables.store.cluster import Others
from tables.store.database import Query
from tables.store.journal import LOOKED_AFTER
from tables.store.postgres.at_once import gathered
from tables.store.postgres.committing import STUCK_S, Committer
from tables.store.postgres.connecting import (
    Connection,
    connection_options,
    native,
    pool,
    problem,
    unanswered,
)
from tables.store.postgres.prepare import prepare
from tables.store.postgres.prompt import PromptReader
from tables.store.postgres.workers import Workers, let_go
from tables.store.watching import Watcher
from tables.store.writer import Statement, Writer

HERE: Final = "(SELECT system_identifier || ' ' || 'journal'::regclass::oid FROM pg_control_system())"
"""No table elsewhere has this text, nor the same one where it was made anew, as from a dump."""
IS_ELSEWHERE: Final = f"""
SELECT 1 WHERE coalesce(obj_description('journal'::regclass) <> {HERE}, EXISTS ({LOOKED_AFTER}))"""
NOTE: Final = f"DO $$ BEGIN EXECUTE format('COMMENT ON TABLE journal IS %L', {HERE}); END $$"
READERS: Final = 4
"""At most so many queries are under way at once."""
HOLDERS: Final = 4
"""At most so many hold locks at once."""
WAITERS: Final = 3
"""At most so many do while they wait for others, as for Discord, which must not keep locks from all."""
OWN: Final = 2
"""At most so many are used for leases and the time: whoever holds locks long must not stop those."""


class PostgresDatabase:
    """A PostgreSQL database, opened by `open`: the `Database` of a process among others."""

    eras: Eras = ()
    off: Sequence[Span] = ()

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self._readers = pool(options, 1, READERS, is_checked=False)
        self._holders = pool(options, 0, HOLDERS)
        self._waiters = pool(options, 0, WAITERS, reset=let_go)
        self._own = pool(options, 1, OWN)
        self._prompt = PromptReader(options)
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
            await database._committer.cursor()
            await database._workers.start()
        except BaseException as fault:
            await database.close()
            if isinstance(fault, psycopg.Error):
                raise problem(address, fault) from fault
            raise
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
        held = self._workers.relied_on()
        first = [] if held is None else [self._workers.holds(held)]
        try:
            await self._writer.write([*first, *statements], key, touched, meanwhile)
        except NotOurs:
            if held is not None:
                self._workers.lost(held)
            raise

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
                        async with asyncio.timeout(STUCK_S):
                            return await _answers(connection, queries)
                    except psycopg.OperationalError:
                        if not (is_first and connection.broken):
                            raise
                await self._readers.check()  # The server was started anew.
            raise AssertionError
        except (psycopg.Error, PoolTimeout, TimeoutError) as fault:
            raise unanswered(fault) from fault

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """As `Database.read_now`."""
        return self._prompt.read(sql, parameters)

    def watch(self, watchers: Sequence[Watcher]) -> None:
        """As `Database.watch`."""
        self._writer.watchers = watchers

    async def is_put_back(self, version: str) -> bool:
        """As `Database.is_put_back`: the comment on a table says where it was when a bot opened it last."""
        return bool(await self.read(IS_ELSEWHERE, version))

    async def settle(self) -> None:
        """As `Database.settle`."""
        await self._writer.write([(NOTE, [()])], None)

    async def scrub(self) -> bool:
        """As `Database.scrub`."""
        return await self._writer.scrub()

    async def close(self) -> None:
        """As `Database.close`."""
        await self._writer.close()
        await self._workers.close()
        await self._committer.close()
        self._prompt.close()
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
