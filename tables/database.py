"""The open database: the lock, the writer, and two connections that only read."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import aiosqlite

from tables.lockfile import LockFile
from tables.prepare import make_folder, prepare, problem
from tables.writer import Statement, Writer, failure

NOW_S: Final = 0.02
"""So long `read_now` waits where the file is locked for a moment."""


def _locked(path: str) -> tuple[Path, LockFile]:
    # Two ways to one file must meet at one lock.
    file = Path(os.path.realpath(path))
    make_folder(file)
    return file, LockFile(file)


def _text(stored: bytes) -> str:
    """A text of a row; damaged bytes are replaced, for an error would lose all rows of the query."""
    return stored.decode(errors="replace")


class Database:
    """One SQLite file in WAL mode, opened by `Database.open` and let go by `close`."""

    def __init__(
        self,
        lock: LockFile,
        write: aiosqlite.Connection,
        read: aiosqlite.Connection,
        now: sqlite3.Connection,
    ) -> None:
        self._lock = lock
        self._write = write
        self._read = read
        self._now = now
        self._writer = Writer(write)

    @classmethod
    async def open(cls, path: str) -> Database:
        """Check the file, bring its schema up to date and open it.

        Raises:
            StorageProblem: It can't be used; the file is as it was.
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
    async def _opened(cls, file: Path, lock: LockFile) -> Database:
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
                "database": f"{file.as_uri()}?mode=ro",
                "uri": True,
                "isolation_level": None,
            }
            now = sqlite3.connect(**reading, timeout=NOW_S)
            read = await aiosqlite.connect(**reading)
            now.text_factory = read.text_factory = _text
        except BaseException:
            await write.close()
            raise
        return cls(lock, write, read, now)

    async def write(self, statements: Sequence[Statement], key: str | None) -> None:
        """Write some rows, all or none; on return they are on the disk.

        Args:
            statements: Run in this order.
            key: Names the rows: writes with different keys touch different rows.  None: any rows.

        Raises:
            Conflict: A row with the same key is there already.
            StorageFailed: The disk would not take it.
        """
        await self._writer.write(statements, key)

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a query, as they were committed last.

        Raises:
            StorageFailed: The disk would not give them.
        """
        try:
            return list(await self._read.execute_fetchall(sql, parameters))
        except (sqlite3.Error, ValueError) as fault:
            raise failure(fault) from fault

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """As `read`, but the loop waits for it: for a row by its key, which takes some 20 µs.

        Raises:
            StorageFailed: The disk would not give it.
        """
        try:
            return self._now.execute(sql, parameters).fetchall()
        except (sqlite3.Error, ValueError) as fault:
            raise failure(fault) from fault

    async def scrub(self) -> bool:
        """Rid the file of all traces of deleted rows; whether that was done.

        Raises:
            StorageFailed: The database is closed.
        """
        return await self._writer.scrub()

    async def close(self) -> None:
        """Write all that waits and release the file."""
        await self._writer.close()
        self._now.close()
        await self._read.close()
        await self._write.close()
        self._lock.release()
