"""Repaints while people are quick and Discord is slow: nothing outdated stays, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.client import MOST_PATIENCE_S
from cogs.messages.board import APART_S
from cogs.messages.repaint import Noting
from cogs.messages.whereabouts import BOARD, FRESH_S, THREAD, Shown, panel_name
from cogs.people.contacts import HOUR_S, WEEK_S
from localdiscord import Seen, ShownMessage
from localdiscord.rest.faults import Fault
from tables import Person, StorageFailed
from tables.store.messages import Note
from tables.verbs.lobby import joined
from tables.verbs.play import played, started
from tests.play.evening import PATIENCE_S, SILENT, Evening, moves_of
from tests.play.pace import PACE
from tests.play.pairing import each_pairing

WAIT_S = MOST_PATIENCE_S + 10

pytestmark = pytest.mark.slow


async def first_moves(evening: Evening, name: str) -> None:
    """Have a person make moves until they are not asked any more."""
    table = await evening.table_id()
    while (await evening.look(table, name)).asked is not None:
        await one_move(evening, name)
        await evening.settled()


async def one_move(evening: Evening, name: str) -> None:
    """Have a person make a move, even during repaints."""
    await evening.turn(name)
    panel = await evening.dealt(name)
    await (await evening.person(name).click(panel, custom_id=moves_of(panel)[0])).answered()


@pytest.mark.only_with("one process", "who repaints knows of no click that another one answers")
async def test_a_panel_that_is_clicked_while_its_successor_is_drawn_stays_until_that_is_answered(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    ben = evening.person("Ben")
    former, place = await evening.dealt("Ben"), evening.discord.world.direct_channel(ben.user).id
    drawn = evening.discord.faults.hold("POST", f"/channels/{place}/messages")
    playing = asyncio.create_task(first_moves(evening, "Ana"))
    await asyncio.wait_for(drawn.struck.wait(), PATIENCE_S)
    answer = evening.discord.faults.hold("POST", "/interactions/*/callback")
    clicked = await ben.forge(former, f"t:{table}:refresh")
    await asyncio.wait_for(answer.struck.wait(), PATIENCE_S)
    drawn.release()
    await noted(evening, table, 1, int(former.id))
    await asked_discord_for_something_else(evening)
    assert not former.deleted
    answer.release()
    await clicked.answered()
    await playing
    await evening.settled()
    assert former.deleted
    assert [one for one in evening.discord.requests if one.status == 404] == []


async def noted(evening: Evening, table: str, seat: int, former: int) -> None:
    """Wait until a player's panel is another message than `former`."""
    async with asyncio.timeout(PATIENCE_S):
        while (await evening.tables.messages.get(table))[panel_name(seat)].message_id == former:
            await asked_discord_for_something_else(evening)


async def asked_discord_for_something_else(evening: Evening) -> None:
    """Wait for the response to another request of the bot, so that all earlier ones have arrived."""
    for _ in range(3):
        await evening.bot.http.get_channel(int(evening.discord.channel("games").id))


async def test_a_seat_that_was_emptied_since_it_was_listed_is_passed_over(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.settled()
    shown = await evening.tables.messages.get(table)
    seen = len(evening.discord.seen_by("Dao"))
    # As it stands in the list of who sat there when the repaint began.
    await evening.paint_panel(table, 1, evening.person("Dao").id)
    assert len(evening.discord.seen_by("Dao")) == seen
    assert (await evening.tables.messages.get(table))[panel_name(1)] == shown[panel_name(1)]


@pytest.mark.only_with("one process", "a fault is put into one bot before there is a table")
async def test_a_part_that_can_t_be_painted_keeps_no_other_waiting_and_is_tried_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    updaters, failed = evening.bot.parts.updaters, asyncio.Event()
    paint, ana = updaters.direct_panels.paint, evening.person("Ana").id

    async def faulty(table_id: str, seat: int, person_id: int, shown: Shown, noting: Noting) -> None:
        if person_id == ana and not failed.is_set():
            failed.set()
            raise ZeroDivisionError
        await paint(table_id, seat, person_id, shown, noting)

    monkeypatch.setattr(updaters.direct_panels, "paint", faulty)
    told = asyncio.Event()
    monkeypatch.setattr(updaters.followers, "paint", followed(updaters.followers.paint, told))
    await evening.started("Ana", "Ben", first_player="1")
    await asyncio.wait_for(failed.wait(), PATIENCE_S)
    await asyncio.wait_for(told.wait(), PATIENCE_S)
    await evening.dealt("Ben")
    await evening.turn("Ana")


def followed(paint: Callable[..., Awaitable[None]], done: asyncio.Event) -> Callable[..., Awaitable[None]]:
    """Return a part of the painting that tells when it is done, even at the first try."""

    async def painted(*what: Any) -> None:
        await paint(*what)
        done.set()

    return painted


async def test_a_fault_of_ours_is_not_tried_for_ever(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    async def faulty(*_: Any) -> None:
        nonlocal tries
        tries += 1
        raise ZeroDivisionError

    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.settled()
    monkeypatch.setattr(evening.keeper(table).bot.parts.updaters.story, "paint", faulty)
    evening.bot.parts.refresher.mark(table)
    await evening.settled()
    assert tries == 1 + len(PACE.retry_s)


def live_boards(evening: Evening) -> list[ShownMessage]:
    """Return the boards in the channel that have buttons."""
    return [one for one in evening.person("Dao").messages("games") if not one.ephemeral and one.buttons]


async def two_live_boards(evening: Evening) -> tuple[str, ShownMessage, Fault]:
    """Post a table's board anew while the old board can't be edited for `WAIT_S`.

    Returns:
        The table's id, the old board, and the fault.
    """
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    [old] = live_boards(evening)
    held = evening.discord.faults.limit(
        "PATCH", f"/channels/*/messages/{old.id}", retry_after=WAIT_S, times=1000
    )
    await first_moves(evening, "Ana")
    await evening.discord.until(lambda: len(live_boards(evening)) == 2, timeout_s=PATIENCE_S)
    await evening.settled()
    return table, old, held


@pytest.mark.parametrize("dies", [False, True])
async def test_of_two_boards_the_older_one_is_retired_as_soon_as_discord_lets_us(
    evening: Evening, dies: bool
) -> None:
    _, old, held = await two_live_boards(evening)
    refused = held.hits
    evening.bot.parts.refresher.mark(await evening.table_id())
    await evening.settled()
    assert held.hits == refused  # Not asked again before the time that Discord has told.
    if dies:
        await evening.end()
        held.release()
        await evening.begin()
    else:
        held.release()
        evening.discord.clock.advance(WAIT_S + 1)
    await evening.discord.until(lambda: len(live_boards(evening)) == 1, timeout_s=PATIENCE_S)
    assert live_boards(evening)[0].id != old.id
    assert f"/{live_boards(evening)[0].id})" in old.text
    await evening.settled()
    assert not [name for name in await evening.tables.messages.get(await evening.table_id()) if "old" in name]


async def test_a_board_that_was_being_retired_when_the_bot_stopped_is_retired_after_the_start(
    evening: Evening,
) -> None:
    await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    [old] = live_boards(evening)
    held = evening.discord.faults.hold("PATCH", f"/channels/*/messages/{old.id}")
    evening.discord.clock.advance(FRESH_S + 1)
    await one_move(evening, "Ana")
    await asyncio.wait_for(held.struck.wait(), PATIENCE_S)
    assert len(live_boards(evening)) == 2
    await evening.end()
    held.release()
    await evening.begin()
    await evening.discord.until(lambda: len(live_boards(evening)) == 1, timeout_s=PATIENCE_S)
    assert live_boards(evening)[0].id != old.id


async def test_an_older_board_is_retired_in_the_end_though_its_table_is_painted_sooner(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, held = await two_live_boards(evening)
    bot, painted = evening.keeper(table).bot, asyncio.Event()
    followers = bot.parts.updaters.followers
    monkeypatch.setattr(followers, "paint", followed(followers.paint, painted))
    bot.parts.refresher.mark_at(table, evening.tables.clock.now() + WAIT_S / 2)  # As a follower does.
    evening.discord.clock.advance(WAIT_S / 2)
    await asyncio.wait_for(painted.wait(), PATIENCE_S)
    await evening.settled()
    held.release()
    evening.discord.clock.advance(WAIT_S)
    await evening.discord.until(lambda: len(live_boards(evening)) == 1, timeout_s=PATIENCE_S)


@each_pairing
async def test_a_board_that_is_clicked_while_its_successor_is_posted_is_retired_after_the_answer(
    evening: Evening,
) -> None:
    table = await evening.lobby("Ana", "Ben")
    await evening.settled()
    [old] = live_boards(evening)
    evening.discord.clock.advance(FRESH_S + 1)
    answer = evening.discord.faults.hold("POST", "/interactions/*/callback")
    clicked = await evening.person("Cleo").click(old, "Join")
    await asyncio.wait_for(answer.struck.wait(), PATIENCE_S)
    await posted_anew(evening, table, int(old.id))
    await asked_discord_for_something_else(evening)
    answer.release()
    await clicked.answered()
    await evening.discord.until(lambda: len(live_boards(evening)) == 1, timeout_s=PATIENCE_S)
    await evening.settled()
    [board] = live_boards(evening)
    assert board.id != old.id
    assert f"<@{evening.person('Cleo').id}>" in board.text


async def posted_anew(evening: Evening, table: str, former: int) -> None:
    """Wait until a table's board is another message than `former`."""
    async with asyncio.timeout(PATIENCE_S):
        while (await evening.tables.messages.get(table))[BOARD].message_id == former:
            await asked_discord_for_something_else(evening)


async def test_a_board_that_is_asked_for_while_it_is_painted_is_one_message_in_the_end(
    evening: Evening,
) -> None:
    table = await evening.lobby("Ana", "Ben")
    await evening.settled()
    [old] = live_boards(evening)
    painted = evening.discord.faults.hold("PATCH", f"/channels/*/messages/{old.id}", times=1)
    asked = evening.discord.faults.hold("GET", f"/channels/*/messages/{old.id}")
    await evening.tables.do(table, Person(evening.person("Cleo").id, "Cleo"), "1", joined)
    await asyncio.wait_for(painted.struck.wait(), PATIENCE_S)
    evening.discord.clock.advance(APART_S)
    shown = await evening.person("Ana").command("table show")
    await asyncio.wait_for(asked.struck.wait(), PATIENCE_S)
    asked.release()
    for _ in range(5):
        await asked_discord_for_something_else(evening)
    painted.release()
    await shown.answered()
    await posted_anew(evening, table, int(old.id))
    await evening.settled()
    board = (await evening.tables.messages.get(table))[BOARD].message_id
    assert [int(one.id) for one in live_boards(evening)] == [board]


def refusals(evening: Evening) -> int:
    """Return how many requests Discord has refused as not allowed."""
    return sum(one.status == 403 for one in evening.discord.requests)


async def closed(evening: Evening) -> None:
    """Close Ben's direct messages, and have Ana move, so that his call fails."""
    evening.person("Ben").close_direct_messages()
    await evening.started("Ana", "Ben", first_player="1")
    await first_moves(evening, "Ana")
    await evening.discord.until(
        lambda: any("can't send you direct" in one.text for one in evening.thread()), timeout_s=PATIENCE_S
    )
    assert refusals(evening) == 1


def direct(evening: Evening, name: str) -> list[Seen]:
    """Return the direct messages to a person, as they were posted."""
    place = evening.discord.world.direct_channel(evening.person(name).user).id
    seen = evening.discord.seen_by(name)
    return [one for one in seen if one.event == "MESSAGE_CREATE" and one.channel_id == place]


async def moves_in_private(evening: Evening, name: str) -> None:
    """Have a person without direct messages make moves until they are not asked any more."""
    while (await evening.look(await evening.table_id(), name)).asked is not None:
        await evening.press(name, "My cards")
        panel = evening.person(name).ephemeral("games")[-1]
        await (await evening.person(name).click(panel, custom_id=moves_of(panel)[0])).answered()
    await evening.settled()


async def test_direct_messages_that_are_opened_again_are_found_after_a_week_at_most(evening: Evening) -> None:
    await closed(evening)
    evening.person("Ben").open_direct_messages()
    await moves_in_private(evening, "Ben")
    assert evening.panel("Ben") is None
    evening.discord.clock.advance(WEEK_S + 1)
    pings, told = evening.pings("Ben"), len(evening.person("Ben").pings())
    await first_moves(evening, "Ana")
    await evening.turn("Ben")
    await evening.settled()
    assert evening.pings("Ben") == pings + 1
    assert len(evening.person("Ben").pings()) == told + 1
    first, second = direct(evening, "Ben")
    assert first.payload["flags"] & SILENT  # It came by the way, while it was Ana's turn.
    assert "it's your turn" in second.text
    assert refusals(evening) == 1


async def test_direct_messages_that_stay_closed_are_tried_once_a_week_and_no_call_is_lost(
    evening: Evening,
) -> None:
    await closed(evening)
    pings = evening.pings("Ben")
    for tried in (2, 3):
        evening.discord.clock.advance(WEEK_S + 1)
        for _ in range(2):
            await moves_in_private(evening, "Ben")
            await first_moves(evening, "Ana")
            pings += 1
        assert refusals(evening) == tried
        assert evening.pings("Ben") == pings
    assert sum("can't send you direct" in one.text for one in evening.thread()) == 1


async def test_who_clicks_in_direct_messages_is_written_to_again(evening: Evening) -> None:
    await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    old = await evening.dealt("Ben")
    evening.person("Ben").close_direct_messages()
    await first_moves(evening, "Ana")
    assert refusals(evening) == 1
    evening.person("Ben").open_direct_messages()
    evening.discord.clock.advance(HOUR_S + 1)
    await (await evening.person("Ben").forge(old, f"t:{await evening.table_id()}:refresh")).answered()
    await moves_in_private(evening, "Ben")
    await evening.discord.until(lambda: evening.panel("Ben") not in (None, old), timeout_s=PATIENCE_S)
    await first_moves(evening, "Ana")
    assert moves_of(await evening.dealt("Ben"))
    assert refusals(evening) == 1


# What is noted at the end of a repaint, while others note too


async def moves_elsewhere(evening: Evening, table: str, name: str) -> None:
    """Make a person's moves directly at the table until they are not asked any more, for one repaint."""
    who, refresher = Person(evening.person(name).id, name), evening.keeper(table).bot.parts.refresher
    refresher._room = room = asyncio.Semaphore(0)
    while (asked := (look := await evening.look(table, name)).asked) is not None:
        move = look.game.write_move(look.legal_moves[0])
        await evening.tables.do(table, who, f"click {asked}", played, asked, move)
    room.release()


def panel_of(evening: Evening, name: str) -> ShownMessage:
    """Return a person's panel in direct messages."""
    panel = evening.panel(name)
    assert panel is not None
    return panel


async def asked_until(evening: Evening, is_so: Callable[[], Awaitable[bool]]) -> None:
    """Let the bot continue until a condition holds."""
    async with asyncio.timeout(PATIENCE_S):
        while not await is_so():
            await evening.bot.http.get_channel(int(evening.discord.channel("games").id))


async def called_while_edits_hang(evening: Evening, table: str) -> Fault:
    """Make it Ben's turn: his new panel is posted while the edit of Ana's is held; return the fault."""
    ana, former = evening.person("Ana"), await evening.dealt("Ben")
    place = evening.discord.world.direct_channel(ana.user).id
    edits = evening.discord.faults.hold("PATCH", f"/channels/{place}/messages/*")
    await moves_elsewhere(evening, table, "Ana")
    await asyncio.wait_for(edits.struck.wait(), PATIENCE_S)
    await evening.discord.until(lambda: panel_of(evening, "Ben").id != former.id, timeout_s=PATIENCE_S)
    return edits


async def test_a_board_that_is_brought_back_while_panels_are_sent_stays_the_board(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    [old] = live_boards(evening)
    place = evening.discord.world.direct_channel(evening.person("Ben").user).id
    sending = evening.discord.faults.hold("POST", f"/channels/{place}/messages")
    playing = asyncio.create_task(first_moves(evening, "Ana"))
    await asyncio.wait_for(sending.struck.wait(), PATIENCE_S)
    # A panel may be sent before the click's answer has arrived, and the clock's leap would end the click.
    await asyncio.gather(*(one.answered() for one in evening.discord.world.interactions.values()))
    evening.discord.clock.advance(APART_S)
    await (await evening.person("Ana").command("table show")).answered()
    new = (await evening.tables.messages.get(table))[BOARD].message_id
    assert new != int(old.id)
    sending.release()
    await playing
    await evening.settled()
    await first_moves(evening, "Ben")
    await evening.settled()
    assert (await evening.tables.messages.get(table))[BOARD].message_id == new
    assert [int(board.id) for board in live_boards(evening)] == [new]


async def test_no_thread_is_opened_on_a_board_that_was_deleted(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    await evening.settled()
    [board] = live_boards(evening)
    evening.discord.delete_message(board.message)
    await evening.tables.do(table, Person(evening.person("Ana").id, "Ana"), "click", started)
    await evening.settled()
    shown = await evening.tables.messages.get(table)
    assert (shown[BOARD].message_id, THREAD in shown) == (0, False)
    await evening.say("Ana", "table show")
    await evening.settled()
    assert (await evening.tables.messages.get(table))[THREAD].message_id


@pytest.mark.only_with("one process", "only who looks after a table notes its panels")
async def test_a_panel_whose_note_the_disk_refused_is_taken_for_the_player_s_own_by_a_click(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    ben, former, failed = evening.person("Ben"), await evening.dealt("Ben"), asyncio.Event()
    keeper = evening.keeper(table)
    messages, refresher = keeper.tables.messages, keeper.bot.parts.refresher
    put_all = messages.put_all

    async def full(table_id: str, notes: Sequence[Note]) -> set[str]:
        if not failed.is_set() and any(
            note.message_id != int(former.id) and note.of == ben.id for note in notes
        ):
            failed.set()
            raise StorageFailed("disk_full")
        return await put_all(table_id, notes)

    monkeypatch.setattr(messages, "put_all", full)
    monkeypatch.setattr(refresher, "_pace", replace(refresher._pace, retry_s=(PATIENCE_S,)))
    await moves_elsewhere(evening, table, "Ana")
    await asyncio.wait_for(failed.wait(), PATIENCE_S)
    panel = panel_of(evening, "Ben")
    assert panel.id != former.id
    await (await ben.click(panel, custom_id=moves_of(panel)[0])).answered()
    assert (await messages.get(table))[panel_name(1)].message_id == int(panel.id)
    assert [one.id for one in ben.direct_messages()] == [panel.id]


async def test_a_stop_does_not_wait_for_former_panels_to_be_deleted(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    place = evening.discord.world.direct_channel(evening.person("Ben").user).id
    deletions = evening.discord.faults.hold("DELETE", f"/channels/{place}/messages/*")
    edits = await called_while_edits_hang(evening, table)
    parts = evening.keeper(table).bot.parts
    known = parts.displays.message(int(panel_of(evening, "Ben").id))

    async def is_known() -> bool:
        return known.digest != ""

    await asked_until(evening, is_known)
    await asyncio.wait_for(parts.refresher.close(), PATIENCE_S)
    deletions.release()
    edits.release()
    assert (await evening.tables.messages.get(table))[panel_name(1)].message_id == int(
        panel_of(evening, "Ben").id
    )


async def test_a_stop_waits_until_every_panel_has_let_go(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    parts = evening.keeper(table).bot.parts
    begun, ended = asyncio.Semaphore(0), set()

    async def paint(_table: str, seat: int, *_: object) -> None:
        begun.release()
        try:
            await asyncio.Event().wait()
        finally:
            for _round in range(100 * seat):  # As a query that has to be broken off first.
                await asyncio.sleep(0)
            ended.add(seat)

    monkeypatch.setattr(parts.updaters.direct_panels, "paint", paint)
    parts.refresher.mark(table)
    for _ in range(2):
        await begun.acquire()
    await parts.refresher.close()
    assert ended == {0, 1}


async def test_a_panel_is_noted_though_another_one_is_not_sent_yet(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    edits = await called_while_edits_hang(evening, table)
    panel = panel_of(evening, "Ben")

    async def is_noted() -> bool:
        return (await evening.tables.messages.get(table))[panel_name(1)].message_id == int(panel.id)

    await asked_until(evening, is_noted)
    edits.release()
    await evening.settled()


@each_pairing
async def test_a_panel_that_the_game_has_overtaken_on_its_way_is_brought_up_to_date(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    acting = await evening.turn("Ana", "Ben")
    await evening.settled()
    waiting = evening.person("Ben" if acting == "Ana" else "Ana")
    keeper = evening.workers.index(evening.keeper(table))
    evening.send_to((keeper + 1) % len(evening.workers))
    held = evening.discord.faults.hold("POST", "/interactions/*/callback")
    asked = await waiting.click(evening.board(), "My cards")
    await asyncio.wait_for(held.struck.wait(), PATIENCE_S)
    who = Person(evening.person(acting).id, acting)
    while (look := await evening.look(table, acting)).asked is not None:
        move = look.game.write_move(look.legal_moves[-1])
        await evening.tables.do(table, who, f"question {look.asked}", played, look.asked, move)
    await evening.painted()
    held.release()
    await asked.answered()
    panel = waiting.ephemeral("games")[-1]
    await evening.discord.until(lambda: moves_of(panel), timeout_s=PATIENCE_S)
