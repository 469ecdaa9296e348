"""Followers of a table are stored, within limits, and deleted with the table or at their wish."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tables import Person, Tables, What
from tables.model.limits import FOLLOWED_PER_PERSON, FOLLOWERS_PER_TABLE
from tables.verbs.lobby import cancelled, joined
from tables.verbs.play import started
from tests.tables.toys import ANN, BOB, CAT, Clicks, opened, opening, refusal, running, say

pytestmark = pytest.mark.both_stores

CLICK = 77


async def ended(tables: Tables, table: str) -> None:
    await tables.do(table, ANN, "end", cancelled, moderator=True)


async def test_who_follows_a_table_is_known_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        first, second = await running(tables, name="a"), await running(tables, name="b")
        begun = await tables.followers.follow(second, CAT.id, What.END, CLICK)
        version = (await tables.table(second)).version
        assert (begun.what, begun.message_id, begun.told) == (What.END, -CLICK, version)
        assert not begun.is_confirmed
        assert await tables.followers.note(second, CAT.id, 500, version)
        await tables.followers.follow(first, CAT.id, What.TURNS, CLICK)
        before = await tables.followers.of_person(CAT.id)
        assert [follower.table_id for follower in before] == [first, second]
    async with opened(tmp_path) as tables:
        assert await tables.followers.of_person(CAT.id) == before
        assert await tables.followers.of_table(second) == before[1:]
        assert await tables.followers.get(second, BOB.id) is None


async def test_to_hear_of_something_else_keeps_the_message_and_tells_of_what_comes(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.followers.follow(table, CAT.id, What.END, CLICK)
        await tables.followers.note(table, CAT.id, 500, 4)
        await say(tables, table, ANN, "add 1;end", "1")
        version = (await tables.table(table)).version
        changed = await tables.followers.follow(table, CAT.id, What.TURNS, CLICK + 1)
        assert (changed.message_id, changed.told) == (500, version)
        await say(tables, table, BOB, "add 1", "2")
        same = await tables.followers.follow(table, CAT.id, What.TURNS, CLICK + 2)
        assert same == changed  # What they were not told yet, they still are to hear.


@pytest.mark.parametrize("ending", ["cancelled", "over"])
async def test_a_table_that_has_ended_can_t_be_followed(tmp_path: Path, ending: str) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, target="3")
        if ending == "cancelled":
            await ended(tables, table)
        if ending == "over":
            await say(tables, table, ANN, "add 1;end", "1")
            await say(tables, table, BOB, "add 2", "2")
        code, _ = await refusal(tables.followers.follow(table, CAT.id, What.END, CLICK))
        assert code == {"cancelled": "table_cancelled", "over": "table_over"}[ending]
        assert await tables.followers.of_table(table) == []


async def test_a_table_can_be_followed_before_it_begins(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = (await tables.new(opening(), ANN, "n")).look.table.id
        await tables.followers.follow(table, CAT.id, What.TURNS, CLICK)
        code, _ = await refusal(tables.followers.follow(table, ANN.id, What.TURNS, CLICK))
        assert code == "plays_here"
        assert [one.person_id for one in await tables.followers.of_table(table)] == [CAT.id]


async def test_who_sits_there_need_not_follow(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        code, _ = await refusal(tables.followers.follow(table, ANN.id, What.END, CLICK))
        assert code == "plays_here"
        assert (await refusal(tables.followers.follow("zzzzz", CAT.id, What.END, CLICK)))[
            0
        ] == "no_such_table"


async def test_a_table_takes_so_many_followers_and_not_one_more_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        crowd = range(1000, 1000 + FOLLOWERS_PER_TABLE + 5)
        outcomes = await asyncio.gather(
            *(tables.followers.follow(table, one, What.END, CLICK) for one in crowd), return_exceptions=True
        )
        refused = [str(one) for one in outcomes if isinstance(one, Exception)]
        assert refused == [f"followed_by_too_many limit={FOLLOWERS_PER_TABLE}"] * 5
        assert len(await tables.followers.of_table(table)) == FOLLOWERS_PER_TABLE
        await tables.followers.follow(table, 1000, What.TURNS, CLICK)  # To change one's mind needs no room.


async def test_a_person_follows_so_many_tables_and_not_one_more_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        found = []
        for number in range(FOLLOWED_PER_PERSON + 2):
            owner = Person(5000 + number, "Eve")
            answer = await tables.new(opening(channel_id=number), owner, f"n{number}")
            found.append(answer.look.table.id)
            await tables.do(found[-1], Person(6000 + number, "Fay"), f"j{number}", joined)
            await tables.do(found[-1], owner, f"s{number}", started)
        outcomes = await asyncio.gather(
            *(tables.followers.follow(one, CAT.id, What.END, CLICK) for one in found), return_exceptions=True
        )
        refused = [str(one) for one in outcomes if isinstance(one, Exception)]
        assert refused == [f"follows_too_many limit={FOLLOWED_PER_PERSON}"] * 2
        assert len(await tables.followers.of_person(CAT.id)) == FOLLOWED_PER_PERSON


async def test_who_has_stopped_is_told_nothing_more(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.followers.follow(table, CAT.id, What.END, CLICK)
        former = await tables.followers.unfollow(table, CAT.id)
        assert former is not None
        assert not await tables.followers.note(table, CAT.id, 500, 9)
        assert await tables.followers.unfollow(table, CAT.id) is None
        assert await tables.followers.of_table(table) == []
    async with opened(tmp_path) as tables:
        assert await tables.followers.of_table(table) == []


async def test_tables_are_behind_until_their_followers_were_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table, other = await running(tables, name="a"), await running(tables, name="b")
        await tables.followers.follow(table, CAT.id, What.TURNS, CLICK)
        assert await tables.followers.behind() == [table]  # The first message is still to come.
        version = (await tables.table(table)).version
        await tables.followers.note(table, CAT.id, 500, version)
        assert await tables.followers.behind() == []
        await say(tables, table, ANN, "add 1", "1")
        await say(tables, other, ANN, "add 1", "1")
        assert await tables.followers.behind() == [table]
        await ended(tables, table)
        await tables.followers.note(table, CAT.id, 501, (await tables.table(table)).version)
        assert await tables.followers.behind() == [table]  # Told of the end, but the row is still there.
        await tables.followers.unfollow(table, CAT.id)
        assert await tables.followers.behind() == []


async def test_who_asks_to_be_forgotten_follows_nothing_not_even_in_memory(tmp_path: Path) -> None:
    click = Clicks()
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.followers.follow(table, CAT.id, What.TURNS, CLICK)
        await tables.followers.follow(table, 5, What.END, CLICK)
        assert (await tables.export_person(CAT.id))["followed"] == [{"table": table, "what": "turns"}]
        await tables.forget_person(CAT.id)
        assert await tables.followers.of_person(CAT.id) == []
        assert [one.person_id for one in await tables.followers.of_table(table)] == [5]
        assert (await tables.export_person(CAT.id))["followed"] == []
        await say(tables, table, ANN, "add 1", click())
        await tables.followers.follow(table, CAT.id, What.END, CLICK)
        assert await tables.followers.get(table, CAT.id) is not None
