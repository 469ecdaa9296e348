"""Commits what waits to one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

import aiosqlite
import structlog

from tables.model.errors import Conflict, StorageFailed
from tables.store.writer import Piece, merged

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

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


class Committer:
    """The only user of the write connection (`isolation_level=None`)."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def scrub(self) -> bool:
        """Rewrite the file without traces of deleted rows, and empty its log; whether that was done.

        It can't be done while another process reads the file: try it again later.
        """
        try:
            ((patience_ms,),) = await self._connection.execute_fetchall("PRAGMA busy_timeout")
            await self._connection.execute_fetchall(f"PRAGMA busy_timeout = {SCRUB_PATIENCE_MS}")
            try:
                if await self._emptied_log():  # While somebody reads, the log would grow by the whole file.
                    await self._connection.execute_fetchall("VACUUM")
                    return await self._emptied_log()
            finally:
                await self._connection.execute_fetchall(f"PRAGMA busy_timeout = {patience_ms}")
        except Exception as fault:
            log.warning("scrub_failed", reason=failure(fault).reason, fault=str(fault))
        return False

    async def break_off(self) -> None:
        """As `tables.store.writer.Committer.break_off`."""
        await self._connection.interrupt()

    async def _emptied_log(self) -> bool:
        ((busy, *_),) = await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        return not busy

    async def commit(self, pieces: Sequence[Piece]) -> list[Exception | None]:
        """As `tables.store.writer.Committer.commit`."""
        try:
            return await self._committed(pieces)
        except Exception as fault:
            await self._rollback()
            raise failure(fault) from fault

    async def _committed(self, pieces: Sequence[Piece]) -> list[Exception | None]:
        try:
            await self._connection.execute("BEGIN IMMEDIATE")
            for sql, rows in merged(pieces):
                await self._connection.executemany(sql, rows)
            await self._connection.execute("COMMIT")
        except Exception as fault:
            if _concerns_the_file(fault):
                raise
            await self._rollback()
            return await self._one_by_one(pieces)
        return [None] * len(pieces)

    async def _one_by_one(self, pieces: Sequence[Piece]) -> list[Exception | None]:
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


def _concerns_the_file(fault: Exception) -> bool:
    return isinstance(fault, sqlite3.Error) and _primary_code(fault) in REASONS


def failure(fault: Exception) -> StorageFailed:
    """The `StorageFailed` for a fault of the database, with its reason."""
    return StorageFailed(REASONS.get(_primary_code(fault), "error"))


def _primary_code(fault: Exception) -> int:
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF
