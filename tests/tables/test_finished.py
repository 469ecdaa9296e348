"""The number of games that people have finished, counted from the database rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables import Tables
from tables.verbs.lobby import cancelled
from tables.verbs.seat_changes import conceded
from tests.tables.test_tables_people import finished
from tests.tables.toys import ANN, BOB, CAT, opened, running

pytestmark = pytest.mark.both_stores


async def counts(tables: Tables, game_id: str = "pebbles") -> list[int]:
    """Return how many games Ann, Bob and Cat have finished."""
    return [await tables.people.finished(person.id, game_id, 9) for person in (ANN, BOB, CAT)]


async def test_games_that_were_played_to_the_end_count_for_those_who_sat_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        assert await counts(tables) == [0, 0, 0]
        await finished(tables, "a")
        assert await counts(tables) == [1, 1, 0]
        await finished(tables, "b")
        assert await counts(tables) == [2, 2, 0]
        assert await counts(tables, "another") == [0, 0, 0]
        assert await tables.people.finished(ANN.id, "pebbles", 1) == 1
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
        assert await counts(tables) == [0, 1, 0]
