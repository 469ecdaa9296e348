"""Things that go wrong between people, the bot and Discord: one person gets a kind word, nothing is lost."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from tables import Kind, Phase
from tables.store.database import Database
from tables.views.looks import log_of
from tests.play.evening import PATIENCE_S, Evening, moves_of, refusal

pytestmark = pytest.mark.slow


async def acting(evening: Evening, *names: str) -> tuple[str, str]:
    """Return the player who is to move, and one who isn't."""
    first = await evening.turn(*names)
    return first, next(name for name in names if name != first)


async def moves_made(evening: Evening, table: str) -> int:
    """Return the number of moves in the journal."""
    return sum(entry.kind is Kind.MOVE for entry in await evening.tables.read(table, log_of, None))


# Who may do what


async def test_a_forged_move_of_somebody_else_is_refused(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    first, other = await acting(evening, "Ana", "Ben")
    made, panel = await moves_made(evening, table), await evening.dealt(first)
    for who, sentence in ((other, "It isn't your turn"), ("Dao", "You aren't playing at this table")):
        [told] = await evening.forge(who, evening.board(), moves_of(panel)[0])
        assert sentence in told
    assert await moves_made(evening, table) == made


@pytest.mark.parametrize(
    "custom_id",
    [
        "m:{table}:{asked}:take 1",
        "m:{table}:{asked}:discard",
        "m:{table}:{asked}:buy gold",
        "m:{table}:{asked}:skip;skip",
        "m:{table}:{asked}:skip;play fish;take 1",
        "m:{table}:{asked}:;",
        "m:{table}:999999999:skip",
        "m:zzzzz:1:skip",
        "m:{table}:x:skip",
        "t:{table}:dance",
        "t:{table}:join",
        "t:{table}:start",
        "t:{table}:computer:genius",
        "t:nowhere:cards",
        "t:{table}:back:1",
        "o:set:language.klingon",
        "o:set:",
        "o:rules:no-such-game.0",
        "o:rules:rapa-nui-cards.x",
        "nonsense",
        "m:" + "x" * 90,
    ],
)
async def test_whatever_id_is_sent_gets_an_answer_and_changes_nothing(
    evening: Evening, custom_id: str
) -> None:
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    asked = (await evening.look(table, first)).asked
    version = (await evening.tables.table(table)).version
    sent = custom_id.format(table=table, asked=asked)
    for message in (evening.board(), await evening.dealt(first)):
        await evening.forge(first, message, sent)
    assert (await evening.tables.table(table)).version == version
    assert "Hand:" not in evening.board().text


async def test_a_forged_move_that_is_not_legal_is_refused_with_its_reason(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    asked = (await evening.look(table, "Ana")).asked
    for move, sentence in (
        ("play priest", "That card isn't in your hand."),
        ("gather mulberry 2", "That card isn't in your hand."),
        ("take 1", "You can't do that right now."),
        ("play gold", "That isn't a move in this game."),
    ):
        panel = await evening.dealt("Ana")
        assert await evening.forge("Ana", panel, f"m:{table}:{asked}:{move}") == []
        assert refusal(panel) == sentence


async def test_a_spectator_who_asks_for_cards_is_told_kindly(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    [told] = await evening.press("Dao", "My cards")
    assert "You aren't playing at this table" in told


# Once


async def test_the_same_click_delivered_twice_counts_once(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    panel = await evening.dealt(first)
    made = await moves_made(evening, table)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    evening.discord.deliver_again(clicked)
    await clicked.answered()
    again = await evening.person(first).click(await evening.dealt(first), custom_id=None, label="↩ Take back")
    await again.answered()
    assert await moves_made(evening, table) >= made
    standing = [one for one in await evening.tables.read(table, log_of, None) if one.kind is Kind.MOVE]
    assert sum(not one.taken_back for one in standing) == made


async def test_a_click_on_an_old_panel_shows_the_present_one(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    await evening.press(first, "My cards")
    old = evening.person(first).ephemeral("games")[-1]
    move = moves_of(old)[-1]
    clicked = await evening.person(first).click(await evening.dealt(first), custom_id=move)
    await clicked.answered()
    made = await moves_made(evening, table)
    await evening.settled()  # A repaint that was under way would replace what is said.
    stale = await evening.person(first).forge(old, move)  # As from before the panel was brought up to date.
    await stale.answered()
    await evening.settled()
    now = evening.person(first).ephemeral("games")[-1]
    assert "That button was out of date" in now.text
    assert "plays" in now.text
    assert "Take a card;" in now.text
    assert await moves_made(evening, table) == made


async def test_two_people_who_click_at_once_are_both_answered(evening: Evening) -> None:
    table = await evening.lobby("Ana", seats=2)
    board = evening.board()
    clicks = [await evening.person(name).click(board, "Join") for name in ("Ben", "Cleo", "Dao")]
    await asyncio.gather(*(click.answered() for click in clicks))
    seats = (await evening.tables.table(table)).seats
    assert len(seats) == 2
    told = [
        shown.text for name in ("Ben", "Cleo", "Dao") for shown in evening.person(name).ephemeral("games")
    ]
    assert [text for text in told if "This table is full" in text] == told
    assert len(told) == 2
    starts = [await evening.person("Ana").click(evening.board(), "Start") for _ in range(2)]
    await asyncio.gather(*(click.answered() for click in starts))
    kinds = [entry.kind for entry in await evening.tables.read(table, log_of, None)]
    assert kinds.count(Kind.START) == 1


# Taking back


async def test_a_slip_is_taken_back_until_new_cards_are_turned_up_or_another_has_acted(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    first, other = await acting(evening, "Ana", "Ben")
    panel = await evening.dealt(first)
    before = (await evening.look(table, first)).observation
    played = await evening.person(first).click(
        panel, custom_id=next(one for one in moves_of(panel) if "gather" in one and one.endswith("1"))
    )
    await played.answered()
    taken = await evening.person(first).click(
        await evening.dealt(first), custom_id=moves_of(evening.panel(first))[0]
    )
    await taken.answered()
    for _ in range(2):
        back = await evening.person(first).click(await evening.dealt(first), "↩ Take back")
        await back.answered()
    assert (await evening.look(table, first)).observation == before
    assert "↩ Take back" not in [one.label for one in (await evening.dealt(first)).buttons]
    await evening.discord.until(
        lambda: sum(shown.text.count("takes back their last move") for shown in evening.thread()) == 2,
        timeout_s=PATIENCE_S,
    )
    # Played again; then the other one acts.
    while moves_of(evening.panel(first)):
        panel = await evening.dealt(first)
        done = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
        await done.answered()
    own = await evening.dealt(first)
    number = (await evening.look(table, first)).takes_back
    await evening.turn(other)
    acted = await evening.person(other).click(
        await evening.dealt(other), custom_id=moves_of(evening.panel(other))[0]
    )
    await acted.answered()
    [told] = await evening.forge(first, evening.board(), f"t:{table}:back:{number}")
    assert "too late to take that back" in told
    assert own is not None


# Messages and permissions


async def test_closed_direct_messages_are_told_once_and_my_cards_serves(evening: Evening) -> None:
    evening.person("Ben").close_direct_messages()
    table = await evening.started("Ana", "Ben")
    await evening.discord.until(
        lambda: any("I can't send you direct messages" in shown.text for shown in evening.thread()),
        timeout_s=PATIENCE_S,
    )
    for _ in range(12):
        name = await who_is_to_move(evening, table)
        await evening.press(name, "My cards")
        panel = evening.person(name).ephemeral("games")[-1]
        clicked = await evening.person(name).click(panel, custom_id=moves_of(panel)[0])
        await clicked.answered()
    closed = [shown for shown in evening.thread() if "I can't send you direct messages" in shown.text]
    assert len(closed) == 1
    refused = [one for one in evening.discord.requests if one.status == 403]
    assert len(refused) == 1


async def who_is_to_move(evening: Evening, table: str) -> str:
    """Return the name of the player who has to decide."""
    look = await evening.look(table)
    return look.table.seats[look.to_move[0]].name


async def test_where_the_bot_may_not_post_no_table_is_opened(evening: Evening) -> None:
    evening.discord.deny("games", "SEND_MESSAGES")
    told = await evening.say("Ana", "table new", game="rapa-nui-cards")
    assert "I need: Send Messages" in told
    assert await evening.tables.tables_in(int(evening.discord.channel("games").id)) == []


async def test_where_it_may_make_no_threads_the_story_goes_to_the_channel(evening: Evening) -> None:
    evening.discord.deny("games", "CREATE_PUBLIC_THREADS")
    await evening.started("Ana", "Ben")
    await evening.discord.until(lambda: "your turn at table" in evening.board().text, timeout_s=PATIENCE_S)
    assert evening.discord.threads == []


async def test_a_deleted_board_comes_back_by_command(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    board = next(one for one in evening.person("Ana").messages("games") if "Column 1" in one.text)
    evening.discord.delete_message(board.message)
    panel = await evening.dealt(first)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    await evening.say("Dao", "table show", table=table)
    assert "Column 1" in evening.board().text
    assert evening.board().id != board.id
    await evening.press(first, "My cards")


async def test_a_deleted_thread_comes_back_with_the_board(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    await evening.discord.until(lambda: evening.thread(), timeout_s=PATIENCE_S)
    evening.discord.delete_thread(evening.discord.threads[-1])
    panel = await evening.dealt(first)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    await evening.say("Ana", "table show")
    await evening.discord.until(lambda: evening.discord.threads, timeout_s=PATIENCE_S)
    await evening.discord.until(lambda: table in evening.board().text, timeout_s=PATIENCE_S)


async def test_an_old_board_is_posted_anew_and_the_old_one_left_with_a_link(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    old = next(one for one in evening.person("Ana").messages("games") if "Column 1" in one.text)
    evening.discord.clock.advance(2 * 3600)
    panel = await evening.dealt(first)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    await evening.discord.until(lambda: evening.board().id != old.id, timeout_s=PATIENCE_S)
    await evening.discord.until(lambda: "The board is [here]" in old.text, timeout_s=PATIENCE_S)
    assert old.buttons == []
    assert "Column 1" in evening.board().text


async def test_a_table_that_ended_meanwhile_says_so(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    board = evening.board()
    await evening.set_up("Ana", "Close table")
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED
    [told] = await evening.forge("Cleo", board, f"t:{table}:join")
    assert "has been closed" in told


async def test_too_many_tables_in_a_channel_are_refused(evening: Evening) -> None:
    for _ in range(2):
        await evening.started("Ana", "Ben")
    for name in ("Ana", "Ben", "Cleo", "Dao"):
        await evening.lobby(name)
        await evening.lobby(name)
    assert "too many tables" in await evening.say("Ben", "table new", game="rapa-nui-cards")


async def test_nobody_fills_a_channel_with_tables_that_do_not_begin(evening: Evening) -> None:
    for _ in range(2):
        await evening.lobby("Ana")
    told = await evening.say("Ana", "table new", game="rapa-nui-cards")
    assert "2 tables in this channel that haven't started" in told
    await evening.set_up("Ana", "Close table")
    await evening.lobby("Ana")


# Discord itself


async def test_a_rate_limit_or_an_outage_delays_but_loses_nothing(evening: Evening) -> None:
    evening.discord.faults.limit("*", "*/callback", times=2)
    evening.discord.faults.fail("PATCH", "/channels/*/messages/*", status=503, times=2)
    evening.discord.faults.fail("POST", "/channels/*/messages", status=500, times=1)
    await evening.started("Ana", "Ben")
    assert await evening.play_to_the_end("Ana", "Ben") > 20
    await evening.discord.until(
        lambda: any("The stone, revealed:" in one.text for one in evening.person("Ana").messages("games")),
        timeout_s=PATIENCE_S,
    )


async def test_who_can_t_be_shown_what_they_asked_for_is_told_so_with_a_number(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    evening.discord.faults.fail("POST", "/interactions/*/callback", status=400, code=50035, times=1)
    [told] = await evening.press("Ana", "Log")
    assert re.search("I couldn't show you this.* the number [0-9a-f]{6} ", told)
    evening.discord.violations.clear()


async def test_the_gateway_drops_and_the_clicks_of_meanwhile_are_answered(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    for _ in range(3):
        first = await evening.turn("Ana", "Ben")
        panel = await evening.dealt(first)
        evening.discord.drop_gateway()
        clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
        await clicked.answered()


async def test_a_disk_that_takes_nothing_says_so_and_the_table_stays_as_it_was(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    panel = await evening.dealt(first)
    await evening.painted()  # Else what is still painted of the beginning could cover the refusal.
    version = (await evening.tables.table(table)).version
    from tables import StorageFailed

    async def full(*_: object, **__: object) -> None:
        raise StorageFailed("disk_full")

    with monkeypatch.context() as broken:
        broken.setattr(evening.database, "write", full)
        assert await evening.forge(first, panel, moves_of(panel)[0]) == []
    assert "couldn't save that" in refusal(panel)
    assert (await evening.tables.table(table)).version == version
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    assert (await evening.tables.table(table)).version > version


async def test_a_disk_that_can_t_be_read_says_so_to_somebody_unknown_too(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    await evening.settled()
    evening.send_to(0)
    await evening.press("Cleo", "Rules")
    from tables import StorageFailed

    async def broken(*_: object, **__: object) -> None:
        raise StorageFailed("io_error")

    for way in ("read", "read_all"):
        monkeypatch.setattr(evening.database, way, broken)
    assert "couldn't save that" in await evening.say("Dao", "games")
    # Their language is in memory, and there is nothing else to read.
    [told] = await evening.press("Dao", "Rules")
    monkeypatch.undo()
    assert "The idea" in told


async def test_a_slow_disk_is_waited_for_and_the_click_not_lost(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    panel = await evening.dealt(first)
    version = (await evening.tables.table(table)).version
    database, awake = evening.database, asyncio.Event()
    write = database.write

    async def slow(self: Database, *args: Any, **named: Any) -> None:
        await awake.wait()
        await write(self, *args, **named)

    with monkeypatch.context() as slowed:
        slowed.setattr(database, "write", slow)
        clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
        await clicked.answered()  # Only that it will take a moment longer.
        assert (await evening.tables.table(table)).version == version
        awake.set()
        await evening.discord.until(
            lambda: "Take a card;" in (evening.panel(first) or panel).text, timeout_s=PATIENCE_S
        )
    assert (await evening.tables.table(table)).version > version


async def test_a_restart_posts_and_edits_nothing_that_has_not_changed(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", "Cleo")
    first = await evening.turn("Ana", "Ben", "Cleo")
    for name in ("Ana", "Ben", "Cleo"):
        await evening.dealt(name)
    await evening.discord.until(lambda: "Play-by-play:" in evening.board().text, timeout_s=PATIENCE_S)
    await evening.settled()
    evening.discord.clock.advance(2 * 3600)
    await evening.end()
    began = len(list(evening.discord.requests))
    await evening.begin()
    await evening.press("Dao", "Log")
    await evening.settled()
    sent = {request.path.split("/")[1] for request in list(evening.discord.requests)[began:]}
    assert "channels" not in sent
    # And the panel of before still works.
    panel = await evening.dealt(first)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    assert (await evening.tables.table(table)).version > 5


async def test_an_edit_that_discord_puts_off_for_an_hour_becomes_a_new_post(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    await evening.settled()
    old = evening.board()
    channel = evening.discord.channel("games").id
    evening.discord.faults.limit("PATCH", f"/channels/{channel}/messages/{old.id}", retry_after=3000, times=2)
    panel = await evening.dealt(first)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    await evening.discord.until(lambda: evening.board().id != old.id, timeout_s=PATIENCE_S)
    assert "Column 1" in evening.board().text


@pytest.mark.only_with("one process", "who repaints knows of no click that another one answers")
async def test_an_answer_that_comes_late_finds_its_panel_and_does_not_hide_what_came_after(
    evening: Evening,
) -> None:
    """The computer player moves at once, so that it is one's turn again before the answer is there."""
    table = await evening.lobby("Ana", pace="instant", seats=2)
    await evening.set_up("Ana", "Beginner (easiest)")
    await evening.press("Ana", "Start")
    ana, changed = evening.person("Ana"), asyncio.Event()
    evening.tables.subscribe(lambda _: changed.set())
    for _ in range(6):
        await evening.turn("Ana")
        await evening.settled()
        panel = await evening.dealt("Ana")
        held = evening.discord.faults.hold("POST", "/interactions/*/callback")
        clicked = await ana.click(panel, custom_id=moves_of(panel)[-1])
        await held.struck.wait()
        while (await evening.look(table)).to_move != (0,):
            await changed.wait()
            changed.clear()
        painting = asyncio.create_task(evening.keeper(table).bot.parts.refresher.painted(table))
        assert [one.id for one in ana.direct_messages()] == [panel.id]
        held.release()  # The repaint waits for the answer.
        await clicked.answered()
        await painting
        await evening.settled()
        (panel,) = ana.direct_messages()
        assert f":{(await evening.look(table, 'Ana')).asked}:" in moves_of(panel)[0]
    assert Kind.MOVE in [
        told.kind for told in await evening.tables.read(table, log_of, None) if told.seat == 1
    ]
    assert evening.in_vain() == set()
