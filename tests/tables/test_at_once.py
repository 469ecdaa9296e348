"""Statements that PostgreSQL runs as one: where that is possible, and that it comes to the same."""

from __future__ import annotations

from typing import Final

import pytest

from tables import Conflict
from tables.store.journal import CHANGE_TABLE, CLEAR_SEAT, TAKE_SEAT, WRITE_ENTRY
from tables.store.postgres.at_once import FEW, joined
from tables.store.postgres.leases import HELD
from tables.store.postgres.news import NOTE
from tables.store.stores import open_database
from tests.tables.test_stores import TABLE

ENTRY: Final = "INSERT INTO journal (table_id, number, kind, text, at) VALUES (?, ?, 'move', 'x', ?)"
NUMBER: Final = "UPDATE tables SET version = ? WHERE id = ?"


@pytest.mark.parametrize("entries", [1, 3, FEW])
def test_a_move_and_its_notice_are_one(entries: int) -> None:
    found = joined((WRITE_ENTRY, entries), (CHANGE_TABLE, 1), (NOTE, 1))
    assert found is not None
    values = entries * WRITE_ENTRY.count("?") + CHANGE_TABLE.count("?") + NOTE.count("?")
    assert [found.count(f"${number}") > 0 for number in (1, values, values + 1)] == [True, True, False]
    assert "?" not in found


@pytest.mark.parametrize(
    "statements",
    [
        pytest.param([(CLEAR_SEAT, 1), (TAKE_SEAT, 1), (NOTE, 1)], id="one writes what another does"),
        pytest.param(
            [(NUMBER, 1), ("DELETE FROM seats WHERE table_id IN (SELECT id FROM tables)", 1), (NOTE, 1)],
            id="one reads what another writes",
        ),
        pytest.param([(HELD, 1), (NUMBER, 1), (NOTE, 1)], id="one only reads"),
        pytest.param([(NUMBER, 2), (NOTE, 1)], id="one is an update of several rows"),
        pytest.param([(WRITE_ENTRY, FEW + 1), (NOTE, 1)], id="one is of many rows"),
    ],
)
def test_what_might_come_out_differently_is_not_one(statements: list[tuple[str, int]]) -> None:
    assert joined(*statements) is None


@pytest.mark.postgres
async def test_as_one_all_is_written_or_nothing(database_address: str) -> None:
    database = await open_database(database_address)
    try:
        await database.write([(TABLE, [("a", 1), ("b", 2)])], "a")
        await database.write([(ENTRY, [("a", 1, 1.5), ("a", 2, 2.5)]), (NUMBER, [(2, "a")])], "a")
        with pytest.raises(Conflict):
            await database.write([(ENTRY, [("a", 3, 3.5), ("a", 2, 2.5)]), (NUMBER, [(3, "a")])], "a")
        with pytest.raises(Conflict):
            await database.write([(ENTRY, [("none", 1, 1.5)]), (NUMBER, [(4, "a")])], "a")
        assert await database.read("SELECT version FROM tables ORDER BY id") == [(2,), (1,)]
        assert await database.read("SELECT number, at FROM journal ORDER BY number") == [(1, 1.5), (2, 2.5)]
        assert await database.read("SELECT keys FROM news ORDER BY at") == [(["a"],), (["a"],)]
    finally:
        await database.close()
