"""The timekeeper keeps one moment a table, and those who look for tables read no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables import Tables
from tables.limits import DAY_S
from tables.lobby import cancelled
from tables.timekeeper import Timekeeper
from tables.values import Place
from tests.clock import Clock
from tests.tables.toys import ANN, BOB, CHANNEL, GUILD, Clicks, opened, opening, running, say


async def opened_in(tables: Tables, guild: int, channel: int) -> str:
    """The id of a new lobby there."""
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
        moments = tables._timekeeper._moments
        assert sorted(name for _, name in moments) == sorted([table, other])
        assert {name: when for when, name in moments} == tables._timekeeper._due
        for one in (table, other):
            await tables.do(one, ANN, click(), cancelled, moderator=True)
        assert moments == []


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
        assert len(tables._timekeeper._moments) == 4


async def test_after_a_start_all_tables_are_known_before_the_first_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        ids = [await running(tables, name=f"{n}", turn_s=DAY_S) for n in range(4)]
    clock.time += 2 * DAY_S
    known: list[list[str]] = []
    start = Timekeeper.start

    def started(timekeeper: Timekeeper) -> None:
        known.append(sorted(timekeeper._due))
        start(timekeeper)

    monkeypatch.setattr(Timekeeper, "start", started)
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
    assert known == [sorted(ids)]


async def test_what_went_wrong_is_not_counted_once_it_went_well_or_needs_no_looking_at(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as tables:
        table, click = await running(tables, target="600"), Clicks()
        failures = tables._timekeeper._failures
        tables._timekeeper.try_again(table)
        await say(tables, table, ANN, "add 1;end", click())
        assert not failures
        tables._timekeeper.try_again(table)
        await tables.do(table, ANN, click(), cancelled, moderator=True)
        assert not failures


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
        plan = await tables._database.read(
            "EXPLAIN QUERY PLAN SELECT id FROM tables WHERE guild_id IN (SELECT value FROM json_each(?)) "
            "AND phase IN ('lobby', 'running')",
            "[1]",
        )
        assert any("tables_by_guild" in str(row[-1]) for row in plan)
