"""How many games people have finished: counted from the rows, and known no longer than it is true."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tables import StorageFailed, Tables
from tables.verbs.lobby import cancelled
from tables.verbs.seat_changes import conceded
from tests.tables.test_tables_people import finished
from tests.tables.toys import ANN, BOB, CAT, opened, running

pytestmark = pytest.mark.both_stores


async def counts(tables: Tables, game_id: str = "pebbles") -> list[int]:
    """How many games Ann, Bob and Cat have finished."""
    return [await tables.finished.count(person.id, game_id) for person in (ANN, BOB, CAT)]


async def test_games_that_were_played_to_the_end_count_for_those_who_sat_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        assert await counts(tables) == [0, 0, 0]
        await finished(tables, "a")
        assert await counts(tables) == [1, 1, 0]
        await finished(tables, "b")
        assert await counts(tables) == [2, 2, 0]
        assert await counts(tables, "another") == [0, 0, 0]
    async with opened(tmp_path) as tables:
        assert await counts(tables) == [2, 2, 0]


async def test_games_that_run_or_were_ended_early_or_given_up_do_not_count(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        await running(tables, name="a")
        table = await running(tables, name="b")
        await tables.do(table, ANN, "c", cancelled, moderator=True)
        table = await running(tables, name="d")
        await tables.do(table, BOB, "e", conceded)
        assert await counts(tables) == [0, 0, 0]


async def test_who_was_forgotten_has_finished_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        await finished(tables)
        assert await counts(tables) == [1, 1, 0]
        await tables.forget_person(ANN.id)
        assert ANN.id not in tables.finished._known
        assert await counts(tables) == [0, 1, 0]


async def test_who_is_forgotten_while_it_is_read_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as tables:
        await finished(tables)
        was_read, may_go_on = asyncio.Event(), asyncio.Event()
        reading = tables._database.read

        async def slow(sql: str, *parameters: Any) -> list[Any]:
            rows = await reading(sql, *parameters)
            was_read.set()
            await may_go_on.wait()
            return rows

        with monkeypatch.context() as slowed:
            slowed.setattr(tables._database, "read", slow)
            asked = asyncio.create_task(tables.finished.count(ANN.id, "pebbles"))
            await was_read.wait()
        await tables.forget_person(ANN.id)
        may_go_on.set()
        assert await asked == 1
        assert tables.finished._known == {}


async def test_of_many_people_few_are_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.finished.REMEMBERED", 2)
    async with opened(tmp_path) as tables:
        await finished(tables)
        for _ in range(2):
            assert await counts(tables) == [1, 1, 0]
            assert len(tables.finished._known) <= 2


async def test_what_is_known_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise StorageFailed("io_error")

    async with opened(tmp_path) as tables:
        await finished(tables)
        await counts(tables)
        monkeypatch.setattr(tables._database, "read", broken)
        assert await counts(tables) == [1, 1, 0]
        monkeypatch.undo()
