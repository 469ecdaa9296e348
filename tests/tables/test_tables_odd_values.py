"""Odd values in any column of any row: only the table or person concerned fails, all others continue."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest

from tables import Kind, Person, StorageFailed, StorageProblem, Tables, What
from tables.changes import LATEST
from tables.model.limits import DAY_S
from tables.store import journal
from tables.store.sqlite.database import SQLiteDatabase
from tables.timing.clock import PAUSES_S
from tables.views.looks import log_of
from tests.clock import Clock
from tests.tables.columns import COLUMNS
from tests.tables.toys import ANN, BOB, CAT, CHANNEL, DAN, opened, opening, put, running, say, until

pytestmark = pytest.mark.sqlite

NAME: Final = "tables.sqlite3"
EVE: Final = Person(105, "Eve")
HOUR: Final = 3600.0
PACE_S: Final = 1.5 * HOUR
"""No computer player moves before the clock is moved."""

SETTINGS: Final = '{"away": "1/1e300", "quiet": "22:00-07:00", "zone": "Mars", "reminders": "99999999999999"}'
ODD: Final[dict[str, tuple[str, ...]]] = {
    "TEXT": ("''", "'{'", "'[1]'", f"'{SETTINGS}'", "'over'", "CAST(x'ff80' AS TEXT)", "CAST(x'00' AS TEXT)"),
    "INTEGER": ("NULL", "-1", "77", "9223372036854775807"),
    "REAL": ("NULL", "0.0", "-1e300", "9e999"),
    "BLOB": ("x''", "x'00'", "zeroblob(1000)"),
}
"""For each type what no bot writes there, as SQL."""
ROWS: Final[dict[str, tuple[str, ...]]] = {
    "journal": tuple(f"table_id = :table AND number = {number}" for number in (1, 4, 7)),
    "tables": ("id = :table",),
    "seats": tuple(f"table_id = :table AND seat = {seat}" for seat in (0, 1, 2)),
    "people": (f"person_id = {EVE.id}",),
}
"""Which rows are spoiled, one at a time; of other tables all that the table has."""


World = tuple[Path, str, str, str]
"""A folder with three tables: the one to be spoiled, one with a clock, one where a computer is to move."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = tmp_path_factory.mktemp("world")
    return (folder, *asyncio.run(_fill(folder)))


async def _fill(folder: Path) -> tuple[str, str, str]:
    async with opened(folder) as tables:
        spoiled = await running(
            tables, (EVE, DAN), name="s", computers=("random",), pace_s=PACE_S, turn_s=HOUR, target="600"
        )
        await say(tables, spoiled, EVE, "add 1;end", "s-1")
        await tables.followers.follow(spoiled, CAT.id, What.TURNS, 5)
        await tables.messages.put(spoiled, "board", CHANNEL, 700, 1)
        await put(tables, EVE.id, locale="de", settings={"zone": "Europe/Berlin"})
        clocked = await running(tables, (ANN, BOB), name="c", turn_s=HOUR, target="600")
        thinks = await running(tables, (CAT,), name="p", computers=("random",), pace_s=PACE_S, target="600")
        await say(tables, thinks, CAT, "add 1;end", "p-1")
    with closing(sqlite3.connect(folder / NAME)) as connection, connection:
        connection.execute("INSERT INTO auto_answers VALUES (?, 1, 'plan', 'add 1')", (spoiled,))
        connection.execute("INSERT INTO chores VALUES ('scrub')")
    return spoiled, clocked, thinks


def columns() -> list[tuple[str, str]]:
    return [(table, column) for table, names in COLUMNS.items() for column in names]


def changes(path: Path, table: str, column: str) -> list[str]:
    """Return the statements that put odd values into a column."""
    with closing(sqlite3.connect(path)) as connection:
        kinds = {row[1]: row[2] for row in connection.execute(f"PRAGMA table_info({table})")}
    wheres = ROWS.get(table, ("table_id = :table",) if "table_id" in kinds else ("TRUE",))
    # Rows take turns: there are at least as many values.
    pairs = zip(cycle(wheres), ODD[kinds[column]], strict=False)
    return [f"UPDATE {table} SET {column} = {odd} WHERE {where}" for where, odd in pairs]


def spoil(path: Path, sql: str, table: str) -> bool:
    """Change a row directly; return whether SQLite allowed that and the row differs."""
    with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
        try:
            return connection.execute(sql, {"table": table}).rowcount > 0
        except sqlite3.IntegrityError:
            return False  # The schema itself forbids it.


async def goes_on(tables: Tables, clock: Clock, clocked: str, thinks: str, click: str) -> None:
    """Check that other tables' timers and computer players still work, and that people can act."""
    before = (await tables.look(thinks, None)).table.version
    await tables.caught_up()
    clock.time += 2 * HOUR
    await tables.caught_up()
    late = [entry for entry in await tables.read(clocked, log_of, None) if entry.kind is Kind.LATE]
    assert len(late) == 1
    await until(tables, thinks, lambda look: look.table.version > before)
    assert clocked in [view.id for view in await tables.tables_of(BOB.id)]
    assert (await tables.new(opening(channel_id=71, wanted_seats=2), BOB, click)).status == "done"
    assert tables.people.get(EVE.id).person_id == EVE.id
    await tables.export_person(EVE.id)
    await put(tables, EVE.id, settings={"zone": "UTC"})


async def ends_in_time(tables: Tables, clock: Clock) -> None:
    """Check that unreadable tables are closed in time, and that their people can be forgotten."""
    await tables.forget_person(EVE.id, is_leaving=True)
    exported = await tables.export_person(EVE.id)
    assert not any(found for name, found in exported.items() if name != "person_id")
    await unreadable(tables)  # Whoever looks at them has them noticed.
    await tables.caught_up()
    clock.time += 4 * DAY_S
    await tables.caught_up()
    assert await unreadable(tables) == []


async def unreadable(tables: Tables) -> list[str]:
    """Return the ids of open tables that can't be read."""
    ids = [
        view.id for view in await tables.open_tables() if view.id.isprintable() and "\ufffd" not in view.id
    ]
    return [table for table in ids if (await tables.look(table, None)).fault is not None]


@pytest.mark.slow
@pytest.mark.parametrize("when", ["while the bot is off", "while it runs"])
@pytest.mark.parametrize(("table", "column"), [pytest.param(*one, id=".".join(one)) for one in columns()])
async def test_no_odd_value_in_a_row_stops_another_table(
    tmp_path: Path, world: World, table: str, column: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.session.TABLES_IN_MEMORY", 1)  # The spoiled rows are read again.
    source, spoiled, clocked, thinks = world
    every = changes(source / NAME, table, column)
    # What was read at the start is known: of rows spoiled later, some values are enough.
    for number, sql in enumerate(every if when == "while the bot is off" else every[::3]):
        folder = tmp_path / str(number)
        shutil.copytree(source, folder)
        clock = Clock()
        if when == "while the bot is off" and not spoil(folder / NAME, sql, spoiled):
            continue
        async with opened(folder, clock=clock) as tables:
            if when == "while it runs":
                await tables.caught_up()
                if not spoil(folder / NAME, sql, spoiled):
                    continue
            await goes_on(tables, clock, clocked, thinks, f"new-{number}")
            await ends_in_time(tables, clock)
        shutil.rmtree(folder)


def failing(monkeypatch: pytest.MonkeyPatch, fails: Callable[[str, tuple[Any, ...]], bool]) -> None:
    """Make the disk refuse some reads."""
    read = SQLiteDatabase.read

    async def refused(self: SQLiteDatabase, sql: str, *parameters: Any) -> list[Any]:
        if fails(sql, parameters):
            raise StorageFailed("io_error")
        return await read(self, sql, *parameters)

    monkeypatch.setattr(SQLiteDatabase, "read", refused)


async def test_a_table_that_the_disk_would_not_give_is_tried_again_and_stops_no_other(
    tmp_path: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, spoiled, clocked, thinks = world
    shutil.copytree(source, tmp_path, dirs_exist_ok=True)
    broken = True
    failing(monkeypatch, lambda _, parameters: broken and spoiled in parameters)
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        await goes_on(tables, clock, clocked, thinks, "new")
        for _ in range(5):  # The pauses grow to five minutes.
            clock.time += 300
            await tables.caught_up()
        broken = False
        clock.time += 300
        await tables.caught_up()
        assert Kind.LATE in [entry.kind for entry in await tables.read(spoiled, log_of, None)]


async def test_the_clocks_run_as_soon_as_the_disk_tells_which_tables_there_are(
    tmp_path: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, _, clocked, thinks = world
    shutil.copytree(source, tmp_path, dirs_exist_ok=True)
    left, asked = 3, asyncio.Event()

    def fails(sql: str, _: tuple[Any, ...]) -> bool:
        nonlocal left
        if sql != journal.ALL_DUE or not left:
            return False
        left -= 1
        asked.set()
        return True

    failing(monkeypatch, fails)
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        for pause_s in PAUSES_S[:3]:
            await asked.wait()
            asked.clear()
            clock.time += pause_s
        await goes_on(tables, clock, clocked, thinks, "new")


async def test_a_table_opened_while_the_disk_tells_of_none_has_a_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, partial(_asks, journal.ALL_DUE))
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=3600.0, target="600")
        clock.time += 3600.0
        await until(tables, table, lambda look: look.to_move == (1,))


def _asks(wanted_sql: str, sql: str, _: tuple[Any, ...]) -> bool:
    return sql == wanted_sql


async def test_a_disk_that_gives_nothing_at_the_start_is_named(
    tmp_path: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(world[0], tmp_path, dirs_exist_ok=True)
    with monkeypatch.context() as patched:
        failing(patched, partial(_asks, LATEST))
        with pytest.raises(StorageProblem) as raised:
            async with opened(tmp_path):
                pass
    assert raised.value.code == "io_error"
    async with opened(tmp_path):
        pass
