"""Requests that Discord refuses, by error code: they are retried if that may help, or done in another way.

A row is a route, Discord's answer, how often it comes, and the consequence.
"""

from __future__ import annotations

import asyncio

import pytest

from localdiscord.rest.faults import Fault
from tests.play.comings_and_goings import is_held, move, notices, quiet, running, sent, since, until
from tests.play.evening import PATIENCE_S, Evening, moves_of
from tests.play.pace import PACE

pytestmark = [pytest.mark.slow, pytest.mark.only_with("one process", "others keep house for themselves")]

HOUR_S = 3600.0
ALWAYS = 1_000_000
FEW = len(PACE.retry_s)


def refused(evening: Evening, route: str, status: int, code: int, times: int) -> Fault:
    """Have Discord refuse requests for Ana's and Ben's table; return the fault."""
    world, board = evening.discord.world, evening.board()
    direct = world.direct_channel(evening.person("Ben").user).id
    threads = evening.discord.threads
    method, path = {
        "call": ("POST", f"/channels/{direct}/messages"),
        "call's panel": ("PATCH", f"/channels/{direct}/messages/*"),
        "direct channel": ("POST", "/users/@me/channels"),
        "board": ("PATCH", f"/channels/{board.channel.id}/messages/{board.id}"),
        "story": ("POST", f"/channels/{threads[-1].id if threads else 0}/messages"),
        "story's edit": ("PATCH", f"/channels/{threads[-1].id if threads else 0}/messages/*"),
        "thread": ("POST", f"/channels/{board.channel.id}/messages/*/threads"),
    }[route]
    return evening.discord.faults.fail(method, path, status=status, code=code, message="No", times=times)


async def to_move(evening: Evening, table: str) -> str:
    """Return the name of the player who is to move."""
    look = await evening.look(table)
    return look.table.seats[look.to_move[0]].name


async def played_until(evening: Evening, table: str, order: Fault) -> None:
    """Play until Discord has refused something."""
    async with asyncio.timeout(PATIENCE_S):
        while not order.hits:
            await move(evening, "Ana", "Ben")
            await quiet(evening)


def mentioned(evening: Evening, name: str) -> int:
    """Return how often a person was mentioned with a notification, in the channel or a thread."""
    who = evening.person(name)
    new = [seen.payload for seen in evening.discord.seen_by(name) if seen.event == "MESSAGE_CREATE"]
    return sum(any(told["id"] == str(who.id) for told in one["mentions"]) for one in new)


CALLS = [
    pytest.param(route, status, code, times, follows, id=f"{route}: {told}")
    for route, status, code, times, follows, told in [
        ("call", 403, 40003, 1, "direct", "too many at once, once"),
        ("call", 403, 40003, 3, "direct", "too many at once, some times"),
        ("call", 403, 40333, 1, "direct", "a fault of Discord's network"),
        ("call", 403, 0, 1, "direct", "403 without a code, once"),
        ("call", 404, 0, 1, "direct", "404 without a code, once"),
        ("call", 401, 0, 1, "direct", "401, once"),
        ("call", 400, 50006, 1, "direct", "an empty message, once"),
        ("call", 503, 0, 9, "direct", "an outage"),
        ("call", 403, 40003, ALWAYS, "thread", "too many at once, for long"),
        ("call", 403, 0, ALWAYS, "thread", "403 without a code, for long"),
        ("call", 404, 0, ALWAYS, "thread", "404 without a code, for long"),
        ("call", 403, 99999, ALWAYS, "thread", "a code that nobody knows, for long"),
        ("call", 400, 240000, ALWAYS, "thread", "harmful links"),
        ("call", 400, 50006, ALWAYS, "thread", "an empty message"),
        ("call", 403, 20026, ALWAYS, "at once", "taken for spam"),
        ("call", 403, 50007, ALWAYS, "at once", "closed"),
        ("call", 403, 50278, ALWAYS, "at once", "no common server"),
        ("call", 404, 10003, ALWAYS, "at once", "an unknown channel"),
        ("call", 404, 10013, ALWAYS, "at once", "an unknown user"),
        ("call's panel", 403, 40333, 1, "direct", "a fault of Discord's network"),
        ("call's panel", 404, 0, 1, "direct", "404 without a code"),
    ]
]


@pytest.mark.parametrize(("route", "status", "code", "times", "follows"), CALLS)
async def test_who_is_to_move_is_called_whatever_discord_says(
    evening: Evening, route: str, status: int, code: int, times: int, follows: str
) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    before, there = evening.pings("Ben"), mentioned(evening, "Ben")
    order = refused(evening, route, status, code, times)
    while await to_move(evening, table) == "Ana":
        await move(evening, "Ana")
        await quiet(evening)
    await until(evening, lambda: evening.pings("Ben") > before)
    if follows == "direct":
        await until(evening, lambda: moves_of(evening.panel("Ben")))
        assert (order.hits, mentioned(evening, "Ben") - there) == (times, 0)
    else:
        assert mentioned(evening, "Ben") - there == 1
        assert order.hits == (1 if follows == "at once" else 1 + FEW)
    # Nothing more is tried, and the others' game goes on.
    hits = order.hits
    for _ in range(3):
        evening.bot.parts.refresher.mark(table)
        await quiet(evening)
    assert order.hits == hits


@pytest.mark.parametrize("code", [50033, 0, 40003, 20026])
async def test_who_has_no_direct_channel_is_called_in_the_thread(evening: Evening, code: int) -> None:
    status = 400 if code == 50033 else 403
    order = evening.discord.faults.fail(
        "POST", "/users/@me/channels", status=status, code=code, message="No", times=ALWAYS
    )
    await evening.started("Ana", "Ben", first_player="1")
    await until(evening, lambda: mentioned(evening, "Ana") and mentioned(evening, "Ben"))
    await quiet(evening)
    assert order.hits == 2 * (1 if code == 20026 else 1 + FEW)


async def test_what_passed_is_tried_again_an_hour_later(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    order = refused(evening, "call", 403, 0, ALWAYS)
    await played_until(evening, table, order)
    await until(evening, lambda: order.hits == 1 + FEW)
    await quiet(evening)
    order.release()
    direct = len(evening.person("Ben").direct_messages())
    ben = evening.person("Ben")
    evening.discord.clock.advance(HOUR_S + 60)
    while await to_move(evening, table) == "Ben":
        await evening.press("Ben", "My cards")
        panel = ben.ephemeral("games")[-1]
        await (await ben.click(panel, custom_id=moves_of(panel)[0])).answered()
        await quiet(evening)
    await until(evening, lambda: len(ben.direct_messages()) >= max(direct, 1))
    assert evening.bot.parts.tables.people.get(ben.id).dm_state == ""


SHOWN = [
    pytest.param(route, status, code, times, id=f"{route}: {status} with {code}, {times} times")
    for route in ("board", "story", "story's edit")
    for status, code, times in [
        (403, 40333, 1),
        (403, 0, 1),
        (404, 0, 1),
        (401, 0, 1),
        (403, 99999, FEW),
        (400, 40006, 1),
        (404, 99999, FEW + 3),
        (403, 50013, 1),
        (403, 50001, 2),
    ]
    if route != "story" or (times <= FEW and code not in (50001, 50013))
]
"""Where the thread takes no posts for long, the story goes to the channel: see below."""


@pytest.mark.parametrize(("route", "status", "code", "times"), SHOWN)
async def test_what_passes_leaves_nothing_old(
    evening: Evening, route: str, status: int, code: int, times: int
) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    order = refused(evening, route, status, code, times)
    await played_until(evening, table, order)
    messages = evening.tables.messages

    async def is_up_to_date() -> bool:
        version = (await evening.tables.table(table)).version
        noted = await messages.get(table)
        return noted["board"].version == noted["story"].version == version and noted["board"].message_id != 0

    async with asyncio.timeout(PATIENCE_S):
        while not await is_up_to_date():
            await quiet(evening)
            await asyncio.sleep(0.005)
    assert not await is_held(evening, table)
    assert len(evening.person("Dao").messages("games")) == 1


# Threads


def in_thread(evening: Evening) -> int:
    """Return the number of messages in the table's first thread."""
    return len(evening.person("Dao").messages(evening.discord.threads[0].id))


def in_channel(evening: Evening) -> list[str]:
    """Return the texts of the channel's messages, except the board."""
    return [one.text for one in evening.person("Dao").messages("games") if "Column 1" not in one.text]


async def told_in_thread(evening: Evening, before: int) -> None:
    """Play until the thread has more messages, and the board links to it."""
    async with asyncio.timeout(PATIENCE_S):
        while in_thread(evening) <= before:
            await move(evening, "Ana", "Ben")
            await quiet(evening)
    link = f"<#{evening.discord.threads[0].id}>"
    boards = evening.person("Dao").messages("games")
    await until(evening, lambda: any(link in one.text for one in boards if "Column 1" in one.text))


@pytest.mark.parametrize(
    ("status", "code", "times"),
    [
        pytest.param(403, 50013, 1, id="missing permissions, as in a timeout of the bot"),
        pytest.param(403, 50001, 3, id="missing access, some times"),
        pytest.param(403, 0, 1 + FEW, id="403 without a code, until it is left"),
        pytest.param(404, 99999, 3 + FEW, id="a code that nobody knows, for longer"),
    ],
)
async def test_the_story_goes_back_to_a_thread_that_takes_posts_again(
    evening: Evening, status: int, code: int, times: int
) -> None:
    await running(evening, "Ana", "Ben", first_player="1")
    order = refused(evening, "story", status, code, times)
    await played_until(evening, await evening.table_id(), order)
    await until(evening, lambda: any("closed or deleted" in one for one in in_channel(evening)))
    await told_in_thread(evening, in_thread(evening))
    assert order.hits == times
    assert sum("closed or deleted" in one for one in in_channel(evening)) == 1
    assert len(evening.discord.threads) == 1


@pytest.mark.only_with("gateway", "it tells of what comes and goes")
async def test_a_locked_thread_is_gone_back_to_when_it_is_opened(evening: Evening) -> None:
    await running(evening, "Ana", "Ben", first_player="1")
    [thread] = evening.discord.threads
    evening.discord.close_thread(thread, lock=True)
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: any("closed or deleted" in one for one in in_channel(evening)))
    before, began = in_thread(evening), sent(evening)
    for _ in range(6):
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    evening.discord.reopen_thread(thread)
    await told_in_thread(evening, before)
    assert not evening.person("Dao").messages("games")[-1].buttons


async def test_a_locked_thread_is_tried_once_an_hour(evening: Evening) -> None:
    await running(evening, "Ana", "Ben", first_player="1")
    place = evening.discord.threads[0].id
    order = evening.discord.faults.fail(
        "POST", f"/channels/{place}/messages", status=400, code=50083, message="No", times=ALWAYS
    )
    await played_until(evening, await evening.table_id(), order)
    for _ in range(12):
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    assert order.hits == 1
    order.release()
    evening.discord.clock.advance(HOUR_S + 60)
    await told_in_thread(evening, in_thread(evening))


async def test_a_left_thread_that_was_deleted_is_replaced(evening: Evening) -> None:
    await running(evening, "Ana", "Ben", first_player="1")
    evening.discord.close_thread(evening.discord.threads[0], lock=True)
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: any("closed or deleted" in one for one in in_channel(evening)))
    evening.discord.delete_thread(evening.discord.threads[0])
    evening.discord.clock.advance(HOUR_S + 60)
    async with asyncio.timeout(PATIENCE_S):
        while not evening.discord.threads:
            await move(evening, "Ana", "Ben")
            await quiet(evening)


async def test_a_thread_is_opened_once_that_is_allowed(evening: Evening) -> None:
    evening.discord.deny("games", "CREATE_PUBLIC_THREADS")
    await evening.started("Ana", "Ben", first_player="1")
    await evening.dealt("Ana")
    await quiet(evening)
    began = sent(evening)
    evening.discord.deny("games")
    async with asyncio.timeout(PATIENCE_S):
        while not evening.discord.threads:
            await move(evening, "Ana", "Ben")
            await quiet(evening)
    assert any("plays" in one.text for one in evening.thread())
    opened = [one for one in since(evening, began) if one.path.endswith("/threads") and one.status < 400]
    assert len(opened) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 0), (404, 0), (403, 40333), (403, 99999)])
async def test_a_thread_that_is_refused_for_a_moment_is_opened(
    evening: Evening, status: int, code: int
) -> None:
    await evening.lobby("Ana", "Ben")
    await quiet(evening)
    order = refused(evening, "thread", status, code, 2)
    await evening.press("Ana", "Start")
    await until(evening, lambda: evening.discord.threads)
    assert order.hits == 2


# Requests without hope


@pytest.mark.parametrize(
    ("route", "status", "code"),
    [
        pytest.param("board", 403, 50013, id="the board is forbidden"),
        pytest.param("board", 403, 0, id="the board is refused without a code"),
        pytest.param("board", 404, 99999, id="the board is refused with a code that nobody knows"),
        pytest.param("board", 400, 240000, id="the board is not taken as it is"),
        pytest.param("call's panel", 403, 0, id="a panel is refused without a code"),
    ],
)
async def test_what_is_refused_for_weeks_is_tried_once_an_hour_at_most(
    evening: Evening, route: str, status: int, code: int
) -> None:
    table = await running(evening, "Ana", "Ben", first_player="1")
    order = refused(evening, route, status, code, ALWAYS)
    await played_until(evening, table, order)
    for hours in range(40):
        if hours == 20:  # Shorter pauses than an hour are over by now.
            hits = order.hits
        evening.discord.clock.advance(HOUR_S)
        for _ in range(3):
            evening.bot.parts.refresher.mark(table)
            await quiet(evening)
    assert order.hits - hits <= 20
    order.release()
    for _ in range(2):
        evening.discord.clock.advance(HOUR_S)
        evening.bot.parts.refresher.mark(table)
        await quiet(evening)
    await until(evening, lambda: not evening.bot.parts.displays.of(table).rests.end())


async def test_what_is_refused_of_one_seat_keeps_no_other_waiting(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben", "Cleo", first_player="1")
    direct = evening.discord.world.direct_channel(evening.person("Ben").user).id
    evening.discord.faults.fail("PATCH", f"/channels/{direct}/*", status=403, code=0, times=ALWAYS)
    for _ in range(12):
        name = await to_move(evening, table)
        await evening.press(name, "My cards")
        panel = evening.person(name).ephemeral("games")[-1]
        await (await evening.person(name).click(panel, custom_id=moves_of(panel)[0])).answered()
        await quiet(evening)
    version = (await evening.tables.table(table)).version
    noted = await evening.tables.messages.get(table)
    assert noted["story"].version == noted["panel:2"].version == version


@pytest.mark.only_with("gateway", "it tells of what comes and goes")
async def test_a_lost_channel_is_told_though_direct_messages_were_refused_for_a_moment(
    evening: Evening,
) -> None:
    await running(evening, "Ana", "Ben", first_player="1")
    order = refused(evening, "call", 403, 40003, 1)
    evening.discord.delete_channel("games")
    await until(evening, lambda: order.hits and notices(evening, "Ana"))
    evening.discord.clock.advance(60)
    await until(evening, lambda: notices(evening, "Ben"))
    assert len(notices(evening, "Ana")) == 1
