"""Long turns: notices, reminders, time that runs out, idle tables, by a clock that tests move."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

import pytest

from tables.model.limits import DAY_S, LOBBY_ASLEEP_S, WARNED_S
from tables.model.table import Kind
from tables.timing.preferences import with_preferences
from tables.views.looks import log_of
from tests.play.evening import PATIENCE_S, Evening, moves_of
from tests.tables import stores

pytestmark = pytest.mark.slow

HOUR_S = 3600.0


async def decides(evening: Evening, name: str, settings: Mapping[str, str]) -> None:
    """Store a person's settings, whether or not the bot knows the person."""
    await evening.bot.parts.tables.people.revise(evening.person(name).id, lambda _: {"settings": settings})


async def pass_time(evening: Evening, seconds: float) -> None:
    """Let time pass, and wait until everything due is done."""
    evening.discord.clock.advance(seconds)
    await evening.caught_up()
    await evening.settled()


async def test_what_was_agreed_stands_in_the_lobby_and_on_the_board(evening: Evening) -> None:
    await evening.lobby("Ana", "Ben", turn="2d", late="seat")
    assert "Time per turn: 2 days. If it runs out, a computer takes over" in evening.board().text
    await evening.press("Ana", "Start")
    mover = await evening.turn("Ana", "Ben")
    await evening.settled()
    runs_out = re.search(r"time runs out <t:(\d+):R>", evening.board().text)
    assert runs_out is not None
    assert abs(int(runs_out[1]) - evening.discord.clock.now() - 2 * DAY_S) < 60
    panel = await evening.dealt(mover)
    assert f"<t:{runs_out[1]}:R>" in panel.text


async def test_one_notice_a_turn_has_the_board_what_happened_and_the_controls(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    second = "Ben" if first == "Ana" else "Ana"
    while moves_of(evening.panel(first)):
        panel = await evening.dealt(first)
        await (await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])).answered()
        await evening.settled()
    await evening.turn(second)
    await evening.settled()
    notice = await evening.dealt(second)
    assert "\n-# <:seat_" in notice.text
    assert f"<@{evening.person(first).id}>" in notice.text
    assert any("Column 1:" in alt for alt in notice.alt_texts)
    assert moves_of(notice)
    # It stands in a panel in the channel too, and above the board for everybody.
    await evening.press(second, "My cards")
    assert f"<@{evening.person(first).id}>" in evening.person(second).ephemeral("games")[-1].text
    who, *last = evening.board().text.split("Column 1:")[0].strip().splitlines()[1:]
    assert who.startswith("▶")
    assert 1 <= len(last) <= 2


async def test_in_quiet_hours_a_turn_comes_without_a_sound(evening: Evening) -> None:
    now = datetime.datetime.fromtimestamp(evening.discord.clock.now(), datetime.UTC)
    begin = (now.hour * 60 + 1380) % 1440  # an hour ago, for two hours
    for name in ("Ana", "Ben"):
        quiet = with_preferences({}, zone="UTC", quiet=(begin, (begin + 180) % 1440))
        await decides(evening, name, quiet)
    await evening.started("Ana", "Ben")
    mover = await evening.turn("Ana", "Ben")
    await evening.settled()
    assert moves_of(await evening.dealt(mover))
    assert evening.pings(mover) == 0


@pytest.mark.parametrize("where", ["direct", "thread"])
async def test_reminders_come_once_each_and_where_one_wants_them(evening: Evening, where: str) -> None:
    for name in ("Ana", "Ben"):
        settings = with_preferences({}, reminders_s=(12 * 3600, 3600))
        settings["notice"] = where
        await decides(evening, name, settings)
    await evening.started("Ana", "Ben", turn="1d", late="wait")
    mover = await evening.turn("Ana", "Ben")
    await evening.settled()
    assert evening.pings(mover) == 1
    for hours, pings in ((11, 1), (1.1, 2), (10, 2), (1, 3), (0.5, 3)):
        await pass_time(evening, hours * HOUR_S)
        assert evening.pings(mover) == pings, hours
    told = [one.text for one in evening.thread()] if where == "thread" else []
    direct = (await evening.dealt(mover)).text
    assert sum("your time at table" in text for text in told) == (2 if where == "thread" else 0)
    if where == "direct":
        assert "Reminder: your time runs out" in direct
        assert moves_of(await evening.dealt(mover))
    await pass_time(evening, HOUR_S)
    assert "is out of time. The table waits." in evening.thread()[-1].text
    assert "You're out of time" in (await evening.dealt(mover)).text


async def test_of_several_reminders_that_fell_due_while_nobody_looked_one_comes(evening: Evening) -> None:
    await evening.started("Ana", "Ben", turn="1d")
    mover = await evening.turn("Ana", "Ben")
    await evening.settled()
    assert evening.pings(mover) == 1
    await evening.end()
    evening.discord.clock.advance(23.5 * HOUR_S)
    stores.lived(evening.path.parent, evening.discord.clock.now())
    await evening.begin()
    await evening.caught_up()
    await evening.settled()
    assert evening.pings(mover) == 2
    await evening.end()
    await evening.begin()
    await evening.caught_up()
    await evening.settled()
    assert evening.pings(mover) == 2


@pytest.mark.parametrize("is_killed", [False, True])
async def test_time_in_which_the_bot_was_off_is_given_back_and_told(
    evening: Evening, is_killed: bool
) -> None:
    table = await evening.started("Ana", "Ben", turn="1d", late="seat")
    mover = await evening.turn("Ana", "Ben")
    await evening.settled()
    began = evening.discord.clock.now()
    evening.discord.clock.advance(22 * HOUR_S)
    await evening.caught_up()
    await evening.settled()
    await evening.end()
    if is_killed:  # Half a minute after it had noted that it lives.
        stores.lived(evening.path.parent, evening.discord.clock.now() - 30)
    evening.discord.clock.advance(6 * HOUR_S)
    await evening.begin()
    await evening.caught_up()
    assert [entry.kind for entry in await evening.tables.read(table, log_of, None)][-1] is not Kind.LATE
    until = re.compile(r"<t:(\d+)")

    def told() -> bool:
        shown = [one.text for one in (evening.board(), evening.panel(mover)) if one is not None]
        return all(int(found[1]) >= began + 29 * HOUR_S for text in shown if (found := until.search(text)))

    await evening.discord.until(told, timeout_s=20)
    await evening.settled()


async def test_a_computer_player_moves_for_somebody_late_and_the_game_goes_on(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", turn="10m", pace="instant")
    mover = await evening.turn("Ana", "Ben")
    other = "Ben" if mover == "Ana" else "Ana"
    await pass_time(evening, 601)
    await evening.turn(other)
    await evening.settled()
    story = "\n".join(one.text for one in evening.thread())
    assert "is out of time. A computer makes this one move." in story
    seat = (await evening.look(table, other)).seat
    assert (await evening.look(table)).to_move == (seat,)
    # Late once, but not replaced: their next turn is theirs.
    await pass_time(evening, 601)
    await evening.turn(mover)


async def test_a_computer_player_plays_on_until_somebody_is_back(evening: Evening) -> None:
    await evening.started("Ana", "Ben", turn="10m", late="seat", pace="instant")
    mover = await evening.turn("Ana", "Ben")
    other = "Ben" if mover == "Ana" else "Ana"
    await pass_time(evening, 601)
    await evening.turn(other)
    await evening.settled()
    assert "A computer is playing for" in evening.board().text
    panel = await evening.dealt(mover)
    assert "A computer is playing for you." in panel.text
    pings = evening.pings(mover)
    await evening.press(mover, "I'm back", panel)
    await evening.settled()
    assert "is back." in evening.thread()[-1].text
    assert "A computer is playing for" not in evening.board().text
    assert evening.pings(mover) == pings


async def test_days_away_stand_on_the_board_and_hold_the_clock(evening: Evening) -> None:
    await evening.started("Ana", "Ben", turn="1d", late="wait")
    mover = await evening.turn("Ana", "Ben")
    await evening.settled()
    assert "You're away until" in await evening.say(mover, "settings", away="in a week")
    await evening.settled()
    assert "away until" in evening.board().text
    await pass_time(evening, 3 * DAY_S)
    assert "is out of time" not in evening.board().text
    await pass_time(evening, 7 * DAY_S)
    assert "is out of time" in evening.board().text


async def test_a_lobby_asleep_says_so_and_closes(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    await pass_time(evening, LOBBY_ASLEEP_S + 1)
    board = evening.board()
    assert "Nobody has moved here for a while." in board.text
    assert board.button("Start")
    await evening.press("Ben", "Keep the table open")
    await evening.settled()
    assert "Nobody has moved here for a while." not in evening.board().text
    told = (await evening.forge("Dao", evening.board(), f"t:{table}:keep"))[0]
    assert "aren't playing at this table" in told
    await pass_time(evening, LOBBY_ASLEEP_S + 1)
    await pass_time(evening, WARNED_S + 1)
    assert "This table was closed because nobody had played here for a long time." in evening.board().text


async def test_a_running_table_asleep_calls_its_players_in_the_thread(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    mover = await evening.turn("Ana", "Ben")
    await pass_time(evening, 28 * DAY_S + 1)
    warning = evening.thread()[-1]
    assert "The table closes" in warning.text
    assert set(warning.mentions) == {"Ana", "Ben"}
    await evening.press(mover, "Keep the table open", warning)
    await pass_time(evening, WARNED_S + 1)
    assert (await evening.tables.table(table)).phase == "running"
    await evening.discord.until(
        lambda: any("keeps the table" in one.text for one in evening.thread()), timeout_s=PATIENCE_S
    )
    await pass_time(evening, 25 * DAY_S)
    await pass_time(evening, WARNED_S + 1)
    assert "This table was closed" in evening.board().text
