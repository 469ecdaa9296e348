"""While the bot is off, no time passes for players: afterwards, they have as much time left as before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tables import Kind, Refused, Tables
from tables.model.limits import ABANDONED_AFTER_S, TABLE_ASLEEP_S, WARNED_S
from tables.model.table import Phase, WhenLate
from tables.timing.preferences import with_away
from tables.verbs.lobby import cancelled
from tables.views.looks import log_of, taken_back
from tests.clock import Clock
from tests.tables import stores
from tests.tables.toys import ANN, BOB, Clicks, in_memory, opened, put, running, say

MINUTE_S, HOUR_S, DAY_S = 60.0, 3600.0, 24 * 3600.0

pytestmark = pytest.mark.both_stores


async def runs_out(tables: Tables, table: str) -> float | None:
    """Return when the turn's time ends."""
    (clock,) = (await tables.look(table, None)).clocks.values()
    return clock.runs_out


async def kinds(tables: Tables, table: str) -> list[Kind]:
    await tables.caught_up()
    return [entry.kind for entry in await tables.read(table, log_of, None)]


@pytest.mark.parametrize(
    ("turn_s", "left_s", "off_s"),
    [
        pytest.param(DAY_S, 2 * HOUR_S, 6 * HOUR_S, id="two hours left, six hours off"),
        pytest.param(DAY_S, 10 * MINUTE_S, HOUR_S, id="ten minutes left, an hour off"),
        pytest.param(10 * MINUTE_S, MINUTE_S, 2 * MINUTE_S, id="a minute left, two minutes off"),
        pytest.param(7 * DAY_S, DAY_S, 40 * DAY_S, id="a day left, forty days off"),
        pytest.param(DAY_S, DAY_S, 30 * DAY_S, id="all of it left"),
    ],
)
async def test_a_turn_has_what_it_had_before(
    tmp_path: Path, turn_s: float, left_s: float, off_s: float
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=turn_s, when_late=WhenLate.SEAT)
        clock.time += turn_s - left_s
    clock.time += off_s
    async with opened(tmp_path, clock=clock) as tables:
        assert Kind.LATE not in await kinds(tables, table)
        assert await runs_out(tables, table) == clock.now() + left_s
        clock.time += left_s - 1
        assert Kind.LATE not in await kinds(tables, table)
        clock.time += 2
        assert Kind.LATE in await kinds(tables, table)


async def test_several_absences_count_and_so_they_do_after_the_next_start(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
        began = clock.now()
    for _ in range(3):
        clock.time += 5 * HOUR_S
        async with opened(tmp_path, clock=clock):
            clock.time += HOUR_S
    async with opened(tmp_path, clock=clock) as tables:
        assert await runs_out(tables, table) == began + DAY_S + 15 * HOUR_S


async def test_time_in_which_the_bot_lived_counts(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
    clock.time += 2 * DAY_S
    stores.lived(tmp_path, clock.now())
    async with opened(tmp_path, clock=clock) as tables:
        assert Kind.LATE in await kinds(tables, table)


async def test_a_killed_bot_lived_at_its_last_move_at_least(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        began, table = clock.now(), await running(tables, turn_s=DAY_S)
        clock.time += HOUR_S
        await say(tables, table, ANN, "add 1;end", "1")
    stores.lived(tmp_path, began)  # It was killed before it could note that again.
    clock.time += 6 * HOUR_S
    async with opened(tmp_path, clock=clock) as tables:
        assert await runs_out(tables, table) == clock.now() + DAY_S


async def test_days_away_and_an_absence_of_the_bot_in_them_count_once(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        began, table = clock.now(), await running(tables, turn_s=DAY_S)
        await put(tables, ANN.id, settings=with_away({}, began + HOUR_S, began + 5 * DAY_S))
        clock.time += 2 * DAY_S
    clock.time += DAY_S
    async with opened(tmp_path, clock=clock) as tables:
        assert await runs_out(tables, table) == began + 5 * DAY_S + DAY_S - HOUR_S


async def test_what_a_move_had_used_before_an_absence_is_used_after_it_was_taken_back(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
        clock.time += HOUR_S
    clock.time += 6 * HOUR_S
    async with opened(tmp_path, clock=clock) as tables:
        clock.time += HOUR_S
        await say(tables, table, ANN, "add 1;end", click())
        await tables.do(table, ANN, click(), taken_back)
        assert await runs_out(tables, table) == clock.now() + 22 * HOUR_S


async def test_a_table_that_was_warned_is_not_closed_for_days_in_which_nobody_could_play(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
        clock.time += TABLE_ASLEEP_S + 1
        assert Kind.WARN in await kinds(tables, table)
    clock.time += 2 * WARNED_S
    async with opened(tmp_path, clock=clock) as tables:
        assert (await tables.table(table)).phase is Phase.RUNNING
        await tables.caught_up()
        assert (await tables.table(table)).phase is Phase.RUNNING
        clock.time += WARNED_S
        await tables.caught_up()
        assert (await tables.table(table)).phase is not Phase.RUNNING


async def test_an_owner_may_not_end_a_table_since_the_bot_was_off(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
    clock.time += 10 * DAY_S
    async with opened(tmp_path, clock=clock) as tables:
        with pytest.raises(Refused, match="not_abandoned"):
            await tables.do(table, ANN, click(), cancelled)
        clock.time += ABANDONED_AFTER_S
        await tables.do(table, ANN, click(), cancelled)


async def test_a_table_that_cannot_be_read_is_not_closed_since_the_bot_was_off(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
    for _ in range(2):  # First its players are told.
        async with opened(tmp_path, clock=clock, games={}) as tables:
            await tables.caught_up()
            assert (await tables.facts(table)).phase is Phase.RUNNING
        clock.time += 2 * WARNED_S


async def test_the_start_after_an_update_from_a_version_that_noted_nothing_takes_no_time(
    tmp_path: Path, store: str
) -> None:
    """Of several processes another one may have lived meanwhile: there it counts, once."""
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
    stores.run(tmp_path, "DELETE FROM secrets WHERE name = 'alive'")
    clock.time += 2 * DAY_S
    async with opened(tmp_path, clock=clock) as tables:
        assert (Kind.LATE in await kinds(tables, table)) == (store == "postgres")


async def test_a_short_restart_is_no_absence_and_reads_no_table(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        began, table = clock.now(), await running(tables, turn_s=DAY_S)
    clock.time += 3
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        assert in_memory(tables) == set()
        assert await runs_out(tables, table) == began + DAY_S


@pytest.mark.parametrize(
    "wrong", [pytest.param(-400 * DAY_S, id="behind"), pytest.param(400 * DAY_S, id="ahead")]
)
async def test_a_start_with_a_wrong_clock_does_no_harm_once_it_is_right(tmp_path: Path, wrong: float) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
    right = Clock(clock.now() + HOUR_S)
    async with opened(tmp_path, clock=Clock(clock.now() + wrong)):
        pass
    async with opened(tmp_path, clock=right) as tables:
        assert Kind.LATE not in await kinds(tables, table)
        found = await runs_out(tables, table)
        assert found is not None
        assert right.now() < found <= right.now() + DAY_S


Odd = Callable[[Path], Awaitable[None]]


@pytest.mark.parametrize("value", [b"", b"\0", b"nan", b"inf", b"-1e400"])
async def test_an_odd_row_stops_nobody(tmp_path: Path, value: bytes) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB), turn_s=DAY_S)
    stores.run(tmp_path, "UPDATE secrets SET value = ? WHERE name = 'alive'", value)
    stores.run(tmp_path, "INSERT INTO secrets (name, value) VALUES ('off x', ?)", value)
    async with opened(tmp_path) as tables:
        assert Kind.LATE not in await kinds(tables, table)
