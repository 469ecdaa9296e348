"""`--check` reports before an update which tables would become unreadable, and changes nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import bot
from tables import StorageProblem
from tables.model.table import Fault
from tables.store.check import Findings, check
from tables.views.looks import taken_back
from tests.tables.test_upgrades import GONE, NAME, NEW, NEW_ONLY, SPOILED, damage
from tests.tables.toys import ANN, GAMES, opened, running, say

pytestmark = pytest.mark.sqlite


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder, except SQLite's list of readers, which exists while anybody reads."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


async def begun(folder: Path) -> tuple[str, str]:
    """Make a folder with two running tables, one of them of an unchanged game; return their ids."""
    async with opened(folder) as tables:
        table, other = await running(tables, name="a"), await running(tables, game="fingers", name="b")
        await say(tables, table, ANN, "add 1;end", "1")
    return table, other


def faults(found: Findings) -> dict[str, Fault]:
    return {one.facts.id: one.fault for one in found.unreadable}


async def test_what_an_update_would_make_unreadable_is_found_and_nothing_is_touched(tmp_path: Path) -> None:
    table, _ = await begun(tmp_path)
    path, before = str(tmp_path / NAME), contents(tmp_path)
    for games in (GAMES, NEW):
        found = await check(path, games)
        assert (found.read, found.unreadable) == (2, ())
    found = await check(path, NEW_ONLY)
    assert faults(found) == {table: Fault("old_rules", 3)}
    found = await check(path, GONE)
    assert faults(found) == {table: Fault("game_gone", 1)}
    assert {name: held for name, held in contents(tmp_path).items() if name in before} == before


@pytest.mark.parametrize("fault", SPOILED)
async def test_a_damaged_table_is_found(tmp_path: Path, fault: str) -> None:
    table, _ = await begun(tmp_path)
    damage(tmp_path, SPOILED[fault][0], table)
    found = await check(str(tmp_path / NAME), GAMES)
    assert [(one.facts.id, one.fault.code) for one in found.unreadable] == [(table, "table_damaged")]


async def test_a_database_in_use_is_checked_while_its_bot_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        checking = asyncio.create_task(check(str(tmp_path / NAME), NEW_ONLY))
        for number in range(20):
            await say(tables, table, ANN, "add 1", f"c{number}")
            await tables.do(table, ANN, f"back-{number}", taken_back)
        assert [one.facts.id for one in (await checking).unreadable] == [table]


async def test_an_old_schema_is_checked_and_stays_as_old_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((Path(__file__).parent / "schema_0001.sql").read_text())
    before = path.read_bytes()
    found = await check(str(path), GAMES)
    assert (found.read, found.unreadable) == (1, ())
    assert path.read_bytes() == before


async def test_a_file_that_cannot_be_checked_is_named(tmp_path: Path) -> None:
    missing, text = tmp_path / "missing", tmp_path / "text"
    text.write_text("Dear diary, " * 500)
    for path, code in ((missing, "no_database"), (text, "not_a_database")):
        with pytest.raises(StorageProblem) as raised:
            await check(str(path), GAMES)
        assert (raised.value.code, raised.value.facts["path"]) == (code, str(path))
    assert not missing.exists()


async def test_the_summary_and_the_exit_status_say_it_plainly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    table, other = await begun(tmp_path)
    path = str(tmp_path / NAME)
    monkeypatch.setattr("tables.store.check.all_games", lambda: GAMES)
    assert await bot.check_before_update(path) == 0
    assert "2 open tables, and this version can read them all" in capsys.readouterr().out
    monkeypatch.setattr("tables.store.check.all_games", lambda: NEW_ONLY)
    assert await bot.check_before_update(path) == 1
    said = capsys.readouterr().out
    assert "can't read one open table in " in said
    assert f"{table} (pebbles): it uses version 1 of the rules" in said
    assert other not in said
    with pytest.raises(StorageProblem, match="no_database"):
        await bot.check_before_update(str(tmp_path / "missing"))
