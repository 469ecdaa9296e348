"""Leagues' seasons end without faults, whatever people do and whenever the bot stops."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from tables import Person, Phase, Refused, Tables
from tables.leagues import PEOPLE
from tables.model.limits import DAY_S, HOUR_S, HURRY_S, TABLES_PER_CHANNEL
from tables.model.table import Cover
from tables.store.leagues import LeaguePhase, Settings, read_league
from tables.timing.preferences import Preferences, reminders_of
from tables.verbs.seat_changes import came_back, conceded, yielded
from tables.views.looks import taken_back
from tests.clock import Clock
from tests.league.season import season
from tests.tables.test_several_processes import processes
from tests.tables.toys import ANN, CHANNEL, GUILD, Clicks, opened, opening, refusal, running, say, until

PLAYERS = [Person(200 + number, f"P{number}") for number in range(PEOPLE[1] + 1)]
WANTED = Settings(game_id="pebbles", size=2, computer="random", rounds=2, swiss=True)


async def joined(tables: Tables, people: int, **more: object) -> str:
    """The id of a league that so many people have joined."""
    settings = Settings(**{name: getattr(WANTED, name) for name in WANTED.__struct_fields__} | more)
    league = await tables.leagues.open(settings, GUILD, CHANNEL, ANN, "opened", "Spring")
    for person in PLAYERS[:people]:
        await tables.leagues.join(league.id, person)
    return league.id


@pytest.mark.both_stores
@pytest.mark.parametrize("seed", [2, 4, 7])
async def test_a_season_ends_with_all_tables_opened_once_and_right_standings(
    tmp_path: Path, seed: int
) -> None:
    assert (await season(tmp_path, seed)).tables_seen


@pytest.mark.postgres
async def test_processes_that_attend_at_once_open_each_table_once(database_address: str) -> None:
    async with processes(database_address, 2) as both:
        league = await joined(both[0], 8)
        work = [one.leagues.start(league) for one in both]
        done = await asyncio.gather(*work, return_exceptions=True)
        assert sum(isinstance(one, Refused) and one.code == "league_started" for one in done) == 1
        await asyncio.gather(*(one.leagues.attend_all() for one in both * 2))
        rows = await both[0]._database.read("SELECT count(*) FROM journal WHERE kind = 'open'")
        assert [tuple(row) for row in rows] == [(4,)]
        ours = [await one.leagues.ours() for one in both]
        assert [one.id for found in ours for one in found] == [league]


async def test_the_people_are_divided_equally_and_meet_within_their_division(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        league = await joined(tables, 21)
        await tables.leagues.start(league)
        _, members, groups = await read_league(tables._database, league)
        sizes = [sum(one.division == at for one in members.values()) for at in (0, 1)]
        assert sorted(sizes) == [10, 11]
        for group in groups:
            assert len({members[one].division for one in group.people if one is not None}) == 1


async def test_ratings_decide_once_who_plays_in_which_division(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        first, second = PLAYERS[7], PLAYERS[6]
        league = await joined(tables, 8, divisions=2)
        table, click = await running(tables, (first, second), rated=True, target="3"), Clicks()
        for person, move in ((first, "draw"), (second, "add 1;end"), (first, "add 2")):
            await say(tables, table, person, move, click())
        await tables.leagues.start(league)
        _, members, _ = await read_league(tables._database, league)
        upper = {person.name for person in PLAYERS[:8] if not members[person.id].division}
        assert upper == {"P7", "P6", "P0", "P1"}  # Who has no rating plays below, in the order of joining.


async def test_what_no_league_can_be_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        for more, code in (
            ({"size": 5}, "league_size"),
            ({"game_id": "chess"}, "unknown_game"),
            ({"computer": "genius"}, "unknown_player"),
            ({"rounds": 99}, "illegal_option"),
            ({"days": 0}, "illegal_option"),
        ):
            assert (await refusal(joined(tables, 0, **more)))[0] == code
        league = await joined(tables, 3)
        assert await refusal(tables.leagues.start(league)) == ("league_small", {"least": 4})
        for person in PLAYERS[3:-1]:
            await tables.leagues.join(league, person)
        assert await refusal(tables.leagues.join(league, PLAYERS[-1])) == ("league_full", {"most": 64})
        assert (await refusal(tables.leagues.join(league, PLAYERS[0])))[0] == "in_league"
        again = tables.leagues.open(WANTED, GUILD, CHANNEL, ANN, "again", "")
        assert (await refusal(again))[0] == "league_here"
        assert (await refusal(tables.leagues.pause(league)))[0] == "league_moved_on"
        assert (await refusal(tables.leagues.get("nothing")))[0] == "no_league"


async def test_once_the_time_is_up_computers_cover_people_who_are_slow(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        league = await joined(tables, 4, days=7)
        await tables.leagues.start(league)
        (first, *_) = (await tables.leagues.season(league)).groups
        table = await tables.table(first.table_id)
        assert (table.turn_s, table.phase) == (DAY_S, Phase.RUNNING)
        assert table.name == "Spring 1.1"
        look = await tables.look(first.table_id, None)
        assert not any(clock.is_called_late for clock in look.clocks.values())  # Nobody has clicked there.
        clock.time += 7 * DAY_S
        await tables.leagues.pause(league)
        await tables.leagues.attend(league)
        assert not (await tables.leagues.season(league)).league.round > 1
        await tables.leagues.resume(league)
        clock.time += HURRY_S
        await tables.leagues.attend(league)
        table = await tables.table(first.table_id)
        assert any(info.cover is Cover.STAY for info in table.seats) or table.phase is Phase.OVER
        await tables.leagues.end(league)
        assert (await tables.leagues.get(league)).phase is LeaguePhase.OVER
        assert (await refusal(tables.leagues.end(league)))[0] == "league_over"


async def test_a_turn_that_lasts_too_long_takes_from_a_reserve_for_the_whole_season(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        league = await joined(tables, 4, days=7)
        await tables.leagues.start(league)

        async def at_table(person: Person) -> str:
            groups = (await tables.leagues.season(league)).groups
            return next(group.table_id for group in groups if person.id in group.people)

        async def left_h(person: Person) -> float:
            return await tables.leagues.reserve_s(league, person.id) / HOUR_S

        async def runs_out_in_h(seat: int) -> float:
            at = (await tables.look(table, None)).clocks[seat].runs_out
            assert at is not None
            return (at - clock.now()) / HOUR_S

        table = await at_table(PLAYERS[0])
        slow, other = [
            next(person for person in PLAYERS if person.id == info.person_id)
            for info in (await tables.table(table)).seats
        ]
        assert await runs_out_in_h(0) == 24 + 72
        clock_of = (await tables.look(table, None)).clocks[0]
        reminded = [(at - clock.now()) / HOUR_S for at in reminders_of(clock_of, Preferences())]
        assert reminded == [12, 23, 84, 95]  # Before the turn's own time ends, and before the reserve does.
        clock.time += 30 * HOUR_S
        assert await left_h(slow) == 66
        await say(tables, table, slow, "add 1;end", click())
        clock.time += HOUR_S
        await tables.do(table, slow, click(), taken_back)  # That gives nobody their time back.
        clock.time += HOUR_S
        await say(tables, table, slow, "add 1;end", click())
        assert (await left_h(slow), await left_h(other)) == (65, 72)
        await say(tables, table, other, "add 1;end", click())
        assert await runs_out_in_h(0) == 24 + 65
        clock.time += 90 * HOUR_S
        await until(tables, table, lambda look: look.to_move == (1,))
        assert (await tables.table(table)).seats[0].cover is Cover.STAY
        assert await left_h(slow) == 0
        await tables.do(table, slow, click(), came_back)
        await say(tables, table, other, "add 1;end", click())
        assert await runs_out_in_h(0) == 24
        await tables.do(table, other, click(), conceded)
        for person in PLAYERS[:4]:
            if person not in (slow, other):
                with suppress(Refused):  # The other one has just given up.
                    await tables.do(await at_table(person), person, click(), conceded)
        await tables.leagues.attend(league)
        assert (await tables.leagues.get(league)).round == 2
        table = await at_table(slow)
        assert (await left_h(slow), await left_h(other)) == (0, 72)


@pytest.mark.both_stores
async def test_a_seat_that_a_person_gives_away_counts_for_nobody(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        league = await joined(tables, 4)
        await tables.leagues.start(league)
        (first, *_) = (await tables.leagues.season(league)).groups
        who = next(person for person in PLAYERS if person.id == first.people[0])
        await tables.do(first.table_id, who, click(), yielded)
        (rows,) = (await tables.leagues.season(league)).divisions
        worst = next(row.worst for row in rows if row.person_id == who.id)
        best = next(row.best for row in rows if row.person_id == who.id)
        assert (best, worst) == (1, 4)  # The second round is still to come.
        await tables.forget_person(who.id, is_leaving=True)
        season = await tables.leagues.season(league)
        assert who.id not in season.members
        assert None in season.groups[0].people
        assert (await tables.export_person(PLAYERS[1].id))["leagues"][0]["league"] == league
        assert (await tables.export_person(ANN.id))["leagues_opened"] == [
            {"league": league, "name": "Spring"}
        ]
        await tables.forget_person(ANN.id)
        assert (await tables.export_person(ANN.id))["leagues_opened"] == []
        names = {(await tables.table(group.table_id)).name for group in season.groups}
        assert names == {""}  # As a name may tell of her.


async def test_a_league_leaves_room_for_other_tables_in_its_channel(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        league = await joined(tables, 2 * TABLES_PER_CHANNEL + 2)
        await tables.leagues.start(league)
        assert len(await tables.tables_in(CHANNEL)) > TABLES_PER_CHANNEL
        assert (await tables.new(opening(), ANN, "n")).status == "done"
