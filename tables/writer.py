"""The one task that writes: it commits all that waits in one transaction, then wakes those who wait."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

import aiosqlite
import structlog

from tables.errors import Conflict, StorageFailed

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Statement = tuple[str, Sequence[Sequence[Any]]]
"""A statement and the rows of parameters it is run with."""

LARGEST_GROUP: Final = 500
SCRUB_PATIENCE_MS: Final = 200
"""So long a scrub waits for others to finish reading; meanwhile nothing else is written."""

REASONS: Final = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "io_error",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "io_error",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_NOMEM: "io_error",
}
"""Primary result codes of SQLite that concern the file, not one caller's rows."""


class Piece:
    """What one caller wants written, all or nothing.

    Pieces whose keys differ touch different rows, so their order does not matter; a piece without a key may
    touch any row.
    """

    def __init__(self, statements: Sequence[Statement], key: str | None) -> None:
        self.statements = statements
        self.key = key
        self.written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def finish(self, fault: Exception | None) -> None:
        """Tell the caller of success, or raise `fault` there, unless they no longer wait."""
        if self.written.done():
            return
        if fault is None:
            self.written.set_result(None)
        else:
            self.written.set_exception(fault)


class Scrub:
    """A request to rid the file of all traces of deleted rows."""

    def __init__(self) -> None:
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class Writer:
    """The only user of the write connection (`isolation_level=None`), until `close`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: asyncio.Queue[Piece | Scrub | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="tables-writer")

    async def write(self, statements: Sequence[Statement], key: str | None) -> None:
        """Write some rows; on return they are on the disk.

        Raises:
            Conflict: A row with the same key is there already.
            StorageFailed: The disk would not take it.
        """
        if self._closed:
            raise StorageFailed("closed")
        piece = Piece(statements, key)
        self._waiting.put_nowait(piece)
        await piece.written

    async def scrub(self) -> bool:
        """Rewrite the file without traces of deleted rows, and empty its log; whether that was done.

        It can't be done while another process reads the file: try it again later.

        Raises:
            StorageFailed: It was closed.
        """
        if self._closed:
            raise StorageFailed("closed")
        scrub = Scrub()
        self._waiting.put_nowait(scrub)
        return await scrub.done

    async def close(self) -> None:
        """Write all that waits, and end."""
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
        await self._task

    async def _run(self) -> None:
        open_for_more = True
        while open_for_more:
            group = [await self._waiting.get()]
            while not self._waiting.empty() and len(group) < LARGEST_GROUP:
                group.append(self._waiting.get_nowait())
            open_for_more = None not in group
            pieces = [piece for piece in group if isinstance(piece, Piece)]
            if pieces:
                await self._write_group(pieces)
            for one in group:
                if isinstance(one, Scrub):
                    await self._scrub(one)

    async def _scrub(self, scrub: Scrub) -> None:
        done = False
        try:
            ((patience_ms,),) = await self._connection.execute_fetchall("PRAGMA busy_timeout")
            await self._connection.execute_fetchall(f"PRAGMA busy_timeout = {SCRUB_PATIENCE_MS}")
            try:
                if await self._emptied_log():  # While somebody reads, the log would grow by the whole file.
                    await self._connection.execute_fetchall("VACUUM")
                    done = await self._emptied_log()
            finally:
                await self._connection.execute_fetchall(f"PRAGMA busy_timeout = {patience_ms}")
        except Exception as fault:
            log.warning("scrub_failed", reason=failure(fault).reason, fault=str(fault))
        if not scrub.done.done():
            scrub.done.set_result(done)

    async def _emptied_log(self) -> bool:
        ((busy, *_),) = await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        return not busy

    async def _write_group(self, pieces: list[Piece]) -> None:
        try:
            faults = await self._commit(pieces)
        except Exception as fault:
            failed = failure(fault)
            log.error("write_failed", reason=failed.reason, pieces=len(pieces), fault=str(fault))
            await self._rollback()
            faults = [failed] * len(pieces)
        for piece, verdict in zip(pieces, faults, strict=True):
            piece.finish(verdict)

    async def _commit(self, pieces: list[Piece]) -> list[Exception | None]:
        try:
            await self._connection.execute("BEGIN IMMEDIATE")
            for sql, rows in merged(pieces):
                await self._connection.executemany(sql, rows)
            await self._connection.execute("COMMIT")
        except Exception as fault:
            if _concerns_the_file(fault):
                raise
            await self._rollback()
            return await self._commit_one_by_one(pieces)
        return [None] * len(pieces)

    async def _commit_one_by_one(self, pieces: list[Piece]) -> list[Exception | None]:
        faults: list[Exception | None] = []
        await self._connection.execute("BEGIN IMMEDIATE")
        for piece in pieces:
            await self._connection.execute("SAVEPOINT piece")
            try:
                for sql, rows in piece.statements:
                    await self._connection.executemany(sql, rows)
            except Exception as fault:
                if _concerns_the_file(fault):
                    raise
                await self._connection.execute("ROLLBACK TO piece")
                conflict = isinstance(fault, sqlite3.IntegrityError)
                if not conflict:
                    log.error("write_refused", fault=str(fault))
                faults.append(Conflict(str(fault)) if conflict else failure(fault))
            else:
                faults.append(None)
            await self._connection.execute("RELEASE piece")
        await self._connection.execute("COMMIT")
        return faults

    async def _rollback(self) -> None:
        # SQLite rolls back by itself on some errors; then there is nothing left to do.
        if self._connection.in_transaction:
            try:
                await self._connection.execute("ROLLBACK")
            except sqlite3.Error as fault:
                log.error("rollback_failed", fault=str(fault))


def merged(pieces: Iterable[Piece]) -> list[Statement]:
    """The statements of all pieces, equal ones merged where the outcome is that of running them in order."""
    done: list[Statement] = []
    groups: dict[str, list[Sequence[Any]]] = {}
    keys: set[str] = set()
    for piece in pieces:
        alone = piece.key is None or len({sql for sql, _ in piece.statements}) < len(piece.statements)
        if alone or piece.key in keys or not _fits(piece, list(groups)):
            done.extend(groups.items())
            groups, keys = {}, set()
        if alone or piece.key is None:
            done.extend(piece.statements)
            continue
        keys.add(piece.key)
        for sql, rows in piece.statements:
            groups.setdefault(sql, []).extend(rows)
    return [*done, *groups.items()]


def _fits(piece: Piece, order: list[str]) -> bool:
    known = [order.index(sql) if sql in order else len(order) for sql, _ in piece.statements]
    return known == sorted(known)


def _concerns_the_file(fault: Exception) -> bool:
    return isinstance(fault, sqlite3.Error) and _primary_code(fault) in REASONS


def failure(fault: Exception) -> StorageFailed:
    """The `StorageFailed` for a fault of the database, with its reason."""
    return StorageFailed(REASONS.get(_primary_code(fault), "error"))


def _primary_code(fault: Exception) -> int:
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF
