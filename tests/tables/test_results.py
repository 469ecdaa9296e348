"""Results of finished games: read once from the journals, with people as the rows have them now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables import Person
from tables.model.table import final_result
from tables.results import summary
from tables.verbs.lobby import cancelled
from tables.verbs.seat_changes import conceded, offered, renamed, taken, yielded
from tests.clock import Clock
from tests.engine.seeded import Setup, few_setups
from tests.tables import stores
from tests.tables.test_replay import table_of
from tests.tables.test_standstill import take_back_together
from tests.tables.test_tables_people import finished
from tests.tables.toys import ANN, BOB, CAT, Clicks, running, say
from tests.tables.toys import opened as open_tables

pytestmark = pytest.mark.both_stores
ALL = "1 = 1"


async def test_a_game_played_to_its_end_tells_who_had_how_many_points_and_where(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with open_tables(tmp_path, clock=clock) as tables:
        first = await finished(tables, "a")
        clock.time += 60
        second = await finished(tables, "b")
        one, two = await tables.results.of(ALL)
        assert [one.table_id, two.table_id] == [first, second]
        assert two.at == clock.time == one.at + 60
        facts = await tables.table(first)
        assert (one.game_id, one.options, one.channel_id, one.shared, one.rated) == (
            *("pebbles", facts.options, facts.channel_id, "", False),
        )
        table = await tables._reader.read(first)
        result = final_result(table)
        assert result is not None
        for seat, person in enumerate((ANN, BOB)):
            own, said = one.seats[seat], result.seats[seat]
            assert (own.seat, own.person_id, own.name, own.computer) == (seat, person.id, person.name, None)
            assert (own.points, own.parts, own.rank, own.has_left) == (
                *(said.points, said.parts, said.rank),
                False,
            )
        assert [game.table_id for game in await tables.results.of("id = ?", second)] == [second]


async def test_games_that_run_or_were_ended_early_are_no_results(tmp_path: Path) -> None:
    click = Clicks()
    async with open_tables(tmp_path) as tables:
        await running(tables, name="a")
        await tables.do(await running(tables, name="b"), ANN, click(), cancelled, moderator=True)
        await tables.do(await running(tables, name="c"), BOB, click(), conceded)
        assert await tables.results.of(ALL) == []
        assert await tables.results.rated() == []


async def test_nobody_escapes_a_rating_by_giving_up_or_leaving(tmp_path: Path) -> None:
    click = Clicks()
    async with open_tables(tmp_path) as tables:
        given_up = await running(tables, name="a", rated=True)
        await tables.do(given_up, BOB, click(), conceded)
        left = await running(tables, (ANN,), computers=("random",), name="b", rated=True)
        await tables.do(left, ANN, click(), yielded)
        one, two = await tables.results.rated()
        assert [(own.person_id, own.rank) for own in one.seats] == [(ANN.id, 1), (BOB.id, 2)]
        assert [(own.person_id, own.has_left) for own in two.seats] == [
            *[(None, False), (None, False)],
            (ANN.id, True),
        ]
        assert await tables.results.of(ALL) == []


async def test_who_left_has_the_points_and_the_place_of_that_moment(tmp_path: Path) -> None:
    click = Clicks()
    async with open_tables(tmp_path) as tables:
        table = await running(tables, target="3")
        await say(tables, table, ANN, "draw", click())  # Ann has a card, and Bob has none.
        await tables.do(table, BOB, click(), offered, CAT)
        await tables.do(table, CAT, click(), taken, 1)
        await say(tables, table, CAT, "draw", click())
        await say(tables, table, ANN, "add 1;end", click())
        await say(tables, table, CAT, "add 2", click())
        (one,) = await tables.results.of(ALL)
        _, cat, bob = one.seats
        assert (cat.person_id, cat.has_left, cat.points > 0) == (CAT.id, False, True)
        assert (bob.seat, bob.person_id, bob.name) == (1, BOB.id, BOB.name)
        assert (bob.points, bob.rank, bob.has_left, bob.parts) == (0, 2, True, ())


async def test_a_move_that_was_taken_back_does_not_count(tmp_path: Path) -> None:
    click = Clicks()
    async with open_tables(tmp_path) as tables:
        table = await running(tables, target="3")
        await say(tables, table, ANN, "draw", click())
        await take_back_together(tables, table, ANN, BOB, click)
        await say(tables, table, ANN, "add 1;end", click())
        await say(tables, table, BOB, "add 2", click())
        (one,) = await tables.results.of(ALL)
        assert [own.points for own in one.seats] == [0, 0]


@pytest.mark.sqlite
@pytest.mark.parametrize("setup", few_setups(), ids=str)
def test_a_summary_is_what_a_replay_finds(setup: Setup) -> None:
    table = table_of(setup, seed=1)
    found, result = (
        summary(table.game, table.facts, (step.entry for step in table.steps)),
        final_result(table),
    )
    assert result is not None
    assert found.results == result.seats
    assert found.left == ()


async def test_people_are_those_of_the_rows_also_when_the_rest_is_cached(tmp_path: Path) -> None:
    async with open_tables(tmp_path) as tables:
        table = await finished(tables)
        await tables.results.of(ALL)
        await tables.amend(table, Person(ANN.id, "Anna"), renamed)
        (one,) = await tables.results.of(ALL)
        assert one.seats[0].name == "Anna"
        await tables.forget_person(ANN.id)
        (one,) = await tables.results.of(ALL)
        assert [(own.person_id, own.name) for own in one.seats] == [(None, ""), (BOB.id, BOB.name)]


async def test_each_journal_is_read_once_and_a_damaged_one_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tables(tmp_path) as tables:
        good, bad = await finished(tables, "a"), await finished(tables, "b")
        damage = "UPDATE journal SET text = '!!' WHERE table_id = ? AND number = 6"
        stores.run(tmp_path, damage, bad)
        for _ in range(2):
            assert [one.table_id for one in await tables.results.of(ALL)] == [good]
        monkeypatch.setattr("tables.results.summary", None)
        assert [one.table_id for one in await tables.results.of(ALL)] == [good]


async def test_so_many_summaries_are_cached_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.results.MOST_CACHED", 2)
    async with open_tables(tmp_path) as tables:
        for name in "abc":
            await finished(tables, name)
        assert len(await tables.results.of(ALL)) == 3
        assert len(tables.results._cached) == 2
        assert len(await tables.results.of(ALL)) == 3
