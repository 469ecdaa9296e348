"""Opening the database: refusals, which change nothing; migrations; one process at a time."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import structlog

from tables import StorageProblem, Tables
from tables.store.check import check, damage
from tables.store.postgres.prepare import newest
from tables.store.sqlite.database import SQLiteDatabase
from tables.store.sqlite.files import LockFile
from tables.store.sqlite.prepare import MIGRATIONS, prepare
from tests.tables.toys import ANN, GAMES, opened, running, say

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]
NAME = "tables.sqlite3"


async def filled(folder: Path) -> Path:
    """Make a database with a table in it; return its path."""
    async with opened(folder) as tables:
        await running(tables)
    return folder / NAME


def run(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql)


def contents(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


async def problem(path: Path) -> StorageProblem:
    """Return the exception on opening; check that the file is unchanged."""
    before = contents(path)
    with pytest.raises(StorageProblem) as raised:
        await Tables.open(str(path))
    assert contents(path) == before
    return raised.value


def scratch_pages(path: Path) -> None:
    data = bytearray(path.read_bytes())
    source = random.Random(5)
    for place in range(4096 + 100, len(data), 97):
        data[place] = source.randrange(256)
    path.write_bytes(data)


def lose_an_index_row(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_schema WHERE name = 'journal_opened_by'")
        connection.execute(
            "UPDATE sqlite_schema SET sql = sql || ' ' WHERE name = 'tables'",
        )


@pytest.mark.parametrize(
    ("damage", "codes"),
    [
        pytest.param(lambda p: p.write_bytes(b"Dear diary, " * 500), {"not_a_database"}, id="a text"),
        pytest.param(
            lambda p: p.write_bytes(b"SQLite format 3\0"), {"not_a_database", "damaged"}, id="a head alone"
        ),
        pytest.param(
            lambda p: run(p, "PRAGMA application_id = 77"), {"other_database"}, id="another program's"
        ),
        pytest.param(lambda p: run(p, "PRAGMA user_version = 999"), {"newer_schema"}, id="of a newer bot"),
    ],
)
async def test_a_file_that_cannot_be_used_is_named_and_left_alone(
    tmp_path: Path, damage: Callable[[Path], object], codes: set[str]
) -> None:
    path = await filled(tmp_path)
    damage(path)
    found = await problem(path)
    assert found.code in codes
    assert found.facts["path"] == str(path)


@pytest.mark.parametrize(
    "damages",
    [
        pytest.param(lambda p: p.write_bytes(p.read_bytes()[:9000]), id="cut short"),
        pytest.param(scratch_pages, id="scratched"),
        pytest.param(lose_an_index_row, id="an index lost"),
    ],
)
async def test_damage_inside_of_a_file_is_found_without_a_change_and_before_the_schema_is_changed(
    tmp_path: Path, damages: Callable[[Path], object]
) -> None:
    path = await filled(tmp_path)
    assert await damage(str(path)) is None
    damages(path)
    before = contents(path)
    found = await damage(str(path))
    assert found is not None
    assert (found.code, found.facts["path"]) == ("damaged", str(path))
    with pytest.raises(StorageProblem) as raised:
        await check(str(path), GAMES)
    assert raised.value.code == "damaged"
    assert contents(path) == before
    newer = shutil.copytree(MIGRATIONS, tmp_path / "m")
    (newer / "9999_next.sql").write_text("CREATE TABLE next (a);")
    with pytest.raises(StorageProblem) as raised:
        prepare(path, newer)
    assert raised.value.code == "damaged"
    assert contents(path) == before


async def test_another_program_s_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    run(path, "CREATE TABLE songs (title TEXT)")
    assert (await problem(path)).code == "other_database"


async def test_a_newer_schema_says_which(tmp_path: Path) -> None:
    path = await filled(tmp_path)
    run(path, "PRAGMA user_version = 999")
    facts = (await problem(path)).facts
    assert (facts["found"], facts["known"]) == (999, newest())


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    assert (await problem(tmp_path / NAME)).code == "not_a_database"


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert (await problem(tmp_path / "file" / "deeper" / NAME)).code == "no_folder"


async def test_missing_folders_are_made_and_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / NAME).touch()
    for folder in (tmp_path / "a" / "b", tmp_path / "c" / "d"):
        async with opened(folder) as tables:
            await running(tables)


async def test_a_database_in_use_is_refused_by_whatever_path(tmp_path: Path) -> None:
    path = await filled(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path)
    async with opened(tmp_path) as tables:
        for way in (path, tmp_path / "link" / NAME):
            with pytest.raises(StorageProblem) as raised:
                await Tables.open(str(way))
            assert raised.value.code == "in_use"
        await running(tables, name="still works")
    async with opened(tmp_path):
        pass


async def test_a_database_locked_by_another_program_is_in_use(tmp_path: Path) -> None:
    path = await filled(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert (await problem(path)).code == "in_use"
        other.execute("ROLLBACK")


HOLD = """
import asyncio, sys
from tables import Tables

async def main():
    await Tables.open(sys.argv[1], games={})
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_a_killed_bot_leaves_no_lock_behind(tmp_path: Path) -> None:
    path = asyncio.run(filled(tmp_path))
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert asyncio.run(problem(path)).code == "in_use"
        os.kill(other.pid, signal.SIGKILL)

    async def open_again() -> None:
        async with opened(tmp_path) as tables:
            assert len(await tables.tables_of(ANN.id)) == 1

    asyncio.run(open_again())


TRY = """
import asyncio, ctypes, os, struct, sys
from tables import StorageProblem, Tables
from tables.store.dump import existing

async def main():
    if os.geteuid() == 0:  # To root nothing is read-only, unless it gives up its capabilities.
        if ctypes.CDLL(None).capset(struct.pack("Ii", 0x20080522, 0), bytes(24)):
            sys.exit("root keeps its capabilities")
    try:
        await Tables.open(sys.argv[1], games={})
    except StorageProblem as problem:
        print(problem.code)
    try:
        existing(sys.argv[1])
    except StorageProblem as problem:
        print("existing", problem.code)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are Unix's")
@pytest.mark.parametrize("what", ["folder", "file", "search"])
def test_a_place_that_may_not_be_written_is_named(what: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = asyncio.run(filled(folder))
        before = path.read_bytes()
        path.chmod(0o444)
        path.with_name(NAME + ".lock").chmod(0o666)
        folder.chmod({"folder": 0o555, "file": 0o777, "search": 0}[what])
        command = [sys.executable, "-c", TRY, str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        folder.chmod(0o755)
        told = ["read_only"] if what != "search" else ["read_only", "existing read_only"]
        assert done.stdout.splitlines() == told, done.stderr
        assert path.read_bytes() == before


FULL = """
import asyncio, resource, sys
from tables import StorageProblem, Tables

async def main():
    room = int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))  # No file may grow beyond it.
    try:
        await Tables.open(sys.argv[1], games={})
    except StorageProblem as problem:
        print(problem.code)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files are Unix's")
@pytest.mark.parametrize("room", [0, 512, 4096, 20_000])
@pytest.mark.parametrize("is_new", [True, False], ids=["a new one", "one that is there"])
def test_a_full_disk_is_called_so(tmp_path: Path, room: int, is_new: bool) -> None:
    path = tmp_path / NAME if is_new else asyncio.run(filled(tmp_path))
    command = [sys.executable, "-c", FULL, str(path), str(room)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["disk_full"], done.stderr


def write_migration(folder: Path, number: int, sql: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{number:04}_step.sql").write_text(sql)


def version_and_names(path: Path) -> tuple[int, set[str]]:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return version, {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}


def test_an_old_schema_is_brought_up_to_date_step_by_step(tmp_path: Path) -> None:
    path, folder = tmp_path / NAME, tmp_path / "m"
    write_migration(folder, 1, "CREATE TABLE one (a TEXT); -- a; semicolon\nINSERT INTO one VALUES ('x;y');")
    prepare(path, folder)
    assert version_and_names(path) == (1, {"one"})
    trigger = "CREATE TRIGGER t AFTER INSERT ON one BEGIN\n  DELETE FROM one;\n  DELETE FROM one;\nEND;"
    write_migration(folder, 2, f"ALTER TABLE one ADD COLUMN b INTEGER;\n\n{trigger}\n")
    write_migration(folder, 3, "CREATE TABLE three (a TEXT)")
    prepare(path, folder)
    assert version_and_names(path) == (3, {"one", "t", "three"})
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT a, b FROM one").fetchall() == [("x;y", None)]


def test_a_migration_that_fails_leaves_number_and_rows_as_they_were(tmp_path: Path) -> None:
    path, folder = tmp_path / NAME, tmp_path / "m"
    write_migration(folder, 1, "CREATE TABLE one (a TEXT);")
    prepare(path, folder)
    before = path.read_bytes()
    write_migration(
        folder, 2, "CREATE TABLE two (a TEXT);\nINSERT INTO one VALUES (1);\nINSERT INTO nowhere VALUES (1);"
    )
    with pytest.raises(StorageProblem) as raised:
        prepare(path, folder)
    assert (raised.value.code, raised.value.facts["number"]) == ("migration_failed", 2)
    assert path.read_bytes() == before
    write_migration(folder, 2, "CREATE TABLE two (a TEXT);")
    prepare(path, folder)
    assert version_and_names(path) == (2, {"one", "two"})


def test_both_stores_have_the_same_number_which_a_copy_of_an_older_version_needs() -> None:
    assert max(int(step.name[:4]) for step in MIGRATIONS.glob("*.sql")) == newest()


async def test_the_first_schema_still_opens(tmp_path: Path) -> None:
    """The fixture was written by the first version of the schema, in the middle of a game."""
    path = tmp_path / NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((Path(__file__).parent / "schema_0001.sql").read_text())
    async with opened(tmp_path) as tables:
        (table,) = await tables.tables_of(ANN.id)
        look = await tables.look(table.id, ANN.id)
        assert (look.observation.heap, look.observation.hand) == (3, (6,))
        await say(tables, table.id, ANN, "add 1", "new")


async def test_a_restored_backup_is_used_like_the_original(tmp_path: Path) -> None:
    path = await filled(tmp_path)
    (tmp_path / "restored").mkdir()
    run(path, f"VACUUM INTO '{tmp_path / 'restored' / NAME}'")
    async with opened(tmp_path / "restored") as tables:
        (table,) = await tables.tables_of(ANN.id)
        await say(tables, table.id, ANN, "add 1", "1")
        ((mode,),) = await tables._database.read("PRAGMA journal_mode")
        assert mode == "wal"


async def test_every_commit_is_on_the_disk_before_it_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        assert isinstance(tables._database, SQLiteDatabase)
        connection = tables._database._write
        settings = {}
        for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete"):
            ((settings[name],),) = await connection.execute_fetchall(f"PRAGMA {name}")
        assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
        assert connection.isolation_level is None


async def test_what_a_killed_move_has_left_goes_with_the_next_start_of_the_bot_and_nothing_else_does(
    tmp_path: Path,
) -> None:
    file = await filled(tmp_path)
    left, empty = tmp_path / f"{NAME}-moving-a1b2c3_4", tmp_path / f"{NAME}-moving-d5e6f7_8"
    others = [f"other.{NAME}-moving-a1b2c3_4", f"{NAME}-moving-", f"{NAME}-moving-notes", "x-moving-a1b2c3_4"]
    for folder in (left, empty, *(tmp_path / name for name in others)):
        folder.mkdir()
    for name in ("copy.sqlite3", "copy.sqlite3-journal"):
        (left / name).touch()
    (tmp_path / others[2] / "notes.txt").touch()
    (tmp_path / f"{NAME}-moving-linked").symlink_to(tmp_path / "x-moving-a1b2c3_4")
    (tmp_path / f"{NAME}-moving-file").touch()
    before = sorted(os.listdir(tmp_path))
    lock = LockFile(file)  # Of a move that is under way.
    with pytest.raises(StorageProblem, match="in_use"):
        await Tables.open(str(file))
    lock.release()
    assert set(before) <= set(os.listdir(tmp_path))
    await (await Tables.open(str(file))).close()
    assert set(before) - set(os.listdir(tmp_path)) == {left.name, empty.name}


async def test_weights_that_do_not_fit_are_told_to_whoever_runs_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"rapa-nui-cards-2.json": b"{}", **dict.fromkeys(("ru-ra-re-2.json", "ru-ra-re-3.json"), b"")}
    monkeypatch.setattr("tables.service.weights", lambda: files)
    with structlog.testing.capture_logs() as logged:
        await (await Tables.open(str(tmp_path / NAME))).close()
    told = {line["file"]: line["log_level"] for line in logged if line["event"] == "weights_left_out"}
    assert {name for name, level in told.items() if level == "warning"} == set(files)
    assert told["rapa-nui-cards-3.json"] == "info"
