"""Opening, joining, leaving, starting and ending a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.catalogue import games
from tables import Phase, Tables
from tables.model.limits import LOBBIES_PER_OWNER
from tables.model.texts import id_of
from tables.verbs.lobby import cancelled, joined, max_seats, missing_seats, with_computer, without_computer
from tables.verbs.play import started
from tables.verbs.seat_changes import left
from tests.clock import Clock
from tests.tables.toys import ANN, BOB, CAT, CHANNEL, DAN, Clicks, opened, opening, refusal, running, say

pytestmark = pytest.mark.both_stores

HOUR = 3600.0


async def lobby(tables: Tables, seats: int | None = None, click: str = "new", channel: int = CHANNEL) -> str:
    answer = await tables.new(opening(channel_id=channel, wanted_seats=seats), ANN, click)
    return answer.look.table.id


async def test_who_opens_a_table_owns_it_and_sits_on_the_first_seat(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        answer = await tables.new(
            opening(wanted_seats=2, options={"target": "3"}, pace_s=1.5, locale="de"), ANN, "c"
        )
        game, view = answer.look.game, answer.look.table
        assert (answer.status, view.phase, view.version) == ("done", Phase.LOBBY, 1)
        assert view.owner_id == view.seats[0].person_id == ANN.id
        assert (view.options, view.pace_s, view.locale) == ({"target": "3"}, 1.5, "de")
        assert (view.wanted_seats, max_seats(game, view), missing_seats(game, view)) == (2, 2, 1)
        assert answer.look.observation is None


async def test_the_same_click_twice_at_once_opens_one_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        wanted = [tables.new(opening(), ANN, "same") for _ in range(5)]
        answers = await asyncio.gather(*wanted)
        assert sorted(answer.status for answer in answers) == ["done", *["repeated"] * 4]
        assert len({answer.look.table.id for answer in answers}) == 1
        assert len(await tables.tables_in(CHANNEL)) == 1


@pytest.mark.parametrize(
    ("game", "seats", "options", "code", "facts"),
    [
        ("chess", None, {}, "unknown_game", {"game": "chess"}),
        ("pebbles", 5, {}, "illegal_option", {"name": "seats", "value": "5"}),
        ("pebbles", None, {"target": "9"}, "illegal_option", {"name": "target", "value": "9"}),
        ("pebbles", None, {"colour": "red"}, "illegal_option", {"name": "colour", "value": "red"}),
    ],
)
async def test_a_table_that_cannot_be_is_refused(
    tmp_path: Path, game: str, seats: int | None, options: dict[str, str], code: str, facts: dict[str, str]
) -> None:
    async with opened(tmp_path) as tables:
        wanted = tables.new(opening(game, wanted_seats=seats, options=options), ANN, "c")
        assert await refusal(wanted) == (code, facts)
        assert await tables.tables_in(CHANNEL) == []


async def test_seats_fill_in_the_order_of_joining_until_the_table_is_full(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, seats=3)
        await tables.do(table, CAT, "1", joined)
        look = (await tables.do(table, BOB, "2", joined)).look
        assert [info.name for info in look.table.seats] == ["Ann", "Cat", "Bob"]
        assert missing_seats(look.game, look.table) == 0
        assert await refusal(tables.do(table, DAN, "3", joined)) == ("table_full", {"seats": 3})
        assert await refusal(tables.do(table, BOB, "4", joined)) == ("already_seated", {})


async def test_when_somebody_leaves_the_seats_close_up_and_the_owner_hands_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables)
        await tables.do(table, ANN, "1", with_computer, "random")
        await tables.do(table, BOB, "2", joined)
        await tables.do(table, CAT, "3", joined)
        view = (await tables.do(table, ANN, "4", left)).look.table
        assert [(info.seat, info.name, info.computer) for info in view.seats] == [
            (0, "", "random"),
            (1, "Bob", None),
            (2, "Cat", None),
        ]
        assert view.owner_id == BOB.id
        assert await refusal(tables.do(table, ANN, "5", left)) == ("not_your_table", {})


async def test_the_last_person_to_leave_ends_the_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables)
        await tables.do(table, ANN, "1", with_computer, "random")
        answer = await tables.do(table, ANN, "2", left)
        assert answer.look.table.phase is Phase.CANCELLED
        assert (await tables.do(table, ANN, "2", left)).status == "repeated"
        assert await refusal(tables.do(table, BOB, "3", joined)) == ("table_cancelled", {})


async def test_only_the_owner_seats_computer_players_and_starts(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables)
        await tables.do(table, BOB, "1", joined)
        assert await refusal(tables.do(table, BOB, "2", with_computer, "random")) == ("not_owner", {})
        assert await refusal(tables.do(table, BOB, "3", without_computer)) == ("not_owner", {})
        assert await refusal(tables.do(table, BOB, "4", started)) == ("not_owner", {})
        assert await refusal(tables.do(table, CAT, "5", started)) == ("not_owner", {})
        assert await refusal(tables.do(table, ANN, "6", with_computer, "oracle")) == (
            "unknown_player",
            {"player": "oracle"},
        )
        assert await refusal(tables.do(table, ANN, "7", without_computer)) == ("no_computer", {})


async def test_the_computer_player_that_came_last_goes_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables)
        for click in "12":
            await tables.do(table, ANN, click, with_computer, "random")
        await tables.do(table, BOB, "3", joined)
        view = (await tables.do(table, ANN, "4", without_computer)).look.table
        assert [info.computer or info.name for info in view.seats] == ["Ann", "random", "Bob"]


async def test_the_computer_player_named_goes_and_no_other_in_its_stead(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables)
        for click, player in ("1", "sensible"), ("2", "random"):
            await tables.do(table, ANN, click, with_computer, player)
        view = (await tables.do(table, ANN, "3", without_computer, 2)).look.table
        assert [info.computer or info.name for info in view.seats] == ["Ann", "sensible"]
        for click, seat in ("4", 2), ("5", 0), ("6", 9):
            assert await refusal(tables.do(table, ANN, click, without_computer, seat)) == ("no_computer", {})


@pytest.mark.parametrize(("seats", "missing"), [(None, 1), (2, 1), (4, 3)])
async def test_a_start_needs_all_seats_of_the_table(tmp_path: Path, seats: int | None, missing: int) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, seats)
        facts = {"missing": missing, "needed": 1 + missing}
        assert await refusal(tables.do(table, ANN, "1", started)) == ("too_few_players", facts)


async def test_options_that_do_not_fit_who_came_are_refused_at_the_start(tmp_path: Path) -> None:
    async with opened(tmp_path, games=games()) as tables:
        options = {"first_player": "4"}
        wanted = tables.new(opening("rapa-nui-cards", wanted_seats=3, options=options), ANN, "1")
        refused = ("illegal_option", {"name": "first_player", "value": "4"})
        assert await refusal(wanted) == refused
        answer = await tables.new(opening("rapa-nui-cards", options=options), ANN, "2")
        table = answer.look.table.id
        await tables.do(table, BOB, "3", joined)
        assert await refusal(tables.do(table, ANN, "4", started)) == refused
        for click in "56":
            await tables.do(table, ANN, click, with_computer, "random")
        assert (await tables.do(table, ANN, "7", started)).status == "done"


async def test_after_the_start_nobody_comes_or_goes(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        for work in (
            tables.do(table, CAT, "1", joined),
            tables.do(table, BOB, "2", left),
            tables.do(table, ANN, "3", with_computer, "random"),
            tables.do(table, ANN, "4", without_computer),
            tables.do(table, ANN, "5", started),
        ):
            assert await refusal(work) == ("already_started", {})


async def test_a_person_and_a_channel_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.changes.TABLES_PER_PERSON", 3)
    monkeypatch.setattr("tables.changes.TABLES_PER_CHANNEL", 2)
    async with opened(tmp_path) as tables:
        wanted = [lobby(tables, click=f"a{n}") for n in range(4)]
        done = await asyncio.gather(*wanted, return_exceptions=True)
        assert sum(isinstance(outcome, str) for outcome in done) == 2
        await lobby(tables, click="b", channel=71)
        full = ("too_many_tables", {"where": "person", "limit": 3})
        assert await refusal(lobby(tables, click="c", channel=72)) == full
        bobs = (await tables.new(opening(channel_id=72), BOB, "d")).look.table.id
        assert await refusal(tables.do(bobs, ANN, "e", joined)) == full
        await tables.do((await tables.tables_of(ANN.id))[0].id, ANN, "f", cancelled)
        assert (await tables.do(bobs, ANN, "g", joined)).status == "done"
        assert (await tables.do(bobs, ANN, "g", joined)).status == "repeated"


async def test_one_person_keeps_few_lobbies_open_in_a_channel(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        wanted = [lobby(tables, click=f"a{n}") for n in range(5)]
        done = await asyncio.gather(*wanted, return_exceptions=True)
        assert sum(isinstance(outcome, str) for outcome in done) == LOBBIES_PER_OWNER
        full = ("too_many_lobbies", {"limit": LOBBIES_PER_OWNER})
        assert await refusal(lobby(tables, click="b")) == full
        await lobby(tables, click="c", channel=71)
        (first, *_) = await tables.tables_in(CHANNEL)
        # Once one has begun, or belongs to somebody else, the next may be opened.
        await tables.do(first.id, BOB, "d", joined)
        await tables.do(first.id, ANN, "e", started)
        second = await lobby(tables, click="f")
        assert await refusal(lobby(tables, click="g")) == full
        await tables.do(second, BOB, "h", joined)
        await tables.do(second, ANN, "i", left)
        await lobby(tables, click="j")


async def test_two_people_who_want_the_last_seat_do_not_both_get_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, seats=2)
        done = await asyncio.gather(
            tables.do(table, BOB, "b", joined), tables.do(table, CAT, "c", joined), return_exceptions=True
        )
        assert sum(isinstance(outcome, Exception) for outcome in done) == 1
        assert len((await tables.table(table)).seats) == 2


async def test_who_may_end_a_running_table(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables)
        assert await refusal(tables.do(table, BOB, click(), cancelled)) == ("not_owner", {})
        assert await refusal(tables.do(table, ANN, click(), cancelled)) == ("not_abandoned", {"days": 7})
        clock.time += 6 * 24 * HOUR
        await say(tables, table, ANN, "add 1", click())
        clock.time += 7 * 24 * HOUR - 1
        assert await refusal(tables.do(table, ANN, click(), cancelled)) == ("not_abandoned", {"days": 7})
        clock.time += 1
        assert (await tables.do(table, ANN, click(), cancelled)).look.table.phase is Phase.CANCELLED
        assert await refusal(tables.do(table, ANN, click(), cancelled)) == ("table_cancelled", {})
        assert await refusal(say(tables, table, ANN, "end", click())) == ("table_cancelled", {})

        other = await running(tables, name="u")
        assert (
            await tables.do(other, DAN, click(), cancelled, moderator=True)
        ).look.table.phase is Phase.CANCELLED


async def test_an_owner_alone_with_computer_players_may_end_at_any_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN,), computers=["random"], pace_s=1000.0)
        assert (await tables.do(table, ANN, "x", cancelled)).look.table.phase is Phase.CANCELLED


async def test_lists_have_the_open_tables_as_they_are(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        first, second = await running(tables), await lobby(tables, click="n", channel=71)
        ended = await lobby(tables, click="o")
        await tables.do(ended, ANN, "p", cancelled)
        assert [view.id for view in await tables.tables_of(ANN.id)] == [first, second]
        assert [view.id for view in await tables.tables_of(BOB.id)] == [first]
        assert [view.id for view in await tables.tables_in(71)] == [second]
        assert await tables.tables_of(ANN.id) == [await tables.table(first), await tables.table(second)]
        assert await refusal(tables.look("zzzzz", ANN.id)) == ("no_such_table", {"table": "zzzzz"})


def test_ids_are_short_and_never_the_same() -> None:
    ids = [id_of(serial) for serial in range(1, 20_001)]
    assert len(set(ids)) == len(ids)
    assert all(len(text) == 5 and text.isalnum() and text == text.lower() for text in ids)
    assert len(id_of(36**5)) == 6
