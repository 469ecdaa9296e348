"""The end card through the real discord.py: for oneself, and for all where a player asks for it."""

from __future__ import annotations

import pytest

from cogs.discord_io import delivery
from localdiscord import ShownMessage
from tables import Person
from tables.verbs.seat_changes import conceded
from tests.play.evening import PATIENCE_S, Evening


async def ended(evening: Evening) -> ShownMessage:
    """The board of a game that Ana and Ben have played to its end."""
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


async def test_the_finished_board_stays_beside_the_score(evening: Evening) -> None:
    assert files(await ended(evening)) == ["score", "board"]


async def test_everybody_may_see_the_card_and_players_may_post_it_where_they_played(evening: Evening) -> None:
    board = await ended(evening)
    table = board.custom_ids[0].split(":")[1]
    await evening.press("Dao", "Result card", board)
    card = latest(evening, "Dao")
    assert files(card) == ["end"]
    [alt] = card.alt_texts
    assert alt.split("\n")[0].startswith("Ru-Ra-Re · ")
    assert "1. Ana: " in alt or "1. Ben: " in alt
    assert "'s biggest score: " in alt
    assert "Ana and Ben clashed" in alt
    assert labels(card) == []

    await evening.press("Ana", "Result card", board)
    own = latest(evening, "Ana")
    assert labels(own) == ["Post in channel"]
    assert await evening.press("Ana", "Post in channel", own) == []
    posted = await evening.discord.until(lambda: evening.board() if evening.board().id != board.id else None)
    assert posted is not None
    assert not posted.ephemeral
    assert files(posted) == ["end"]
    assert posted.alt_texts == [alt]
    assert labels(posted) == []
    assert posted.mentions == []
    # It quotes nothing: a reply would point to Ana's own card, which nobody else can see.
    assert "message_reference" not in posted.message.payload()
    assert (labels(own), files(own)) == ([], ["end"])
    assert "I've posted the card in the channel." in own.text
    await evening.forge("Ana", own, f"t:{table}:post")
    assert evening.board().id == posted.id  # Pressed twice, it stands there once.


async def test_where_the_bot_may_not_write_or_show_pictures_that_is_kept_to(evening: Evening) -> None:
    board = await ended(evening)
    await evening.press("Ana", "Result card", board)
    own = latest(evening, "Ana")
    evening.discord.deny("games", "SEND_MESSAGES")
    [refused] = await evening.press("Ana", "Post in channel", own)
    assert "Discord won't let me do that here" in refused
    assert (labels(own), evening.board().id) == (["Post in channel"], board.id)
    evening.discord.deny("games", "ATTACH_FILES")
    assert await evening.press("Ana", "Post in channel", own) == []
    posted = await evening.discord.until(lambda: evening.board() if evening.board().id != board.id else None)
    assert posted is not None
    assert files(posted) == []
    assert "Ru-Ra-Re · " in posted.text


async def test_an_end_card_that_took_long_to_post_stands_there_too(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ended(evening)
    await evening.press("Ana", "Result card", board)
    own = latest(evening, "Ana")
    monkeypatch.setattr(delivery, "PATIENCE_S", 0.0)
    assert await evening.press("Ana", "Post in channel", own) == []
    assert files(evening.board()) == ["end"]
    assert labels(own) == []


async def test_it_is_not_posted_elsewhere_nor_by_who_did_not_play(evening: Evening) -> None:
    board = await ended(evening)
    table = board.custom_ids[0].split(":")[1]
    await evening.press("Ana", "Result card", board)
    card = latest(evening, "Ana")
    [refused] = await evening.forge("Dao", card, f"t:{table}:post")
    assert "aren't playing at this table" in refused
    panel = await evening.dealt("Ben")
    assert "Result card" in labels(panel)
    await evening.press("Ben", "Result card", panel)
    shown = evening.panel("Ben")
    assert shown is not None
    assert labels(shown) == []
    before = len(evening.person("Ben").direct_messages())
    said = await evening.forge("Ben", shown, f"t:{table}:post")
    assert "You can't see that table's channel" in "\n".join(
        said or [one.text for one in evening.person("Ben").direct_messages()[before:]]
    )
    assert evening.board().id == board.id


async def test_a_game_that_was_given_up_has_none(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.dealt("Ben")
    await evening.tables.do(table, Person(evening.person("Ana").id, "Ana"), "end", conceded)
    await evening.settled()
    await evening.discord.until(lambda: "Play again" in labels(evening.board()), timeout_s=PATIENCE_S)
    assert "Result card" not in labels(evening.board())
    [refused] = await evening.forge("Ben", evening.board(), f"t:{table}:card")
    assert "isn't over yet" in refused


@pytest.mark.only_with("one process", "each keeps pictures of its own")
async def test_who_is_forgotten_is_on_no_picture_that_is_kept(evening: Evening) -> None:
    board = await ended(evening)
    await evening.press("Dao", "Result card", board)
    drawn = evening.bot.studio.drawn
    await evening.press("Dao", "Result card", board)
    assert evening.bot.studio.drawn == drawn
    await evening.say("Ben", "privacy")
    await evening.press("Ben", "Delete everything", latest(evening, "Ben"))
    await evening.press("Ben", "Yes, delete everything", latest(evening, "Ben"))
    await evening.settled()
    await evening.press("Dao", "Result card", board)
    assert "Ben" not in latest(evening, "Dao").text
    assert evening.bot.studio.drawn > drawn
