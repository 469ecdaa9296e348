"""Time that runs out, reminders, days away, idle tables: by a clock that tests move."""

from __future__ import annotations

import datetime
import itertools
from collections import Counter
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tables import Cover, Kind, Phase, Tables, WhenLate
from tables.model.limits import DAY_S, LOBBY_ASLEEP_S, LONELY_ASLEEP_S, TABLE_ASLEEP_S, WARNED_S
from tables.model.table import Ending, Span
from tables.timing.preferences import with_away, with_preferences
from tables.verbs.lobby import held, joined, kept, moved_to, resumed, with_computer
from tables.verbs.seat_changes import came_back, left
from tables.views.looks import log_of, taken_back
from tests.clock import Clock
from tests.tables import stores
from tests.tables.toys import (
    ANN,
    BOB,
    CAT,
    Clicks,
    opened,
    opening,
    put,
    refusal,
    running,
    say,
    until,
)

HOUR_S = 3600.0


async def kinds(tables: Tables, table: str) -> Counter[Kind]:
    """Return the number of public entries of each kind."""
    return Counter(told.kind for told in await tables.read(table, log_of, None))


async def move(tables: Tables, clock: Clock, seconds: float) -> None:
    """Let time pass, and wait until everything due is done."""
    clock.time += seconds
    await tables.caught_up()


async def test_a_clock_runs_for_whoever_is_to_move_and_begins_anew_with_each_turn(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S)
        began = clock.now()
        (of_ann,) = (await tables.look(table, None)).clocks.values()
        assert (of_ann.seat, of_ann.since, of_ann.runs_out) == (0, began, began + HOUR_S)
        await move(tables, clock, 1800)
        await say(tables, table, ANN, "add 1;end", click())
        (of_bob,) = (await tables.look(table, None)).clocks.values()
        assert (of_bob.seat, of_bob.since, of_bob.runs_out) == (1, began + 1800, began + 1800 + HOUR_S)


async def test_without_a_time_limit_nobody_is_ever_late(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
        await move(tables, clock, 20 * DAY_S)
        look = await tables.look(table, None)
        assert look.clocks[0].runs_out is None
        assert (await kinds(tables, table))[Kind.LATE] == 0


async def test_a_computer_player_moves_for_this_one_turn(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S, when_late=WhenLate.MOVE)
        await move(tables, clock, HOUR_S - 1)
        assert (await kinds(tables, table))[Kind.LATE] == 0
        await move(tables, clock, 1)
        look = await until(tables, table, lambda look: look.to_move == (1,))
        assert (await kinds(tables, table))[Kind.LATE] == 1
        assert look.table.seats[0].cover is Cover.NONE
        assert look.clocks[1].runs_out == clock.now() + HOUR_S
        # It was not Ann's own move: there is nothing of hers to take back.
        assert await refusal(tables.do(table, ANN, click(), taken_back)) == ("nothing_to_take_back", {})
        await say(tables, table, BOB, "sleep", click())
        assert (await tables.look(table, ANN.id)).asked is not None


async def test_a_computer_player_takes_the_seat_until_its_owner_is_back(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S, when_late=WhenLate.SEAT, target="600")
        await move(tables, clock, HOUR_S)
        await until(tables, table, lambda look: look.to_move == (1,))
        assert (await tables.look(table, None)).table.seats[0].cover is Cover.STAY
        # Ann's next turn is played at once.
        turn = (await tables.look(table, None)).observation.turn
        await say(tables, table, BOB, "add 1;end", click())
        await until(tables, table, lambda look: look.observation.turn == turn + 2)
        assert (await kinds(tables, table))[Kind.LATE] == 1
        assert (await tables.do(table, ANN, click(), came_back)).status == "done"
        assert await refusal(tables.do(table, ANN, click(), came_back)) == ("plays_already", {})
        await say(tables, table, BOB, "add 1;end", click())
        look = await tables.look(table, ANN.id)
        assert look.asked is not None
        assert look.clocks[0].runs_out == clock.now() + HOUR_S


async def test_whoever_moves_is_back(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        # The computer player is slow, so that Ann comes in time.
        table = await running(tables, turn_s=HOUR_S, when_late=WhenLate.SEAT, pace_s=HOUR_S)
        await move(tables, clock, HOUR_S)
        assert (await tables.look(table, None)).table.seats[0].cover is Cover.STAY
        await say(tables, table, ANN, "add 2;end", click())
        look = await tables.look(table, None)
        assert (look.table.seats[0].cover, look.observation.heap, look.to_move) == (Cover.NONE, 2, (1,))
        assert [told.kind for told in await tables.read(table, log_of, None)][-3:] == [
            Kind.RETURN,
            Kind.MOVE,
            Kind.MOVE,
        ]


async def test_the_table_just_waits_and_says_so_once(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S, when_late=WhenLate.WAIT)
        await move(tables, clock, 5 * HOUR_S)
        await move(tables, clock, 5 * HOUR_S)
        look = await tables.look(table, None)
        assert (look.to_move, look.clocks[0].is_late, look.clocks[0].runs_out) == ((0,), True, None)
        assert (await kinds(tables, table))[Kind.LATE] == 1
        await say(tables, table, ANN, "sleep", click())
        assert (await tables.look(table, None)).clocks[1].runs_out == clock.now() + HOUR_S


async def test_of_several_who_are_late_each_is_noted_in_order(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, (ANN, BOB, CAT), "fingers", turn_s=HOUR_S, when_late=WhenLate.WAIT)
        await say(tables, table, BOB, "show 2", click())
        await move(tables, clock, 2 * HOUR_S)
        late = [told.seat for told in await tables.read(table, log_of, None) if told.kind is Kind.LATE]
        assert late == [0, 2]  # Bob has chosen.


async def test_days_away_hold_the_clock_of_that_person_alone(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=DAY_S)
        await move(tables, clock, DAY_S / 2)
        until_then = clock.now() + 10 * DAY_S
        await put(tables, ANN.id, settings=with_away({}, clock.now(), until_then))
        of_ann = (await tables.look(table, None)).clocks[0]
        assert (of_ann.away_until, of_ann.runs_out) == (until_then, until_then + DAY_S / 2)
        await move(tables, clock, 9 * DAY_S)
        # She comes back a day early.
        notes = tables.people.get(ANN.id)
        await put(tables, ANN.id, settings=with_away(notes.settings, clock.now(), None))
        assert (await tables.look(table, None)).clocks[0].runs_out == clock.now() + DAY_S / 2
        await say(tables, table, ANN, "sleep", click())
        assert (await tables.look(table, None)).clocks[1].runs_out == clock.now() + DAY_S


async def test_at_each_reminder_the_table_is_looked_at_but_never_in_quiet_hours(tmp_path: Path) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    clock = Clock(datetime.datetime(2026, 3, 28, 12, tzinfo=berlin).timestamp())
    quiet = with_preferences({}, zone="Europe/Berlin", quiet=(22 * 60, 8 * 60), reminders_s=(12 * 3600, 3600))
    poked: list[str] = []
    async with opened(tmp_path, clock=clock) as tables:
        await put(tables, ANN.id, settings=quiet)
        await running(tables, turn_s=DAY_S)
        tables.subscribe(
            lambda _: poked.append(f"{datetime.datetime.fromtimestamp(clock.now(), berlin):%d. %H:%M}")
        )
        for _ in range(24 * 12):
            await move(tables, clock, 300)
    # The night is an hour short: the day after ends at 13:00.  Twelve hours before is one o'clock at night.
    # First, the call to who started the game and lets it wait.
    assert poked[:4] == ["28. 12:05", "29. 08:00", "29. 12:00", "29. 13:00"]


async def test_a_lobby_asleep_is_closed_with_a_word_beforehand(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        answer = await tables.new(opening(), ANN, click())
        table = answer.look.table.id
        await tables.do(table, BOB, click(), joined)
        await move(tables, clock, LOBBY_ASLEEP_S)
        assert (await kinds(tables, table))[Kind.WARN] == 1
        await tables.do(table, ANN, click(), kept)
        await move(tables, clock, WARNED_S)
        assert (await tables.table(table)).phase is Phase.LOBBY
        assert (await kinds(tables, table))[Kind.WARN] == 1
        await move(tables, clock, LOBBY_ASLEEP_S - WARNED_S)
        await move(tables, clock, WARNED_S)
        view = await tables.table(table)
        assert (view.phase, view.ending) == (Phase.CANCELLED, Ending.ASLEEP)
        assert (await kinds(tables, table))[Kind.WARN] == 2


@pytest.mark.parametrize("computers", [0, 1])
async def test_a_lobby_in_which_nobody_but_its_owner_waits_sleeps_sooner(
    tmp_path: Path, computers: int
) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        answer = await tables.new(opening(wanted_seats=3), ANN, click())
        table = answer.look.table.id
        for _ in range(computers):
            await tables.do(table, ANN, click(), with_computer, "random")
        await move(tables, clock, LONELY_ASLEEP_S)
        assert (await kinds(tables, table))[Kind.WARN] == 1
        # With somebody else there, it stays as long as others do.
        await tables.do(table, BOB, click(), joined)
        await move(tables, clock, LONELY_ASLEEP_S)
        assert (await kinds(tables, table))[Kind.WARN] == 1
        await tables.do(table, BOB, click(), left)
        await move(tables, clock, LONELY_ASLEEP_S)
        await move(tables, clock, WARNED_S)
        view = await tables.table(table)
        assert (view.phase, view.ending) == (Phase.CANCELLED, Ending.ASLEEP)


async def test_a_table_asleep_is_woken_by_a_move(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
        await move(tables, clock, TABLE_ASLEEP_S)
        await say(tables, table, ANN, "sleep", click())
        await move(tables, clock, TABLE_ASLEEP_S - 1)
        assert (await tables.table(table)).phase is Phase.RUNNING
        await move(tables, clock, 1 + WARNED_S)
        assert (await kinds(tables, table))[Kind.WARN] == 2  # The word comes before the end, however late.
        assert (await tables.table(table)).phase is Phase.RUNNING
        await move(tables, clock, WARNED_S)
        assert (await tables.table(table)).ending is Ending.ASLEEP


async def test_a_table_that_cannot_be_reached_has_no_clocks(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=HOUR_S)
        assert await tables.happen(table, held)
        assert not await tables.happen(table, held)
        await move(tables, clock, DAY_S)
        assert (await tables.look(table, None)).clocks[0].runs_out is None
        assert await tables.happen(table, resumed)
        assert (await tables.look(table, None)).clocks[0].runs_out == clock.now() + HOUR_S
        assert await refusal(tables.do(table, ANN, click(), moved_to, 71)) == ("plays_elsewhere", {})
        await tables.happen(table, held)
        assert await refusal(tables.do(table, CAT, click(), moved_to, 71)) == ("not_your_table", {})
        moved = await tables.do(table, BOB, click(), moved_to, 71)
        assert (moved.look.table.channel_id, moved.look.table.held) == (71, False)
        assert [view.id for view in await tables.tables_in(71)] == [table]


@pytest.mark.usefixtures("nobody_is_here")
async def test_what_fell_due_while_nobody_looked_is_done_once_and_in_order(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        names = ("one", "two", "three")
        ids = [
            await running(tables, name=name, turn_s=(3 - place) * HOUR_S, when_late=WhenLate.WAIT)
            for place, name in enumerate(names)
        ]
    clock.time += 3 * DAY_S
    stores.lived(tmp_path, clock.now())
    async with opened(tmp_path, clock=clock) as tables:
        told: list[str] = []
        tables.subscribe(told.append)
        await tables.caught_up()
        assert told == ids[::-1]
        for table in ids:
            assert (await kinds(tables, table))[Kind.LATE] == 1
    async with opened(tmp_path, clock=clock) as tables:
        told.clear()
        tables.subscribe(told.append)
        await tables.caught_up()
        assert told == []


class Weeks:
    """Three weeks at one table, with a restart after each seven days."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.folder = folder
        self.clock = clock
        self.poked: list[float] = []

    async def pass_time(self, tables: Tables, seconds: float) -> None:
        """Let time pass, stopping at each moment at which something is due."""
        end = self.clock.now() + seconds
        while (moment := min(tables.sessions.next_at, end)) < end:
            await move(tables, self.clock, max(0.0, moment - self.clock.now()))
        await move(tables, self.clock, end - self.clock.now())


def two_days_after(since: float, away: Span | None) -> float:
    """Return the time two days later, without days away, to the second: summer time makes no difference."""
    end = since + 2 * DAY_S
    if away is None or since >= away.end or end <= away.start:
        return end
    return end + away.end - max(since, away.start)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Asia/Tokyo"])
async def test_a_game_of_three_weeks(tmp_path: Path, zone: str) -> None:
    """Reminders, time-outs, days away, a change to summer time in the middle, and restarts: in a moment."""
    begin = datetime.datetime(2026, 3, 20, 9, tzinfo=ZoneInfo(zone)).timestamp()
    clock, click = Clock(begin), Clicks()
    weeks = Weeks(tmp_path, clock)
    chosen = with_preferences({}, zone=zone, quiet=(22 * 60, 8 * 60), reminders_s=(12 * 3600, 3600))
    after = itertools.cycle((5 * HOUR_S, 30 * HOUR_S, None))
    late: list[tuple[int, float]] = []
    away = Span(begin + 8 * DAY_S, begin + 12 * DAY_S)
    table = ""
    while clock.now() < begin + 21 * DAY_S:
        async with opened(tmp_path, clock=clock) as tables:
            tables.subscribe(lambda _: weeks.poked.append(clock.now()))
            if not table:
                await put(tables, ANN.id, settings=chosen)
                await put(tables, BOB.id, settings={**chosen, **with_away({}, away.start, away.end)})
                table = await running(tables, turn_s=2 * DAY_S, target="600")
            await tables.caught_up()
            for _ in range(4):
                look = await until(tables, table, lambda look: look.to_move != ())
                (seat,) = look.to_move
                delay = next(after)
                if delay is None:
                    runs_out = two_days_after(look.clocks[seat].since, away if seat == 1 else None)
                    late.append((seat, runs_out))
                    await weeks.pass_time(tables, runs_out - clock.now())
                    await until(tables, table, lambda look, seat=seat: look.to_move != (seat,))  # type: ignore[misc]
                else:
                    await weeks.pass_time(tables, delay)
                    await say(tables, table, (ANN, BOB)[seat], "add 1;end", click())
        clock.time += HOUR_S  # Nobody looks for an hour.
        stores.lived(tmp_path, clock.now())
    async with opened(tmp_path, clock=clock) as tables:
        log = await tables.read(table, log_of, None)
    assert [(told.seat, told.at) for told in log if told.kind is Kind.LATE] == late
    assert {seat for seat, _ in late} == {0, 1}
    reminders = [end - HOUR_S for _, end in late]
    heard = [at for at in reminders if 8 <= datetime.datetime.fromtimestamp(at, ZoneInfo(zone)).hour < 22]
    assert heard
    assert set(heard) <= set(weeks.poked)
    assert any(end - since > 2 * DAY_S for since, end in itertools.pairwise([begin, *(at for _, at in late)]))
    assert [told.at for told in log] == sorted(told.at for told in log)
