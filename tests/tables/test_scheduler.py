"""A table has one timer; the search for tables with something due reads no other tables."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Any

import pytest

from engine.game import AnyGame
from tables import Kind, Tables, WhenLate
from tables.model.limits import DAY_S
from tables.model.values import Place
from tables.scheduler import Scheduler
from tables.store import journal
from tables.timing.preferences import with_away
from tables.verbs.lobby import cancelled, held, resumed
from tables.views.looks import log_of
from tests.clock import Clock
from tests.tables import stores
from tests.tables.toys import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GAMES,
    GUILD,
    Clicks,
    in_memory,
    opened,
    opening,
    put,
    running,
    say,
    timers,
    until,
)


async def opened_in(tables: Tables, guild: int, channel: int) -> str:
    """Open a lobby in a channel; return its id."""
    key = f"{guild} {channel}"
    return (await tables.new(opening(guild_id=guild, channel_id=channel), ANN, key)).look.table.id


@pytest.mark.parametrize("turn_s", [None, DAY_S])
async def test_a_table_has_one_moment_however_much_is_played(tmp_path: Path, turn_s: float | None) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=turn_s, target="600")
        other = await opened_in(tables, GUILD, CHANNEL)
        for _ in range(20):
            clock.time += 60
            for person in (ANN, BOB):
                await say(tables, table, person, "add 1;end", click())
        assert sorted(timers(tables)) == sorted([table, other])
        assert tables.sessions.next_at == min(timers(tables).values())
        for one in (table, other):
            await tables.do(one, ANN, click(), cancelled, moderator=True)
        assert (timers(tables), tables.sessions.next_at) == ({}, inf)


@pytest.mark.usefixtures("nobody_is_here")
async def test_moments_come_in_their_order_when_some_were_put_off(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        ids = [await running(tables, name=f"{n}", turn_s=(n + 1) * DAY_S) for n in range(4)]
        clock.time += DAY_S / 2
        await say(tables, ids[0], ANN, "add 1;end", click())  # Due at 1.5 days now.
        looked_at: list[str] = []
        tables.subscribe(looked_at.append)
        for _ in range(40):
            clock.time += DAY_S / 8
            await tables.caught_up()
        assert list(dict.fromkeys(looked_at)) == ids
        assert len(timers(tables)) == 4


async def test_after_a_start_all_tables_are_known_before_the_first_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        ids = [await running(tables, name=f"{n}", turn_s=DAY_S) for n in range(4)]
    clock.time += 2 * DAY_S
    known: list[list[str]] = []
    attend_all = Scheduler._attend_all

    async def started(scheduler: Scheduler) -> None:
        known.append(sorted(timers(tables)))
        await attend_all(scheduler)

    monkeypatch.setattr(Scheduler, "_attend_all", started)
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
    assert known == [sorted(ids)]


async def test_what_went_wrong_is_not_counted_once_it_went_well_or_needs_no_looking_at(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as tables:
        table, click = await running(tables, target="600"), Clicks()
        session = tables.sessions.get(table)
        tables._scheduler.try_again(session)
        await say(tables, table, ANN, "add 1;end", click())
        assert not session.failures
        tables._scheduler.try_again(session)
        await tables.do(table, ANN, click(), cancelled, moderator=True)
        assert not session.failures


async def test_the_open_tables_of_some_places_are_read_and_no_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        a, b, c = [await opened_in(tables, *place) for place in ((1, 10), (1, 11), (2, 20))]

        async def found(*places: Place) -> list[str]:
            return [view.id for view in await tables.open_tables(*places)]

        assert await found() == [a, b, c]
        assert await found(Place(1)) == [a, b]
        assert await found(Place(1, 11)) == [b]
        assert await found(Place(1, 11), Place(2), Place(1)) == [a, b, c]
        assert await found(Place(3), Place(1, 12)) == []
        await tables.do(b, ANN, "cancel", cancelled)
        assert await found(Place(1), Place(1, 11)) == [a]


async def test_the_open_tables_that_are_held_are_read_and_no_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        a, b, c = [await opened_in(tables, 1, channel) for channel in (10, 11, 12)]
        for table in (a, b):
            await tables.happen(table, held)
        assert [one.id for one in await tables.held_tables()] == [a, b]
        await tables.happen(a, resumed)
        await tables.do(b, ANN, "cancel", cancelled)
        await tables.happen(c, held)
        assert [one.id for one in await tables.held_tables()] == [c]


# What a table's row says of it


async def looked_at(folder: Path, clock: Clock, games: Mapping[str, AnyGame] = GAMES) -> set[str]:
    """Return the tables that a start replays."""
    async with opened(folder, clock=clock, games=games) as tables:
        await tables.caught_up()
        return in_memory(tables)


def run(folder: Path, sql: str) -> list[Any]:
    return stores.run(folder, sql)


async def two_with_clocks(folder: Path, clock: Clock) -> list[str]:
    async with opened(folder, clock=clock) as tables:
        return [await running(tables, name=f"{n}", turn_s=(n + 1) * DAY_S) for n in range(2)]


@pytest.mark.usefixtures("nobody_is_here")
async def test_a_start_replays_what_has_fallen_due_and_nothing_else(tmp_path: Path) -> None:
    clock = Clock()
    soon, later = await two_with_clocks(tmp_path, clock)
    assert await looked_at(tmp_path, clock) == set()
    clock.time += 1.1 * DAY_S
    stores.lived(tmp_path, clock.now())
    assert await looked_at(tmp_path, clock) == {soon}
    async with opened(tmp_path, clock=clock) as tables:
        kinds = [[entry.kind for entry in await tables.read(table, log_of, None)] for table in (soon, later)]
        assert [found.count(Kind.LATE) for found in kinds] == [1, 0]


async def test_a_table_where_a_computer_player_is_to_move_is_due_at_once(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, (ANN,), computers=("random",), pace_s=60.0, target="600")
        await say(tables, table, ANN, "add 1;end", "1")
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        before = (await tables.look(table, None)).table.version
        clock.time += 60.0
        await until(tables, table, lambda look: look.table.version > before)


async def test_a_computer_player_goes_on_after_a_start_though_the_clock_was_set_back_meanwhile(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, (ANN,), computers=("random",), pace_s=60.0, target="600")
        await say(tables, table, ANN, "add 1;end", "1")
    clock.time -= 30 * DAY_S
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        before = (await tables.look(table, None)).table.version
        clock.time += 60.0
        await until(tables, table, lambda look: look.table.version > before)


@pytest.mark.parametrize("spoils", ["due_at = NULL, due_by = NULL", "due_by = 'another version'"])
async def test_what_another_version_wrote_or_none_is_found_out_anew_once(tmp_path: Path, spoils: str) -> None:
    clock = Clock()
    ids = await two_with_clocks(tmp_path, clock)
    before = run(tmp_path, "SELECT id, due_at, due_by FROM tables ORDER BY id")
    run(tmp_path, f"UPDATE tables SET {spoils}")
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        assert in_memory(tables) == set(ids)
        for table in await tables.unshown():
            await tables.has_shown(table)
    assert run(tmp_path, "SELECT id, due_at, due_by FROM tables ORDER BY id") == before
    assert await looked_at(tmp_path, clock) == set()


async def test_other_rules_of_a_game_have_all_tables_looked_at(tmp_path: Path) -> None:
    clock = Clock()
    ids = await two_with_clocks(tmp_path, clock)
    fewer = {name: game for name, game in GAMES.items() if name != "fingers"}
    assert await looked_at(tmp_path, clock, fewer) == set(ids)


async def test_what_cannot_be_read_is_looked_at_after_every_start(tmp_path: Path) -> None:
    clock = Clock()
    ids = await two_with_clocks(tmp_path, clock)
    for _ in range(2):
        assert await looked_at(tmp_path, clock, {}) == set(ids)
    assert await looked_at(tmp_path, clock) == set(ids)  # It can be read again.
    async with opened(tmp_path, clock=clock) as tables:
        assert [entry.kind for entry in await tables.read(ids[0], log_of, None)][-2:] == [
            Kind.WARN,
            Kind.RESUME,
        ]


async def test_preferences_are_on_the_disk_together_with_their_tables_being_doubtful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        await put(tables, ANN.id, settings=with_away({}, clock.now(), clock.now() + 9 * DAY_S))
        table = await running(tables, turn_s=DAY_S)
        await running(tables, (BOB, CAT), name="other", turn_s=7 * DAY_S)
        clock.time += DAY_S
        back = with_away(tables.people.get(ANN.id).settings, clock.now(), None)

        async def killed(_: object) -> None:
            pass

        monkeypatch.setattr(tables.people, "_decided", killed)
        await put(tables, ANN.id, settings=back)
    clock.time += DAY_S
    stores.lived(tmp_path, clock.now())
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        assert Kind.LATE in [entry.kind for entry in await tables.read(table, log_of, None)]
    assert run(tmp_path, "SELECT count(*) FROM tables WHERE due_by IS NULL") == [(0,)]


async def test_what_time_brings_stays_due_until_it_was_shown(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
        clock.time += DAY_S / 2 + 60  # A reminder.
        await tables.caught_up()
        assert await tables.unshown() == [table]
    for _ in range(2):
        async with opened(tmp_path, clock=clock) as tables:
            await tables.caught_up()
            assert await tables.unshown() == [table]
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        await tables.has_shown(table)
        assert await tables.unshown() == []
    assert await looked_at(tmp_path, clock) == set()


@pytest.mark.parametrize("by", ["due_by", "NULL", "'another version'"])
async def test_what_time_brought_stays_unshown_though_a_start_finds_out_anew_what_is_due(
    tmp_path: Path, by: str
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
    clock.time += DAY_S / 2 + 60  # A reminder.
    run(tmp_path, f"UPDATE tables SET due_by = {by}")
    for _ in range(2):
        async with opened(tmp_path, clock=clock) as tables:  # And then it is killed.
            await tables.caught_up()
            assert await tables.unshown() == [table]
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        await tables.has_shown(table)
    assert await looked_at(tmp_path, clock) == set()


async def test_what_somebody_decided_stays_unshown_until_it_was_shown(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=7 * DAY_S)
        await put(tables, ANN.id, settings=with_away({}, clock.now(), clock.now() + 9 * DAY_S))
    for _ in range(2):
        async with opened(tmp_path, clock=clock) as tables:
            assert await tables.unshown() == [table]
    async with opened(tmp_path, clock=clock) as tables:
        await tables.unshown()
        await tables.has_shown(table)
    assert await looked_at(tmp_path, clock) == set()


async def test_what_somebody_decided_is_told_before_a_repaint_under_way_could_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, clock=Clock()) as tables:
        ids = [await running(tables, name=name, turn_s=7 * DAY_S) for name in "ab"]
        told, wake = list[str](), tables._scheduler.wake

        async def waking(table_id: str) -> None:
            assert sorted(told) == sorted(ids)
            await wake(table_id)

        tables.subscribe(told.append)
        monkeypatch.setattr(tables._scheduler, "wake", waking)
        await put(tables, ANN.id, settings=with_away({}, 0, tables.clock.now() + 9 * DAY_S))
        assert sorted(told) == sorted(ids)


async def test_of_a_table_that_has_ended_nothing_more_is_to_be_shown_for_time_alone(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
        clock.time += DAY_S / 2 + 60  # A reminder.
        await tables.caught_up()
        await tables.do(table, ANN, "end", cancelled, moderator=True)
        assert await tables.unshown() == []


@pytest.mark.sqlite
async def test_what_a_start_and_an_update_of_a_channel_read_is_found_by_an_index(tmp_path: Path) -> None:
    some_places, *ids = journal.open_in([Place(1, None), Place(1, 2)])
    async with opened(tmp_path) as tables:
        plans = {
            sql: " ".join(
                str(row[-1]) for row in await tables._database.read(f"EXPLAIN QUERY PLAN {sql}", *some)
            )
            for sql, some in (
                (journal.ALL_DUE, ()),
                (f"{journal.READ_FACTS} WHERE {some_places} ORDER BY serial", ids),
            )
        }
    for sql, plan in plans.items():
        assert "SCAN tables USING COVERING INDEX tables_by_due" in plan or "SCAN tables" not in plan, sql


async def test_those_tables_are_kept_waiting_where_nobody_moved_or_somebody_was_late(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        idle = await running(tables, name="idle")
        late = await running(tables, name="late", turn_s=3600.0, when_late=WhenLate.WAIT, target="600")
        lively = await running(tables, name="lively", target="600")
        clock.time += DAY_S / 2
        await tables.caught_up()
        await say(tables, lively, ANN, "add 1;end", "1")
        assert await tables.kept_waiting(clock.now() - DAY_S) == [late]
        clock.time += DAY_S / 2
        assert sorted(await tables.kept_waiting(clock.now() - DAY_S)) == sorted([idle, late])
        await tables.happen(idle, held)
        assert await tables.kept_waiting(clock.now() - DAY_S) == [late]


async def test_what_another_process_has_noted_since_is_not_noted_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        run(tmp_path, "UPDATE tables SET version = version + 1, due_at = 5")
        await tables._scheduler.note_due(table)
        assert run(tmp_path, "SELECT due_at FROM tables") == [(5,)]
