"""Stored data on people and messages: what people see of it, and that it is deleted at their wish."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from tables import MessageRef, PersonNotes, StorageFailed, Tables
from tables.verbs.lobby import cancelled, joined
from tables.verbs.play import started
from tables.verbs.seat_changes import left
from tables.views.looks import record_of
from tests.tables import stores
from tests.tables.columns import COLUMNS
from tests.tables.toys import ANN, BOB, CHANNEL, Clicks, opened, opening, put, refusal, running, say

pytestmark = pytest.mark.both_stores

DM = 9001


async def finished(tables: Tables, name: str = "f") -> str:
    """Play a game of Ann and Bob to its end; return the table's id."""
    table, click = await running(tables, name=name, target="3"), Clicks()
    await say(tables, table, ANN, "add 1;end", click())
    await say(tables, table, BOB, "add 2", click())
    return table


def schema(path: Path) -> dict[str, set[str]]:
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        return {
            name: {column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")}
            for (name,) in names.fetchall()
        }


@pytest.mark.sqlite
async def test_every_column_is_declared_with_what_it_says_of_people(tmp_path: Path) -> None:
    async with opened(tmp_path):
        pass
    assert schema(tmp_path / "tables.sqlite3") == {name: set(columns) for name, columns in COLUMNS.items()}


async def test_notes_of_a_person_keep_what_is_not_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        assert tables.people.get(1) == PersonNotes(1)
        await put(tables, 1, locale="de", settings={"reminders": "off"})
        await asyncio.gather(put(tables, 1, dm_channel_id=5), put(tables, 1, dm_state="closed"))
        wanted = PersonNotes(1, "de", 5, "closed", {"reminders": "off"})
        assert tables.people.get(1) == wanted
        assert await put(tables, 1, locale=None) == PersonNotes(1, None, 5, "closed", {"reminders": "off"})
    async with opened(tmp_path) as tables:
        assert tables.people.get(1).locale is None


async def test_screens_are_kept_by_name_and_found_by_message(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.messages.put(table, "board", CHANNEL, 500, 3)
        await tables.messages.put(table, "private:0", DM, 501, 4, extra="note")
        await tables.messages.put(table, "board", CHANNEL, 502, 4)
        assert {name: s.message_id for name, s in (await tables.messages.get(table)).items()} == {
            "board": 502,
            "private:0": 501,
        }
        found = await tables.messages.find_message(501)
        assert found == MessageRef(table, "private:0", DM, 501, 4, 1_700_000_000.0, "note")
        assert await tables.messages.find_message(500) is None
        await tables.messages.remove(table, "private:0")
        assert list(await tables.messages.get(table)) == ["board"]
        assert await refusal(tables.messages.put("zzzzz", "board", 1, 2, 3)) == (
            "no_such_table",
            {"table": "zzzzz"},
        )


async def test_screens_written_at_once_end_as_the_last_one_said(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        work = [tables.messages.put(table, "board", CHANNEL, number, number) for number in range(20)]
        await asyncio.gather(
            *work, tables.messages.remove(table, "board"), tables.messages.put(table, "board", 1, 77, 1)
        )
        assert (await tables.messages.get(table))["board"].message_id == 77


async def test_unfinished_messages_are_those_older_than_their_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        shown, behind, bare = [await running(tables, name=name) for name in "abc"]
        ended = await finished(tables)
        for table in (shown, behind):
            await tables.messages.put(table, "board", CHANNEL, 500, 4)
        await say(tables, behind, ANN, "add 1", "1")
        assert await tables.messages.unfinished() == [behind, bare]
        assert await tables.messages.unfinished(0.0) == [behind]
        await tables.messages.put(ended, "board", CHANNEL, 500, 1)
        assert await tables.messages.unfinished() == [behind, bare, ended]


def nothing_of(person_id: int) -> dict[str, Any]:
    """Return the export for a person of whom nothing is stored."""
    kinds = ["tables", "seats_left", "moves", "standing_answers", "followed", "seats_offered"]
    kinds += ["lessons", "leagues", "leagues_opened", "messages"]
    return {"person_id": person_id, "notes": None, **{kind: [] for kind in kinds}}


async def test_what_is_stored_of_a_person_can_be_had(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await finished(tables)
        await put(tables, ANN.id, locale="de", dm_channel_id=DM)
        await tables.messages.put(table, "private:0", DM, 501, 4)
        await tables.messages.put(table, "posted:7", 7, 502, 4)
        stored = json.loads(json.dumps(await tables.export_person(ANN.id)))
        assert stored["notes"]["locale"] == "de"
        assert [(row["table"], row["seat"], row["name"]) for row in stored["tables"]] == [(table, 0, "Ann")]
        assert [row["text"] for row in stored["moves"]] == ["add 1", "end"]
        assert [row["message_id"] for row in stored["messages"]] == [502, 501]
        assert await tables.export_person(5) == nothing_of(5)


async def test_who_asks_to_be_forgotten_is_nowhere_any_more(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await finished(tables)
        await put(tables, ANN.id, locale="de", dm_channel_id=DM)
        await put(tables, BOB.id, locale="fr")
        await tables.messages.put(table, "private:0", DM, 501, 4)
        await tables.messages.put(table, "board", CHANNEL, 502, 4)
        result = (await tables.look(table, None)).result
        heard: list[str] = []
        tables.subscribe(heard.append)
        await tables.forget_person(ANN.id)
        assert heard == [table]
        assert await tables.export_person(ANN.id) == nothing_of(ANN.id)
        look = await tables.look(table, None)
        assert [(info.person_id, info.name) for info in look.table.seats] == [(None, ""), (BOB.id, "Bob")]
        assert (look.result, look.table.owner_id) == (result, None)
        assert list(await tables.messages.get(table)) == ["board"]
        assert tables.people.get(BOB.id).locale == "fr"
        await tables.read(table, record_of)
    rows = str([stores.run(tmp_path, f"SELECT * FROM {name}") for name in COLUMNS if name != "secrets"])
    assert "Bob" in rows
    assert "Ann" not in rows
    assert not re.search(rf"\b{ANN.id}\b", rows)
    async with opened(tmp_path) as tables:
        assert (await tables.look(table, None)).result == result


@pytest.mark.parametrize("phase", ["lobby", "running"])
async def test_who_still_plays_is_asked_to_end_that_first(tmp_path: Path, phase: str) -> None:
    async with opened(tmp_path) as tables:
        await finished(tables)
        if phase == "running":
            table = await running(tables)
        else:
            answer = await tables.new(opening(), ANN, "n")
            table = answer.look.table.id
        before = await tables.export_person(ANN.id)
        assert await refusal(tables.forget_person(ANN.id)) == ("still_playing", {"count": 1})
        assert await tables.export_person(ANN.id) == before
        await tables.do(table, ANN, "c", cancelled, moderator=True)
        await tables.forget_person(ANN.id)
        assert (await tables.table(table)).seats[0].name == ""


async def test_of_many_people_few_are_kept_as_read_and_all_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.store.people.REMEMBERED", 3)
    for _ in range(2):
        async with opened(tmp_path) as tables:
            for number in range(10):
                if tables.people.get(number).locale is None:
                    await put(tables, number, locale=f"l{number}", settings={"zone": "Europe/Berlin"})
                assert tables.people.preferences(number).zone == "Europe/Berlin"
            assert [tables.people.get(number).locale for number in range(10)] == [f"l{n}" for n in range(10)]
            assert all(len(kept) <= 3 for kept in vars(tables.people).values() if isinstance(kept, dict))


async def test_what_the_disk_would_not_give_of_a_person_is_not_taken_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as tables:
        await put(tables, ANN.id, locale="de")
    async with opened(tmp_path) as tables:
        with monkeypatch.context() as broken:
            refused = Mock(side_effect=StorageFailed("io_error"))
            broken.setattr(tables._database, "read_now", refused)
            with pytest.raises(StorageFailed):
                tables.people.preferences(ANN.id)
            with pytest.raises(StorageFailed):
                await put(tables, ANN.id, settings={"zone": "Europe/Berlin"})
        await put(tables, ANN.id, settings={"zone": "Europe/Berlin"})
        assert tables.people.get(ANN.id).locale == "de"


async def test_who_leaves_all_tables_is_forgotten_though_each_has_changed_since_it_was_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as tables:
        ending = await running(tables, (ANN, BOB), name="ending", target="3")
        lobbies = {}
        for name in ("starting", "left"):
            lobbies[name] = (await tables.new(opening(), ANN, name)).look.table.id
            await tables.do(lobbies[name], BOB, f"{name}-join", joined)
        listed = await tables.tables_of(BOB.id)
        await say(tables, ending, ANN, "add 1;end", "e1")
        await say(tables, ending, BOB, "add 2", "e2")
        await tables.do(lobbies["starting"], ANN, "start", started)
        await tables.do(lobbies["left"], BOB, "leave", left)
        monkeypatch.setattr(tables, "tables_of", AsyncMock(return_value=listed))
        await tables.forget_person(BOB.id, is_leaving=True)
        infos = [(await tables.table(table)).seats for table in (ending, *lobbies.values())]
        assert [[info.person_id for info in seats] for seats in infos] == [
            [ANN.id, None],
            [ANN.id, None],
            [ANN.id],
        ]
