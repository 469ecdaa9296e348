"""Pictures in messages: who gets which, their alternative texts, and messages without pictures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from cogs.discord_io.attachments import BARRED_S, Picture, without_pictures
from cogs.games import screens
from cogs.messages.warming import warm
from cogs.text import ui
from cogs.views.reading import rules_message
from localdiscord import ShownMessage
from pictures import Scene
from pictures.render import render, shape
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening, moves_of

pytestmark = pytest.mark.slow


@pytest.fixture
async def gallery(tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening with pictures in full size."""
    async with an_evening(tmp_path, draw=render, people=ENGLISH) as began:
        yield began


def names(message: ShownMessage | None) -> list[str]:
    """Return the names of a message's files."""
    return [one["filename"] for one in message.attachments] if message else []


async def move(evening: Evening, *people: str) -> str:
    """Have the player whose turn it is make the first offered move; return their name."""
    who = await evening.turn(*people)
    panel = await evening.dealt(who)
    clicked = await evening.person(who).click(panel, custom_id=moves_of(panel)[0])
    await clicked.answered()
    await evening.settled()
    return who


async def test_the_board_and_each_hand_are_pictures_that_say_what_they_show(gallery: Evening) -> None:
    await gallery.started("Ana", "Ben")
    mover = await gallery.turn("Ana", "Ben")
    await gallery.settled()
    board = gallery.board()
    assert [name.split("-")[0] for name in names(board)] == ["board"]
    assert all(name.endswith(".png") for name in names(board))
    assert "Column 1:" in board.alt_texts[0]
    assert board.attachments[0]["width"] == 1000
    for person in ("Ana", "Ben"):
        panel = await gallery.dealt(person)
        # Whoever is called to their turn has the board there, too.
        assert [name.split("-")[0] for name in names(panel)] == ["board"] * (person == mover) + ["cards"]
        assert "Hand:" in panel.alt_texts[-1]


async def test_nobody_gets_a_picture_of_somebody_else_s_cards(evening: Evening) -> None:
    people = ("Ana", "Ben", "Cleo")
    await evening.started(*people)
    await evening.play_to_the_end(*people)
    await evening.settled()
    received = {
        person: {
            name
            for seen in evening.discord.seen_by(person)
            for name in seen.file_names
            if name.startswith("cards-")
        }
        for person in (*people, "Dao")
    }
    assert received["Dao"] == set()
    for person in people:
        assert received[person]
        others = set().union(*(received[other] for other in people if other != person))
        assert not received[person] & others


@pytest.mark.only_with("one process", "each keeps pictures of its own")
async def test_what_was_drawn_is_not_drawn_again(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await move(evening, "Ana", "Ben")
    drawn = evening.bot.studio.drawn
    await evening.say("Dao", "table show")
    assert evening.bot.studio.drawn == drawn
    for _ in range(2):
        for name in ("Ana", "Ben"):
            await evening.press(name, "My cards")
    # Whoever is called has the board beside their hand, so here alone the display is drawn with it.
    assert evening.bot.studio.drawn == drawn + 1


def ids(message: ShownMessage) -> list[str]:
    """Return the ids of a message's files."""
    return [one["id"] for one in message.attachments]


def board_of(number: int, said: str) -> ui.LayoutView:
    """Return a message with two pictures, one of which is always the same."""
    scenes = (Scene(60, 40, "dusk", ()), Scene(60, 40 + number, "dusk", ()))
    pictures = (Picture("board", scene, "A board", ()) for scene in scenes)
    return ui.LayoutView(ui.Container(ui.TextDisplay(said), *pictures))


async def test_a_picture_that_has_not_changed_is_neither_drawn_nor_sent_again(evening: Evening) -> None:
    attachments = evening.bot.parts.attachments
    place = evening.bot.get_partial_messageable(int(evening.discord.channel("games").id))
    sent = await attachments.send(place, board_of(1, "first"))
    message = place.get_partial_message(sent.id)

    async def edited(number: int, said: str) -> tuple[list[str], int]:
        drawn = evening.bot.studio.drawn
        await attachments.edit(message, board_of(number, said))
        assert said in evening.board().text
        return ids(evening.board()), evening.bot.studio.drawn - drawn

    first = ids(evening.board())
    assert await edited(1, "the same") == (first, 0)
    second, drawn = await edited(2, "another")
    assert (second[0], drawn) == (first[0], 1)
    assert second[1] not in first
    # Whoever else has changed the message meanwhile: all are sent, and nobody waits.
    bare = without_pictures(board_of(1, "in words"))
    await message.edit(
        view=ui.sendable(bare), attachments=[], allowed_mentions=discord.AllowedMentions.none()
    )
    third, drawn = await edited(2, "back again")
    assert len(third) == 2
    assert not {*third} & {*first, *second}
    assert [one.status for one in [*evening.discord.requests][-2:]] == [400, 200]


async def test_a_panel_keeps_its_pictures_when_a_click_changes_none(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    who = await evening.turn("Ana", "Ben")
    stale = moves_of(await evening.dealt(who))[0]
    await move(evening, who)
    panel = await evening.dealt(who)
    before, text = ids(panel), panel.text
    assert before
    for _ in range(2):
        await evening.forge(who, panel, stale)
        await evening.settled()
        panel = await evening.dealt(who)
        assert ids(panel) == before
    assert panel.edited
    assert panel.text != text  # It says that this was not the question any more.


async def test_what_is_drawn_at_the_start_is_there_when_somebody_wants_it(gallery: Evening) -> None:
    are_lobbies_drawn = asyncio.Event()
    await warm(gallery.bot.parts, are_lobbies_drawn)
    assert are_lobbies_drawn.is_set()
    drawn, sprites = gallery.bot.studio.drawn, shape.cache_info().misses
    for game_id, screen in screens().items():
        for page in range(len(screen.rules(gallery.bot.words("en")))):
            await gallery.bot.parts.attachments.rendered(
                rules_message(game_id, page, gallery.bot.words("de"))
            )
    assert gallery.bot.studio.drawn == drawn > 5
    assert shape.cache_info().misses == sprites


async def test_without_the_permission_for_files_the_same_is_said_in_words(evening: Evening) -> None:
    evening.discord.deny("games", "ATTACH_FILES")
    await evening.started("Ana", "Ben")
    await move(evening, "Ana", "Ben")
    await evening.discord.until(lambda: "Columns" in evening.board().text, timeout_s=PATIENCE_S)
    assert names(evening.board()) == []
    refused = [one for one in evening.discord.requests if one.status == 403]
    assert len(refused) <= 2  # Not asked again and again.
    # Direct messages are another place.
    assert names(await evening.dealt("Ana"))
    evening.discord.deny("games")
    evening.discord.clock.advance(BARRED_S + 1)
    await move(evening, "Ana", "Ben")
    assert names(evening.board())


async def test_a_drawing_that_fails_costs_nobody_their_turn(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(scene: Scene) -> bytes:
        raise RuntimeError(scene.key)

    for one in evening.workers:
        monkeypatch.setattr(one.bot.studio, "picture", broken)
    await evening.started("Ana", "Ben")
    who = await move(evening, "Ana", "Ben")
    panel = await evening.dealt(who)
    assert names(panel) == []
    assert "Hand:" in panel.text
    assert "Columns" in evening.board().text
    monkeypatch.undo()
    await move(evening, "Ana", "Ben")
    assert names(evening.board())
