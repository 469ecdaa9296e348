"""The contract of stores: order, all or nothing, no key twice, and one writer's fault harms no other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tables import StorageFailed, Tables
from tables.model.errors import Conflict
from tables.store.database import Database, Query, Statement
from tables.store.stores import open_database
from tables.verbs.play import played
from tests.tables import stores
from tests.tables.toys import ANN, BOB, GAMES, Clicks, frozen, opened, running

pytestmark = pytest.mark.both_stores

ENTRY = (
    "INSERT INTO journal (table_id, number, kind, seat, text, click, at) VALUES (?, ?, 'move', 0, 'x', ?, 0)"
)
TABLE = """
INSERT INTO tables (id, serial, game, rules_version, options, wanted_seats, guild_id, channel_id, pace_s,
                    locale, owner_seat, phase, version, created_at, changed_at)
VALUES (?, ?, 'g', 1, '{}', 2, 1, 1, 0, '', 0, 'running', 1, 0, 0)"""


def entries(table: str, *numbers: int, click: str | None = None) -> list[Statement]:
    return [(ENTRY, [(table, number, click if place == 0 else None) for place, number in enumerate(numbers)])]


async def numbers(database: Database, table: str) -> list[int]:
    sql = "SELECT number FROM journal WHERE table_id = ? ORDER BY number"
    return [number for (number,) in await database.read(sql, table)]


@asynccontextmanager
async def database(folder: Path) -> AsyncIterator[Database]:
    """A database with two tables, a and b."""
    found = await open_database(stores.address(folder))
    await found.write([(TABLE, [("a", 1), ("b", 2)])], "t")
    try:
        yield found
    finally:
        await found.close()


class TestJournal:
    async def test_entries_are_written_in_whatever_order(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            await asyncio.gather(*(db.write(entries("a", n), f"k{n}") for n in (3, 1, 2)))
            assert await numbers(db, "a") == [1, 2, 3]

    async def test_several_queries_give_what_each_gives_alone(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            await db.write(entries("a", 2, 1, click="x"), "a")
            queries: list[Query] = [
                ("SELECT id, pace_s, held, owner_seat, due_at FROM tables WHERE id >= ? ORDER BY id", ["a"]),
                ("SELECT number, click, at FROM journal WHERE table_id = ?1 AND number < ?2", ["a", 9]),
                ("SELECT number FROM journal WHERE table_id = ? ORDER BY number DESC", ["a"]),
                ("SELECT seat FROM seats WHERE table_id = ?", ["a"]),
            ]
            alone = [await db.read(sql, *values) for sql, values in queries]
            together = await db.read_all(*queries)
            assert [[*map(tuple, rows)] for rows in together] == [[*map(tuple, rows)] for rows in alone]
            assert repr(together) == repr(alone), "of other types"

    async def test_a_number_is_given_once(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            await db.write(entries("a", 1, 2), "a")
            with pytest.raises(Conflict):
                await db.write(entries("a", 2), "a")
            await db.write(entries("b", 2), "b")

    async def test_a_click_counts_once_at_a_table(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            await db.write(entries("a", 1, click="c"), "a")
            with pytest.raises(Conflict):
                await db.write(entries("a", 2, click="c"), "a")
            await db.write(entries("b", 1, click="c"), "b")

    async def test_one_bad_row_takes_all_of_its_piece_with_it(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            await db.write(entries("a", 3), "a")
            with pytest.raises(Conflict):
                await db.write(entries("a", 1, 2, 3, 4), "a")
            assert await numbers(db, "a") == [3]

    async def test_of_two_writers_with_one_number_one_is_refused(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            outcomes = await asyncio.gather(
                *(db.write(entries("a", 1, click=f"c{n}"), "a") for n in range(5)), return_exceptions=True
            )
            assert [type(outcome) for outcome in outcomes] == [type(None), *[Conflict] * 4]

    async def test_a_failing_piece_takes_no_other_with_it(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            await db.write(entries("a", 5), "a")
            outcomes = await asyncio.gather(
                db.write(entries("b", 1), "1"),
                db.write(entries("a", 4, 5), "2"),
                db.write(entries("b", 2), "3"),
                db.write([("INSERT INTO nowhere VALUES (?)", [(1,)])], "4"),
                db.write(entries("nobody", 1), "5"),
                db.write(entries("b", 3), "6"),
                return_exceptions=True,
            )
            kinds = [type(None), Conflict, type(None), StorageFailed, Conflict, type(None)]
            assert [type(outcome) for outcome in outcomes] == kinds
            assert await numbers(db, "b") == [1, 2, 3]
            assert await numbers(db, "a") == [5]

    @pytest.mark.parametrize("odd", ["\ud800", 2**70, float])
    async def test_a_value_that_no_row_can_hold_fails_its_piece_alone(
        self, tmp_path: Path, odd: object
    ) -> None:
        async with database(tmp_path) as db:
            outcomes = await asyncio.gather(
                db.write(entries("a", 1), "1"),
                db.write([(ENTRY, [("b", 1, odd)])], "2"),
                db.write(entries("a", 2), "3"),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes[::2]] == [type(None)] * 2
            assert isinstance(outcomes[1], Conflict | StorageFailed)
            assert (await numbers(db, "a"), await numbers(db, "b")) == ([1, 2], [])

    async def test_what_was_written_is_read_at_once_and_after_a_restart(self, tmp_path: Path) -> None:
        async with database(tmp_path) as db:
            await db.write([(ENTRY, [("a", 2**62, "Ā 樹 \n")])], "a")
            asked = "SELECT number, click, text FROM journal WHERE table_id = ?2 AND number > ?1", 5, "a"
            expected = [(2**62, "Ā 樹 \n", "x")]
            assert [tuple(row) for row in await db.read(*asked)] == expected
            assert [tuple(row) for row in db.read_now(*asked)] == expected
        again = await open_database(stores.address(tmp_path))
        assert [tuple(row) for row in await again.read(*asked)] == expected
        await again.close()

    async def test_after_close_all_that_waited_is_written_and_nothing_more_is_taken(
        self, tmp_path: Path
    ) -> None:
        async with database(tmp_path) as db:
            pending = asyncio.create_task(db.write(entries("a", 1), "a"))
            await asyncio.sleep(0)
        await pending
        with pytest.raises(StorageFailed, match="closed"):
            await db.write(entries("a", 2), "a")
        assert stores.run(tmp_path, "SELECT number FROM journal") == [(1,)]


async def test_a_table_written_past_us_is_read_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        stores.run(tmp_path, "INSERT INTO journal VALUES (?, 5, 'move', 0, 'add 2', 'theirs', 0)", table)
        stores.run(tmp_path, "UPDATE tables SET version = 5 WHERE id = ?", table)
        answer = await tables.do(table, ANN, "mine", played, 4, "add 1")
        assert (answer.status, answer.look.observation.heap) == ("stale", 2)
        assert (await tables.do(table, ANN, "theirs", played, 4, "add 1")).status == "repeated"


class TestCancelledCallers:
    async def test_a_click_whose_caller_went_away_is_either_done_or_not(self, tmp_path: Path) -> None:
        async with opened(tmp_path) as tables:
            table, click = await running(tables, target="600"), Clicks()
            for steps in range(12):
                number = (await tables.look(table, ANN.id)).asked or 0
                key = click()
                caller = asyncio.create_task(tables.do(table, ANN, key, played, number, "add 1"))
                for _ in range(steps):
                    await asyncio.sleep(0)
                caller.cancel()
                await asyncio.gather(caller, return_exceptions=True)
                # Whatever came of it: the next click finds memory and disk agreed.
                await tables.do(table, ANN, key, played, number, "add 1")
                heap = (await tables.look(table, None)).observation.heap
                assert heap == steps + 1
            before = frozen(await tables.look(table, ANN.id))
        async with opened(tmp_path) as tables:
            assert frozen(await tables.look(table, ANN.id)) == before

    async def test_closing_waits_for_what_is_under_way(self, tmp_path: Path) -> None:
        tables = await Tables.open(stores.address(tmp_path), games=GAMES)
        table = await running(tables)
        caller = asyncio.create_task(tables.do(table, ANN, "1", played, 4, "add 1"))
        await asyncio.sleep(0)
        await tables.close()
        assert (await caller).status == "done"
        with pytest.raises(StorageFailed, match="storage_failed"):
            await tables.do(table, BOB, "2", played, 5, "add 1")
