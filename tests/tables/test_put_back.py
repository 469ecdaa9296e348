"""A restored older database is recognised, and numbers used in the lost time are not used again."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tables.backup import back_up
from tables.model.table import MOST_ENTRIES
from tables.move import move
from tables.verbs.play import played
from tables.views.looks import log_since_asked
from tests.clock import Clock
from tests.postgres import Cluster, programs
from tests.tables import stores
from tests.tables.test_move import go_on, tables_at
from tests.tables.toys import ANN, BOB, CAT, opened, running, say

SHARED = pytest.mark.postgres
CARDS = "rapa-nui-cards"


async def is_back(address: str) -> bool:
    """Open a database, and return whether it is recognised as restored."""
    async with tables_at(address) as tables:
        before = len(tables._database.eras)
    async with tables_at(address) as tables:
        assert len(tables._database.eras) == before  # It is found but once.
        return bool(before)


async def lived_in(address: str, moves: int = 4) -> str:
    async with tables_at(address) as tables:
        table = await running(tables, game=CARDS, name="table")
        await go_on(tables, table, moves)
    return table


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "here" / "tables.sqlite3"


async def played_on(address: str, table: str) -> None:
    async with tables_at(address) as tables:
        await go_on(tables, table, 1)


async def test_a_file_that_was_opened_and_closed_was_not_put_back(file: Path) -> None:
    table = await lived_in(str(file))
    for _ in range(2):
        assert not await is_back(str(file))
        await played_on(str(file), table)


@pytest.mark.parametrize("name", ["here/tables.sqlite3", "here/other.sqlite3", "there/tables.sqlite3"])
async def test_a_copy_by_hand_is_recognised_wherever_it_is_put(tmp_path: Path, file: Path, name: str) -> None:
    table = await lived_in(str(file))
    shutil.copy(file, tmp_path / "copy")
    await played_on(str(file), table)
    (tmp_path / "there").mkdir()
    shutil.copy(tmp_path / "copy", tmp_path / name)
    assert await is_back(str(tmp_path / name))


@pytest.mark.parametrize("name", ["here/tables.sqlite3", "there/tables.sqlite3"])
async def test_a_backup_is_recognised(tmp_path: Path, file: Path, name: str) -> None:
    table = await lived_in(str(file))
    made = await back_up(str(file), tmp_path / "backups")
    await played_on(str(file), table)
    for one in file.parent.glob(f"{file.name}*"):
        one.unlink()
    (tmp_path / "there").mkdir()
    shutil.copy(made.path, tmp_path / name)
    assert await is_back(str(tmp_path / name))


@SHARED
async def test_a_backup_that_is_moved_to_a_postgresql_is_recognised(
    tmp_path: Path, file: Path, database_address: str
) -> None:
    await lived_in(str(file))
    made = await back_up(str(file), tmp_path / "backups")
    await move(str(made.path), database_address)
    assert await is_back(database_address)


@SHARED
async def test_a_backup_of_a_postgresql_is_recognised_in_another(
    tmp_path: Path, cluster: Cluster, database_address: str
) -> None:
    await lived_in(database_address)
    made = await back_up(database_address, tmp_path)
    with cluster.database() as restored:
        await move(str(made.path), restored)
        assert await is_back(restored)
    assert not await is_back(database_address)


@SHARED
async def test_what_is_moved_to_another_database_counts_as_put_back_once(
    tmp_path: Path, file: Path, database_address: str
) -> None:
    """Nobody knows what has happened where it was; people are called once more than needed."""
    table, back = await lived_in(str(file)), str(tmp_path / "back.sqlite3")
    await move(str(file), database_address)
    assert await is_back(database_address)
    await played_on(database_address, table)
    await move(database_address, back)
    async with tables_at(back) as tables:
        assert len(tables._database.eras) == 2


@SHARED
async def test_a_dump_that_is_read_in_again_is_recognised(
    tmp_path: Path, cluster: Cluster, database_address: str
) -> None:
    await lived_in(database_address)
    dump = str(tmp_path / "dump")
    run_there("pg_dump", "-Fc", "-f", dump, database_address)
    assert not await is_back(database_address)
    with cluster.database() as restored:
        run_there("pg_restore", "--no-owner", "-d", restored, dump)
        assert await is_back(restored)
    run_there("pg_restore", "--no-owner", "--clean", "-d", database_address, dump)
    assert await is_back(database_address)


def run_there(program: str, *given: str) -> None:
    """Run one of PostgreSQL's programs."""
    folder = programs()
    assert folder is not None
    subprocess.run([folder / program, *given], check=True)


async def test_an_older_version_s_database_was_not_put_back(file: Path) -> None:
    """Of a database that left no note there may be one of the version before, which leaves none."""
    await lived_in(str(file))
    (file.parent / f".{file.name}.latest").unlink()
    stores_run(file, "UPDATE tables SET due_by = 'another'")
    assert not await is_back(str(file))


def stores_run(file: Path, sql: str) -> None:
    stores.BY_NAME["sqlite"].run(file.parent, sql, ())


async def test_no_number_comes_again_even_where_a_copy_is_put_back_twice(file: Path) -> None:
    table = await lived_in(str(file), moves=1)
    shutil.copy(file, file.with_name("copy"))
    given: list[set[int]] = []
    opened_then: set[str] = set()
    async with tables_at(str(file)) as tables:
        open_ones = {(await tables.look(table, one.id)).asked for one in (ANN, BOB)} - {None}
    for life in range(3):
        async with tables_at(str(file)) as tables:
            found = set()
            for _ in range(6):
                await go_on(tables, table, 1)
                looks = [await tables.look(table, one.id) for one in (ANN, BOB)]
                found |= {look.asked for look in looks if look.asked} | {
                    look.takes_back for look in looks if look.takes_back
                }
            given.append(found - open_ones)
            new = await running(tables, game=CARDS, name=f"life {life}")
            assert new not in opened_then
            opened_then.add(new)
        shutil.copy(file.with_name("copy"), file)
    assert not given[0] & given[1]
    assert not given[0] & given[2]
    assert not given[1] & given[2]


@pytest.mark.sqlite
async def test_a_question_that_was_open_in_the_copy_is_known_by_its_number(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, target="600")
        await say(tables, table, ANN, "add 1", "1")
        asked = (await tables.look(table, ANN.id)).asked or 0
    shutil.copy(tmp_path / "tables.sqlite3", tmp_path / "copy")
    async with opened(tmp_path, clock=clock) as tables:
        await say(tables, table, ANN, "add 1", "2")
    shutil.copy(tmp_path / "copy", tmp_path / "tables.sqlite3")
    clock.time += 60.0
    async with opened(tmp_path, clock=clock) as tables:
        assert (await tables.look(table, ANN.id)).asked == asked
        done = await tables.do(table, ANN, "2", played, asked, "add 1")
        assert done.status == "done"
        assert (done.look.asked or 0) > MOST_ENTRIES
        since = await tables.read(table, log_since_asked, ANN.id, done.look.asked or 0)
        assert since == []
        again = await tables.look(table, ANN.id)
    async with opened(tmp_path, clock=clock) as tables:  # As it was before.
        assert (await tables.look(table, ANN.id)).asked == again.asked


async def test_a_lesson_s_buttons_of_the_lost_time_are_old(file: Path) -> None:
    async with tables_at(str(file)) as tables:
        await running(tables, game=CARDS, name="table")
        before = (await tables.lessons.open(CAT, CARDS)).look
    shutil.copy(file, file.with_name("copy"))
    await played_on(str(file), "dyrdh")
    async with tables_at(str(file)) as tables:
        lost = (await tables.lessons.open(CAT, CARDS)).look
        assert lost.table.id == before.table.id
    shutil.copy(file.with_name("copy"), file)
    async with tables_at(str(file)) as tables:
        now = (await tables.lessons.open(CAT, CARDS)).look
        assert now.table.id != lost.table.id
        move = now.game.write_move(now.legal_moves[0])
        done = await tables.lessons.play(CAT, lost.table.id, "click", lost.asked or 0, move)
        assert done.is_stale
        assert done.look.asked == now.asked
