"""The lobby's picture until the game starts: it changes when the seats change, and only then."""

from __future__ import annotations

import pytest

from localdiscord import ShownMessage
from tests.play.evening import Evening

pytestmark = pytest.mark.slow


def files(message: ShownMessage) -> list[str]:
    """Return the kinds of pictures in a message."""
    return [one["filename"].split("-")[0] for one in message.attachments]


def ids(message: ShownMessage) -> list[str]:
    """Return the ids of a message's files; a new id means that the file was sent anew."""
    return [one["id"] for one in message.attachments]


@pytest.mark.only_with("one process", "another one may send a picture anew that the message has already")
@pytest.mark.parametrize("game", ["rapa-nui-cards", "ru-ra-re", "rapa-nui-board"])
async def test_it_shows_who_sits_down_until_the_board_takes_its_place(evening: Evening, game: str) -> None:
    table = await evening.lobby("Ana", game=game)
    await evening.settled()
    lobby = evening.board()
    assert files(lobby) == ["lobby"]
    first = ids(lobby)
    assert "Seat 1: Ana." in lobby.alt_texts[0]
    assert "Seat 2: open." in lobby.alt_texts[0]
    await evening.forge("Ana", lobby, f"t:{table}:set_up:turn.1d")
    await evening.settled()
    assert "1 day" in lobby.text
    assert ids(lobby) == first
    await evening.press("Ben", "Join")
    await evening.settled()
    assert files(lobby) == ["lobby"]
    assert "Seat 2: Ben." in lobby.alt_texts[0]
    second = ids(lobby)
    assert second != first
    await evening.press("Ben", "Join")  # Who sits there already.
    await evening.settled()  # Of two edits at once the second sends all files.
    await evening.forge("Ana", lobby, f"t:{table}:set_up:turn.2d")
    await evening.settled()
    assert "2 days" in lobby.text
    assert ids(lobby) == second
    await evening.press("Ana", "Start")
    await evening.settled()
    assert evening.board().id == lobby.id
    assert files(lobby)
    assert "lobby" not in files(lobby)


async def test_a_table_that_is_ended_shows_nobody_waiting(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    await evening.settled()
    lobby = evening.board()
    assert files(lobby) == ["lobby"]
    await evening.forge("Ana", lobby, f"t:{table}:cancel")
    await evening.settled()
    assert files(lobby) == []
    assert lobby.alt_texts == []


async def test_who_leaves_is_in_the_picture_no_more(evening: Evening) -> None:
    await evening.lobby("Ana", "Ben", "Cleo")
    await evening.press("Ben", "Leave")
    await evening.settled()
    assert evening.board().alt_texts[0].split("\n")[1:3] == ["Seat 1: Ana.", "Seat 2: Cleo."]
