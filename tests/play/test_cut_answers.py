"""The connection is cut while the bot answers: before, in the middle, or after Discord took the answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.discord_io import delivery
from cogs.text import ui
from localdiscord import ShownMessage
from localdiscord.rest.faults import Fault
from tables import Look
from tests.play.evening import PATIENCE_S, Evening, moves_of
from tests.play.pairing import each_pairing

pytestmark = pytest.mark.slow

CALLBACK, ORIGINAL = "*/callback", "/webhooks/*/messages/@original"
WHEN = pytest.mark.parametrize("when", ["before", "half", "after"])


def cut(evening: Evening, path: str, when: str, times: int = 1) -> Fault:
    """Have the connections of answers cut; return the fault."""
    after, half = when == "after", when == "half"
    return evening.discord.faults.cut("*", path, times=times, after=after, half=half)


def lobbies(evening: Evening) -> list[ShownMessage]:
    """Return all messages of lobbies that a table's opener sees."""
    shown = [*evening.person("Ana").messages("games"), *evening.person("Ana").ephemeral("games")]
    found = {one.id: one for one in shown if "Join" in [button.label for button in one.buttons]}
    return list(found.values())


async def panel_to_act(evening: Evening) -> tuple[str, ShownMessage]:
    """Return the player who is to move, and their panel once all is painted."""
    first = await evening.turn("Ana", "Ben")
    await evening.settled()
    return first, await evening.dealt(first)


@WHEN
async def test_a_move_is_answered_all_the_same(evening: Evening, when: str) -> None:
    table = await evening.started("Ana", "Ben")
    first, panel = await panel_to_act(evening)
    text, version = panel.text, (await evening.tables.table(table)).version
    order = cut(evening, CALLBACK, when)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await clicked.answered()
    assert order.hits == 1
    assert (await evening.tables.table(table)).version > version
    assert panel.text != text


@pytest.mark.only_with("one process", "else the connection that is cut is the balancer's")
@WHEN
async def test_a_private_panel_is_opened_once_and_follows_the_game(evening: Evening, when: str) -> None:
    await evening.started("Ana", "Ben")
    first, panel = await panel_to_act(evening)
    cut(evening, CALLBACK, when)
    await evening.press(first, "My cards")
    (shown,) = evening.person(first).ephemeral("games")
    text = shown.text
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await clicked.answered()
    await evening.discord.until(lambda: shown.text != text, timeout_s=PATIENCE_S)


@WHEN
async def test_a_table_is_opened_once_and_its_lobby_is_the_board(evening: Evening, when: str) -> None:
    cut(evening, CALLBACK, when)
    await evening.lobby("Ana")
    await evening.settled()
    (shown,) = lobbies(evening)
    await evening.press("Ben", "Join", shown)
    await evening.settled()
    assert [one.id for one in lobbies(evening)] == [shown.id]
    assert f"<@{evening.person('Ben').id}>" in shown.text


@pytest.mark.only_with("one process", "what one bot knows is held back")
async def test_a_lobby_that_is_clicked_before_its_command_knows_of_it_stays_the_only_one(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts, known = evening.bot.parts, asyncio.Event()
    board, people = parts.updaters.board, parts.people
    posted, note_locale = board.posted, people.note_locale

    async def posted_late(
        look: Look, channel_id: int, message_id: int, view: ui.LayoutView | None = None, by: Any = None
    ) -> None:
        if view is not None:
            await known.wait()
        await posted(look, channel_id, message_id, view)

    async def noted_late(*args: Any, **kwargs: Any) -> None:
        await evening.settled()
        await note_locale(*args, **kwargs)

    monkeypatch.setattr(board, "posted", posted_late)
    monkeypatch.setattr(people, "note_locale", noted_late)
    await evening.lobby("Ana")
    (shown,) = lobbies(evening)
    await evening.press("Ben", "Join", shown)
    await evening.settled()
    known.set()
    await evening.settled()
    assert [one.id for one in lobbies(evening)] == [shown.id]
    assert f"<@{evening.person('Ben').id}>" in shown.text


@pytest.mark.parametrize("is_clicked", [False, True], ids=["at once", "after a click"])
async def test_a_lobby_that_a_killed_process_did_not_note_is_the_board_of_the_next(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, is_clicked: bool
) -> None:
    async def forgotten(*_: object) -> None:
        """Skip the writing of a database note, as if the process had been killed before it."""

    for one in evening.workers:
        monkeypatch.setattr(one.bot.parts.updaters.board, "posted", forgotten)
    await evening.lobby("Ana")
    (shown,) = lobbies(evening)
    await evening.end()
    await evening.begin()
    if is_clicked:
        await evening.press("Cleo", "Join", shown)
    await evening.settled()
    await evening.press("Ben", "Join", shown)
    await evening.settled()
    assert [one.id for one in lobbies(evening)] == [shown.id]
    assert f"<@{evening.person('Ben').id}>" in shown.text


@WHEN
@pytest.mark.parametrize("path", [ORIGINAL, "/webhooks/*"])
async def test_an_answer_that_takes_long_is_brought_to_its_end(
    evening: Evening, when: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    first, panel = await panel_to_act(evening)
    text = panel.text
    cut(evening, path, when)
    monkeypatch.setattr(delivery, "PATIENCE_S", 0)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    opened = await evening.person(first).click(evening.board(), "My cards")
    await clicked.answered()
    await opened.answered()
    await evening.discord.until(lambda: panel.text != text, timeout_s=PATIENCE_S)
    await evening.discord.until(lambda: evening.person(first).ephemeral("games"), timeout_s=PATIENCE_S)
    assert "Hand:" not in evening.board().text


@pytest.mark.only_with("one process", "else the connection that is cut is the balancer's")
@WHEN
async def test_the_word_that_it_takes_longer_is_said_until_it_is_heard(
    evening: Evening, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    first, _ = await panel_to_act(evening)
    monkeypatch.setattr(delivery, "PATIENCE_S", 0)
    order = cut(evening, CALLBACK, when, times=2)
    await evening.press(first, "My cards")
    await evening.say(first, "games")
    assert order.hits == 2
    await evening.discord.until(lambda: evening.person(first).ephemeral("games"), timeout_s=PATIENCE_S)
    assert "Hand:" not in evening.board().text


async def test_what_discord_took_and_never_said_so_is_painted_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben")
    first, panel = await panel_to_act(evening)
    monkeypatch.setattr(delivery, "ANSWER_WITHIN_S", 0.2)
    monkeypatch.setattr("cogs.interactions.answer.HAND_OVER_S", 0.0)
    for path in (CALLBACK, ORIGINAL):
        cut(evening, path, "after", times=100)
    began = len(list(evening.discord.requests))
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await clicked.answered()

    def is_painted() -> bool:
        sent = list(evening.discord.requests)[began:]
        direct = f"/channels/{panel.message.channel.id}/messages/{panel.id}"
        return any(one.method == "PATCH" and one.path == direct for one in sent)

    await evening.discord.until(is_painted, timeout_s=PATIENCE_S)


async def test_nobody_hears_of_it_where_discord_never_heard_of_the_answer(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The move counts, and the updaters show it."""
    table = await evening.started("Ana", "Ben")
    first, panel = await panel_to_act(evening)
    monkeypatch.setattr(delivery, "ANSWER_WITHIN_S", 1.0)
    version, text = (await evening.tables.table(table)).version, panel.text
    order = cut(evening, CALLBACK, "before", times=100)
    clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
    await evening.discord.until(lambda: panel.text != text and order.hits > 1, timeout_s=PATIENCE_S)
    assert (await evening.tables.table(table)).version > version
    assert not clicked.acknowledged
    assert [one for one in caplog.records if one.exc_info] == []


@each_pairing
async def test_a_table_whose_command_took_long_shows_one_lobby(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hurried:
        hurried.setattr(delivery, "PATIENCE_S", 0)
        opened = await evening.person("Ana").command("table new", game="rapa-nui-cards")
        await opened.answered()
        await evening.discord.until(
            lambda: [one for one in evening.person("Ana").ephemeral("games") if not one.loading],
            timeout_s=PATIENCE_S,
        )
    await asyncio.wait_for(evening.settled(), PATIENCE_S)
    (shown,) = lobbies(evening)
    assert not shown.ephemeral
    [told] = [one.text for one in evening.person("Ana").ephemeral("games")]
    assert shown.id in told
    await evening.press("Ben", "Join", shown)
    assert f"<@{evening.person('Ben').id}>" in shown.text
