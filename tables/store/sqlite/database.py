"""A store for one process: an SQLite file, with its lock, its writer, and two read-only connections."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import aiosqlite
import structlog

from tables.model.errors import Conflict, StorageFailed
from tables.model.table import Eras, Span
from tables.store.address import file_of, sqlite_uri
from tables.store.database import Cluster, Query, Statement, Watcher
from tables.store.journal import WRITE_ENTRY
from tables.store.sqlite.files import MOVING, NEWEST, Latest, LockFile, clear
from tables.store.sqlite.prepare import make_folder, prepare, primary_code, problem
from tables.store.writer import Piece, Writer

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NOW_S: Final = 0.02
"""Seconds for which `read_now` waits if the file is locked."""
SCRUB_PATIENCE_MS: Final = 200
"""Milliseconds for which a scrub waits for readers to finish; meanwhile nothing else is written."""

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
"""SQLite's primary result codes that are the file's fault, not one caller's, with `StorageFailed.reason`."""


class Committer:
    """Commits and scrubs by the write connection (`isolation_level=None`), as its only user."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def scrub(self) -> bool:
        """Rewrite the file without traces of deleted rows, empty its log, and return whether that succeeded.

        It returns False while another process reads the file: try again later.
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
        """Cancel a scrub under way, which then has no effect."""
        await self._connection.interrupt()

    async def _emptied_log(self) -> bool:
        ((busy, *_),) = await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        return not busy

    async def commit(self, pieces: Sequence[Piece]) -> list[Exception | None]:
        """Commit pieces in one transaction, without those at fault; return for each its fault, or None.

        Raises:
            StorageFailed: Nothing was written.
        """
        try:
            return await self._committed(pieces)
        except Exception as fault:
            await self._rollback()
            raise failure(fault) from fault

    async def _committed(self, pieces: Sequence[Piece]) -> list[Exception | None]:
        faults: list[Exception | None] = []
        await self._connection.execute("BEGIN IMMEDIATE")
        for piece in pieces:
            await self._connection.execute("SAVEPOINT piece")
            try:
                for sql, rows in piece.statements:
                    await self._connection.executemany(sql, rows)
            except Exception as fault:
                if primary_code(fault) in REASONS:  # The file is at fault, not the piece.
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
        # On some errors SQLite has rolled back by itself.
        if self._connection.in_transaction:
            try:
                await self._connection.execute("ROLLBACK")
            except sqlite3.Error as fault:
                log.error("rollback_failed", fault=str(fault))


def failure(fault: Exception) -> StorageFailed:
    """The `StorageFailed`, with its reason, for an exception of the database."""
    return StorageFailed(REASONS.get(primary_code(fault), "error"))


def _locked(path: str) -> tuple[Path, LockFile]:
    file = file_of(path)
    make_folder(file)
    lock = LockFile(file)
    clear(file.parent, f"{file.name}{MOVING}")
    return file, lock


def _text(stored: bytes) -> str:
    """Decode a text of a row; damaged bytes are replaced, since an error would lose all rows of the query."""
    return stored.decode(errors="replace")


class SQLiteDatabase:
    """One SQLite file in WAL mode, opened by `open`: the `Database` of one process."""

    eras: Eras = ()
    off: Sequence[Span] = ()

    def __init__(
        self,
        lock: LockFile,
        latest: Latest,
        write: aiosqlite.Connection,
        read: aiosqlite.Connection,
        now: sqlite3.Connection,
    ) -> None:
        self._lock = lock
        self._latest = latest
        self._write = write
        self._read = read
        self._now = now
        self._writer = Writer(Committer(write))
        self.cluster = Cluster()

    @classmethod
    async def open(cls, path: str) -> SQLiteDatabase:
        """Check the file, update its schema, and return it, opened.

        Raises:
            StorageProblem: The file can't be used; it is unchanged.
        """
        file, lock = await asyncio.to_thread(_locked, path)
        try:
            return await cls._opened(file, lock)
        except BaseException as fault:
            lock.release()
            if isinstance(fault, sqlite3.Error):
                raise problem(file, fault) from fault
            raise

    @classmethod
    async def _opened(cls, file: Path, lock: LockFile) -> SQLiteDatabase:
        await asyncio.to_thread(prepare, file)
        write = await aiosqlite.connect(file, isolation_level=None)
        try:
            for setting in (
                "journal_mode = WAL",  # a restored backup may have left it
                "synchronous = FULL",
                "foreign_keys = ON",
                "busy_timeout = 5000",
                "secure_delete = ON",
            ):
                await write.execute(f"PRAGMA {setting}")
            reading: dict[str, Any] = {
                "database": sqlite_uri(file, "ro"),
                "uri": True,
                "isolation_level": None,
            }
            now = sqlite3.connect(**reading, timeout=NOW_S)
            read = await aiosqlite.connect(**reading)
            now.text_factory = read.text_factory = _text
        except BaseException:
            await write.close()
            raise
        return cls(lock, Latest(file), write, read, now)

    async def write(self, statements: Sequence[Statement], *_touched: str) -> None:
        """Write some rows, all or none; on return they are on the disk. `_touched` is ignored."""
        await self._writer.write(statements)
        for table_id, number, *_, at in (rows[-1] for sql, rows in statements if sql == WRITE_ENTRY and rows):
            self._latest.put(table_id, number, at)

    async def is_put_back(self, version: str) -> bool:
        """Whether the file is a restored backup: used by a bot, but without the entry that `Latest` names."""
        sql, parameters = self._latest.missing(version)
        return bool(await self.read(sql, *parameters))

    async def settle(self) -> None:
        """Have the file `Latest` name the newest entry of all journals, for later `is_put_back` calls."""
        for entry in await self.read(NEWEST):
            self._latest.put(*entry)

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a query, as last committed; may raise `StorageFailed`."""
        try:
            return list(await self._read.execute_fetchall(sql, parameters))
        except (sqlite3.Error, ValueError) as fault:
            raise failure(fault) from fault

    async def read_all(self, *queries: Query) -> list[list[Any]]:
        """The rows of several queries, one after the other; may raise `StorageFailed`."""
        return [await self.read(sql, *parameters) for sql, parameters in queries]

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a quick query; blocks the event loop for some 20 µs; may raise `StorageFailed`."""
        try:
            return self._now.execute(sql, parameters).fetchall()
        except (sqlite3.Error, ValueError) as fault:
            raise failure(fault) from fault

    def watch(self, watchers: Sequence[Watcher]) -> None:
        """Set the watchers, which are told of each transaction."""
        self._writer.watchers = watchers

    async def scrub(self) -> bool:
        """Rewrite the file without deleted rows, or return False while another process reads the file."""
        return await self._writer.scrub()

    async def close(self) -> None:
        """Do all waiting writes, and close the file."""
        await self._writer.close()
        self._now.close()
        await self._read.close()
        await self._write.close()
        self._lock.release()
