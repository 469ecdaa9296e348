"""`python -m tables.backup` copies a database in use and checks the copy; a restored copy works."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from fnmatch import fnmatch
from itertools import count
from pathlib import Path

import pytest

from tables import StorageProblem, Tables
from tables.backup import back_up, main
from tables.store.sqlite.files import STAMPED
from tables.views.looks import record_of, taken_back
from tests.tables.test_upgrades import GONE, NAME, SPOILED, damage
from tests.tables.toys import ANN, BOB, GAMES, opened, running, say

pytestmark = pytest.mark.sqlite


async def ended(tables: Tables, name: str) -> str:
    """Play a game to its end; return the table's id."""
    table = await running(tables, name=name, target="3")
    await say(tables, table, ANN, "add 2;end", f"{name}-1")
    await say(tables, table, BOB, "add 2", f"{name}-2")
    return table


async def version(tables: Tables, table: str) -> int:
    return (await tables.table(table)).version


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_restore_rehearsed(tmp_path: Path) -> None:
    """Moves go on while the copy is made; what was confirmed before it began is there, and is played on."""
    playing, spare = tmp_path / "playing", tmp_path / "spare"
    async with opened(playing) as tables:
        table, over = await running(tables, target="12"), await ended(tables, "over")
        confirmed = await version(tables, table)
        is_copied = asyncio.Event()

        async def play() -> int:
            for number in count():
                await say(tables, table, ANN, "add 1", f"c{number}")
                await tables.do(table, ANN, f"back-{number}", taken_back)
                if is_copied.is_set():
                    return number
            raise AssertionError

        moving = asyncio.create_task(play())
        made = await back_up(str(playing / NAME), tmp_path / "backups", games=GAMES)
        is_copied.set()
        assert await moving > 0
        at_the_end = await version(tables, table)
    assert (made.findings.read, made.findings.unreadable) == (2, ())
    assert made.path.stat().st_mode & 0o077 == 0
    spare.mkdir()
    shutil.copy(made.path, spare / NAME)
    async with opened(spare) as tables:
        assert confirmed <= await version(tables, table) <= at_the_end
        assert (await tables.read(over, record_of)).moves
        look = await tables.look(table, ANN.id)  # With her last move, or with that taken back.
        move = look.game.write_move(look.legal_moves[0])
        assert (await say(tables, table, ANN, move, "on")).status == "done"
        assert await version(tables, table) == look.table.version + 1


async def test_only_the_newest_copies_are_kept_and_nothing_else_is_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    async with opened(tmp_path) as tables:
        await ended(tables, "over")
    folder.mkdir()
    old = [f"tables-2026-01-0{day}T120000Z.sqlite3" for day in range(1, 5)]
    others = ["tables.sqlite3", "notes.txt", "tables-2025-01-01T120000Z.sqlite3-old"]
    for name in (*old, *others):
        (folder / name).touch()
    made = await back_up(str(tmp_path / NAME), folder, 3, GAMES)
    assert made.deleted == 2
    assert copies(folder) == sorted([*old[2:], *others, made.path.name])


@pytest.mark.parametrize("fault", SPOILED)
async def test_a_copy_with_a_damaged_table_costs_no_older_one(tmp_path: Path, fault: str) -> None:
    """Also one that has ended: `--check` would not look at it."""
    async with opened(tmp_path) as tables:
        table = await ended(tables, "over")
    good = await back_up(str(tmp_path / NAME), tmp_path / "backups", 1, GAMES)
    damage(tmp_path, SPOILED[fault][0], table)
    renamed = good.path.with_name("tables-2026-01-01T120000Z.sqlite3")
    good.path.rename(renamed)
    made = await back_up(str(tmp_path / NAME), tmp_path / "backups", 1, GAMES)
    assert [(one.facts.id, one.is_damaged) for one in made.findings.unreadable] == [(table, True)]
    assert made.deleted == 0
    assert renamed.exists()


async def test_a_database_of_an_older_version_is_copied_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((Path(__file__).parent / "schema_0001.sql").read_text())
    made = await back_up(str(path), tmp_path / "backups", games=GAMES)
    assert (made.findings.read, made.findings.unreadable) == (1, ())
    with closing(sqlite3.connect(made.path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


async def test_what_cannot_be_copied_leaves_nothing_behind(tmp_path: Path) -> None:
    folder, missing, text = tmp_path / "backups", tmp_path / "missing", tmp_path / "text"
    text.write_text("Dear diary, " * 500)
    async with opened(tmp_path) as tables:
        await running(tables)
    whole = (tmp_path / NAME).read_bytes()
    middle = len(whole) // 2
    (tmp_path / "torn").write_bytes(whole[:middle] + b"\xff" * 4096 + whole[middle + 4096 :])
    found = []
    for path in (missing, text, tmp_path / "torn"):
        with pytest.raises(StorageProblem) as raised:
            await back_up(str(path), folder, 1, GAMES)
        found.append((raised.value.code, raised.value.facts["path"]))
        assert folder.exists() == (path is not missing)
    assert found == [
        ("no_database", str(missing)),
        ("not_a_database", str(text)),
        ("unproven", str(tmp_path / "torn")),
    ]
    assert copies(folder) == []
    with pytest.raises(StorageProblem) as raised:
        await back_up(str(tmp_path / NAME), text, 1, GAMES)
    assert raised.value.code == "no_place"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the program; return its exit status."""
    monkeypatch.setattr("structlog.configure", lambda **_: None)  # It would silence the tests after this.
    monkeypatch.setattr("tables.store.signals.SIGNALS", ())  # They are for pytest.
    monkeypatch.setattr(sys, "argv", ["backup", *arguments])
    try:
        return main()
    except SystemExit as ended:
        return int(str(ended.code))


def test_the_program_says_what_it_did_and_ends_accordingly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def begun() -> str:
        async with opened(tmp_path) as tables:
            await running(tables, game="fingers", name="fingers")
            return await running(tables)

    table = asyncio.run(begun())
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / NAME))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setattr("tables.store.check.all_games", lambda: GAMES)
    assert run(monkeypatch) == 0
    (copy,) = copies(tmp_path / "backups")
    assert fnmatch(copy, f"tables-{STAMPED}.sqlite3")
    assert f"{copy}: 2 tables replayed" in capsys.readouterr().out
    monkeypatch.setattr("tables.store.check.all_games", lambda: GONE)
    assert run(monkeypatch, "--to", str(tmp_path / "other")) == 0
    assert "One more table uses a game or rules" in capsys.readouterr().out
    monkeypatch.setattr("tables.store.check.all_games", lambda: GAMES)
    damage(tmp_path, SPOILED["an odd seat"][0], table)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(monkeypatch, "--keep", "1") == 1
    said = capsys.readouterr().out
    assert "Ein Tisch ist beschädigt" in said
    assert f"- {table} (pebbles)" in said
    assert run(monkeypatch, "--keep", "0") == 2
    monkeypatch.setenv("DATABASE_URL", "postgresql://tables:swordfish@127.0.0.1/tables")
    assert run(monkeypatch) == 2
    said = capsys.readouterr().out
    assert "postgresql://tables@127.0.0.1/tables" in said
    assert "swordfish" not in said
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "missing"))
    assert run(monkeypatch) == 2
    assert "gibt es keine Datenbank" in capsys.readouterr().out


def test_a_database_may_be_named_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `data/tables.sqlite3` in `docs/hosting.md`: Python 3.11 names a temporary folder in it so, too."""

    async def begun() -> None:
        async with opened(tmp_path / "data") as tables:
            await running(tables)

    asyncio.run(begun())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", f"data/{NAME}")
    monkeypatch.setattr("tables.store.check.all_games", lambda: GAMES)
    assert run(monkeypatch) == 0
    assert run(monkeypatch, "--to", "elsewhere") == 0
    assert len(copies(tmp_path / "data" / "backups")) == len(copies(tmp_path / "elsewhere")) == 1


async def test_what_a_killed_backup_left_is_deleted_a_day_later(tmp_path: Path) -> None:
    async with opened(tmp_path):
        pass
    old, under_way = tmp_path / "unfinished-old", tmp_path / "unfinished-new"
    for folder in (old, under_way):
        folder.mkdir()
        (folder / "copy.sqlite3").touch()
    os.utime(old, (0, 0))
    await back_up(str(tmp_path / NAME), tmp_path, games=GAMES)
    assert [old.exists(), under_way.exists()] == [False, True]
