"""More clicks than the bot can handle: it answers as many as it can in time; all others have no effect."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
import structlog

from cogs.client import TableBot
from cogs.discord_io import delivery
from cogs.interactions import router
from cogs.interactions.click import Click
from localdiscord import ShownMessage
from tables.store.database import Database
from tests.play.evening import PATIENCE_S, Evening, an_evening, moves_of

pytestmark = pytest.mark.slow

NOT_REACHED = "couldn't handle your click"


async def to_act(evening: Evening) -> tuple[str, str, ShownMessage]:
    """Start a table; return its id, the player who is to move, and their panel."""
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    await evening.settled()
    return table, first, await evening.dealt(first)


def slow_down(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.04) -> None:
    """Make every click keep the whole process busy for some seconds."""
    reply = router.reply

    async def slow(click: Click) -> Any:
        time.sleep(seconds)  # noqa: ASYNC251
        return await reply(click)

    monkeypatch.setattr(router, "reply", slow)


class Crowd:
    """Occupies all places of `Capacity`, until it leaves."""

    def __init__(self, bot: TableBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self._bot = bot
        monkeypatch.setattr(delivery, "PATIENCE_S", 0)
        self._free, bot.parts.capacity._free = bot.parts.capacity._free, 0

    def go(self) -> None:
        """Leave all places, so that waiting interactions begin."""
        self._bot.parts.capacity._free = self._free
        self._bot.parts.capacity._look()


@pytest.mark.only_with("one process", "it is about the line of one bot")
async def test_all_of_a_crowd_are_answered_in_time_though_the_work_takes_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work that keeps the whole process busy, as on a slow machine: 3.9 seconds, and Discord waits 3."""
    crowd = [f"Person {n}" for n in range(130)]
    async with an_evening(tmp_path, people=["Ana", "Ben", *crowd]) as evening:
        table = await evening.started("Ana", "Ben")
        await evening.settled()
        slow_down(monkeypatch, 0.03)
        board = evening.board()
        clicks = [await evening.person(name).forge(board, f"t:{table}:log") for name in crowd]
        await asyncio.gather(*(click.answered() for click in clicks))
        await evening.discord.until(
            lambda: all(evening.person(name).ephemeral("games") for name in crowd), timeout_s=PATIENCE_S
        )


@pytest.mark.only_with("one process", "it is about the line of one bot")
async def test_who_clicks_again_as_soon_as_they_are_told_to_wait_keeps_nobody_from_being_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go on until everybody has seen an answer; it is a second of work, where nobody clicks twice."""
    crowd = [f"Person {n}" for n in range(50)]
    async with an_evening(tmp_path, people=["Ana", "Ben", *crowd]) as evening:
        table = await evening.started("Ana", "Ben")
        await evening.settled()
        slow_down(monkeypatch, 0.02)
        board, have_seen = evening.board(), asyncio.Event()

        def seen() -> bool:
            return all(evening.person(name).ephemeral("games") for name in crowd)

        async def go_on(name: str) -> None:
            while not have_seen.is_set():
                clicked = await evening.person(name).forge(board, f"t:{table}:log")
                await clicked.answered()

        clicking = asyncio.gather(*map(go_on, crowd))
        await evening.discord.until(seen, timeout_s=PATIENCE_S)
        have_seen.set()
        await clicking


@pytest.mark.only_with("one process", "it is about the line of one bot")
async def test_of_a_crowd_nobody_waits_to_be_told_until_discord_has_confirmed_it_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = [f"Person {n}" for n in range(24)]
    async with an_evening(tmp_path, people=["Ana", "Ben", *crowd]) as evening:
        table = await evening.started("Ana", "Ben")
        await evening.settled()
        board, places = evening.board(), Crowd(evening.bot, monkeypatch)
        held = evening.discord.faults.hold("POST", "*/callback")
        for name in crowd:
            await evening.person(name).forge(board, f"t:{table}:log")
        await evening.discord.until(lambda: held.hits == len(crowd), timeout_s=PATIENCE_S)
        held.release()
        places.go()


@pytest.mark.only_with("one process", "it is about the line of one bot")
async def test_a_click_that_comes_too_late_to_be_answered_changes_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, panel = await to_act(evening)
    version = (await evening.tables.table(table)).version
    crowd = Crowd(evening.bot, monkeypatch)
    with structlog.testing.capture_logs() as logged:
        refused = evening.discord.faults.fail("POST", "*/callback", status=404, code=10062)
        await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
        await refused.struck.wait()
        crowd.go()
        await evening.press("Dao", "Log", evening.board())
    assert (await evening.tables.table(table)).version == version
    assert "click_dropped" in [one["event"] for one in logged]
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await clicked.answered()
    await evening.settled()
    assert (await evening.tables.table(table)).version > version


@pytest.mark.only_with("one process", "it is about the line of one bot")
async def test_a_click_that_waits_is_answered_and_carried_out_in_its_turn(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, panel = await to_act(evening)
    version, text = (await evening.tables.table(table)).version, panel.text
    crowd = Crowd(evening.bot, monkeypatch)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await clicked.answered()
    assert (await evening.tables.table(table)).version == version
    crowd.go()
    await evening.discord.until(lambda: panel.text != text, timeout_s=PATIENCE_S)
    assert (await evening.tables.table(table)).version > version


@pytest.mark.only_with("one process", "it is about the line of one bot")
async def test_who_has_waited_too_long_is_told_so_and_nothing_changes(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, panel = await to_act(evening)
    version = (await evening.tables.table(table)).version
    crowd = Crowd(evening.bot, monkeypatch)
    monkeypatch.setattr(delivery, "MOST_WAIT_S", -1)  # Not 0: it may take less than the loop's clock tells.
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await clicked.answered()
    crowd.go()

    def told() -> bool:
        return any(NOT_REACHED in one.text for one in evening.person(first).direct_messages())

    await evening.discord.until(told, timeout_s=PATIENCE_S)
    assert (await evening.tables.table(table)).version == version
    assert evening.bot.parts.capacity._free == delivery.AT_WORK


@pytest.mark.only_with("one process", "it is about the line of one bot")
async def test_clicks_that_wait_for_discord_keep_nobody_else_from_being_answered(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "HELD_S", 0.1)
    table = await evening.started("Ana", "Ben")
    await evening.turn("Ana", "Ben")
    await evening.settled()
    held = evening.discord.faults.hold("GET", f"/channels/{evening.discord.channel('games').id}/messages/*")
    shows = [await evening.person("Dao").command("table show", table=table) for _ in range(delivery.AT_WORK)]
    await asyncio.wait_for(held.struck.wait(), PATIENCE_S)
    await evening.person("Cleo").click(evening.board(), "Log")

    def told(name: str) -> list[ShownMessage]:
        return [one for one in evening.person(name).ephemeral("games") if not one.loading]

    await evening.discord.until(lambda: told("Cleo"), timeout_s=PATIENCE_S)
    assert told("Dao") == []
    held.release()
    await evening.discord.until(lambda: len(told("Dao")) == len(shows), timeout_s=PATIENCE_S)
    await evening.bot.close()  # Waits for those who are being answered.
    assert evening.bot.parts.capacity._free == delivery.AT_WORK
    await evening.end()
    await evening.begin()


@pytest.mark.only_with("one process", "it is about the line of one bot")
async def test_a_click_that_waits_for_its_picture_keeps_nobody_else_from_being_answered(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first, panel = await to_act(evening)
    free, asked, drawn = evening.bot.parts.capacity._free, asyncio.Event(), asyncio.Event()
    evening.bot.parts.capacity._free = 1
    picture = evening.bot.studio.picture

    async def slow(*args: Any) -> bytes:
        asked.set()
        await drawn.wait()
        return await picture(*args)

    monkeypatch.setattr(evening.bot.studio, "picture", slow)
    waits = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await asyncio.wait_for(asked.wait(), PATIENCE_S)
    await evening.press("Dao", "Log", evening.board())
    assert not waits.acknowledged
    drawn.set()
    await waits.answered()
    evening.bot.parts.capacity._free += free - 1


@pytest.mark.only_with("one process", "it is about how one bot ends")
async def test_a_bot_that_is_stopped_answers_those_whose_clicks_it_has_begun_and_begins_no_other(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, panel = await to_act(evening)
    version, text = (await evening.tables.table(table)).version, panel.text
    write, awake, writing = evening.database.write, asyncio.Event(), asyncio.Event()

    async def slow(self: Database, *args: Any, **named: Any) -> None:
        writing.set()
        await awake.wait()
        await write(self, *args, **named)

    monkeypatch.setattr(evening.database, "write", slow)
    with structlog.testing.capture_logs() as logged:
        clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
        await writing.wait()
        closing = asyncio.create_task(evening.bot.close())
        await asyncio.sleep(0)  # It has begun to close.
        later = await evening.person("Dao").click(evening.board(), "Log")
        awake.set()
        await closing
    await clicked.answered()
    assert panel.text != text
    assert (await evening.tables.table(table)).version > version
    assert not later.acknowledged
    assert not [one for one in logged if one["log_level"] == "error"]
    await evening.end()
    await evening.begin()


@pytest.mark.only_with("one process", "it is about how one bot ends")
async def test_a_bot_that_is_stopped_tells_those_who_wait_to_click_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, panel = await to_act(evening)
    version = (await evening.tables.table(table)).version
    Crowd(evening.bot, monkeypatch)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await clicked.answered()
    await evening.bot.close()
    assert NOT_REACHED in evening.person(first).direct_messages()[-1].text
    assert (await evening.tables.table(table)).version == version
    await evening.end()
    await evening.begin()


@pytest.mark.only_with("one process", "it is about how one bot ends")
async def test_what_takes_too_long_does_not_keep_a_bot_from_being_stopped(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "FINISH_S", 0.05)
    await to_act(evening)
    held = evening.discord.faults.hold("POST", "*/callback")
    with structlog.testing.capture_logs() as logged:
        await evening.person("Dao").click(evening.board(), "Log")
        await held.struck.wait()
        await evening.bot.close()
    assert [one["clicks"] for one in logged if one["event"] == "not_finished"] == [1]
    assert not [one for one in logged if one["log_level"] == "error"]
    await evening.end()
    await evening.begin()


@pytest.mark.only_with("one process", "it is about how one bot ends")
async def test_a_bot_that_is_stopped_in_its_first_seconds_leaves_nothing_undone(evening: Evening) -> None:
    """discord.py says that it is ready 2 seconds after the last server has come, whatever happened since."""
    await evening.bot.close()
    evening.bot.dispatch("ready")
    await evening.end()
    await evening.begin()
