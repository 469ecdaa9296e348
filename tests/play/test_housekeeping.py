"""Channels, threads, servers and people come and go: all can go on, are told once, and nothing bursts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from localdiscord.shown import ShownMessage
from localdiscord.world import Request
from tables import Kind, Person, Phase, StorageFailed
from tests.play.evening import PATIENCE_S, Evening, moves_of

DAY_S = 24 * 3600.0
GONE = "tables was deleted"
ON_THE_WAY = "/channels/"


async def quiet(evening: Evening) -> None:
    """Wait until all that the bot has heard of is done and painted."""
    for _ in range(3):
        await evening.bot.housekeeping.caught_up()
        await evening.settled()


async def until(evening: Evening, predicate: Any) -> Any:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE_S):
        while not (value := _tried(predicate)):
            await quiet(evening)  # The local Discord does not tell of the bot's own state.
    return value


def _tried(predicate: Any) -> Any:
    """What a predicate gives; nothing where there is nothing to look at yet."""
    try:
        return predicate()
    except LookupError:
        return None


async def running(evening: Evening, *names: str, **options: Any) -> str:
    """A running table that is painted throughout; its id."""
    table = await evening.started(*names, **options)
    for name in names:
        await evening.dealt(name)
    await until(evening, lambda: evening.thread())
    await quiet(evening)
    return table


def panel_of(evening: Evening, name: str) -> ShownMessage | None:
    """The panel with which somebody can move."""
    return next((one for one in evening.person(name).direct_messages()[::-1] if moves_of(one)), None)


async def turn(evening: Evening, *names: str) -> tuple[str, ShownMessage]:
    """Wait until one of these people can act; who, and their panel."""

    def acting() -> tuple[str, ShownMessage] | None:
        panels = ((name, panel_of(evening, name)) for name in names)
        return next(((name, panel) for name, panel in panels if panel is not None), None)

    found: tuple[str, ShownMessage] = await until(evening, acting)
    return found


async def move(evening: Evening, *names: str) -> str:
    """Whoever is to move clicks the first move on their panel; who."""
    name, panel = await turn(evening, *names)
    clicked = await evening.person(name).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    return name


def notices(evening: Evening, name: str) -> list[ShownMessage]:
    """The direct messages that tell of lost channels."""
    return [one for one in evening.person(name).direct_messages() if "deleted" in one.text]


def since(evening: Evening, began: int) -> list[Request]:
    """The requests after the first `began`."""
    return list(evening.discord.requests)[began:]


def sent(evening: Evening) -> int:
    """How many requests the bot has made."""
    return len(list(evening.discord.requests))


async def is_held(evening: Evening, table: str) -> bool:
    """Whether a table's clocks stand."""
    return (await evening.tables.table(table)).held


async def until_held(evening: Evening, table: str) -> None:
    """Wait until a table's clocks stand."""
    async with asyncio.timeout(PATIENCE_S):
        while not await is_held(evening, table):
            await quiet(evening)
    await quiet(evening)


# Channels


async def test_a_deleted_channel_is_told_once_and_play_goes_on_by_direct_message(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    evening.discord.delete_channel("games")
    for name in ("Ana", "Ben"):
        await until(evening, lambda name=name: notices(evening, name))
    await quiet(evening)
    assert await is_held(evening, table)
    began = sent(evening)
    for _ in range(4):
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    for name in ("Ana", "Ben"):
        [notice] = notices(evening, name)
        assert table in notice.text
        assert "play on right here" in notice.text
    for name in ("Cleo", "Dao"):
        assert notices(evening, name) == []


async def test_a_table_without_a_channel_is_brought_to_another_with_a_new_thread(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    await move(evening, "Ana", "Ben")
    evening.discord.delete_channel("games")
    await until(evening, lambda: notices(evening, "Ana"))
    ana = evening.person("Ana")
    [(named, value)] = await ana.complete("table show", "table", "", channel="lounge")
    assert (table in named, value) == (True, table)
    assert await evening.person("Dao").complete("table show", "table", "", channel="lounge") == []
    told = await evening.say("Dao", "table show", channel="lounge", table=table)
    assert "no such table" in told
    told = await evening.say("Ana", "table show", channel="lounge", table=table)
    assert "Done" in told
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
        assert "The channels of 3 of your tables" in notice.text
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
        assert "channels of 2" in notice.text


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
    await evening.tables.leave(alone, Person(evening.person("Ben").id, "Ben"), "leaves")
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
    await evening.tables.leave(table, Person(evening.person("Ben").id, "Ben"), "leaves")
    await quiet(evening)
    evening.discord.delete_channel("lounge")  # Another look around.
    await evening.tables.caught_up()
    await quiet(evening)
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED


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
    told = len(evening.thread())
    evening.discord.deny("games")
    await until(evening, lambda: len(evening.thread()) > told)
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
    assert {place.channel_id for places in read for place in places} == {int(channel.id)}


async def test_a_comparison_that_failed_is_tried_again_though_nothing_more_is_heard(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running(evening, "Ana", "Ben")
    open_tables, hold = evening.tables.open_tables, evening.tables.housekeeping.hold
    failures = [0, 0]

    async def unread(*places: Any) -> Any:
        failures[0] += 1
        if failures[0] == 1:
            raise StorageFailed("io_error")
        return await open_tables(*places)

    async def unwritten(table_id: str) -> bool:
        failures[1] += 1
        if failures[1] == 1:
            raise StorageFailed("disk_full")
        return await hold(table_id)

    monkeypatch.setattr(evening.tables, "open_tables", unread)
    monkeypatch.setattr(evening.tables.housekeeping, "hold", unwritten)
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


async def test_a_locked_thread_is_left_for_the_channel_which_is_said_once(evening: Evening) -> None:
    await running(evening, "Ana", "Ben")
    evening.discord.close_thread(evening.discord.threads[0], lock=True)
    began = sent(evening)
    for _ in range(4):
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    told = [one for one in evening.person("Dao").messages("games") if "closed or gone" in one.text]
    assert len(told) == 1
    assert len([one for one in since(evening, began) if one.status >= 400]) == 1
    assert len([one for one in evening.person("Dao").messages("games") if "plays" in one.text]) > 2


async def test_a_deleted_thread_comes_back_once_by_itself_with_what_happened(evening: Evening) -> None:
    await running(evening, "Ana", "Ben")
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: any("plays" in one.text for one in evening.thread()))
    await quiet(evening)
    evening.discord.delete_thread(evening.discord.threads[-1])
    await until(evening, lambda: "Move by move" not in evening.board().text)
    await quiet(evening)
    assert evening.discord.threads == []  # There is nothing new to tell.
    began = sent(evening)
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: evening.discord.threads)
    await quiet(evening)
    first, *others = [one for one in evening.thread() if one.text]
    assert "happened so far" in first.text
    assert "plays" in first.text
    assert others
    assert not any("happened so far" in one.text for one in others)
    assert f"<#{evening.discord.threads[-1].id}>" in evening.board().text
    assert [one for one in since(evening, began) if one.status >= 400] == []
    assert not any("closed or gone" in one.text for one in evening.person("Dao").messages())


async def test_a_thread_that_is_deleted_again_leads_to_the_channel_until_somebody_asks_for_it(
    evening: Evening,
) -> None:
    table = await running(evening, "Ana", "Ben")
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: any("plays" in one.text for one in evening.thread()))
    await quiet(evening)
    evening.discord.delete_thread(evening.discord.threads[-1])
    await until(evening, lambda: "Move by move" not in evening.board().text)
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: evening.discord.threads)
    await quiet(evening)
    evening.discord.delete_thread(evening.discord.threads[-1])
    await until(evening, lambda: "Move by move" not in evening.board().text)
    began = sent(evening)
    await move(evening, "Ana", "Ben")
    await until(
        evening, lambda: any("closed or gone" in one.text for one in evening.person("Dao").messages())
    )
    await evening.say("Ana", "table show", table=table)
    await until(evening, lambda: evening.discord.threads)
    await until(evening, lambda: any("happened so far" in one.text for one in evening.thread()))
    await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    [retold] = [one for one in evening.thread() if "happened so far" in one.text]
    assert "plays" in retold.text
    assert retold.id not in [one.id for name in ("Ana", "Ben") for one in evening.person(name).pings()]


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
    assert len([one for one in evening.thread() if "happened so far" in one.text]) == 1
    assert "plays" not in "".join(one.text for one in evening.person("Dao").messages("games"))


# The server


async def test_a_removed_bot_sends_nothing_and_goes_on_when_it_is_invited_again(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    evening.discord.remove_bot()
    await until_held(evening, table)
    await quiet(evening)
    began = sent(evening)
    who, panel = await turn(evening, "Ana")
    clicked = await evening.person(who).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()  # Old panels work without a common server.
    await quiet(evening)
    assert [one for one in since(evening, began) if ON_THE_WAY in one.path] == []
    for _ in range(2):
        await evening.end()
        began = sent(evening)
        await evening.begin()
        await quiet(evening)
        assert [one for one in since(evening, began) if ON_THE_WAY in one.path] == []
    told = len(evening.thread())
    evening.discord.invite_bot()
    await until(evening, lambda: len(evening.thread()) > told)
    await quiet(evening)
    assert not await is_held(evening, table)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    assert notices(evening, "Ana") == []
    await move(evening, "Ana", "Ben")


async def test_what_vanished_while_the_bot_was_away_from_the_server_is_found(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    opened = await evening.person("Cleo").command("table new", channel="lounge", game="ru-ra-re")
    await opened.answered()
    [lobby] = evening.person("Cleo").messages("lounge")
    await quiet(evening)
    evening.discord.remove_bot()
    await until_held(evening, table)
    evening.discord.delete_channel("games")
    evening.discord.delete_message(lobby.message)
    evening.discord.invite_bot()
    await until(evening, lambda: notices(evening, "Ana"))
    # The board that somebody deleted meanwhile stands there again.
    await until(evening, lambda: evening.person("Cleo").messages("lounge"))
    await quiet(evening)
    assert await is_held(evening, table)
    assert len(evening.person("Cleo").messages("lounge")) == 1


async def test_a_bot_that_was_removed_while_it_was_down_stops_the_clocks(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    await evening.end()
    evening.discord.remove_bot()
    began = sent(evening)
    await evening.begin()
    await until_held(evening, table)
    assert [one for one in since(evening, began) if one.status >= 400] == []


async def test_an_outage_stops_no_clock_and_posts_nothing(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    began = sent(evening)
    evening.discord.begin_outage()
    await until(evening, lambda: evening.bot.guilds[0].unavailable)
    await quiet(evening)
    assert not await is_held(evening, table)
    evening.discord.end_outage()
    await until(evening, lambda: not evening.bot.guilds[0].unavailable)
    await quiet(evening)
    assert not await is_held(evening, table)
    # The one channel is asked for: discord.py would keep one that was deleted meanwhile.
    assert [one.method for one in since(evening, began)] == ["GET"]


async def test_a_channel_deleted_in_an_outage_or_behind_a_lost_session_is_found(evening: Evening) -> None:
    await running(evening, "Ana", "Ben")
    evening.discord.begin_outage()
    await until(evening, lambda: evening.bot.guilds[0].unavailable)
    evening.discord.delete_channel("games")
    evening.discord.end_outage()
    await until(evening, lambda: notices(evening, "Ana"))
    evening.discord.invalidate_session()
    await quiet(evening)
    await until(evening, lambda: evening.discord.online)
    await quiet(evening)
    assert len(notices(evening, "Ana")) == 1


async def test_an_invitation_leads_to_no_burst(evening: Evening) -> None:
    for _ in range(4):
        await running(evening, "Ana", "Ben")
    evening.discord.remove_bot()
    await quiet(evening)
    await until(evening, lambda: not evening.bot.guilds)
    await quiet(evening)
    began = sent(evening)
    evening.discord.invite_bot()
    await until(evening, lambda: evening.bot.guilds)
    await quiet(evening)
    done = since(evening, began)
    # In each thread a word that it goes on; each board is looked for once, and at most repainted once.
    posts = [one for one in done if one.method == "POST"]
    assert len(posts) <= len({one.path for one in posts}) == 4
    assert len(done) <= 12


# People


def asked_for(evening: Evening, name: str) -> int:
    """How often Discord was asked whether somebody is in the server."""
    path = f"/members/{evening.person(name).id}"
    return sum(one.method == "GET" and one.path.endswith(path) for one in evening.discord.requests)


async def gone_seats(evening: Evening, table: str) -> list[str]:
    """Who is known to have left, by the names on their seats."""
    return [info.name for info in (await evening.tables.table(table)).seats if info.gone]


async def test_who_has_left_is_found_out_by_a_refused_direct_message(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    evening.person("Ben").leave_server()
    while "Ben" not in await gone_seats(evening, table):
        await move(evening, "Ana")
        await quiet(evening)
    refused = [one for one in evening.discord.requests if one.status == 403]
    assert len(refused) == 1
    assert asked_for(evening, "Ben") == 1
    assert not any("can't send you direct" in one.text for one in evening.thread())
    # They come back, and play.
    evening.person("Ben").come_back()
    await evening.press("Ben", "My cards")
    panel = evening.person("Ben").ephemeral("games")[-1]
    clicked = await evening.person("Ben").click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    await quiet(evening)
    assert await gone_seats(evening, table) == []


async def test_who_owes_a_decision_for_days_is_asked_for_once_a_day(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    for _ in range(3):
        evening.discord.clock.advance(0.3 * DAY_S)
        await quiet(evening)
    assert asked_for(evening, "Ana") == 0
    for _ in range(8):
        evening.discord.clock.advance(0.3 * DAY_S)
        await quiet(evening)
    assert 1 <= asked_for(evening, "Ana") <= 3
    assert asked_for(evening, "Ben") == 0
    asked = asked_for(evening, "Ana")
    evening.person("Ana").leave_server()
    evening.discord.clock.advance(1.3 * DAY_S)
    await until(evening, lambda: asked_for(evening, "Ana") > asked)
    await quiet(evening)
    assert await gone_seats(evening, table) == ["Ana"]


@pytest.mark.parametrize(("status", "code"), [(404, 10013), (403, 50001), (503, 0)])
async def test_only_an_unknown_member_has_left(evening: Evening, status: int, code: int) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    evening.discord.faults.fail("GET", "/guilds/*/members/*", status=status, code=code, times=100)
    evening.discord.clock.advance(1.3 * DAY_S)
    await until(evening, lambda: asked_for(evening, "Ana"))
    await quiet(evening)
    assert await gone_seats(evening, table) == []


async def test_one_answer_serves_all_tables_of_the_server(evening: Evening) -> None:
    tables = [await running(evening, "Ana", "Ben", first_player="1") for _ in range(2)]
    evening.person("Ana").leave_server()
    evening.discord.clock.advance(1.3 * DAY_S)
    await until(evening, lambda: asked_for(evening, "Ana"))
    await quiet(evening)
    for table in tables:
        assert await gone_seats(evening, table) == ["Ana"]
    assert asked_for(evening, "Ana") == 1


async def test_time_that_runs_out_is_a_reason_to_ask(evening: Evening) -> None:
    from tables import Person

    ana, ben = (Person(evening.person(name).id, name) for name in ("Ana", "Ben"))
    games, guild = int(evening.discord.channel("games").id), evening.bot.guilds[0].id
    done = await evening.tables.new(
        guild, games, ana, "rapa-nui-cards", 2, {"first_player": "1"}, 0, "en-US", "open", turn_s=3600.0
    )
    table = done.look.table.id
    evening.bot.refresher.post(table)
    await evening.tables.join(table, ben, "join")
    await evening.tables.start(table, ana, "start")
    await evening.dealt("Ana")
    await quiet(evening)
    evening.person("Ana").leave_server()
    evening.discord.clock.advance(3700.0)
    await evening.tables.caught_up()
    await until(evening, lambda: asked_for(evening, "Ana"))
    await quiet(evening)
    assert any(one.kind is Kind.LATE for one in await evening.tables.log(table, None))
    assert await gone_seats(evening, table) == ["Ana"]


# What fails is not tried for ever


async def test_a_channel_that_answers_unknown_is_not_asked_again_and_again(evening: Evening) -> None:
    await running(evening, "Ana", "Ben")
    channel = evening.discord.channel("games").id
    order = evening.discord.faults.fail(
        "*", f"/channels/{channel}*", status=404, code=10003, message="Unknown Channel", times=10_000
    )
    await move(evening, "Ana", "Ben")
    await quiet(evening)
    assert order.hits <= 2
