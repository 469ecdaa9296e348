"""Servers and people come and go: games continue, players are told once, requests don't come in bursts."""

from __future__ import annotations

import pytest

from tables import Kind, Person
from tables.verbs.lobby import joined
from tables.verbs.play import started
from tables.views.looks import log_of
from tests.play.comings_and_goings import (
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
from tests.play.evening import Evening, moves_of
from tests.tables.toys import opening

pytestmark = [pytest.mark.slow, pytest.mark.only_with("gateway", "it tells of what comes and goes")]

DAY_S = 24 * 3600.0
ON_THE_WAY = "/channels/"

# The server


@pytest.mark.only_with("one process", "another one, which is not told, asks for itself")
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
    told = thread_says(evening)
    evening.discord.invite_bot()
    await until(evening, lambda: thread_says(evening) != told)
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


async def test_a_move_before_the_servers_channels_are_reported_leaves_the_board_where_it_is(
    evening: Evening,
) -> None:
    await running(evening, "Ana", "Ben")
    evening.discord.begin_outage()
    await until(evening, lambda: evening.bot.guilds[0].unavailable)
    evening.discord.invalidate_session()
    await until(evening, lambda: not evening.bot.guilds or not evening.bot.guilds[0].channels)
    await until(evening, lambda: evening.discord.online)
    await move(evening, "Ana", "Ben")
    await quiet(evening)
    evening.discord.end_outage()
    await until(evening, lambda: not evening.bot.guilds[0].unavailable)
    await quiet(evening)
    assert len(evening.person("Ana").messages("games")) == 1


@pytest.mark.only_with("one process", "another one, which is not told, asks for itself")
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
    threads = tuple(f"/channels/{thread.id}/messages" for thread in evening.discord.threads)
    told = [one for one in done if one.path.startswith(threads)]
    assert len(told) <= len({one.path for one in told}) == 4
    assert len(done) <= 12


# People


def asked_for(evening: Evening, name: str) -> int:
    """Return how often Discord was asked whether a person is in the server."""
    path = f"/members/{evening.person(name).id}"
    return sum(one.method == "GET" and one.path.endswith(path) for one in evening.discord.requests)


async def gone_seats(evening: Evening, table: str) -> list[str]:
    """Return the names on the seats whose players are known to have left."""
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


@pytest.mark.parametrize("code", [10007, 10013])
async def test_a_deleted_account_s_seat_is_freed_whichever_code_discord_gives(
    evening: Evening, code: int
) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    evening.discord.faults.fail("GET", "/guilds/*/members/*", status=404, code=code, times=100)
    evening.discord.clock.advance(1.3 * DAY_S)
    await until(evening, lambda: asked_for(evening, "Ana"))
    await quiet(evening)
    assert await gone_seats(evening, table) == ["Ana"]


@pytest.mark.parametrize(("status", "code"), [(404, 0), (404, 10004), (403, 50001), (403, 0), (503, 0)])
async def test_nobody_else_has_left(evening: Evening, status: int, code: int) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    evening.discord.faults.fail("GET", "/guilds/*/members/*", status=status, code=code, times=100)
    evening.discord.clock.advance(1.3 * DAY_S)
    await until(evening, lambda: asked_for(evening, "Ana"))
    await quiet(evening)
    assert await gone_seats(evening, table) == []


async def test_one_answer_serves_all_tables_of_the_server_that_a_process_looks_after(
    evening: Evening,
) -> None:
    tables = [await running(evening, "Ana", "Ben", first_player="1") for _ in range(2)]
    evening.person("Ana").leave_server()
    evening.discord.clock.advance(1.3 * DAY_S)
    await until(evening, lambda: asked_for(evening, "Ana"))
    await quiet(evening)
    for table in tables:
        assert await gone_seats(evening, table) == ["Ana"]
    assert asked_for(evening, "Ana") <= len({id(evening.keeper(table)) for table in tables})


async def test_time_that_runs_out_is_a_reason_to_ask(evening: Evening) -> None:

    ana, ben = (Person(evening.person(name).id, name) for name in ("Ana", "Ben"))
    games, guild = int(evening.discord.channel("games").id), evening.bot.guilds[0].id
    done = await evening.tables.new(
        opening(
            "rapa-nui-cards",
            guild_id=guild,
            channel_id=games,
            wanted_seats=2,
            options={"first_player": "1"},
            pace_s=0,
            locale="en-US",
            turn_s=3600.0,
        ),
        ana,
        "open",
    )
    table = done.look.table.id
    evening.bot.parts.refresher.post(table)
    await evening.tables.do(table, ben, "join", joined)
    await evening.tables.do(table, ana, "start", started)
    await evening.dealt("Ana")
    await quiet(evening)
    evening.person("Ana").leave_server()
    evening.discord.clock.advance(3700.0)
    await evening.caught_up()
    await until(evening, lambda: asked_for(evening, "Ana"))
    await quiet(evening)
    assert any(one.kind is Kind.LATE for one in await evening.tables.read(table, log_of, None))
    assert await gone_seats(evening, table) == ["Ana"]


# What fails is not tried for ever


@pytest.mark.only_with("one process", "another one, which is not told, asks for itself")
async def test_a_channel_that_answers_unknown_is_not_asked_again_and_again(evening: Evening) -> None:
    await running(evening, "Ana", "Ben")
    channel = evening.discord.channel("games").id
    order = evening.discord.faults.fail(
        "*", f"/channels/{channel}*", status=404, code=10003, message="Unknown Channel", times=10_000
    )
    await move(evening, "Ana", "Ben")
    await quiet(evening)
    assert order.hits <= 2
