"""Commits what waits to PostgreSQL, through a connection of its own that is made anew where it breaks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog
from psycopg import errors

from tables.model.errors import Conflict, InDoubt, NotOurs, StorageFailed
from tables.store.postgres.at_once import run_at_once
from tables.store.postgres.connecting import Connection, Cursor, connected, failure, native, reason
from tables.store.postgres.news import NOTE, Item
from tables.store.postgres.workers import Workers
from tables.store.writer import Piece, merged

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PATIENCE_S: Final = 5.0
"""So long a commit is tried where the server can't be reached; then its callers are told that it failed."""
STUCK_S: Final = 15.0
"""So long an answer is waited for: the server itself breaks off what takes 10 seconds, unless it hangs."""
PAUSE_S: Final = 0.1
AGAIN: Final = 3
"""So many times a commit is tried that others stood in the way of."""
BREAK_OFF_S: Final = 1.0
"""So long the server may take to hear that a scrub is to end."""
SCRUBBED: Final = "people, seats, messages, followers, lessons, auto_answers, tables"
"""The tables of the schema from which rows of people are deleted."""


class Committer:
    """The only user of the write connection."""

    def __init__(self, options: dict[str, Any], workers: Workers) -> None:
        self._options = options
        self._workers = workers
        self._kept: Cursor | None = None

    async def commit(self, pieces: Sequence[Piece]) -> list[Exception | None]:
        """As `tables.store.writer.Committer.commit`.

        A connection that breaks while it commits leaves open whether it did.  So all is tried again: who was
        written the first time meets their own rows as a `Conflict`, and finds out as from anybody else's.

        Raises:
            InDoubt: The server didn't come back soon enough to try it again.
        """
        until = time.monotonic() + PATIENCE_S
        others, is_in_doubt = 0, False
        while True:
            try:
                cursor = await self.cursor()
                async with asyncio.timeout(STUCK_S):
                    return await self._committed(cursor, pieces)
            except TimeoutError as fault:
                await self.close()
                raise InDoubt("unreachable") from fault
            except (errors.DeadlockDetected, errors.SerializationFailure) as fault:
                others += 1
                if others == AGAIN:
                    raise _unwritten(fault, is_in_doubt) from fault
            except psycopg.Error as fault:
                # Where not even a connection could be made, nothing was sent.
                is_in_doubt = is_in_doubt or (self._kept is not None and self._is_broken)
                if not self._is_broken or time.monotonic() > until:
                    raise _unwritten(fault, is_in_doubt) from fault
                log.warning("database_unreachable", reason="unreachable", fault=" ".join(str(fault).split()))
                await asyncio.sleep(PAUSE_S)

    async def cursor(self) -> Cursor:
        """The cursor of the connection, which is made if there is none that works.

        Always the same one: it knows how the values of the statement before are sent, mostly that of a move.

        Raises:
            psycopg.Error: The connection can't be made.
        """
        if self._kept is not None and self._is_broken:
            await self._kept.connection.close()
            self._kept = None
        if self._kept is None:
            self._kept = (await connected(self._options)).cursor()
        return self._kept

    @property
    def _is_broken(self) -> bool:
        return self._kept is None or self._kept.connection.closed

    async def _committed(self, cursor: Cursor, pieces: Sequence[Piece]) -> list[Exception | None]:
        item = self._item(pieces)
        try:
            await run_at_once(cursor, [*merged(pieces), (NOTE, [item])])
        except (psycopg.Error, UnicodeEncodeError) as fault:
            if reason(fault) is not None:
                raise
            if len(pieces) == 1:
                return [_verdict(fault)]
        else:
            self._workers.tell_of(item)
            return [None] * len(pieces)
        async with cursor.connection.transaction():
            verdicts = [await self._alone(cursor.connection, piece) for piece in pieces]
            written = [piece for piece, verdict in zip(pieces, verdicts, strict=True) if verdict is None]
            item = self._item(written)
            await _run(cursor.connection, [(NOTE, [item] if written else [])])
        if written:
            self._workers.tell_of(item)
        return verdicts

    def _item(self, pieces: Sequence[Piece]) -> Item:
        """What others are to hear: one item for all pieces."""
        return Item.of(self._workers.id, sorted({key for piece in pieces for key in piece.touched}))

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
        """As `tables.store.writer.Committer.break_off`."""
        if self._kept is not None:
            with suppress(psycopg.Error):
                await self._kept.connection.cancel_safe(timeout=BREAK_OFF_S)

    async def scrub(self) -> bool:
        """Write anew the tables of the schema that hold people's rows; whether that was done.

        Deleted rows stay in the server's log and in copies of it for as long as its operator keeps those.
        """
        try:
            connection = (await self.cursor()).connection
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
            await self._kept.connection.close()


async def _run(connection: Connection, statements: Sequence[tuple[str, Sequence[Sequence[Any]]]]) -> None:
    for sql, rows in statements:
        if rows:
            await connection.cursor().executemany(native(sql), rows)


def _unwritten(fault: Exception, is_in_doubt: bool) -> StorageFailed:
    failed = failure(fault)
    return InDoubt(failed.reason) if is_in_doubt else failed


def _verdict(fault: Exception) -> Conflict | StorageFailed:
    if isinstance(fault, errors.DivisionByZero):  # As `leases.HELD` says it.
        return NotOurs()
    if isinstance(fault, psycopg.IntegrityError):
        return Conflict(str(fault))
    log.error("write_refused", fault=str(fault))
    return failure(fault)
