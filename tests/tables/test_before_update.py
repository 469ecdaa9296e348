"""A database file of an older version is copied before a newer one changes it, so that people can go back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest

import bot
from cogs.ops.settings import ALONE
from tables import StorageProblem
from tables.store.address import shown
from tables.store.dump import COPIES_BEFORE_UPDATE, copied_before_update
from tables.store.postgres.prepare import newest
from tables.store.sqlite.files import LockFile
from tests.tables.test_move import run, tables_at
from tests.tables.toys import ANN, opened, running, say

pytestmark = pytest.mark.sqlite

OLD = Path(__file__).with_name("schema_0001.sql")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
        connection.execute("INSERT INTO people VALUES (1, 'de', NULL, '', '{}')")
        connection.commit()
    return path


def rows(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return [
            *connection.execute("PRAGMA user_version").fetchall(),
            *connection.execute("SELECT * FROM people").fetchall(),
        ]


def copies(path: Path) -> list[Path]:
    return sorted((path.parent / "backups").iterdir())


async def test_the_copy_is_the_file_as_it_was_and_its_place_is_told(file: Path) -> None:
    before = rows(file)
    told = await copied_before_update(str(file))
    [copy] = copies(file)
    assert told == ("kept", str(copy))
    assert rows(copy) == rows(file) == before
    assert copy.stat().st_mode & 0o077 == 0


async def test_what_is_new_or_up_to_date_is_not_copied(tmp_path: Path) -> None:
    assert await copied_before_update(str(tmp_path / "tables.sqlite3")) is None
    async with opened(tmp_path) as tables:
        await say(tables, await running(tables), ANN, "add 1", "1")
    assert await copied_before_update(str(tmp_path / "tables.sqlite3")) is None
    assert not (tmp_path / "backups").exists()


async def test_only_the_newest_of_these_copies_stay(file: Path) -> None:
    folder = file.parent / "backups"
    folder.mkdir()
    backup = folder / "tables-2020-01-01T000000Z.sqlite3"
    for name in [backup, *(folder / f"before-update-2020-01-0{day}T000000Z.sqlite3" for day in range(1, 6))]:
        name.touch()
    await copied_before_update(str(file))
    assert backup in copies(file)
    kept = [one for one in copies(file) if one != backup]
    assert len(kept) == COPIES_BEFORE_UPDATE
    assert kept[0].name == "before-update-2020-01-04T000000Z.sqlite3"


async def test_without_room_for_it_nothing_is_changed(file: Path) -> None:
    before = rows(file)
    full = StorageProblem("no_room", path=str(file))
    with (
        patch("tables.store.dump.copied", side_effect=full),
        pytest.raises(StorageProblem) as raised,
    ):
        await copied_before_update(str(file))
    assert raised.value.code == "no_room"
    assert copies(file) == []
    assert rows(file) == before


async def test_beside_a_bot_that_runs_no_copy_is_made(file: Path) -> None:
    lock = LockFile(file)
    try:
        with pytest.raises(StorageProblem) as raised:
            await copied_before_update(str(file))
    finally:
        lock.release()
    assert raised.value.code == "in_use"
    assert not (file.parent / "backups").exists()


async def test_the_bot_says_where_the_copy_is(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    with patch("bot.TableBot", side_effect=discord.LoginFailure):
        for _ in range(2):
            await bot.run("token", "http://127.0.0.1:1", str(file), ALONE)
    [copy] = copies(file)
    assert capsys.readouterr().out.count(f"copied it to {copy}.") == 1
    assert rows(copy)[0] == (1,)
    assert rows(file)[0] == (newest(),)


@pytest.mark.postgres
async def test_of_a_postgresql_it_is_said_that_none_is_made(database_address: str) -> None:
    assert await copied_before_update(database_address) is None
    async with tables_at(database_address):
        assert await copied_before_update(database_address) is None
    run(database_address, "UPDATE schema_version SET number = number - 1")
    assert await copied_before_update(database_address) == ("not_kept", shown(database_address))
