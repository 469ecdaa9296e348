"""The time of a turn can be used only once: no action of a player brings more time for ever."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.game import AnyGame, Chance, Seat
from tables import Kind, Matter, Phase, Tables, WhenLate
from tables.model.limits import DAY_S
from tables.timing.preferences import with_away
from tables.verbs.seat_changes import came_back, offered, taken
from tables.verbs.votes import agreed, proposed
from tables.views.looks import log_of, taken_back
from tests.clock import Clock
from tests.tables.toys import ANN, BOB, CAT, DAN, Clicks, Word, opened, put, refusal, running, say, until

HOUR_S = 3600.0


def adds(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    """Return the move of a player that adds one pebble and ends the turn."""
    return Word("end") if observation.stage == "more" else Word("add", 1)


async def runs_out(tables: Tables, table: str, seat: int) -> float | None:
    """Return when the time of a seat ends."""
    return (await tables.look(table, None)).clocks[seat].runs_out


async def late(tables: Tables, table: str) -> list[tuple[int | None, float]]:
    """Return the seats whose time has run out, each with the moment."""
    return [(told.seat, told.at) for told in await tables.read(table, log_of, None) if told.kind is Kind.LATE]


async def test_moving_and_taking_back_gives_no_time(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S, target="600")
        ends = clock.now() + HOUR_S
        for _ in range(5):
            clock.time += 600
            await say(tables, table, ANN, "add 1;end", click())
            clock.time += 60
            await tables.do(table, ANN, click(), taken_back)
            assert await runs_out(tables, table, 0) == ends
        clock.time = ends
        await until(tables, table, lambda look: look.to_move == (1,))
        assert await late(tables, table) == [(0, ends)]


async def test_once_the_time_of_a_turn_is_over_only_all_together_take_it_back(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S)
        clock.time += 1800
        await say(tables, table, ANN, "sleep", click())
        clock.time += 1799
        assert (await tables.look(table, ANN.id)).takes_back is not None
        clock.time += 1
        look = await tables.look(table, ANN.id)
        assert (look.takes_back, look.may_ask_back) == (None, True)
        assert await refusal(tables.do(table, ANN, click(), taken_back)) == ("no_time_to_take_back", {})
        await tables.do(table, ANN, click(), proposed, Matter.BACK)
        proposal = (await tables.look(table, None)).proposal
        assert proposal is not None
        await tables.do(table, BOB, click(), agreed, proposal.number)
        # While Bob thought, her time stood still: she has what she had left.
        assert await runs_out(tables, table, 0) == clock.now() + 1800


async def test_without_a_time_limit_a_slip_can_be_taken_back_days_later(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "sleep", click())
        clock.time += 20 * DAY_S
        assert (await tables.look(table, ANN.id)).takes_back is not None
        await tables.do(table, ANN, click(), taken_back)


@pytest.mark.parametrize("game", ["fingers", "fingers-staying"])
async def test_where_all_choose_at_once_each_choice_has_its_own_time(tmp_path: Path, game: str) -> None:
    """Who chose last was asked again at once, and their time ran on."""
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, (ANN, BOB), game, turn_s=HOUR_S, rounds="50")
        for _ in range(4):
            await say(tables, table, ANN, "show 1", click())
            clock.time += 1800
            await say(tables, table, BOB, "show 1", click())
            assert (
                await runs_out(tables, table, 0) == await runs_out(tables, table, 1) == clock.now() + HOUR_S
            )


async def test_the_steps_of_one_turn_share_its_time(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S)
        ends = clock.now() + HOUR_S
        for _ in range(3):
            clock.time += 600
            await say(tables, table, ANN, "add 1", click())
            assert await runs_out(tables, table, 0) == ends


async def test_days_away_hold_a_turn_for_three_weeks_at_most(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
        began = clock.now()
        settings: dict[str, str] = {}
        for week in range(70):  # Again and again.
            settings = with_away(settings, clock.now(), clock.now() + 6 * DAY_S)
            await put(tables, ANN.id, settings=settings)
            clock.time += 6 * DAY_S + (1 if week % 2 else 0)
            await tables.caught_up()
            if await late(tables, table):
                break
        ((seat, at),) = await late(tables, table)
        assert seat == 0
        assert began + 22 * DAY_S <= at <= began + 24 * DAY_S + 60


async def test_what_is_said_of_days_away_is_how_long_the_turn_waits(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
        began = clock.now()
        await put(tables, ANN.id, settings=with_away({}, began, began + 50 * DAY_S))
        clock_of_ann = (await tables.look(table, None)).clocks[0]
        assert clock_of_ann.away_until == began + 21 * DAY_S
        assert clock_of_ann.runs_out == began + 22 * DAY_S
        clock.time = began + 21 * DAY_S
        await tables.caught_up()
        assert (await tables.look(table, None)).clocks[0].away_until is None


async def test_a_table_whose_player_is_away_without_end_falls_asleep(tmp_path: Path) -> None:
    clock = Clock()
    settings: dict[str, str] = {}
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
        began = clock.now()
        while (await tables.table(table)).phase is Phase.RUNNING:
            settings = with_away(settings, clock.now(), clock.now() + 20 * DAY_S)
            await put(tables, ANN.id, settings=settings)
            clock.time += DAY_S
            await tables.caught_up()
            assert clock.now() - began < 60 * DAY_S


async def test_coming_back_again_and_again_gives_time_once_a_turn(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S, when_late=WhenLate.SEAT, pace_s=600, target="600")
        clock.time += HOUR_S
        await tables.caught_up()
        await tables.do(table, ANN, click(), came_back)
        assert await runs_out(tables, table, 0) == clock.now() + HOUR_S
        clock.time += HOUR_S
        await tables.caught_up()
        await tables.do(table, ANN, click(), came_back)
        await tables.caught_up()
        assert len(await late(tables, table)) == 3
        await clock.pass_once_awaited(600)
        await until(tables, table, lambda look: look.observation.heap > 0 or look.to_move == (1,))


async def test_a_late_turn_that_all_agree_to_take_back_has_a_clock_again(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()

    async def all_take_back(tables: Tables, table: str) -> None:
        clock.time = await runs_out(tables, table, 0) or 0
        await until(tables, table, lambda look: look.to_move == (1,))
        proposal = (await tables.do(table, ANN, click(), proposed, Matter.BACK)).look.proposal
        assert proposal is not None
        await tables.do(table, BOB, click(), agreed, proposal.number)

    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S, target="600")
        await say(tables, table, ANN, "add 1", click())
        await all_take_back(tables, table)
        assert (await tables.look(table, None)).to_move == (0,)
        assert await runs_out(tables, table, 0) == clock.now() + HOUR_S
        await say(tables, table, ANN, "add 1", click())
        await all_take_back(tables, table)  # Once a turn: now nothing is left of it.
        await until(tables, table, lambda look: look.to_move == (1,))


async def test_whoever_takes_the_seat_of_somebody_who_came_back_late_has_time(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S, when_late=WhenLate.SEAT, pace_s=1e6, target="600")
        clock.time += HOUR_S
        await tables.caught_up()
        await tables.do(table, ANN, click(), came_back)
        clock.time += HOUR_S
        await tables.caught_up()
        for here, to, has_time in ((ANN, CAT, True), (CAT, ANN, False), (ANN, CAT, False)):
            await tables.do(table, here, click(), offered, to)
            await tables.do(table, to, click(), taken, 0)
            await tables.caught_up()
            look = await tables.look(table, None)
            assert look.table.seats[0].is_played_by_person is has_time
            assert not has_time or look.clocks[0].runs_out == clock.now() + HOUR_S
            clock.time += HOUR_S
            await tables.caught_up()


async def test_a_seat_that_goes_to_and_fro_gets_time_once_a_turn(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S, when_late=WhenLate.WAIT)
        began = clock.now()
        for here, to in ((ANN, CAT), (CAT, DAN)):
            clock.time += 1800
            await tables.do(table, here, click(), offered, to)
            await tables.do(table, to, click(), taken, 0)
        assert await runs_out(tables, table, 0) == began + 1800 + HOUR_S


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
async def test_a_life_over_both_clock_changes_is_late_to_the_second(tmp_path: Path, zone: str) -> None:
    """Time is counted in seconds: no change of the clock on the wall gives or takes any."""
    begin = datetime.datetime(2026, 2, 1, 9, tzinfo=ZoneInfo(zone))
    clock, click = Clock(begin.timestamp()), Clicks()
    expected: list[tuple[int, float]] = []
    async with opened(tmp_path, clock=clock, players={"random": adds}) as tables:
        table = await running(tables, turn_s=7 * DAY_S, target="600")
        for turn in range(33):
            clock.time += 2 * DAY_S
            await say(tables, table, ANN, "add 1;end", click())
            ends = clock.now() + 7 * DAY_S
            clock.time = ends - 1
            await tables.caught_up()
            if turn % 2:
                await say(tables, table, BOB, "add 1;end", click())
                continue
            expected.append((1, ends))
            clock.time = ends
            await until(tables, table, lambda look: look.to_move == (0,))
        assert await late(tables, table) == expected
    offsets = {datetime.datetime.fromtimestamp(at, ZoneInfo(zone)).utcoffset() for _, at in expected}
    assert len(offsets) == 2
    assert datetime.datetime.fromtimestamp(clock.now(), ZoneInfo(zone)).utcoffset() == begin.utcoffset()
