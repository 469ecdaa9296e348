"""Writing to SQLite: in groups, by one connection; the effects of a failing disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from tables import Refused, StorageFailed
from tables.store.database import Database, Watcher
from tables.store.sqlite.database import Committer, SQLiteDatabase
from tables.store.writer import Writer
from tables.verbs.play import played
from tables.views.looks import taken_back
from tests.tables.test_stores import database, entries, numbers
from tests.tables.toys import ANN, Clicks, frozen, opened, running, say

pytestmark = pytest.mark.sqlite


class Faulty:
    """A write connection that fails where a test says so."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self.faults: dict[str, list[Exception]] = {}
        self.ran: list[str] = []
        self.held: asyncio.Event | None = None
        self.reached = asyncio.Event()

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    async def execute(self, sql: str) -> None:
        if self.held is not None and sql == "COMMIT":
            self.reached.set()
            await self.held.wait()
        await self._run(sql, [()])

    async def executemany(self, sql: str, parameters: Iterable[Any]) -> None:
        await self._run(sql, parameters)

    async def _run(self, sql: str, parameters: Iterable[Any]) -> None:
        self.ran.append(sql)
        word = sql.split()[0]
        if self.faults.get(word):
            raise self.faults[word].pop(0)
        for row in parameters:
            await self._connection.execute(sql, row)


def full(code: int = sqlite3.SQLITE_FULL) -> sqlite3.OperationalError:
    fault = sqlite3.OperationalError("database or disk is full")
    fault.sqlite_errorcode = code
    return fault


def make_faulty(database: Database) -> Faulty:
    assert isinstance(database, SQLiteDatabase)
    committer = database._writer._committer
    assert isinstance(committer, Committer)
    faulty = Faulty(database._write)
    committer._connection = faulty  # type: ignore[assignment]
    return faulty


class TestFaults:
    async def test_what_waits_is_committed_together(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            faulty = make_faulty(db)
            await asyncio.gather(*(db.write(entries("a", n), f"k{n}") for n in range(100)))
            assert faulty.ran.count("COMMIT") <= 2
            assert faulty.ran.count("COMMIT") <= 2
            assert len(await numbers(db, "a")) == 100

    @pytest.mark.parametrize("word", ["BEGIN", "INSERT", "COMMIT"])
    @pytest.mark.parametrize(
        ("code", "reason"),
        [
            (sqlite3.SQLITE_FULL, "disk_full"),
            (sqlite3.SQLITE_IOERR, "io_error"),
            (sqlite3.SQLITE_IOERR | 4 << 8, "io_error"),
            (sqlite3.SQLITE_BUSY, "locked"),
        ],
    )
    async def test_a_fault_of_the_disk_is_named_and_leaves_nothing(
        self, tmp_path: Path, word: str, code: int, reason: str
    ) -> None:
        async with database(tmp_path) as db:
            faulty = make_faulty(db)
            faulty.faults[word] = [full(code)]
            outcomes = await asyncio.gather(
                db.write(entries("a", 1), "a"), db.write(entries("b", 1), "b"), return_exceptions=True
            )
            assert [getattr(outcome, "reason", None) for outcome in outcomes] == [reason, reason]
            assert await numbers(db, "a") == await numbers(db, "b") == []
            await db.write(entries("a", 1), "a")
            assert await numbers(db, "a") == [1]

    @pytest.mark.parametrize("word", ["SAVEPOINT", "ROLLBACK", "RELEASE", "COMMIT"])
    async def test_a_full_disk_while_pieces_are_written_singly_fails_them_all(
        self, tmp_path: Path, word: str
    ) -> None:
        async with database(tmp_path) as db:
            await db.write(entries("a", 1), "a")
            faulty = make_faulty(db)
            faulty.faults[word] = [full()]
            outcomes = await asyncio.gather(
                db.write(entries("b", 1), "b"), db.write(entries("a", 1), "a"), return_exceptions=True
            )
            assert all(isinstance(outcome, StorageFailed) for outcome in outcomes)
            assert await numbers(db, "b") == []
            await db.write(entries("b", 1), "b")

    @pytest.mark.parametrize("word", ["BEGIN", "INSERT", "UPDATE", "COMMIT"])
    async def test_a_table_is_in_memory_what_it_is_on_the_disk(self, tmp_path: Path, word: str) -> None:
        async with opened(tmp_path) as tables:
            table = await running(tables)
            before = frozen(await tables.look(table, ANN.id))
            make_faulty(tables._database).faults[word] = [full()]
            with pytest.raises(Refused) as refused:
                await say(tables, table, ANN, "add 1", "1")
            assert (refused.value.code, refused.value.facts) == ("storage_failed", {"reason": "disk_full"})
            assert frozen(await tables.look(table, ANN.id)) == before
            # The same click may be tried again: it had no effect.
            assert (await say(tables, table, ANN, "add 1", "1")).status == "done"

    async def test_a_caller_cancelled_while_the_commit_is_under_way(self, tmp_path: Path) -> None:
        async with opened(tmp_path) as tables:
            table = await running(tables)
            faulty = make_faulty(tables._database)
            faulty.held = asyncio.Event()
            caller = asyncio.create_task(tables.do(table, ANN, "1", played, 4, "add 1"))
            await faulty.reached.wait()
            caller.cancel()
            with pytest.raises(asyncio.CancelledError):
                await caller
            assert (await tables.look(table, None)).observation.heap == 0
            late = asyncio.create_task(tables.do(table, ANN, "2", played, 4, "add 2"))
            faulty.held.set()
            assert (await late).status == "stale"
            assert (await tables.look(table, None)).observation.heap == 1


def test_the_writer_is_alone_with_its_connection() -> None:
    """Nothing else in the folder begins or ends a transaction of a bot that runs."""
    folder = Path(Writer.__init__.__code__.co_filename).parents[1]
    words = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT")
    users = {
        file.name for file in folder.rglob("*.py") if any(f'"{word}' in file.read_text() for word in words)
    }
    assert users == {"database.py", "copying.py", "prepare.py"}


async def test_a_disk_that_is_really_full_loses_nothing_that_was_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table, click, told = await running(tables, target="600"), Clicks(), 0
        assert isinstance(tables._database, SQLiteDatabase)
        connection = tables._database._write
        ((pages,),) = await connection.execute_fetchall("PRAGMA page_count")
        await connection.execute(f"PRAGMA max_page_count = {pages}")
        reason = None
        while reason is None:
            try:
                await say(tables, table, ANN, ";".join(["add 1"] * 20), click())
                told += 20
            except StorageFailed as fault:
                reason = fault.reason
        assert reason == "disk_full"
        before = frozen(await tables.look(table, ANN.id))
        assert (await tables.look(table, None)).observation.heap == told
        await connection.execute("PRAGMA max_page_count = 1000000")
        assert (await say(tables, table, ANN, "end", click())).status == "done"
        await tables.do(table, ANN, click(), taken_back)
        assert (await tables.look(table, None)).observation.heap == told
    async with opened(tmp_path) as tables:
        after = await tables.look(table, ANN.id)
        assert frozen(after) != before
        assert after.observation.heap == told


class Broken(Watcher):
    """A watcher that raises, though none should."""

    def committed(self, pieces: int, seconds: float) -> None:
        raise ZeroDivisionError


async def test_what_is_on_the_disk_is_confirmed_whatever_goes_wrong_with_who_measures_it(
    tmp_path: Path,
) -> None:
    async with database(tmp_path) as db:
        assert isinstance(db, SQLiteDatabase)
        db._writer.watchers = [Broken()]
        await db.write(entries("a", 1), "a")
        await db.write(entries("a", 2), "a")
        assert await numbers(db, "a") == [1, 2]


class Rewriting:
    """A write connection that rewrites the file until it is interrupted."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self._ends: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ran: list[str] = []
        self.in_transaction = False

    async def interrupt(self) -> None:
        self._ends.set_exception(sqlite3.OperationalError("interrupted"))

    async def execute_fetchall(self, sql: str) -> list[tuple[int, ...]]:
        if sql == "VACUUM":
            self.begun.set()
            await self._ends
        return [(0,)]

    async def executemany(self, sql: str, rows: Any) -> None:
        self.ran.append(sql)

    async def execute(self, sql: str) -> None:
        self.ran.append(sql)


async def test_whoever_closes_waits_for_no_scrub_and_what_waited_behind_it_is_written() -> None:
    connection = Rewriting()
    writer = Writer(Committer(connection))  # type: ignore[arg-type]
    scrub = asyncio.create_task(writer.scrub())
    await connection.begun.wait()
    write = asyncio.create_task(writer.write([("INSERT", [()])], "key"))
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await writer.close()
    assert not await scrub
    await write
    assert [sql for sql in connection.ran if "piece" not in sql] == ["BEGIN IMMEDIATE", "INSERT", "COMMIT"]
