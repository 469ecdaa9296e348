"""The open database: the lock, the writer, and two connections that only read."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import aiosqlite

from tables.model.table import Eras, Span
from tables.store.address import file_of, sqlite_uri
from tables.store.cluster import Alone, Others
from tables.store.journal import WRITE_ENTRY
from tables.store.sqlite.beside import MOVING, clear
from tables.store.sqlite.committing import Committer, failure
from tables.store.sqlite.latest import NEWEST, Latest
from tables.store.sqlite.lockfile import LockFile
from tables.store.sqlite.prepare import make_folder, prepare, problem
from tables.store.watching import Watcher
from tables.store.writer import Statement, Writer

NOW_S: Final = 0.02
"""So long `read_now` waits where the file is locked for a moment."""


def _locked(path: str) -> tuple[Path, LockFile]:
    file = file_of(path)
    make_folder(file)
    lock = LockFile(file)
    clear(file.parent, f"{file.name}{MOVING}")
    return file, lock


def _text(stored: bytes) -> str:
    """A text of a row; damaged bytes are replaced, for an error would lose all rows of the query."""
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
        self.others: Others = Alone()

    @classmethod
    async def open(cls, path: str) -> SQLiteDatabase:
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

    async def write(
        self,
        statements: Sequence[Statement],
        key: str | None,
        touched: Sequence[str] = (),
        meanwhile: Callable[[], object] | None = None,
    ) -> None:
        """As `Database.write`."""
        await self._writer.write(statements, key, touched, meanwhile)
        for table_id, number, *_, at in (rows[-1] for sql, rows in statements if sql == WRITE_ENTRY and rows):
            self._latest.put(table_id, number, at)

    async def is_put_back(self, version: str) -> bool:
        """As `Database.is_put_back`."""
        sql, parameters = self._latest.missing(version)
        return bool(await self.read(sql, *parameters))

    async def settle(self) -> None:
        """As `Database.settle`."""
        for entry in await self.read(NEWEST):
            self._latest.put(*entry)

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """As `Database.read`."""
        try:
            return list(await self._read.execute_fetchall(sql, parameters))
        except (sqlite3.Error, ValueError) as fault:
            raise failure(fault) from fault

    async def read_all(self, *queries: tuple[str, Sequence[Any]]) -> list[list[Any]]:
        """As `Database.read_all`: there are no other processes."""
        return [await self.read(sql, *parameters) for sql, parameters in queries]

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """As `Database.read_now`; it takes some 20 µs."""
        try:
            return self._now.execute(sql, parameters).fetchall()
        except (sqlite3.Error, ValueError) as fault:
            raise failure(fault) from fault

    def watch(self, watchers: Sequence[Watcher]) -> None:
        """As `Database.watch`."""
        self._writer.watchers = watchers

    async def scrub(self) -> bool:
        """As `Database.scrub`: the file is written anew.  Not while another process reads it."""
        return await self._writer.scrub()

    async def close(self) -> None:
        """As `Database.close`."""
        await self._writer.close()
        self._now.close()
        await self._read.close()
        await self._write.close()
        self._lock.release()
