"""Rated tables: settings that they exclude, and the effect of their games on ratings."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tables import Phase, Tables
from tables.model.table import Facts
from tables.verbs.lobby import set_up
from tables.verbs.seat_changes import conceded
from tables.views.ratings import COUNTED, START, TOO_MANY
from tests.clock import Clock
from tests.tables.toys import ANN, BOB, CAT, Clicks, opened, opening, refusal, running, say

pytestmark = pytest.mark.both_stores


async def rated(tables: Tables, name: str) -> Facts:
    """Return a rated table at which Ann has won against Bob."""
    table, click = await running(tables, name=name, rated=True, target="3"), Clicks()
    await say(tables, table, ANN, "draw", f"{name}{click()}")
    await say(tables, table, BOB, "add 1;end", f"{name}{click()}")
    await say(tables, table, ANN, "add 2", f"{name}{click()}")
    return await tables.table(table)


async def test_a_rated_table_has_no_hints_and_no_deal_of_the_day(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        for wrong in (opening(rated=True, hints=True), opening(rated=True, shared="daily:2026-11-28")):
            assert (await refusal(tables.new(wrong, ANN, "a")))[0] in ("rated_no_hints", "illegal_option")
        table = (await tables.new(opening(hints=True), ANN, "b")).look.table.id
        wrong_change = tables.do(table, ANN, "c", set_up, lambda now: replace(now, rated=True))
        assert (await refusal(wrong_change))[0] == "rated_no_hints"
        assert not (await tables.table(table)).rated


async def test_alone_against_computers_too_nobody_gets_a_hint_in_a_rated_game(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        for is_rated in (False, True):
            table = await running(tables, (ANN,), computers=("random",), name=f"{is_rated}", rated=is_rated)
            look = await tables.look(table, ANN.id)
            assert look.may_have_hint is not is_rated
        assert look.asked is not None
        assert (await refusal(tables.hint(table, ANN, "h", look.asked)))[0] == "no_advice"


async def test_a_rated_game_changes_the_ratings_of_its_players_and_says_against_whom(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        facts = await rated(tables, "a")
        assert facts.phase is Phase.OVER
        ann, bob = [await tables.results.change(facts, person.id) for person in (ANN, BOB)]
        assert ann is not None
        assert bob is not None
        assert ann.before == bob.before == START
        assert ann.after.mu > START.mu > bob.after.mu
        assert [met.person_id for met in ann.against] == [BOB.id]
        assert await tables.results.change(facts, CAT.id) is None
        clock.time += 60
        facts = await rated(tables, "b")
        again = await tables.results.change(facts, ANN.id)
        assert again is not None
        assert (again.before, again.reason) == (ann.after, COUNTED)
        clock.time += 60
        third = await tables.results.change(await rated(tables, "c"), ANN.id)
        assert third is not None
        assert (third.before, third.after, third.reason) == (again.after, again.after, TOO_MANY)


async def test_a_running_game_and_one_that_is_not_rated_change_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        for is_rated in (True, False):
            table = await running(tables, name=f"{is_rated}", rated=is_rated)
            assert await tables.results.change(await tables.table(table), ANN.id) is None
        await tables.do(table, BOB, "x", conceded)
        assert await tables.results.change(await tables.table(table), ANN.id) is None


async def test_giving_up_is_a_last_place(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, name="a", rated=True)
        await tables.do(table, BOB, "x", conceded)
        change = await tables.results.change(await tables.table(table), BOB.id)
        assert change is not None
        assert (change.rank, change.after.mu < START.mu) == (2, True)


async def test_ratings_are_folded_once_and_again_when_somebody_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as tables:
        await rated(tables, "a")
        known = await tables.results.ratings()
        assert await tables.results.ratings() is known
        assert known.changes(ANN.id, "pebbles", "2")
        await tables.forget_person(ANN.id)
        after = await tables.results.ratings()
        assert not after.changes(ANN.id, "pebbles", "2")
        (change,) = after.changes(BOB.id, "pebbles", "2")
        assert [met.person_id for met in change.against] == [None]
