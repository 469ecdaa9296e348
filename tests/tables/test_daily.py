"""The daily deal: the same for everybody, against computers that answer the same moves alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import games
from engine.players import LEVELS, PLAYERS
from tables import Matter, Person, Phase, Refused, Tables
from tables.computers.thinking import InThreads
from tables.daily import FIRST, Plan, day_of, is_open, planned, read_day, streak, strip, wanted
from tables.model.table import PRACTICE
from tables.verbs import play, votes
from tables.views.looks import taken_back
from tests.clock import Clock
from tests.tables import stores
from tests.tables.toys import ANN, BOB, CAT, Clicks, refusal, say

pytestmark = pytest.mark.both_stores

TODAY = date(2026, 11, 28)
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()
D = timedelta(days=1)
DAYS = [TODAY + D * n for n in range(9)]
RU_RA_RE = next(day for day in DAYS if planned(day, games()).game_id == "ru-ra-re")


@asynccontextmanager
async def dealing(folder: Path) -> AsyncIterator[Tables]:
    """The tables of a folder, with sealed deals as for people."""
    clock = Clock(datetime.combine(RU_RA_RE, datetime.min.time(), UTC).timestamp())
    tables = await Tables.open(stores.address(folder), clock=clock, thinking=InThreads(PLAYERS))
    try:
        yield tables
    finally:
        await tables.close()


async def begun(tables: Tables, person: Person, *, counts: bool = True, day: date = RU_RA_RE) -> str:
    plan = tables.daily.plan(day)
    opening, computers = wanted(plan, "en", counts=counts), [plan.level] * (plan.seats - 1)
    table = (await tables.new(opening, person, f"{person.id}{counts}{day}", computers)).look.table.id
    await tables.do(table, person, f"start {table}", play.started)
    return table


async def played(tables: Tables, table: str, person: Person, choice: int = 0) -> list[str]:
    """Play to the end, each time by the legal move at the same place; return all moves of the game."""
    click, changed = Clicks(), asyncio.Event()
    tables.subscribe(lambda _: changed.set())
    while (await tables.table(table)).phase is Phase.RUNNING:
        changed.clear()
        look = await tables.look(table, person.id)
        if look.asked is not None and not look.answered:
            move = look.legal_moves[choice % len(look.legal_moves)]
            await say(tables, table, person, look.game.write_move(move), click())
        else:
            async with asyncio.timeout(20):
                await changed.wait()
    mainline = (await tables._reader.read(table)).mainline
    return sorted(f"{step.entry.seat} {step.entry.text}" for step in mainline[1:])


async def test_the_same_choices_meet_the_same_answers_whoever_makes_them(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        first, second, other = [await begun(tables, one) for one in (ANN, BOB, CAT)]
        games_played = await asyncio.gather(
            played(tables, first, ANN), played(tables, second, BOB), played(tables, other, CAT, choice=1)
        )
        assert games_played[0] == games_played[1]
        assert games_played[0] != games_played[2]


async def test_everybody_is_compared_with_people_and_with_each_level(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        plan = tables.daily.plan(RU_RA_RE)
        nobody = await tables.daily.standing(plan, ANN.id, 0)
        assert (nobody.points, nobody.counts, nobody.tables, nobody.streak) == (None, {}, (), 0)
        for person, choice in ((ANN, 0), (BOB, 1), (CAT, 2)):
            await played(tables, await begun(tables, person), person, choice)
        found = [await tables.daily.standing(plan, one.id, 30) for one in (ANN, BOB, CAT)]
        points = [one.points for one in found if one.points is not None]
        assert len(points) == 3
        best = found[points.index(max(points))]
        assert best.below is not None
        assert best.below >= 0.5
        assert sum(best.counts.values()) == 3
        assert tuple(best.levels) == LEVELS[:4]
        assert 2 <= len(best.strip) <= 12
        assert [one.streak for one in found] == [1, 1, 1]
        assert [one.seats[0].points for one in await tables.daily.best(plan)] == sorted(points)[::-1]


async def test_computers_in_a_persons_place_make_the_same_points_each_time(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        plan = tables.daily.plan(RU_RA_RE)
        level = LEVELS[1]
        assert len({await tables.daily._played_by(plan, level) for _ in range(2)}) == 1


async def test_only_the_first_try_counts_and_it_gets_no_help(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        plan = tables.daily.plan(RU_RA_RE)
        table = await begun(tables, ANN)
        look = await tables.look(table, ANN.id)
        assert not look.may_have_hint
        await say(tables, table, ANN, look.game.write_move(look.legal_moves[0]), "move")
        back = tables.do(table, ANN, "back", votes.proposed, Matter.BACK)
        assert (await refusal(back))[0] == "compared"
        assert (await refusal(tables.do(table, ANN, "b", taken_back)))[0] in ("cannot_take_back", "compared")
        assert (await refusal(tables.hint(table, ANN, "hint", look.asked or 0)))[0] == "no_advice"
        await played(tables, table, ANN)
        again = await begun(tables, ANN, counts=False)
        assert (await tables.look(again, ANN.id)).may_have_hint
        await played(tables, again, ANN, choice=1)
        found = await tables.daily.standing(plan, ANN.id, 0)
        assert sum(found.counts.values()) == 1
        assert [one.is_compared for one in found.tables] == [True, False]
        assert found.tables[0].id == table


async def test_a_daily_table_has_no_place_and_no_limit_of_a_channel(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await tables.table(await begun(tables, ANN))
        assert (table.channel_id, table.guild_id, table.is_direct) == (0, None, True)
        for number in range(12):
            await begun(tables, Person(900 + number, "X"))


async def test_the_secret_is_told_once_the_date_is_over_everywhere(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await begun(tables, ANN)
        await played(tables, table, ANN)
        told = []
        for hours in (0, 35, 36):
            tables.clock.time = datetime.combine(RU_RA_RE, time(), UTC).timestamp() + hours * 3600  # type: ignore[attr-defined]
            deal = await tables.deal(table)
            assert deal is not None
            assert (b"secret" in await tables.record_file(table)) is (deal.secret is not None)
            told.append(deal.secret is not None)
        assert told == [False, False, True]


async def test_a_forgotten_person_has_no_result(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        plan = tables.daily.plan(RU_RA_RE)
        await played(tables, await begun(tables, ANN), ANN)
        await tables.forget_person(ANN.id, is_leaving=True)
        found = await tables.daily.standing(plan, ANN.id, 0)
        assert (found.points, found.counts, found.streak) == (None, {}, 0)


def test_games_and_sizes_take_turns_and_it_is_hardest_on_saturday() -> None:
    plans = [planned(TODAY + D * n, games()) for n in range(60)]
    assert {(plan.game_id, plan.seats) for plan in plans} == {
        (game.id, seats) for game in games().values() for seats in game.seats
    }
    assert all(one.game_id != other.game_id for one, other in pairwise(plans))
    levels = {plan.day.weekday(): LEVELS.index(plan.level) for plan in plans}
    assert [levels[day] for day in range(6)] == sorted(levels[day] for day in range(6))
    assert max(levels, key=lambda day: levels[day]) == 5


def test_a_date_is_open_while_it_is_somewhere_on_earth() -> None:
    hours = [n for n in range(-48, 72) if is_open(TODAY, NOON + n * 3600)]
    assert (hours[0], hours[-1], len(hours)) == (-26, 23, 50)


@pytest.mark.parametrize(
    ("text", "zone", "day"),
    [
        ("", "UTC", TODAY),
        ("", "Pacific/Kiritimati", TODAY + D),
        ("", "Pacific/Pago_Pago", TODAY),
        ("2026-11-01", "UTC", date(2026, 11, 1)),
        ("2026-01-01", "UTC", FIRST),
        ("2026-11-29", "UTC", "day_to_come"),
        ("2025-12-31", "UTC", "day_too_early"),
        ("2026-02-30", "UTC", "no_such_day"),
        ("tomorrow", "UTC", "no_such_day"),
        ("9" * 10_000, "UTC", "no_such_day"),
    ],
)
def test_a_day_is_read_where_its_reader_is(text: str, zone: str, day: date | str) -> None:
    try:
        found: date | str = read_day(text, NOON, zone)
    except Refused as refused:
        found = refused.code
    assert found == day


@pytest.mark.parametrize(
    ("missed", "count", "freezes"),
    [
        ((), 20, 2),
        ((1,), 19, 1),  # Yesterday.
        ((0,), 19, 2),  # Today isn't missed yet.
        ((1, 2), 18, 0),
        ((1, 2, 3), 1, 2),
        ((3, 9), 18, 1),
        ((5, 6, 7), 5, 2),
    ],
)
def test_two_missed_days_do_not_break_a_streak(missed: tuple[int, ...], count: int, freezes: int) -> None:
    days = [TODAY - D * n for n in range(20) if n not in missed]
    assert streak(days, TODAY) == (count, freezes)


def test_a_streak_is_over_after_three_missed_days() -> None:
    assert streak([], TODAY) == (0, 2)
    assert streak([TODAY - D * 4], TODAY) == (0, 2)
    assert streak([TODAY - D * 3], TODAY) == (1, 0)
    assert streak([TODAY + D], TODAY) == (0, 2)


@given(st.lists(st.floats(-200, 200), min_size=1, max_size=200))
def test_a_strip_is_short(leads: list[float]) -> None:
    bars = strip(leads)
    assert 1 <= len(bars) <= 12
    assert set(bars) <= set("▁▂▃▄▅▆▇█")


def test_a_date_is_read_from_a_tables_deal() -> None:
    plan: Plan = planned(TODAY, games())
    for counts in (True, False):
        opening = wanted(plan, "en", counts=counts)
        assert opening.shared.endswith(PRACTICE) is not counts
        assert day_of(opening) == TODAY  # type: ignore[arg-type]
