"""Planned moves: made as soon as they are possible, secret until then, and dropped when they must be."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.game import CHANCE
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import Phase
from tables import Tables
from tables.model.table import Kind
from tables.verbs.auto_answers import NAME, Moves, Plan, unplanned
from tables.verbs.seat_changes import conceded, offered, taken
from tables.views.looks import log_of, taken_back
from tests.tables.toys import ANN, BOB, CAT, DAN, Clicks, frozen, opened, refusal, running, say

PLAN = "villager E2>villager D2>sculptor 1"


@asynccontextmanager
async def an_island(folder: Path) -> AsyncIterator[tuple[Tables, str]]:
    """Yield the tables and a table of three on which figures are to be placed, Ann first."""
    async with opened(folder, games={GAME.id: GAME}) as tables:
        yield tables, await running(tables, (ANN, BOB, CAT), GAME.id, turn_order="seats")


async def texts(tables: Tables, table: str) -> list[str]:
    """Return the moves of seats, in order."""
    entries = (step.entry for step in (await tables._reader.read(table)).mainline)
    return [entry.text for entry in entries if entry.kind is Kind.MOVE and entry.seat != CHANCE]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("skip", Moves(("skip",))),
        ("skip;play moai", Moves(("skip", "play moai"))),
        ("villager E2>villager D2>sculptor 1", Moves(("villager E2",), ("villager D2", "sculptor 1"))),
        ("a;b>c", Moves(("a", "b"), ("c",))),
        ("", Moves(("",))),
        ("a;>", Moves(("a", ""), ("",))),
    ],
)
def test_the_moves_of_a_click_are_read_as_they_are_written(text: str, moves: Moves) -> None:
    assert moves.encode() == text
    assert Moves.parse(text) == moves


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("41 villager E2;villager D2;sculptor 1", Plan(41, ("villager E2", "villager D2", "sculptor 1"))),
        ("0 a;b", Plan(0, ("a", "b"))),
    ],
)
def test_a_plan_is_read_as_it_is_written(text: str, plan: Plan) -> None:
    assert plan.encode() == text
    assert Plan.parse(text) == plan


@pytest.mark.parametrize("text", ["", "41", "41 ", "a;b", "x a;b", "-1 a;b", "add 1", "9" * 30 + " a"])
def test_what_is_no_plan_is_read_as_none(text: str) -> None:
    assert Plan.parse(text) is None


async def test_what_was_planned_is_done_as_soon_as_it_is_ones_turn(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        click = Clicks()
        answer = await say(tables, table, ANN, PLAN, click())
        assert answer.look.ahead == ("villager D2", "sculptor 1")
        kept = (await tables._reader.read(table)).auto_answers[0][NAME]
        assert kept.partition(" ")[2] == "villager E2;villager D2;sculptor 1"
        assert answer.look.to_move == (1,)
        await say(tables, table, BOB, "villager F1", click())
        answer = await say(tables, table, CAT, "villager F2", click())
        assert await texts(tables, table) == ["villager E2", "villager F1", "villager F2", "villager D2"]
        assert answer.look.to_move == (1,)
        await say(tables, table, BOB, "villager G1", click())
        await say(tables, table, CAT, "villager G2", click())
        assert (await texts(tables, table))[-1] == "sculptor 1"
        await say(tables, table, BOB, "villager F1", click())
        answer = await say(tables, table, CAT, "villager F2", click())
        assert answer.look.to_move == (0,)
        assert (await tables.look(table, ANN.id)).ahead == ()


async def test_whoever_cannot_do_what_comes_next_is_asked_and_may_do_it_otherwise(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        click = Clicks()
        await say(tables, table, ANN, PLAN, click())
        await say(tables, table, BOB, "villager D2", click())
        await say(tables, table, CAT, "villager F2", click())
        look = await tables.look(table, ANN.id)
        assert look.asked is not None
        assert look.ahead == ("villager D2", "sculptor 1")
        answer = await say(tables, table, ANN, "villager E1", click())
        assert answer.look.ahead == ()


async def test_what_another_takes_back_ends_no_plan(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        click = Clicks()
        await say(tables, table, ANN, PLAN, click())
        await say(tables, table, BOB, "villager D2", click())
        await tables.do(table, BOB, click(), taken_back)
        assert (await tables.look(table, ANN.id)).ahead == ("villager D2", "sculptor 1")
        await say(tables, table, BOB, "villager F1", click())
        await say(tables, table, CAT, "villager F2", click())
        assert (await texts(tables, table))[-1] == "villager D2"


async def test_a_seat_that_changes_hands_or_is_given_up_has_no_plan(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        click = Clicks()
        await say(tables, table, ANN, PLAN, click())
        await tables.do(table, ANN, click(), offered, DAN)
        answer = await tables.do(table, DAN, click(), taken, 0)
        assert answer.look.ahead == ()
        await say(tables, table, BOB, "villager F1>villager F2", click())
        await tables.do(table, BOB, click(), conceded)
        assert (await tables.look(table, BOB.id)).ahead == ()


async def test_a_move_planned_twice_is_made_twice(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        click = Clicks()
        await say(tables, table, ANN, "sculptor 1>sculptor 1", click())
        await say(tables, table, BOB, "villager D2", click())
        answer = await say(tables, table, CAT, "villager F2", click())
        assert (await texts(tables, table)).count("sculptor 1") == 2
        assert answer.look.to_move == (1,)


async def test_nobody_else_learns_of_a_plan(tmp_path: Path) -> None:
    seen = []
    for moves in ("villager E2", PLAN):
        folder = tmp_path / str(len(moves))
        folder.mkdir()
        async with an_island(folder) as (tables, table):
            await say(tables, table, ANN, moves, "click")
            looks = [await tables.look(table, person) for person in (BOB.id, CAT.id, None)]
            assert all(look.ahead == () for look in looks)
            assert not any("plan" in look.auto_answers for look in looks)
            seen.append([frozen(look).replace(look.table.id.encode(), b"") for look in looks])
            assert await tables.read(table, log_of, BOB.id)
    assert seen[0] == seen[1]


async def test_a_plan_outlives_the_bot(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        await say(tables, table, ANN, PLAN, "one")
    async with opened(tmp_path, games={GAME.id: GAME}) as tables:
        assert (await tables.look(table, ANN.id)).ahead == ("villager D2", "sculptor 1")
        await say(tables, table, BOB, "villager F1", "two")
        await say(tables, table, CAT, "villager F2", "three")
        assert (await texts(tables, table))[-1] == "villager D2"


async def test_a_plan_ends_when_a_move_is_taken_back_or_it_is_forgotten(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        click = Clicks()
        await say(tables, table, ANN, PLAN, click())
        answer = await tables.do(table, ANN, click(), taken_back)
        assert answer.look.ahead == ()
        assert answer.look.to_move == (0,)
        await say(tables, table, ANN, PLAN, click())
        await tables.amend(table, ANN, unplanned)
        assert (await tables.look(table, ANN.id)).ahead == ()
        await say(tables, table, BOB, "villager F1", click())
        answer = await say(tables, table, CAT, "villager F2", click())
        assert answer.look.to_move == (0,)


async def test_a_newer_plan_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        click = Clicks()
        await say(tables, table, ANN, "villager E2>villager D2", click())
        await say(tables, table, BOB, "villager D2", click())
        await say(tables, table, CAT, "villager F2", click())
        assert (await tables.look(table, None)).to_move == (0,)
        answer = await say(tables, table, ANN, "villager E1>sculptor 2", click())
        assert answer.look.ahead == ("sculptor 2",)


async def test_a_plan_ends_with_the_round(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        click = Clicks()
        # Bob stands on D2 for this round; in the next one it would be free again.
        await say(tables, table, ANN, "villager E2>villager D2", click())
        await say(tables, table, BOB, "villager D2", click())
        people = (ANN, BOB, CAT)
        while (look := await tables.look(table, None)).observation.state.round == 1:
            seat = look.to_move[0]
            mine = await tables.look(table, people[seat].id)
            carries = look.observation.state.phase is Phase.TRANSPORT
            last = "drop" if carries else GAME.write_move(mine.legal_moves[-1])
            await say(tables, table, people[seat], last, click())
        assert look.observation.state.round == 2
        assert (await tables.look(table, ANN.id)).ahead == ()
        assert (await texts(tables, table)).count("villager D2") == 1


async def test_a_plan_of_moves_that_there_are_not_is_refused(tmp_path: Path) -> None:
    async with an_island(tmp_path) as (tables, table):
        before = frozen(await tables.look(table, ANN.id))
        for moves in ("villager E2>dance", "villager E2>", "villager E2>villager D2>"):
            assert (await refusal(say(tables, table, ANN, moves, "click")))[0] == "unknown_move"
        assert (await refusal(say(tables, table, ANN, "villager E3>villager D2", "click")))[0] == "quarry"
        assert frozen(await tables.look(table, ANN.id)) == before
