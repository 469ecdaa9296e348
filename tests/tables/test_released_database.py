"""A database of the version before 1.0.0: running games are played to their ends, by their own rules."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.catalogue import games
from tables import Person, Phase, Tables
from tables.backup import back_up
from tables.store.check import check
from tables.verbs.play import played, started
from tables.views.looks import record_of
from tables.views.replay import of_table
from tests.clock import Clock
from tests.engine.replayed import replay
from tests.tables.test_upgrades import NAME
from tests.tables.toys import opened

pytestmark = pytest.mark.sqlite

MADE = Path(__file__).with_name("before_1_0_0.sql")
SINCE = 1_700_000_400.0
"""Soon after its last move, so that nobody is late."""
BOB = Person(12, "Bob")
PEOPLE = {11: Person(11, "Ann"), 12: BOB, 13: Person(13, "Cat")}
CHANNEL = 70
RESTARTED_AFTER = 20
"""So many moves are made before the bot is started again."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.executescript(MADE.read_text("utf-8"))
    return tmp_path


async def go_on(tables: Tables, table: str, dice: random.Random, most: int) -> None:
    """Have the people who are asked make random legal moves, at most `most`."""
    for number in range(most):
        facts = await tables.table(table)
        if facts.phase is not Phase.RUNNING:
            return
        people = [PEOPLE[info.person_id] for info in facts.seats if info.person_id is not None]
        looks = [(who, await tables.look(table, who.id)) for who in people]
        asked = [(who, look) for who, look in looks if look.asked is not None and not look.answered]
        who, look = dice.choice(asked)
        assert look.asked is not None
        move = look.game.write_move(dice.choice(look.legal_moves))
        await tables.do(table, who, f"{facts.version} {number}", played, look.asked, move)


async def test_nothing_in_it_is_lost_to_this_version_and_a_copy_of_it_is_proven(folder: Path) -> None:
    found = await check(str(folder / NAME))
    assert (found.read, found.unreadable) == (4, ())
    made = await back_up(str(folder / NAME), folder / "backups")
    assert (made.findings.read, made.findings.unreadable) == (5, ())


async def test_running_games_of_all_kinds_are_played_to_their_ends(folder: Path) -> None:
    dice, clock = random.Random(1), Clock(SINCE)
    async with opened(folder, games=games(), clock=clock) as tables:
        running = [one for one in await tables.tables_in(CHANNEL) if one.phase is Phase.RUNNING]
        assert {one.game_id for one in running} == set(games())
        for one in running:
            await go_on(tables, one.id, dice, RESTARTED_AFTER)
    async with opened(folder, games=games(), clock=clock) as tables:
        for one in running:
            await go_on(tables, one.id, dice, 10_000)
            record = await tables.read(one.id, record_of)
            game = games()[record.game]
            _, steps = replay(game, record)
            assert game.result(steps[-1].state) == (await tables.look(one.id, None)).result
            assert record.rules_version == one.rules_version


async def test_what_is_over_is_replayed_and_a_lobby_begins(folder: Path) -> None:
    async with opened(folder, games=games(), clock=Clock(SINCE)) as tables:
        (over,) = await tables.ended_in(CHANNEL)
        assert (await tables.read(over.id, record_of)).moves
        assert len((await tables.read(over.id, of_table, is_open=True)).frames) > 10
        (lobby,) = [one for one in await tables.tables_in(CHANNEL) if one.phase is Phase.LOBBY]
        assert [info.computer for info in lobby.seats] == [None, None, "sensible"]
        assert (await tables.do(lobby.id, BOB, "start", started)).look.table.phase is Phase.RUNNING
        assert tables.people.get(11).locale == "fr"


async def test_its_messages_and_auto_answers_have_the_names_of_today(folder: Path) -> None:
    with closing(sqlite3.connect(folder / NAME)) as connection, connection:
        (table, _) = connection.execute("SELECT table_id, name FROM screens").fetchone()
        for name in ("hand:0", "homeless:10", "story"):
            connection.execute("INSERT INTO screens VALUES (?, ?, 5, 6, 7, 8, 'x')", (table, name))
        connection.execute("INSERT INTO wishes VALUES (?, 0, 'standing', 'y')", (table,))
    async with opened(folder, games=games(), clock=Clock(SINCE)) as tables:
        shown = await tables.messages.get(table)
        assert set(shown) == {"board", "panel:0", "lost_channel:10", "story"}
        assert (shown["panel:0"].message_id, shown["panel:0"].extra) == (6, "x")
        assert await tables._database.read("SELECT * FROM auto_answers") == [(table, 0, "standing", "y")]
