"""Finished games are shared through the real discord.py: with everybody, or only with the clicker."""

from __future__ import annotations

import io
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image, ImageSequence

from cogs.discord_io import delivery
from localdiscord import ShownMessage
from pictures.animation import filmed
from pictures.scene import Film, Scene
from tables import Person
from tables.verbs.seat_changes import conceded
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening
from tests.play.pace import PACE

FOLLOWS = "The animation of this game follows in a moment"
MISSING = "The animation is missing"
SHORT = Film((Scene(20, 20, "dusk", ()),), (10,))


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening whose answers don't wait for pictures at all."""
    pace = PACE.__class__(PACE.settle_s, PACE.spacing_s, PACE.retry_s, pictures_s=0)
    async with an_evening(tmp_path, pace=pace, people=ENGLISH) as began:
        yield began


async def ended(evening: Evening) -> ShownMessage:
    """Play a game of Ana and Ben to its end; return the board."""
    table = await evening.started("Ana", "Ben", game="ru-ra-re")
    await evening.run_to_the_end(table, "Ana", "Ben")
    await evening.discord.until(lambda: "wins!" in evening.board().text or "share" in evening.board().text)
    return evening.board()


def labels(message: ShownMessage) -> list[str]:
    return [button.label for button in message.buttons]


def files(message: ShownMessage) -> list[str]:
    return [one["filename"].split("-")[0] for one in message.attachments]


def latest(evening: Evening, name: str) -> ShownMessage:
    return evening.person(name).ephemeral("games")[-1]


async def posted(evening: Evening, former: ShownMessage) -> ShownMessage:
    """Return the public message after `former`, once it has its pictures."""
    await evening.discord.until(
        lambda: evening.board().id != former.id and files(evening.board()), timeout_s=PATIENCE_S
    )
    return evening.board()


async def test_the_finished_board_stays_beside_the_score(evening: Evening) -> None:
    assert files(await ended(evening)) == ["score", "board"]


async def test_a_player_shares_with_all_and_who_else_asks_gets_it_alone(evening: Evening) -> None:
    board = await ended(evening)
    await evening.press("Dao", "Share", board)
    await evening.discord.until(lambda: files(latest(evening, "Dao")), timeout_s=PATIENCE_S)
    own = latest(evening, "Dao")
    assert (files(own), labels(own), evening.board().id) == (["game", "end"], [], board.id)

    await evening.press("Ana", "Share", board)
    shared = await posted(evening, board)
    assert not shared.ephemeral
    assert (files(shared), labels(shared), shared.mentions) == (["game", "end"], [], [])
    assert [one["filename"] for one in shared.attachments] == [one["filename"] for one in own.attachments]
    moving, card = shared.alt_texts
    assert moving.startswith("Animation of the game in ")
    assert "At the end:\n" in moving
    # A forwarded message keeps its text, in which everything is that the card says.
    lines = shared.text.split("\n")
    assert lines[0].startswith("### Ru-Ra-Re · ")
    for line in card.split("\n"):
        assert any(line.split(": ")[-1] in said for said in lines), line
    assert "Ana" in shared.text
    assert "<@" not in shared.text
    assert FOLLOWS not in shared.text


async def test_it_moves_from_the_deal_to_the_end_in_fifteen_seconds(evening: Evening) -> None:
    board = await ended(evening)
    await evening.press("Ana", "Share", board)
    shared = await posted(evening, board)
    content, _ = evening.discord.world.files[urlsplit(shared.attachments[0]["url"]).path]
    with Image.open(io.BytesIO(content)) as image:
        ms = [int((frame.load(), frame.info["duration"])[1]) for frame in ImageSequence.Iterator(image)]
        assert image.format == "WEBP"
    assert len(ms) > 5
    assert sum(ms) <= 15_000
    assert ms[-1] >= 3_000


async def test_the_words_are_there_before_the_pictures(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ended(evening)
    made = threading.Event()
    for one in evening.workers:
        monkeypatch.setattr(one.bot.studio, "_film", lambda _: made.wait(PATIENCE_S) and filmed(SHORT))
    await evening.press("Ana", "Share", board)
    shared = evening.board()
    assert shared.id != board.id
    assert (FOLLOWS in shared.text, files(shared)) == (True, [])
    await evening.press("Ben", "Refresh" if "Refresh" in labels(board) else "Log", board)  # Nobody waits.
    made.set()
    await evening.discord.until(lambda: files(evening.board()) == ["game", "end"], timeout_s=PATIENCE_S)
    assert FOLLOWS not in evening.board().text


async def test_a_picture_that_cannot_be_made_is_said_to_be_missing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ended(evening)

    def died(film: Film) -> bytes:
        raise OSError

    for one in evening.workers:
        monkeypatch.setattr(one.bot.studio, "_film", died)
    await evening.press("Ana", "Share", board)
    await evening.discord.until(lambda: MISSING in evening.board().text, timeout_s=PATIENCE_S)
    assert "### Ru-Ra-Re · " in evening.board().text
    assert files(evening.board()) == []


@pytest.mark.parametrize(("status", "code"), [(413, 40005), (403, 50013)])
async def test_files_that_discord_refuses_are_said_to_be_missing(
    evening: Evening, status: int, code: int
) -> None:
    board = await ended(evening)
    evening.discord.faults.fail("PATCH", "/webhooks/*", status=status, code=code, times=1)
    await evening.press("Ana", "Share", board)
    await evening.discord.until(lambda: MISSING in evening.board().text, timeout_s=PATIENCE_S)
    assert files(evening.board()) == []


async def test_a_click_that_waited_long_is_answered_with_the_pictures(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ended(evening)
    monkeypatch.setattr(delivery, "PATIENCE_S", 0.0)
    await evening.press("Ana", "Share", board)
    assert files(await posted(evening, board)) == ["game", "end"]
    assert FOLLOWS not in evening.board().text


async def test_it_is_shared_from_the_replay_and_in_a_direct_message(evening: Evening) -> None:
    board = await ended(evening)
    await evening.press("Ana", "Replay", board)
    await evening.press("Ana", "Share", latest(evening, "Ana"))
    shared = await posted(evening, board)
    panel = await evening.dealt("Ben")
    await evening.press("Ben", "Share", panel)
    await evening.discord.until(
        lambda: files(evening.person("Ben").direct_messages()[-1]) == ["game", "end"], timeout_s=PATIENCE_S
    )
    own = evening.person("Ben").direct_messages()[-1]
    assert not own.ephemeral
    assert evening.board().id == shared.id


async def test_a_game_that_was_given_up_or_still_runs_is_not_shared(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    panel = await evening.dealt("Ben")
    [refused] = await evening.forge("Ben", evening.board(), f"t:{table}:share")
    assert "isn't over yet" in refused
    await evening.tables.do(table, Person(evening.person("Ana").id, "Ana"), "end", conceded)
    await evening.settled()
    await evening.discord.until(lambda: "Play again" in labels(evening.board()), timeout_s=PATIENCE_S)
    assert "Share" not in (*labels(evening.board()), *labels(panel))
    [refused] = await evening.forge("Ben", evening.board(), f"t:{table}:share")
    assert "ended early" in refused


@pytest.mark.only_with("one process", "each keeps pictures of its own")
async def test_it_is_made_once_and_never_shows_who_is_forgotten(evening: Evening) -> None:
    board = await ended(evening)

    async def shared() -> str:
        await evening.press("Dao", "Share", board)
        await evening.discord.until(lambda: files(latest(evening, "Dao")), timeout_s=PATIENCE_S)
        return "\n".join((latest(evening, "Dao").text, *latest(evening, "Dao").alt_texts))

    assert "Ben" in await shared()
    drawn = evening.bot.studio.drawn
    assert "Ben" in await shared()
    assert evening.bot.studio.drawn == drawn
    await evening.say("Ben", "privacy")
    await evening.press("Ben", "Delete everything", latest(evening, "Ben"))
    await evening.press("Ben", "Yes, delete everything", latest(evening, "Ben"))
    await evening.settled()
    assert "Ben" not in await shared()
    assert evening.bot.studio.drawn > drawn
