"""Tables after a restart look the same to everybody; the effects of a damaged journal."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import AnyGame
from tables import LogEntry, Person, Phase, Refused, Tables
from tables.model.fold import replayed
from tables.store import journal as rows
from tables.verbs.lobby import cancelled, joined, with_computer, without_computer
from tables.verbs.play import played, started
from tables.verbs.seat_changes import left
from tables.views.looks import log_of, taken_back
from tests.engine.seeded import Seeded
from tests.tables import stores
from tests.tables.toys import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    DAN,
    GAMES,
    Clicks,
    PebbleGame,
    frozen,
    in_memory,
    opened,
    opening,
    refusal,
    running,
    say,
)

PEOPLE = (ANN, BOB, CAT)
VIEWERS = (ANN.id, BOB.id, CAT.id, DAN.id, None)


async def everything(tables: Tables, ids: list[str]) -> list[tuple[bytes, list[LogEntry]]]:
    """Return all viewers' looks and logs of each table."""
    return [
        (frozen(await tables.look(table, viewer)), await tables.read(table, log_of, viewer))
        for table in ids
        for viewer in VIEWERS
    ]


async def act(tables: Tables, table: str, person: Person, choice: int, click: str) -> None:
    """Do something that a person might click now, right or wrong."""
    look = await tables.look(table, person.id)
    moves = [look.game.write_move(move) for move in look.legal_moves]
    if choice % 7 == 0:
        await tables.do(table, person, click, taken_back)
    elif choice % 11 == 1:
        await tables.do(table, person, click, played, max(0, (look.asked or 5) - 1), "add 1")
    elif moves:
        await tables.do(table, person, click, played, look.asked or 0, moves[choice % len(moves)])


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    game=st.sampled_from(sorted(GAMES)),
    clicks=st.lists(st.tuples(st.sampled_from(PEOPLE), st.integers(0, 1000)), max_size=40),
)
def test_a_restart_changes_nothing_for_anybody(game: str, clicks: list[tuple[Person, int]]) -> None:
    async def story(folder: Path) -> None:
        async with opened(folder) as tables:
            table = await running(tables, PEOPLE, game)
            for number, (person, choice) in enumerate(clicks):
                try:
                    await act(tables, table, person, choice, f"c{number}")
                except Refused:
                    continue
            before = await everything(tables, [table])
            lists = await tables.tables_of(ANN.id)
        async with opened(folder, chance=Seeded(99)) as tables:
            assert await tables.tables_of(ANN.id) == lists
            assert await everything(tables, [table]) == before
            for number in range(len(clicks)):
                try:
                    answer = await tables.do(table, ANN, f"c{number}", played, 0, "add 1")
                    assert answer.status in {"repeated", "stale"}
                except Refused:
                    continue
            assert await everything(tables, [table]) == before

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(story(Path(folder)))


LobbyStep = tuple[str, Person, int]
LOBBY_STEPS = st.tuples(
    st.sampled_from(["join", "leave", "computer", "remove", "start", "cancel"]),
    st.sampled_from((*PEOPLE, DAN)),
    st.integers(0, 1),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(steps=st.lists(LOBBY_STEPS, max_size=14))
def test_the_rows_of_a_table_are_what_its_journal_says(steps: list[LobbyStep]) -> None:
    async def story(folder: Path) -> None:
        async with opened(folder) as tables:
            answer = await tables.new(opening("fingers", pace_s=1000.0), ANN, "new")
            table = answer.look.table.id
            for number, (verb, person, moderator) in enumerate(steps):
                try:
                    match verb:
                        case "join":
                            await tables.do(table, person, f"{number}", joined)
                        case "leave":
                            await tables.do(table, person, f"{number}", left)
                        case "computer":
                            await tables.do(table, person, f"{number}", with_computer, "random")
                        case "remove":
                            await tables.do(table, person, f"{number}", without_computer)
                        case "start":
                            await tables.do(table, person, f"{number}", started)
                        case "cancel":
                            await tables.do(table, person, f"{number}", cancelled, moderator=bool(moderator))
                except Refused:
                    continue
            (facts,) = await rows.read_facts(tables._database, "id = ?", table)
            entries = rows.entries_of((await rows.read_table(tables._database, table))[1])
            assert replayed(GAMES["fingers"], facts, entries).facts == facts
            assert facts.phase is (await tables.table(table)).phase

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(story(Path(folder)))


async def test_a_secret_choice_outlives_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, game="fingers")
        await say(tables, table, ANN, "show 3", "1")
    async with opened(tmp_path) as tables:
        assert (await tables.look(table, ANN.id)).observation.mine == 3
        answer = await say(tables, table, BOB, "show 1", "2")
        assert answer.look.observation.points == (3, 1)


async def test_tables_given_up_from_memory_are_the_same_when_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.session.TABLES_IN_MEMORY", 1)
    click = Clicks()
    async with opened(tmp_path) as tables:
        ids = [await running(tables, name=name) for name in "abc"]
        for table in ids * 2:
            await say(tables, table, ANN, "add 1", click())
        assert [(await tables.look(table, None)).observation.heap for table in ids] == [2, 2, 2]
        assert len(in_memory(tables)) == 1


DAMAGES = {
    "a move that cannot be read": ("UPDATE journal SET text = '!!' WHERE table_id = ? AND number = 6", 6),
    "a move that is not legal": ("UPDATE journal SET text = 'wake' WHERE table_id = ? AND number = 6", 6),
    "a move of the wrong seat": ("UPDATE journal SET seat = 1 WHERE table_id = ? AND number = 6", 6),
    "a missing entry": ("DELETE FROM journal WHERE table_id = ? AND number = 5", 5),
    "a missing last entry": ("DELETE FROM journal WHERE table_id = ? AND number = 6", 6),
    "no entry at all": ("DELETE FROM journal WHERE table_id = ?", 1),
    "an opening that is no JSON": ("UPDATE journal SET text = '{' WHERE table_id = ? AND number = 1", 1),
    "an unknown kind": ("UPDATE journal SET kind = 'dance' WHERE table_id = ? AND number = 2", 2),
    "a second opening": (
        "UPDATE journal SET kind = 'open', click = 'z' WHERE table_id = ? AND number = 3",
        3,
    ),
    "a second start": ("UPDATE journal SET kind = 'start', text = '1' WHERE table_id = ? AND number = 6", 6),
    "a step back into nothing": (
        "UPDATE journal SET kind = 'back', text = '0' WHERE table_id = ? AND number = 6",
        6,
    ),
    "a missing seat": ("DELETE FROM seats WHERE table_id = ? AND seat = 1", 7),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_table_is_set_aside_and_the_others_go_on(tmp_path: Path, damage: str) -> None:
    async with opened(tmp_path) as tables:
        table, other = [await running(tables, name=name) for name in "ab"]
        for one in (table, other):
            await say(tables, one, ANN, "add 1;end", f"{one}-1")
    sql, number = DAMAGES[damage]
    stores.run(tmp_path, sql, table)
    async with opened(tmp_path) as tables:
        facts = {"table": table, "number": number}
        for work in (
            tables.look(table, ANN.id),
            tables.read(table, log_of, ANN.id),
            tables.do(table, BOB, "x", played, 6, "add 1"),
            tables.do(table, ANN, "y", taken_back),
            tables.do(table, CAT, "z", joined),
        ):
            assert await refusal(work) == ("table_damaged", facts)
        assert (await tables.table(table)).phase is Phase.RUNNING
        assert len(await tables.tables_of(ANN.id)) == 2
        assert (await say(tables, other, BOB, "add 1", "2")).status == "done"
        if number < 7:
            assert (
                await tables.do(table, ANN, "c", cancelled, moderator=True)
            ).look.table.phase is Phase.CANCELLED
            assert await tables.tables_of(ANN.id) == [await tables.table(other)]


@pytest.mark.parametrize(
    "change",
    [
        "options = '{'",
        "options = '{}'",
        "phase = 'odd'",
        "game = 'chess'",
        "version = 1",
        "turn_s = 5",
        "ending = 'odd'",
        "created_at = -1",
    ],
)
async def test_a_row_that_says_something_else_than_its_journal_is_written_anew(
    tmp_path: Path, change: str
) -> None:
    async with opened(tmp_path) as tables:
        table, other = [await running(tables, name=name) for name in "ab"]
        before = await tables.tables_in(CHANNEL)
    stores.run(tmp_path, f"UPDATE tables SET {change} WHERE id = ?", table)
    async with opened(tmp_path) as tables:
        await tables.caught_up()
        for one in (table, other):
            assert (await say(tables, one, ANN, "add 1", f"{one}-2")).status == "done"
    async with opened(tmp_path) as tables:
        after = await tables.tables_in(CHANNEL)
        assert [replace(view, version=0) for view in after] == [replace(view, version=0) for view in before]


class NewRules(PebbleGame):
    rules_version: ClassVar[int] = 2


class Stricter(PebbleGame):
    def can_take_back(self, events: Any) -> bool:
        return False


async def test_a_table_of_older_rules_is_set_aside_but_a_lobby_starts_by_the_new_ones(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        lobby = (await tables.new(opening(wanted_seats=2), ANN, "l")).look.table.id
        await tables.do(lobby, BOB, "j", joined)
    games: Mapping[str, AnyGame] = {"pebbles": NewRules()}
    for _ in range(2):
        async with opened(tmp_path, games=games) as tables:
            assert (await refusal(tables.look(table, ANN.id)))[0] == "old_rules"
            await tables.do(lobby, ANN, "s", started)
            assert (await tables.table(lobby)).rules_version == 2
            assert (await say(tables, lobby, ANN, "add 1", "m")).look.observation.heap == 1


async def test_what_was_taken_back_stays_so_under_a_stricter_rule(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "add 1", "1")
        await tables.do(table, ANN, "2", taken_back)
    async with opened(tmp_path, games={"pebbles": Stricter()}) as tables:
        assert (await tables.look(table, ANN.id)).observation.heap == 0


async def test_a_game_that_is_no_longer_there_is_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
    async with opened(tmp_path, games={}) as tables:
        assert await refusal(tables.look(table, ANN.id)) == ("game_gone", {"table": table, "number": 1})
        assert [view.game_id for view in await tables.tables_of(ANN.id)] == ["pebbles"]
