"""How long a bot with many open tables takes to start: until its clocks run, and until it accepts moves.

`python -m benchmarks.start [tables]` (default: 10,000).  One table of the card game is played for 56 entries
and copied row by row.  Each copy has its own people and channel, in all rows and in its journal.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from benchmarks.goals import at_most
from benchmarks.watch import Watch, report
from bot import prepare
from engine.catalogue import games
from tables import Opening, Person, Tables
from tables.model.texts import id_of
from tables.model.values import Place
from tables.timing.clock import Clock
from tables.verbs.lobby import joined
from tables.verbs.play import played, started
from tests.engine.seeded import Seeded

ENTRIES: Final = 56
TABLES: Final = 10_000
PEOPLE: Final = (Person(1_000, "Ann"), Person(1_001, "Ben"))
IN_A_CHANNEL: Final = 8
CHANNELS_OF_A_SERVER: Final = 5
DAY_S: Final = 86_400.0
MOVES: Final = 20
MOST_S: Final = 10.0
"""Seconds after which the first start after an update is measured no longer; it goes on in the background."""


async def template(path: str) -> str:
    """Play a table until it has `ENTRIES` entries; return its id."""
    tables = await Tables.open(path, chance=Seeded(5))
    opening = Opening(
        game_id="rapa-nui-cards",
        options={},
        wanted_seats=None,
        guild_id=1,
        channel_id=1,
        pace_s=1.0,
        locale="en",
        turn_s=DAY_S,
    )
    table = (await tables.new(opening, PEOPLE[0], "open")).look.table.id
    await tables.do(table, PEOPLE[1], "join", joined)
    await tables.do(table, PEOPLE[0], "start", started)
    for number in range(10 * ENTRIES):
        if (await tables.table(table)).version >= ENTRIES:
            break
        await moved(tables, table, PEOPLE, f"{number}", number)
    await tables.close()
    return table


async def moved(tables: Tables, table: str, people: tuple[Person, ...], click: str, choice: int) -> None:
    """Have a player whose turn it is make a move at a table."""
    seat = (await tables.look(table, None)).to_move[0]
    look = await tables.look(table, people[seat].id)
    text = games()[look.table.game_id].write_move(look.legal_moves[choice % len(look.legal_moves)])
    await tables.do(table, people[seat], click, played, look.asked or 0, text)


def people_of(number: int) -> tuple[Person, ...]:
    """Return the people at a copy of the table."""
    return tuple(Person(number * 10 + one.id, one.name) for one in PEOPLE)


def copied(path: str, table: str, count: int) -> None:
    """Fill a database with copies of its only table."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.row_factory = sqlite3.Row
        (row,) = (dict(one) for one in connection.execute("SELECT * FROM tables"))
        seats = [dict(one) for one in connection.execute("SELECT * FROM seats ORDER BY seat")]
        entries = [dict(one) for one in connection.execute("SELECT * FROM journal ORDER BY number")]
        for number in range(2, count + 1):
            name, channel = id_of(number), number // IN_A_CHANNEL
            place = {"guild_id": 10**6 + channel // CHANNELS_OF_A_SERVER, "channel_id": 10**7 + channel}
            opening = json.dumps({**json.loads(entries[0]["text"]), **place})
            due = row["due_at"] + number
            insert(connection, "tables", [{**row, **place, "id": name, "serial": number, "due_at": due}])
            sitting = zip(seats, people_of(number), strict=True)
            insert(connection, "seats", [{**s, "table_id": name, "person_id": p.id} for s, p in sitting])
            clicks = [
                {**e, "table_id": name, "click": e["click"] and f"{e['click']} {name}"} for e in entries
            ]
            insert(connection, "journal", [{**clicks[0], "text": opening}, *clicks[1:]])
        insert(
            connection, "messages", [screen(id_of(number), row["version"]) for number in range(1, count + 1)]
        )


def screen(table: str, version: int) -> dict[str, Any]:
    """Return the database row of a board that is up to date."""
    named = {"table_id": table, "name": "board", "channel_id": 1, "message_id": 1}
    return {**named, "version": version, "at": 0.0, "extra": ""}


def insert(connection: sqlite3.Connection, table: str, rows: list[dict[str, Any]]) -> None:
    """Insert rows into a database table."""
    columns = ", ".join(rows[0])
    marks = ", ".join(f":{name}" for name in rows[0])
    connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)


async def begun(path: str) -> tuple[Tables, float, float]:
    """Start; return the tables, and the seconds until they are open and until their clocks run."""
    began = time.perf_counter()
    tables = await Tables.open(path, clock=Clock())
    opened_s = time.perf_counter() - began
    while tables._scheduler._attending is None:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.001)
    return tables, opened_s, time.perf_counter() - began


async def measured(path: str, count: int, name: str) -> None:
    """Start once, make moves at tables not read yet, and print all times."""
    watch = Watch()
    watch.start(asyncio.get_running_loop())
    began, cpu = time.perf_counter(), time.process_time()
    tables, opened_s, clocks_s = await begun(path)
    took = []
    for number in range(2, count + 1, max(1, count // MOVES)):
        before = time.perf_counter()
        await moved(tables, id_of(number), people_of(number), f"{name} {number}", number)
        took.append(time.perf_counter() - before)
    answered_s = time.perf_counter() - began
    knowing = asyncio.create_task(tables.unshown())
    await asyncio.wait([knowing], timeout=MOST_S)
    woken_s = time.perf_counter() - began
    knowing.cancel()
    before = time.perf_counter()
    found = await tables.open_tables(Place(10**6 + 1))
    places_s = time.perf_counter() - before
    watch.stop()
    print(
        f"{name:<34}open {opened_s:5.2f} s, clocks run after {clocks_s:5.2f} s, {len(took)} moves after"
        f" {answered_s:5.2f} s (longest {max(took) * 1000:4.0f} ms), looked at for {woken_s:5.2f} s;"
        f" CPU {time.process_time() - cpu:5.2f} s;"
        f" {len(found)} tables of a server in {places_s * 1000:.1f} ms"
    )
    report("  the loop", watch.holds, 3)
    at_most(f"{name}: seconds until clocks run and {MOVES} moves are taken", answered_s, 1)
    at_most(f"{name}: the loop held by us, ms", watch.longest_s() * 1000, 50)
    await tables.close()


async def main(count: int) -> None:
    """Print the times of a usual start, and of the first start after an update, which reads all tables."""
    prepare()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "tables.sqlite3")
        copied(path, await template(path), count)
        print(f"{count} tables of {ENTRIES} entries")
        await measured(path, count, "start")
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE tables SET due_by = 'another version'")
        await measured(path, count, "start after an update")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES))
