"""Moving a database: everything arrives and is checked; an interrupted move changes nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest

from engine.catalogue import games
from engine.players import PLAYERS
from tables import StorageProblem, Tables, What
from tables.backup import back_up
from tables.computers.thinking import InThreads
from tables.model.texts import is_lesson
from tables.move import Moved, move, moved
from tables.store.address import is_shared
from tables.store.leagues import Settings
from tables.store.postgres import copying
from tables.store.postgres.connecting import connection_options
from tables.store.postgres.prepare import FIRST, NUMBER, SCHEMA
from tables.store.postgres.prepare import prepare as prepare_server
from tables.store.sqlite.prepare import MIGRATIONS, prepare, queries
from tables.verbs.play import played
from tables.verbs.seat_changes import conceded
from tests.clock import Clock
from tests.engine.seeded import Seeded
from tests.postgres import Cluster
from tests.tables.columns import COLUMNS
from tests.tables.test_released_database import MADE
from tests.tables.toys import ANN, BOB, CAT, DAN, GAMES, put, running

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.sqlite
SHARED = pytest.mark.postgres


@asynccontextmanager
async def tables_at(address: str) -> AsyncIterator[Tables]:
    """The tables of a database, with the games of the catalogue."""
    tables = await Tables.open(address, chance=Seeded(), clock=Clock(), thinking=InThreads(PLAYERS))
    try:
        yield tables
    finally:
        await tables.close()


async def go_on(tables: Tables, table: str, moves: int) -> None:
    """Have the people who are asked make `moves` moves, each time the last legal one."""
    for _ in range(moves):
        for person in (ANN, BOB):
            look = await tables.look(table, person.id)
            if look.asked is not None:
                version = look.table.version
                text = look.game.write_move(look.legal_moves[-1])
                await tables.do(table, person, f"{table}-{version}", played, look.asked, text)


async def lived_in(address: str) -> list[str]:
    """Make a database with running games of all kinds and rows in all its tables; return the games' ids."""
    async with tables_at(address) as tables:
        under_way = [await running(tables, game=game, name=game) for game in games()]
        for table in under_way:
            await go_on(tables, table, 4)
        over = await running(tables, (CAT, DAN), game=next(iter(games())), name="over")
        await tables.do(over, DAN, "gives up", conceded)
        await put(tables, ANN.id, locale="ja", dm_channel_id=2**62, settings={"zone": "Pacific/Easter"})
        await put(tables, CAT.id, settings={"name": "樹 \\ \t \n Ā 🗿"})
        await tables.followers.follow(under_way[0], CAT.id, What.TURNS, 5)
        await tables.messages.put(under_way[0], "board", 70, 700, 1)
        wanted = Settings(game_id=next(iter(games())), size=2, computer="random")
        league = await tables.leagues.open(wanted, 7, 70, ANN, "league", "樹")
        await tables.leagues.join(league.id, DAN)
        assert is_lesson((await tables.lessons.open(BOB, next(iter(games())))).look.table.id)
    run(
        address,
        "INSERT INTO auto_answers (table_id, seat, name, text) VALUES ('{}', 1, 'x', '')",
        under_way[1],
    )
    run(address, "INSERT INTO league_seats (league_id, round, number, seat) VALUES ('x', 1, 0, 0)")
    run(address, "INSERT INTO chores (name) VALUES ('scrub')")
    return [*under_way, over]


def run(address: str, sql: str, *names: str) -> list[Any]:
    """Run a statement on a database that no bot has open; return its rows."""
    if is_shared(address):
        with psycopg.connect(address, autocommit=True) as shared:
            asked = shared.execute(sql.format(*names).encode())
            return asked.fetchall() if asked.description else []
    with closing(sqlite3.connect(address)) as connection, connection:
        return connection.execute(sql.format(*names)).fetchall()


def everything(address: str) -> dict[str, Sequence[Any]]:
    """Return all rows of all database tables."""
    return {
        name: sorted(run(address, f"SELECT {', '.join(columns)} FROM {name}"), key=repr)
        for name, columns in COLUMNS.items()
    }


async def problem(source: str, target: str) -> StorageProblem:
    """Return the exception with which a move is refused."""
    with pytest.raises(StorageProblem) as raised:
        await move(source, target)
    return raised.value


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "here.sqlite3")


@SHARED
async def test_there_and_back_everything_is_as_it_was_and_the_games_go_on(
    tmp_path: Path, file: str, database_address: str
) -> None:
    tables, back = await lived_in(file), str(tmp_path / "back.sqlite3")
    before = everything(file)
    assert all(before.values())
    rows = {name: len(found) for name, found in before.items()}
    assert await move(f"sqlite:{file}", database_address) == Moved(rows, len(tables), 0)
    assert everything(database_address) == before
    assert await move(database_address, back) == Moved(rows, len(tables), 0)
    assert everything(back) == everything(file) == before
    for address in (database_address, back):
        async with tables_at(address) as there:
            for table in tables[:-1]:
                asked = (await there.table(table)).version
                await go_on(there, table, 2)
                assert (await there.table(table)).version > asked


async def test_between_two_files_and_once_more_it_says_that_all_is_there(tmp_path: Path, file: str) -> None:
    await lived_in(file)
    other = str(tmp_path / "new" / "other.sqlite3")
    done = await move(file, other)
    again = await move(file, other)
    assert (again.rows, again.was_there, done.was_there) == (done.rows, True, False)
    run(other, "UPDATE journal SET at = at + 1 WHERE number = 2")
    changed = everything(other)
    assert (await problem(file, other)).code == "move_not_empty"
    assert everything(other) == changed


async def test_what_this_version_cannot_read_is_moved_as_it_is(tmp_path: Path, file: str) -> None:
    damaged, *others = await lived_in(file)
    run(file, "UPDATE journal SET text = '!!' WHERE table_id = '{}' AND number = 5", damaged)
    run(file, "UPDATE tables SET version = 1 WHERE id = '{}'", others[0])
    other = str(tmp_path / "other.sqlite3")
    assert (await move(file, other)).unreadable == 1
    assert (await move(file, str(tmp_path / "gone.sqlite3"), games=GAMES)).unreadable == 1 + len(others)
    assert everything(other) == everything(file)


DIE = """
import asyncio, os, signal, sys
from importlib import import_module
from tables.move import move

module, name = sys.argv[3].split(":")
place, calls = import_module(module), 0

def dying(work):
    def counted(*arguments):
        global calls
        calls += 1
        if calls == int(sys.argv[4]):
            os.kill(os.getpid(), signal.SIGKILL)
        return work(*arguments)
    return counted

setattr(place, name, dying(getattr(place, name)))
asyncio.run(move(*sys.argv[1:3]))
"""


def ended(source: str, target: str, place: str, call: int) -> int:
    """Run a move that is killed at its `call`-th call of a function; return its exit status."""
    command = [sys.executable, "-c", DIE, source, target, place, str(call)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


@SHARED
@pytest.mark.slow
async def test_one_that_was_killed_has_moved_nothing_and_can_be_done_again(
    file: str, database_address: str
) -> None:
    await lived_in(file)
    before = everything(file)
    for call in (4, 10):  # Among the rows; at the very end.
        assert ended(file, database_address, "tables.store.postgres.copying:differs", call) == -signal.SIGKILL
        assert not any(found for name, found in everything(database_address).items() if name != "secrets")
        # Nor did it take anything from others there.
        assert run(database_address, "SELECT count(*) FROM workers") == [(0,)]
    assert not (await move(file, database_address)).was_there
    assert everything(database_address) == everything(file) == before
    async with tables_at(database_address) as tables:
        assert len(await tables.tables_of(ANN.id)) == len(games())


@pytest.mark.slow
async def test_one_that_was_killed_has_made_no_file(tmp_path: Path, file: str) -> None:
    other = tmp_path / "new" / "other.sqlite3"
    await lived_in(file)
    assert ended(file, str(other), "tables.store.dump:put", 1) == -signal.SIGKILL
    assert not other.exists()
    [left] = next(os.walk(other.parent))[1]
    await move(file, str(other))
    assert everything(str(other)) == everything(file)
    assert not (other.parent / left).exists()


def is_file(path: str) -> bool:
    return Path(path).exists()


async def test_what_cannot_be_moved_is_named_and_nothing_is_touched(tmp_path: Path, file: str) -> None:
    other, missing = str(tmp_path / "other.sqlite3"), str(tmp_path / "missing.sqlite3")
    assert (await problem(missing, other)).code == "no_database"
    assert not is_file(other)
    async with tables_at(file):
        assert (await problem(file, other)).code == "in_use"
        assert (await problem(other, file)).code == "no_database"
    assert (await problem(file, file)).code == "move_onto_itself"
    run(other, "CREATE TABLE songs (title TEXT)")
    assert (await problem(file, other)).code == "other_database"
    assert (await problem(other, missing)).code == "other_database"
    run(file, "PRAGMA user_version = 999")
    assert (await problem(file, missing)).code == "newer_schema"
    assert not is_file(missing)


async def test_a_file_is_the_same_by_whatever_path(
    tmp_path: Path, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lived_in(file)
    (folder := tmp_path / "folder").mkdir()
    (folder / "linked.sqlite3").symlink_to(file)
    (folder / "named.sqlite3").hardlink_to(file)
    monkeypatch.chdir(folder)
    for other in ("../here.sqlite3", "sqlite:linked.sqlite3", "named.sqlite3"):
        assert (await problem(file, other)).code == "move_onto_itself"
        assert (await problem(other, f"sqlite:{file}")).code == "move_onto_itself"
    missing = str(folder / "missing.sqlite3")
    assert (await problem(missing, "../folder/missing.sqlite3")).code == "move_onto_itself"
    assert not is_file(missing)


@SHARED
async def test_a_database_of_a_server_is_the_same_by_whatever_address_and_another_one_beside_it_is_not(
    cluster: Cluster, database_address: str
) -> None:
    await lived_in(database_address)
    before = everything(database_address)
    for other in ("postgres:" + database_address.partition(":")[2], f"{database_address}&connect_timeout=7"):
        assert (await problem(database_address, other)).code == "move_onto_itself"
        assert (await problem(other, database_address)).code == "move_onto_itself"
    assert everything(database_address) == before
    run(database_address, "CREATE SCHEMA beside")
    with cluster.database() as another:
        for target in (another, f"{database_address}&options=-csearch_path%3Dbeside"):
            assert not (await move(database_address, target)).was_there
            assert everything(target) == before


@SHARED
async def test_a_postgresql_that_cannot_be_moved_is_named_and_nothing_is_touched(
    file: str, database_address: str
) -> None:
    run(database_address, "CREATE TABLE songs (title TEXT)")
    await lived_in(file)
    assert (await problem(file, database_address)).code == "database_other"
    run(database_address, "DROP TABLE songs")
    async with tables_at(database_address):
        assert (await problem(file, database_address)).code == "in_use"
        assert (await problem(database_address, file)).code == "in_use"
    run(database_address, "UPDATE schema_version SET number = 999")
    assert (await problem(file, database_address)).code == "database_newer"
    assert run(database_address, "SELECT count(*) FROM tables") == [(0,)]


@pytest.mark.parametrize(
    "target", [pytest.param("postgresql://127.0.0.1:1/d", marks=SHARED), "other.sqlite3"]
)
async def test_a_database_of_an_older_version_stays_as_it_is(tmp_path: Path, target: str) -> None:
    file, other = tmp_path / "file.sqlite3", target if is_shared(target) else str(tmp_path / target)
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((Path(__file__).parent / "schema_0001.sql").read_text())
    before = file.read_bytes()
    (tmp_path / f"{file.name}-moving-killed").mkdir()
    if is_shared(other):
        assert (await problem(str(file), other)).code == "database_unreachable"
    else:
        assert (await move(str(file), other)).tables == 1
    assert file.read_bytes() == before
    assert next(os.walk(tmp_path))[1] == []


@SHARED
async def test_a_postgresql_of_an_older_version_is_copied_as_it_is_and_then_brought_up_to_date(
    file: str, database_address: str
) -> None:
    older_server(database_address)
    with closing(sqlite3.connect(":memory:")) as old, psycopg.connect(database_address) as server:
        old.executescript(MADE.read_text("utf-8"))
        old.execute("UPDATE screens SET name = 'hand:1'")
        for table, (columns, query) in queries(old).items():
            server.execute(f"DELETE FROM {table}".encode())
            for row in old.execute(query):
                places = ", ".join(["%s"] * len(row))
                server.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})".encode(), row)
    before = schema(database_address)
    made = await back_up(database_address, Path(file).parent)
    assert (made.findings.read, made.findings.unreadable) == (5, ())
    assert run(str(made.path), "SELECT DISTINCT name FROM screens") == [("hand:1",)]
    assert (await move(database_address, file)).tables == 5
    assert schema(database_address) == before
    moved = everything(file)
    assert {row[1] for row in moved["messages"]} == {"panel:1"}
    await prepare_server(database_address, connection_options(database_address))
    assert everything(database_address) == moved
    assert (await move(str(made.path), database_address)).was_there


def older_file(path: str) -> None:
    """Make an empty SQLite database of the version before this one."""
    folder = Path(path).with_name("former")
    folder.mkdir()
    for step in sorted(MIGRATIONS.iterdir())[:-1]:
        (folder / step.name).write_text(step.read_text())
    prepare(Path(path), folder)


def older_server(address: str) -> None:
    """Make an empty PostgreSQL database of the version before this one."""
    for sql in (
        NUMBER,
        FIRST,
        (SCHEMA / "0007_tables.sql").read_text(),
        "UPDATE schema_version SET number = 7",
    ):
        run(address, sql)


@pytest.fixture(params=["a file", pytest.param("a server", marks=SHARED)])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of an older version."""
    if request.param == "a file":
        older_file(address := str(tmp_path / "older.sqlite3"))
    else:
        older_server(address := request.getfixturevalue("database_address"))
    return address


def schema(address: str) -> list[Any]:
    """Return the number of a database's schema, and the schema's contents."""
    if is_shared(address):
        return run(address, "SELECT number, oid::int8 FROM schema_version, pg_class ORDER BY oid")
    return [*run(address, "PRAGMA user_version"), Path(address).read_bytes()]


def beside(path: str, content: Sequence[bytes] = ()) -> list[bytes]:
    """Write an SQLite file; return the contents of the file and of its log."""
    files = [Path(path), Path(f"{path}-wal")]
    for file, put_there in zip(files, content, strict=False):
        file.write_bytes(put_there)
    return [found for file in files if (found := file.read_bytes())]


async def test_a_target_of_an_older_version_that_holds_something_is_left_as_it_is(
    file: str, older: str
) -> None:
    await lived_in(file)
    run(older, "INSERT INTO people (person_id, dm_state, settings) VALUES (1, 'open', '{{}}')")
    before = schema(older)
    assert (await problem(file, older)).code == "move_not_empty"
    assert schema(older) == before


async def test_what_a_killed_bot_left_beside_a_target_of_an_older_version_stays_there(
    tmp_path: Path, file: str
) -> None:
    await lived_in(file)
    older_file(older := str(tmp_path / "older.sqlite3"))
    with closing(sqlite3.connect(older)) as killed:
        killed.execute("INSERT INTO people (person_id, dm_state, settings) VALUES (1, 'open', '{}')")
        killed.commit()
        left = beside(older)
    beside(older, left)
    assert len(left) == 2
    assert (await problem(file, older)).code == "move_not_empty"
    assert beside(older) == left


@SHARED
async def test_a_target_of_an_older_version_that_a_bot_uses_is_left_as_it_is(
    file: str, database_address: str
) -> None:
    await lived_in(file)
    older_server(database_address)
    run(database_address, "INSERT INTO workers (id, seen) VALUES ('old', clock_timestamp())")
    before = schema(database_address)
    assert (await problem(file, database_address)).code == "in_use"
    assert schema(database_address) == before


async def test_a_move_fills_what_an_older_version_has_made(file: str, older: str) -> None:
    """Also where a move by that version was killed, which has left its mark."""
    await lived_in(file)
    run(older, "INSERT INTO chores (name) VALUES ('moving')")
    assert not (await move(file, older)).was_there
    assert everything(older) == everything(file)
    async with tables_at(older) as tables:
        assert len(await tables.tables_of(ANN.id)) == len(games())


@SHARED
async def test_what_somebody_wrote_before_the_target_was_locked_is_not_deleted(
    file: str, database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lived_in(file)
    fill = copying.fill

    async def too_late(address: str, *arguments: Any) -> None:
        await prepare_server(address, connection_options(address))
        run(address, "INSERT INTO people (person_id, dm_state, settings) VALUES (1, 'open', '{{}}')")
        await fill(address, *arguments)

    monkeypatch.setattr(copying, "fill", too_late)
    assert (await problem(file, database_address)).code == "move_not_empty"
    assert run(database_address, "SELECT person_id FROM people") == [(1,)]
    assert run(database_address, "SELECT name FROM chores") == []


@SHARED
async def test_a_postgresql_is_copied_while_it_is_played_on_and_moves_back(
    tmp_path: Path, cluster: Cluster, database_address: str
) -> None:
    await lived_in(database_address)
    async with tables_at(database_address) as tables:
        (table, *_) = await tables.tables_of(ANN.id)
        confirmed = await tables.look(table.id, ANN.id)
        before = everything(database_address)
        made = await back_up(database_address, tmp_path, 1)
        assert everything(database_address) == before
        await go_on(tables, table.id, 1)
    assert (made.findings.read, made.findings.unreadable) == (len(games()) + 1, ())
    assert made.path.stat().st_mode & 0o077 == 0
    with cluster.database() as restored:
        await move(str(made.path), restored)
        assert everything(restored) == before
        async with tables_at(restored) as tables:
            assert (await tables.look(table.id, ANN.id)).observation == confirmed.observation
            await go_on(tables, table.id, 1)


@SHARED
async def test_while_it_moves_a_bot_opens_neither(file: str, database_address: str) -> None:
    await lived_in(file)
    other = f"{database_address}&options=-clock_timeout%3D50ms"

    def refused(address: str) -> str:
        with pytest.raises(StorageProblem) as raised, ThreadPoolExecutor() as threads:
            threads.submit(asyncio.run, Tables.open(address)).result()
        return raised.value.code

    codes = list[str]()
    back, at_work = f"{file}-back", "tables.store.{}.too_late"
    with patch(at_work.format("postgres.copying"), lambda: codes.extend(map(refused, (file, other)))):
        await move(file, database_address)
    with patch(at_work.format("dump"), lambda: codes.extend(map(refused, (back, other)))):
        await move(other, back)
    assert codes == ["in_use", "database_unreachable"] * 2


async def test_it_says_what_it_did(
    tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    other = str(tmp_path / "other.sqlite3")
    here, there = f"sqlite:{file}", f"sqlite:{other}"
    assert await moved(here, there) == 1
    assert "There's no database" in capsys.readouterr().out
    await lived_in(file)
    before = os.listdir(tmp_path)
    for addresses in (
        (here, "tables:swordfish@127.0.0.1:5432/tables"),
        ("postgres//tables:swordfish@h", there),
    ):
        assert await moved(*addresses) == 1
        said = capsys.readouterr().out
        assert "must look like postgresql://" in said
        assert "swordfish" not in said
    assert os.listdir(tmp_path) == before
    assert await moved(here, there) == 0
    said = capsys.readouterr().out
    for line in ("people: 2", f"{len(games()) + 1} tables replayed", "Done. Set DATABASE_URL"):
        assert line in said
    assert await moved(here, there) == 0
    assert "already" in capsys.readouterr().out


@pytest.mark.postgres
@pytest.mark.parametrize("way", ["PGPASSWORD", "PGPASSFILE"])
async def test_a_password_need_not_stand_on_the_command_line(
    own_cluster: Cluster, tmp_path: Path, way: str
) -> None:
    file = tmp_path / "tables.sqlite3"
    await lived_in(str(file))
    own_cluster.execute("ALTER ROLE {} PASSWORD 'secret'", "tables")
    own_cluster.require_password()
    passwords = tmp_path / "passwords"
    passwords.write_text("*:*:*:*:secret\n")
    passwords.chmod(0o600)
    address = own_cluster.create()
    command = [sys.executable, "-m", "tables.move", f"sqlite:{file}", address]

    def moved(**env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False
        )

    refused = moved()
    assert (refused.returncode, "rejected the user name" in refused.stdout) == (1, True)
    done = moved(**{way: "secret" if way == "PGPASSWORD" else str(passwords)})
    assert done.returncode == 0, done.stdout + done.stderr
