"""All that a process knows of a table is in its session: dropping the session forgets the table."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from tables import Tables, What
from tables.model.limits import DAY_S
from tables.model.table import MOST_ENTRIES
from tables.session import Session, Sessions
from tables.verbs.lobby import cancelled
from tables.views.looks import taken_back
from tests.census import mentions
from tests.clock import Clock
from tests.tables.slow_thinking import SlowThinking
from tests.tables.toys import ANN, BOB, CAT, CHANNEL, Clicks, opened, put, refusal, running, say

BY_ID = {"Sessions._alive", "Sessions._latest", "Sessions._timers"}


async def is_played(tables: Tables, name: str, click: Clicks) -> str:
    """Open a table, and do many things there until its game is over or it is cancelled; return its id."""
    table = await running(tables, name=name, target="3", turn_s=DAY_S)
    for number in range(3):
        await tables.messages.put(table, f"panel:{number}", CHANNEL, 500 + number, 1)
    await tables.followers.follow(table, CAT.id, What.TURNS, 7)
    await say(tables, table, ANN, "add 1", click())
    await tables.do(table, ANN, click(), taken_back, None)
    await say(tables, table, ANN, "add 1;end", click())
    await put(tables, ANN.id, locale="de")
    assert (await refusal(tables.check_reached(table, MOST_ENTRIES - 1)))[0] == "put_back"
    await tables.messages.get(table)
    await tables.followers.of_table(table)
    return table


async def test_of_tables_that_were_dropped_nothing_is_known(tmp_path: Path) -> None:
    clock, click, slow = Clock(), Clicks(), SlowThinking()
    async with opened(tmp_path, clock=clock, thinking=slow) as tables:
        over, gone, runs = [await is_played(tables, name, click) for name in ("a", "b", "c")]
        await say(tables, over, BOB, "add 2", click())
        await tables.do(gone, ANN, click(), cancelled, moderator=True)
        thinks = await running(tables, (ANN,), computers=["random"], name="d")
        await say(tables, thinks, ANN, "add 1;end", click())
        await slow.begins()
        clock.time += DAY_S / 2 + 60  # A reminder.
        await tables.caught_up()
        ids = {over, gone, runs, thinks}
        assert mentions(tables, ids) >= BY_ID
        thoughts = [thought.task for thought in tables.sessions.get(thinks).turns.values()]
        for table in ids:
            tables.sessions.drop(tables.sessions.of(table))
        await asyncio.gather(*thoughts, return_exceptions=True)
        del thoughts
        gc.collect()
        assert mentions(tables, ids) == set()
        assert slow.given_up == 1
        # They are read again when they are wanted.
        assert [len((await tables.look(table, None)).table.seats) for table in sorted(ids)] == [2, 2, 2, 2]


async def test_no_class_but_the_sessions_holds_anything_by_a_table_s_id(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await is_played(tables, "a", click)
        inside = mentions(tables.sessions, {table})
        assert mentions(tables, {table}) == inside


async def test_only_the_latest_keep_what_can_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.session.TABLES_IN_MEMORY", 2)
    async with opened(tmp_path) as tables:
        ids = [await running(tables, name=name, turn_s=DAY_S) for name in "abcd"]
        sessions = [tables.sessions.of(table) for table in ids]
        assert [session.table is not None for session in sessions] == [False, False, True, True]
        assert all(session.due_at is not None for session in sessions), "a timer was lost"
        async with sessions[2].lock:
            await tables.look(ids[0], None)
            await tables.look(ids[1], None)
            assert sessions[2].table is not None, "it was forgotten while it was changed"


class Shown:
    """Stands for a table's display."""

    def __init__(self, *, is_busy: bool) -> None:
        self.is_busy = is_busy

    def stop(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize("is_busy", [True, False])
def test_what_shows_a_table_is_kept_as_long_as_it_is_busy(
    monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    monkeypatch.setattr("tables.session.TABLES_IN_MEMORY", 1)
    sessions = Sessions()
    sessions.get("a").display = Shown(is_busy=is_busy)
    sessions.get("b")
    assert (sessions.get("a").display is not None) is is_busy


def test_a_table_has_one_session_as_long_as_somebody_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.session.TABLES_IN_MEMORY", 1)
    sessions = Sessions()
    used = sessions.get("a")
    sessions.get("b")
    assert sessions.of("a") is used
    sessions.drop(used)
    assert sessions.of("a") is used
    del used
    assert sessions.known("a") is None


def test_timers_go_off_in_their_order_and_each_table_has_one() -> None:
    sessions = Sessions()
    for when, name in enumerate("abca"):
        sessions.schedule(sessions.of(name), float(when))
    assert sessions.next_at == 1.0
    sessions.schedule(sessions.of("c"), float("nan"))
    found: list[Session | None] = [sessions.take_due(9.0) for _ in range(3)]
    assert [session and session.id for session in found] == ["b", "a", None]
