"""Channels and threads that go and come back: games continue, and players are told once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.games import screens
from cogs.messages.board import APART_S
from tables import Person, Phase, StorageFailed
from tables.verbs.seat_changes import left
from tests.play.comings_and_goings import (
    is_all_noted,
    is_held,
    move,
    notices,
    quiet,
    running,
    sent,
    since,
    thread_says,
    turn,
    until,
    until_held,
)
from tests.play.evening import PATIENCE_S, Evening, moves_of

pytestmark = [pytest.mark.slow, pytest.mark.only_with("gateway", "it tells of what comes and goes")]

DAY_S = 24 * 3600.0
ON_THE_WAY = "/channels/"

# Channels


async def test_a_deleted_channel_is_told_once_and_play_goes_on_by_direct_message(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    evening.discord.delete_channel("games")
    for name in ("Ana", "Ben"):
        await until(evening, lambda name=name: notices(evening, name))
    await quiet(evening)
    assert await is_held(evening, table)
    assert evening.bot.parts.reach.deleted == set()
    assert await is_all_noted(evening, table)
    began = sent(evening)
    for _ in range(4):
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    for name in ("Ana", "Ben"):
        [notice] = notices(evening, name)
        assert table in notice.text
        assert "keep playing right here" in notice.text
    for name in ("Cleo", "Dao"):
        assert notices(evening, name) == []


@pytest.mark.only_with("one process", "a table in another process is repainted there")
async def test_panels_of_a_table_without_a_channel_are_painted_once_it_is_known_that_only_that_is_gone(
    evening: Evening,
) -> None:
    await running(evening, "Ana", "Ben")
    evening.discord.delete_channel("games")
    for name in ("Ana", "Ben"):
        await until(evening, lambda name=name: notices(evening, name))
    await quiet(evening)
    acting, _ = await turn(evening, "Ana", "Ben")
    evening.bot.parts.reach.has_heard = False  # As after a start, until the gateway has reported.
    await move(evening, acting)
    await evening.painted()
    [other] = {"Ana", "Ben"} - {acting}
    began = sent(evening)
    evening.bot.parts.reach.has_heard = True
    await evening.bot.housekeeping.on_ready()
    await quiet(evening)
    edited = [one.path.split("/")[-1] for one in since(evening, began) if one.method == "PATCH"]
    assert edited == [str(evening.person(other).direct_messages()[0].id)]


async def test_a_table_without_a_channel_is_brought_to_another_with_a_new_thread(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    await move(evening, "Ana", "Ben")
    evening.discord.delete_channel("games")
    await until(evening, lambda: notices(evening, "Ana"))
    ana = evening.person("Ana")
    [(named, value)] = await ana.complete("table show", "table", "", channel="lounge")
    assert (await evening.name_of(table) in named, value) == (True, table)
    assert await evening.person("Dao").complete("table show", "table", "", channel="lounge") == []
    told = await evening.say("Dao", "table show", channel="lounge", table=table)
    assert "can't find that table" in told
    told = await evening.say("Ana", "table show", channel="lounge", table=table)
    assert "Here's [the board](" in told
    await until(evening, lambda: evening.discord.threads)
    await until(evening, lambda: "plays" in " ".join(one.text for one in evening.thread()))
    await quiet(evening)
    [board] = [one for one in evening.person("Dao").messages("lounge") if not one.ephemeral]
    assert "Column 1" in board.text
    assert not await is_held(evening, table)
    await move(evening, "Ana", "Ben")
    await quiet(evening)
    assert len(evening.discord.threads) == 1
    assert await evening.tables.tables_in(int(evening.discord.channel("lounge").id))


async def test_a_channel_that_was_deleted_while_the_bot_was_down_is_found_and_told_once(
    evening: Evening,
) -> None:
    tables = [await running(evening, "Ana", "Ben") for _ in range(3)]
    await evening.end()
    evening.discord.delete_channel("games")
    began = sent(evening)
    await evening.begin()
    for name in ("Ana", "Ben"):
        await until(evening, lambda name=name: notices(evening, name))
    await quiet(evening)
    for name in ("Ana", "Ben"):
        [notice] = notices(evening, name)
        assert "3 of your tables were in channels" in notice.text
        assert all(table in notice.text for table in tables)
    # The channel is asked for once, and nothing in it is tried.
    assert len([one for one in since(evening, began) if one.status >= 400]) == 1
    for _ in range(2):
        await evening.end()
        began = sent(evening)
        await evening.begin()
        await until(evening, lambda: evening.bot.is_ready())
        await quiet(evening)
        assert [one for one in since(evening, began) if ON_THE_WAY in one.path] == []
        assert len(notices(evening, "Ana")) == 1
    await move(evening, "Ana", "Ben")


async def test_several_channels_that_are_deleted_together_are_one_message(evening: Evening) -> None:
    first = await running(evening, "Ana", "Ben")
    opened = await evening.person("Ana").command("table new", channel="lounge", game="ru-ra-re")
    await opened.answered()
    [board] = evening.person("Ben").messages("lounge")
    await evening.press("Ben", "Join", board)
    evening.discord.delete_channel("games")
    evening.discord.delete_channel("lounge")
    await until(evening, lambda: notices(evening, "Ben"))
    await quiet(evening)
    for name in ("Ana", "Ben"):
        [notice] = notices(evening, name)
        assert first in notice.text
        assert "2 of your tables" in notice.text


async def test_a_lobby_with_nobody_but_its_owner_ends_with_its_channel(evening: Evening) -> None:
    alone, shared = await evening.lobby("Ana"), await evening.lobby("Ana", "Ben")
    evening.discord.delete_channel("games")
    await until(evening, lambda: notices(evening, "Ben"))
    await quiet(evening)
    assert (await evening.tables.table(alone)).phase is Phase.CANCELLED
    table = await evening.tables.table(shared)
    assert (table.phase, table.held) == (Phase.LOBBY, True)
    [notice] = notices(evening, "Ana")
    assert alone not in notice.text
    await evening.say("Ben", "table show", channel="lounge", table=shared)
    await quiet(evening)
    [board] = [one for one in evening.person("Ana").messages("lounge") if not one.ephemeral]
    await evening.press("Ana", "Start", board)
    assert (await evening.tables.table(shared)).phase is Phase.RUNNING


async def test_a_lobby_that_loses_its_second_channel_is_told_or_ends_as_well(evening: Evening) -> None:
    alone, shared = await evening.lobby("Ana", "Ben"), await evening.lobby("Ana", "Ben")
    evening.discord.delete_channel("games")
    await until(evening, lambda: notices(evening, "Ben"))
    await quiet(evening)
    for table in (alone, shared):
        await evening.say("Ana", "table show", channel="lounge", table=table)
    await evening.tables.do(alone, Person(evening.person("Ben").id, "Ben"), "leaves", left)
    await quiet(evening)
    told = len(notices(evening, "Ana"))
    evening.discord.delete_channel("lounge")
    await until(evening, lambda: len(notices(evening, "Ana")) > told)
    await quiet(evening)
    assert (await evening.tables.table(alone)).phase is Phase.CANCELLED
    again = await evening.tables.table(shared)
    assert (again.phase, again.held) == (Phase.LOBBY, True)
    assert alone not in notices(evening, "Ana")[-1].text


async def test_a_lobby_without_a_channel_ends_when_nobody_but_its_owner_waits_there_any_more(
    evening: Evening,
) -> None:
    table = await evening.lobby("Ana", "Ben")
    evening.discord.delete_channel("games")
    await until(evening, lambda: notices(evening, "Ben"))
    await quiet(evening)
    await evening.tables.do(table, Person(evening.person("Ben").id, "Ben"), "leaves", left)
    await quiet(evening)
    await evening.caught_up()
    await quiet(evening)
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED


@pytest.mark.only_with("one process", "another one, which is not told, asks for itself")
async def test_who_takes_no_direct_messages_is_not_written_to_and_called_in_the_new_channel(
    evening: Evening,
) -> None:
    evening.person("Ben").close_direct_messages()
    table = await evening.started("Ana", "Ben", first_player="2")
    await until(evening, lambda: any("can't send you direct" in one.text for one in evening.thread()))
    await quiet(evening)
    began, pinged = sent(evening), len(evening.person("Ben").pings())
    evening.discord.delete_channel("games")
    await until(evening, lambda: notices(evening, "Ana"))
    await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    await evening.say("Ana", "table show", channel="lounge", table=table)
    await until(evening, lambda: len(evening.person("Ben").pings()) > pinged)


async def test_a_channel_that_the_bot_may_not_see_any_more_is_left_alone_until_it_may(
    evening: Evening,
) -> None:
    table = await running(evening, "Ana", "Ben")
    evening.discord.deny("games", "VIEW_CHANNEL")
    await until_held(evening, table)
    await quiet(evening)
    began = sent(evening)
    await move(evening, "Ana", "Ben")
    await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    assert notices(evening, "Ana") == []
    told = thread_says(evening)
    evening.discord.deny("games")
    await until(evening, lambda: thread_says(evening) != told)
    assert not await is_held(evening, table)


async def test_what_happens_to_a_channel_is_compared_with_its_own_tables_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running(evening, "Ana", "Ben")
    read: list[Any] = []
    open_tables = evening.tables.open_tables

    async def reading(*places: Any) -> Any:
        read.append(places)
        return await open_tables(*places)

    monkeypatch.setattr(evening.tables, "open_tables", reading)
    channel = evening.discord.channel("games")
    channel.name = "games-and-more"
    evening.discord.deny(channel)  # Nothing is denied that was allowed: the channel has another name.
    await until(evening, lambda: "games-and-more" in [one.name for one in evening.bot.guilds[0].channels])
    await quiet(evening)
    assert read == []
    evening.discord.deny(channel, "VIEW_CHANNEL")
    await until_held(evening, table)
    [thread] = evening.discord.threads
    read_of = {place.channel_id for places in read for place in places}
    assert read_of == {int(channel.id), int(thread.id)}


async def test_a_comparison_that_failed_is_tried_again_though_nothing_more_is_heard(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running(evening, "Ana", "Ben")
    open_tables, happen = evening.tables.open_tables, evening.tables.happen
    failures = [0, 0]

    async def unread(*places: Any) -> Any:
        failures[0] += 1
        if failures[0] == 1:
            raise StorageFailed("io_error")
        return await open_tables(*places)

    async def unwritten(table_id: str, *happening: Any) -> bool:
        failures[1] += 1
        if failures[1] == 1:
            raise StorageFailed("disk_full")
        return await happen(table_id, *happening)

    monkeypatch.setattr(evening.tables, "open_tables", unread)
    monkeypatch.setattr(evening.tables, "happen", unwritten)
    evening.discord.deny("games", "VIEW_CHANNEL")
    await until(evening, lambda: failures == [1, 0])
    assert not await is_held(evening, table)
    evening.discord.clock.advance(60)
    await until(evening, lambda: failures == [2, 1])
    assert not await is_held(evening, table)
    evening.discord.clock.advance(60)
    await until_held(evening, table)
    assert failures == [3, 2]


# Threads


async def test_names_of_threads_begin_with_what_tells_tables_apart(evening: Evening) -> None:
    games = ("rapa-nui-cards", "rapa-nui-board")
    tables = [await running(evening, "Ana", "Ben", game=game) for game in games]
    signs = [screens()[game].symbol for game in games]
    names = [await evening.name_of(table) for table in tables]
    begins = [f"{name} · {sign}" for name, sign in zip(names, signs, strict=True)]
    assert [
        thread.name[: len(begin)] for thread, begin in zip(evening.discord.threads, begins, strict=True)
    ] == begins


async def test_a_thread_stays_awake_for_a_week_and_a_move_wakes_it_later(evening: Evening) -> None:
    await running(evening, "Ana", "Ben")
    [thread] = evening.discord.threads
    assert thread.auto_archive_minutes == 10080
    evening.discord.clock.advance(8 * DAY_S)
    assert thread.archived
    told = len(evening.thread())
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: len(evening.thread()) > told)
    assert not thread.archived


async def test_a_button_in_a_sleeping_thread_works(evening: Evening) -> None:
    await running(evening, "Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    [call] = [one for one in evening.thread() if one.buttons]
    evening.discord.close_thread(evening.discord.threads[0])
    clicked = await evening.person("Ana").click(call, "My cards")
    await clicked.answered()
    assert moves_of(evening.person("Ana").ephemeral(evening.discord.threads[0])[-1])


@pytest.mark.only_with("one process", "another one, which is not told, asks for itself")
async def test_a_locked_thread_is_left_for_the_channel_which_is_said_once(evening: Evening) -> None:
    await running(evening, "Ana", "Ben")
    evening.discord.close_thread(evening.discord.threads[0], lock=True)
    began = sent(evening)
    for _ in range(4):
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    told = [one for one in evening.person("Dao").messages("games") if "closed or deleted" in one.text]
    assert len(told) == 1
    assert len([one for one in since(evening, began) if one.status >= 400]) == 1
    assert "\n".join(one.text for one in evening.person("Dao").messages("games")).count(" plays ") > 1


async def test_a_deleted_thread_comes_back_once_by_itself_with_what_happened(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: any("plays" in one.text for one in evening.thread()))
    await quiet(evening)
    evening.discord.delete_thread(evening.discord.threads[-1])
    await until(evening, lambda: "Play-by-play" not in evening.board().text)
    await quiet(evening)
    assert evening.discord.threads == []  # There is nothing new to tell.
    began = sent(evening)
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: evening.discord.threads)
    await quiet(evening)
    first, *others = [one for one in evening.thread() if one.text]
    assert "The game so far" in first.text
    assert "plays" in first.text
    assert others
    assert not any("The game so far" in one.text for one in others)
    assert f"<#{evening.discord.threads[-1].id}>" in evening.board().text
    assert evening.discord.threads[-1].name.startswith(await evening.name_of(table))
    assert [one for one in since(evening, began) if one.status >= 400] == []
    assert not any("closed or deleted" in one.text for one in evening.person("Dao").messages())


async def test_a_board_that_could_not_be_linked_to_its_thread_is_after_the_next_start(
    evening: Evening,
) -> None:
    await evening.lobby("Ana", "Ben")
    await quiet(evening)
    faults, board = evening.discord.faults, f"/channels/{evening.discord.channel('games').id}/messages/*"
    opening = faults.hold("POST", f"{board}/threads", after=True)
    await evening.press("Ana", "Start")
    await asyncio.wait_for(opening.struck.wait(), PATIENCE_S)
    linking = faults.fail("PATCH", board, status=503, times=1000)
    opening.release()
    await asyncio.wait_for(linking.struck.wait(), PATIENCE_S)
    for name in ("Ana", "Ben"):
        await evening.dealt(name)
    await evening.discord.until(evening.thread, timeout_s=PATIENCE_S)
    await evening.end()
    linking.release()
    await evening.begin()
    await until(evening, lambda: f"<#{evening.discord.threads[-1].id}>" in evening.board().text)


async def test_a_server_full_of_threads_is_told_in_the_channel(evening: Evening) -> None:
    await running(evening, "Ana", "Ben")
    evening.discord.delete_thread(evening.discord.threads[-1])
    await until(evening, lambda: "Play-by-play" not in evening.board().text)
    await quiet(evening)
    place = evening.discord.channel("games").id
    full = evening.discord.faults.fail(
        "POST", f"/channels/{place}/threads", status=400, code=160006, times=1000
    )
    await move(evening, "Ana", "Ben")
    await asyncio.wait_for(quiet(evening), PATIENCE_S)
    assert full.hits == 1
    assert any("plays" in one.text for one in evening.person("Dao").messages("games"))
    assert evening.discord.threads == []


async def test_a_thread_that_is_deleted_again_leads_to_the_channel_until_somebody_asks_for_it(
    evening: Evening,
) -> None:
    table = await running(evening, "Ana", "Ben")
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: any("plays" in one.text for one in evening.thread()))
    await quiet(evening)
    evening.discord.delete_thread(evening.discord.threads[-1])
    await until(evening, lambda: "Play-by-play" not in evening.board().text)
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: evening.discord.threads)
    await quiet(evening)
    evening.discord.delete_thread(evening.discord.threads[-1])
    await until(evening, lambda: "Play-by-play" not in evening.board().text)
    began = sent(evening)
    await move(evening, "Ana", "Ben")
    await until(
        evening, lambda: any("closed or deleted" in one.text for one in evening.person("Dao").messages())
    )
    evening.discord.clock.advance(APART_S)
    await evening.say("Ana", "table show", table=table)
    await until(evening, lambda: evening.discord.threads)
    await until(evening, lambda: any("The game so far" in one.text for one in evening.thread()))
    await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    [retold] = [one for one in evening.thread() if "The game so far" in one.text]
    assert "plays" in retold.text
    assert retold.id not in [one.id for name in ("Ana", "Ben") for one in evening.person(name).pings()]


@pytest.mark.only_with("one process", "another one, which is not told, asks for itself")
async def test_a_thread_that_was_deleted_while_the_bot_was_down_costs_one_call_and_comes_back(
    evening: Evening,
) -> None:
    await running(evening, "Ana", "Ben")
    await evening.end()
    evening.discord.delete_thread(evening.discord.threads[-1])
    await evening.begin()
    began = sent(evening)
    for _ in range(3):
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    assert len([one for one in since(evening, began) if one.status >= 400]) == 1
    assert len(evening.discord.threads) == 1
    assert len([one for one in evening.thread() if "The game so far" in one.text]) == 1
    in_channel = (one.text for one in evening.person("Dao").messages("games"))
    assert not any("plays" in text for text in in_channel if "Column 1:" not in text)


@pytest.mark.only_with("one process", "its repaints are held up")
async def test_a_board_painted_before_its_thread_was_missed_is_noted_as_outdated(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot killed after this repaint repaints the board at its next start."""
    table = await running(evening, "Ana", "Ben")
    await quiet(evening)
    parts, thread = evening.bot.parts, evening.discord.threads[-1].id
    display = parts.displays.of(table)
    monkeypatch.setattr(parts.refresher, "_mark", lambda _: setattr(display, "is_marked", True))
    await move(evening, "Ana", "Ben")
    evening.discord.faults.fail("*", f"/channels/{thread}*", status=404, code=10003, times=10)
    display.is_marked = False
    await parts.updaters.paint(table)
    noted = "SELECT version FROM messages WHERE table_id = ? AND name = 'board'"
    assert [tuple(row) for row in evening.rows(noted, table)] == [(0,)]
    monkeypatch.undo()
    parts.refresher.mark(table)
    await quiet(evening)
    version = (await evening.tables.table(table)).version
    assert [tuple(row) for row in evening.rows(noted, table)] == [(version,)]
