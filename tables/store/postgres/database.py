"""A PostgreSQL database as the store of one of several processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog
from psycopg import errors
from psycopg_pool import PoolTimeout

from tables.model.errors import Conflict, InDoubt, NotOurs, StorageFailed
from tables.model.table import Eras, Span
from tables.store.database import Query, Statement, Watcher
from tables.store.journal import LOOKED_AFTER
from tables.store.postgres.connecting import (
    Connection,
    PromptReader,
    connected,
    connection_options,
    failure,
    native,
    pool,
    problem,
    reason,
    unanswered,
)
from tables.store.postgres.prepare import prepare
from tables.store.postgres.workers import Workers, let_go
from tables.store.writer import Piece, Writer

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

HERE: Final = "(SELECT system_identifier || ' ' || 'journal'::regclass::oid FROM pg_control_system())"
"""This database's place: a text that differs for each server, and for a database made anew from a dump."""
IS_ELSEWHERE: Final = f"""
SELECT 1 WHERE coalesce(obj_description('journal'::regclass) <> {HERE}, EXISTS ({LOOKED_AFTER}))"""
NOTE: Final = f"DO $$ BEGIN EXECUTE format('COMMENT ON TABLE journal IS %L', {HERE}); END $$"
READERS: Final = 4
"""The most connections for queries at the same time."""
HOLDERS: Final = 4
"""The most connections that hold locks for a short time."""
WAITERS: Final = 3
"""The most connections that hold locks while Discord is asked; other locks don't wait for these."""
OWN: Final = 2
"""The most connections for leases and the clock, which must not wait for anybody's locks."""
PATIENCE_S: Final = 5.0
"""Seconds for which a commit is retried while the server can't be reached; then it fails for its callers."""
STUCK_S: Final = 15.0
"""Seconds to wait for an answer of the server, which ends a statement after 10 seconds, unless it hangs."""
PAUSE_S: Final = 0.1
AGAIN: Final = 3
"""The most tries of a commit that conflicts with other transactions."""
BREAK_OFF_S: Final = 1.0
"""Seconds in which the server must take the request to cancel a scrub."""
SCRUBBED: Final = (
    "people, seats, messages, followers, lessons, auto_answers, tables, leagues, league_people, league_seats"
)
"""The tables of the schema from which rows of people are deleted."""


class Committer:
    """Commits pieces and scrubs through a connection of its own, which is reopened when it breaks."""

    def __init__(self, options: dict[str, Any], workers: Workers) -> None:
        self._options = options
        self._workers = workers
        self._kept: Connection | None = None

    async def commit(self, pieces: Sequence[Piece]) -> list[Exception | None]:
        """Commit pieces in one transaction, without those at fault; return for each its fault, or None.

        If the connection breaks during a commit, it is unknown whether the server has committed. So all
        pieces are retried: one that was committed the first time now gets a `Conflict` with its own rows.

        Raises:
            InDoubt: The server did not come back soon enough for a retry.
            StorageFailed: Nothing was written.
        """
        until = time.monotonic() + PATIENCE_S
        others, is_in_doubt = 0, False
        while True:
            try:
                connection = await self.connection()
                async with asyncio.timeout(STUCK_S):
                    return await self._committed(connection, pieces)
            except TimeoutError as fault:
                await self.close()
                raise InDoubt("unreachable") from fault
            except (errors.DeadlockDetected, errors.SerializationFailure) as fault:
                others += 1
                if others == AGAIN:
                    raise _unwritten(fault, is_in_doubt) from fault
            except psycopg.Error as fault:
                # If not even a connection could be made, nothing was sent.
                is_in_doubt = is_in_doubt or (self._kept is not None and self._is_broken)
                if not self._is_broken or time.monotonic() > until:
                    raise _unwritten(fault, is_in_doubt) from fault
                log.warning("database_unreachable", reason="unreachable", fault=" ".join(str(fault).split()))
                await asyncio.sleep(PAUSE_S)

    async def connection(self) -> Connection:
        """The connection, reopened if it is closed.

        Raises:
            psycopg.Error: The server can't be reached.
        """
        if self._kept is not None and self._kept.closed:
            await self._kept.close()
            self._kept = None
        if self._kept is None:
            self._kept = await connected(self._options)
        return self._kept

    @property
    def _is_broken(self) -> bool:
        return self._kept is None or self._kept.closed

    async def _committed(self, connection: Connection, pieces: Sequence[Piece]) -> list[Exception | None]:
        try:
            statements = [statement for piece in pieces for statement in piece.statements]
            await _run_at_once(connection, [*statements, *self._telling(pieces)])
        except (psycopg.Error, UnicodeEncodeError) as fault:
            if reason(fault) is not None:
                raise
            if len(pieces) == 1:
                return [_verdict(fault)]
        else:
            return [None] * len(pieces)
        async with connection.transaction():
            verdicts = [await self._alone(connection, piece) for piece in pieces]
            written = [piece for piece, verdict in zip(pieces, verdicts, strict=True) if verdict is None]
            await _run(connection, self._telling(written))
        return verdicts

    def _telling(self, pieces: Sequence[Piece]) -> list[Statement]:
        return self._workers.telling(key for piece in pieces for key in piece.touched)

    async def _alone(self, connection: Connection, piece: Piece) -> Exception | None:
        try:
            async with connection.transaction():
                await _run(connection, piece.statements)
        except (psycopg.Error, UnicodeEncodeError) as fault:
            if reason(fault) is not None:
                raise
            return _verdict(fault)
        return None

    async def break_off(self) -> None:
        """Have the server cancel a scrub under way, which then has no effect."""
        if self._kept is not None:
            with suppress(psycopg.Error):
                await self._kept.cancel_safe(timeout=BREAK_OFF_S)

    async def scrub(self) -> bool:
        """Rewrite the tables of the schema that hold people's rows; return whether that succeeded.

        Deleted rows stay in the server's write-ahead log and its copies, as long as the operator keeps these.
        """
        try:
            connection = await self.connection()
            await connection.execute("SET lock_timeout = '200ms'")
            await connection.execute("SET statement_timeout = 0")
            try:
                await connection.execute(f"VACUUM (FULL) {SCRUBBED}")
            finally:
                await connection.execute("RESET lock_timeout")
                await connection.execute("RESET statement_timeout")
        except psycopg.Error as fault:
            log.warning("scrub_failed", reason=reason(fault) or "error", fault=str(fault))
            return False
        return True

    async def close(self) -> None:
        """Close the connection."""
        if self._kept is not None:
            await self._kept.close()


async def _run(connection: Connection, statements: Sequence[Statement]) -> None:
    for sql, rows in statements:
        if rows:
            await connection.cursor().executemany(native(sql), rows)


async def _run_at_once(connection: Connection, statements: Sequence[Statement]) -> None:
    """Run statements in one transaction and one round trip; `Connection.transaction` would take two."""
    try:
        async with connection.pipeline():
            await connection.execute("BEGIN")
            await _run(connection, statements)
            await connection.execute("COMMIT")
    finally:
        if not connection.closed:
            await connection.rollback()  # Nothing is left to roll back after a commit.


def _unwritten(fault: Exception, is_in_doubt: bool) -> StorageFailed:
    failed = failure(fault)
    return InDoubt(failed.reason) if is_in_doubt else failed


def _verdict(fault: Exception) -> Conflict | StorageFailed:
    if isinstance(fault, errors.DivisionByZero):  # From `leases.HELD`: the lease is lost.
        return NotOurs()
    if isinstance(fault, psycopg.IntegrityError):
        return Conflict(str(fault))
    log.error("write_refused", fault=str(fault))
    return failure(fault)


class PostgresDatabase:
    """A PostgreSQL database, opened by `open`: the `Database` of one of several processes."""

    eras: Eras = ()
    off: Sequence[Span] = ()

    def __init__(self, options: dict[str, Any]) -> None:
        self._readers = pool(options, 1, READERS, is_checked=False)
        holders, own = pool(options, 0, HOLDERS), pool(options, 1, OWN)
        waiters = pool(options, 0, WAITERS, reset=let_go)
        self._pools = self._readers, holders, waiters, own
        self._prompt = PromptReader(options)
        self.cluster = Workers(options, holders, waiters, own, self._tell)
        self._committer = Committer(options, self.cluster)
        self._writer = Writer(self._committer)

    @classmethod
    async def open(cls, address: str) -> PostgresDatabase:
        """Check the database, update its schema, and return it, opened.

        Raises:
            StorageProblem: The database can't be used; it is unchanged.
        """
        options = connection_options(address)
        await prepare(address, options)
        database = cls(options)
        try:
            for one in database._pools:
                await one.open()
            await database._committer.connection()
            await database.cluster.start()
        except BaseException as fault:
            await database.close()
            if isinstance(fault, psycopg.Error):
                raise problem(address, fault) from fault
            raise
        return database

    async def write(self, statements: Sequence[Statement], *touched: str) -> None:
        """Write some rows, all or none, and send other processes the words `touched`: `Database.write`."""
        held = self.cluster.current_lease()
        first = [] if held is None else [self.cluster.holds(held)]
        try:
            await self._writer.write([*first, *statements], *touched)
        except NotOurs:
            if held is not None:
                self.cluster.lost(held)
            raise

    async def _tell(self, table_id: str) -> None:
        await self._writer.write((), table_id)

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a query, as last committed; may raise `StorageFailed`."""
        [rows] = await self.read_all((sql, parameters))
        return rows

    async def read_all(self, *queries: Query) -> list[list[Any]]:
        """The rows of several queries, all from one snapshot; may raise `StorageFailed`."""
        try:
            for is_first in (True, False):
                async with self._readers.connection() as connection:
                    try:
                        async with asyncio.timeout(STUCK_S):
                            return await _answers(connection, queries)
                    except psycopg.OperationalError:
                        if not (is_first and connection.broken):
                            raise
                await self._readers.check()  # After a restart of the server: replace closed connections.
            raise AssertionError
        except (psycopg.Error, PoolTimeout, TimeoutError) as fault:
            raise unanswered(fault) from fault

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a quick query; blocks the event loop for a moment; may raise `StorageFailed`."""
        return self._prompt.read(sql, parameters)

    def watch(self, watchers: Sequence[Watcher]) -> None:
        """Set the watchers, which are told of each transaction."""
        self._writer.watchers = watchers

    async def is_put_back(self, version: str) -> bool:
        """Whether this is a restored backup: a bot has used it, but `settle` wrote another place or none."""
        return bool(await self.read(IS_ELSEWHERE, version))

    async def settle(self) -> None:
        """Write this database's place into a comment in its schema, for later calls of `is_put_back`."""
        await self._writer.write([(NOTE, [()])])

    async def scrub(self) -> bool:
        """Rid the disk of all traces of deleted rows; return whether that succeeded."""
        return await self._writer.scrub()

    async def close(self) -> None:
        """Do all waiting writes, free this process's leases, and close all connections."""
        await self._writer.close()
        await self.cluster.close()
        await self._committer.close()
        self._prompt.close()
        for one in self._pools:
            await one.close()


async def _answers(connection: Connection, queries: Sequence[Query]) -> list[list[Any]]:
    if len(queries) == 1:
        [(sql, parameters)] = queries
        return [await (await connection.execute(native(sql), parameters)).fetchall()]
    await connection.set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)
    async with connection.pipeline(), connection.transaction():
        asked = [await connection.execute(native(sql), parameters) for sql, parameters in queries]
    return [await one.fetchall() for one in asked]
