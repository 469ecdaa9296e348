"""Replays through the real discord.py: stepping, running, secrets, and the record as a file."""

from __future__ import annotations

import asyncio
import json
import re

import aiohttp
import pytest

from localdiscord import ShownMessage
from tables.views.replay import of_table
from tests.play.evening import PATIENCE_S, Evening

pytestmark = pytest.mark.slow

MOVE = re.compile(r"move (\d+) of (\d+)")


async def a_finished_game(evening: Evening, **options: str) -> str:
    table = await evening.started("Ana", "Ben", **options)
    await evening.run_to_the_end(table, "Ana", "Ben")
    return table


def replay(evening: Evening, name: str, channel: str = "games") -> ShownMessage:
    """Return a person's newest ephemeral message."""
    return evening.person(name).ephemeral(channel)[-1]


def where(message: ShownMessage) -> tuple[int, int]:
    """Return the number of the move that the replay shows (0: none yet), and the number of all moves."""
    found = MOVE.search(message.text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


async def downloaded(url: str) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return await answer.read()


async def test_a_spectator_steps_through_a_finished_game(evening: Evening) -> None:
    table = await a_finished_game(evening)
    moves = len((await evening.tables.read(table, of_table, is_open=False)).frames) - 1
    await evening.press("Dao", "Replay")
    shown = replay(evening, "Dao")
    assert "Before the first move." in shown.text
    assert len(shown.attachments) == 1
    for label, place in (("Next ▶", 1), ("Next ▶", 2), ("◀ Back", 1), ("Last ⏭", moves), ("⏮ First", 0)):
        await evening.press("Dao", label, shown)
        shown = replay(evening, "Dao")
        assert where(shown)[0] == place
        assert len(shown.attachments) == 1
    await evening.press("Dao", "Last ⏭", shown)
    assert "The stone, revealed:" in replay(evening, "Dao").text
    # One message, which nobody else sees.
    assert len(evening.person("Dao").ephemeral("games")) == 1
    assert not any("Replay" in one.text for one in evening.person("Cleo").ephemeral("games"))


async def test_the_menu_jumps_to_a_turn(evening: Evening) -> None:
    await a_finished_game(evening)
    await evening.press("Dao", "Replay")
    shown = replay(evening, "Dao")
    labels = [label for label, _ in shown.selects[0].options]
    assert labels[0] == "Start"
    assert labels[-1] == "End"
    chosen = await evening.person("Dao").choose(shown, labels[2])
    await chosen.answered()
    there, moves = where(replay(evening, "Dao"))
    assert 0 < there < moves


async def test_what_was_hidden_is_shown_on_wish_and_hidden_again(evening: Evening) -> None:
    await a_finished_game(evening)
    await evening.press("Dao", "Replay")
    shown = replay(evening, "Dao")
    await evening.press("Dao", "Next ▶", shown)
    public = replay(evening, "Dao").attachments[0]["filename"]
    await evening.press("Dao", "Show secrets", shown)
    open_one = replay(evening, "Dao")
    assert "Everything is revealed." in open_one.text
    assert open_one.attachments[0]["filename"] != public
    await evening.press("Dao", "Hide secrets", open_one)
    assert replay(evening, "Dao").attachments[0]["filename"] == public
    assert where(replay(evening, "Dao"))[0] == 1


async def test_where_nothing_is_hidden_choices_are_told_and_it_stays_at_the_same_moment(
    evening: Evening,
) -> None:
    await a_finished_game(evening, game="ru-ra-re")
    await evening.press("Dao", "Replay")
    for _ in range(3):
        await evening.press("Dao", "Next ▶", replay(evening, "Dao"))
    public = where(replay(evening, "Dao"))
    assert "chooses row" not in replay(evening, "Dao").text
    await evening.press("Dao", "Show secrets", replay(evening, "Dao"))
    assert where(replay(evening, "Dao"))[0] > public[0]
    await evening.press("Dao", "◀ Back", replay(evening, "Dao"))
    assert "chooses row" in replay(evening, "Dao").text
    await evening.press("Dao", "Next ▶", replay(evening, "Dao"))
    await evening.press("Dao", "Hide secrets", replay(evening, "Dao"))
    assert where(replay(evening, "Dao")) == public


async def test_a_running_game_shows_what_everybody_may_know_whatever_is_asked(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    panel = await evening.dealt(first)
    play = next(button for button in panel.buttons if button.custom_id and "gather" in button.custom_id)
    await evening.press(first, play.label or "", panel)
    await evening.settled()
    await evening.say("Dao", "replay")
    shown = replay(evening, "Dao")
    assert "The game isn't over" in shown.text
    labels = [button.label for button in shown.buttons]
    assert "Show secrets" not in labels
    assert "Download" not in labels
    public = (await evening.tables.read(table, of_table, is_open=False)).frames
    await evening.forge("Dao", shown, f"t:{table}:replay:mode.1.open")
    forged = replay(evening, "Dao")
    assert "The game isn't over" in forged.text
    assert where(forged) == (1, len(public) - 1)
    assert await evening.forge("Dao", forged, f"t:{table}:record") == ["This game isn't over yet."]


async def test_a_replay_runs_by_itself_to_the_end_or_until_somebody_stops_it(evening: Evening) -> None:
    await a_finished_game(evening)
    await evening.press("Dao", "Replay")
    await evening.press("Dao", "⏯ Play", replay(evening, "Dao"))
    await evening.discord.until(lambda: where(replay(evening, "Dao"))[0] > 3, timeout_s=PATIENCE_S)
    await evening.press("Dao", "⏸ Stop", replay(evening, "Dao"))
    stopped = replay(evening, "Dao")
    there, moves = where(stopped)
    assert 3 < there < moves
    assert not any(one.bot.parts.replay_player._playing for one in evening.workers)
    assert "⏯ Play" in [button.label for button in stopped.buttons]
    await evening.press("Dao", "⏯ Play", stopped)
    await evening.discord.until(
        lambda: "The stone, revealed:" in replay(evening, "Dao").text, timeout_s=PATIENCE_S
    )
    ended = [button.label for button in replay(evening, "Dao").buttons if button.disabled]
    assert ended == ["Next ▶", "Last ⏭"]
    for worker in evening.workers:
        player = worker.bot.parts.replay_player
        await asyncio.gather(*(one.task for one in player._playing.values() if one.task))
        assert player._playing == {}
    # Once more from the beginning.
    await evening.press("Dao", "⏯ Play", replay(evening, "Dao"))
    await evening.discord.until(lambda: 0 < where(replay(evening, "Dao"))[0] < there, timeout_s=PATIENCE_S)
    await evening.press("Dao", "⏸ Stop", replay(evening, "Dao"))


async def test_its_heading_names_the_table_as_the_board_does(evening: Evening) -> None:
    table = await a_finished_game(evening)
    head = (await evening.say("Dao", "replay")).split("\n")[0]
    name = await evening.name_of(table)
    assert head.endswith(f" · {name} · Replay")
    assert evening.board().text.split("\n")[0].endswith(f" · {name}")
    assert table not in head


async def test_without_a_name_ones_own_latest_game_is_preferred_to_those_of_others(evening: Evening) -> None:
    mine = await evening.name_of(await a_finished_game(evening))
    theirs = await evening.name_of(await evening.started("Cleo", "Dao"))
    assert f" · {mine} · " in await evening.say("Ana", "replay")
    assert f" · {theirs} · " in await evening.say("Cleo", "replay")


@pytest.mark.only_with("gateway", "else permissions count within a minute")
async def test_a_game_can_be_replayed_by_who_sees_its_channel_or_played_it(evening: Evening) -> None:
    table = await a_finished_game(evening)
    assert "Before the first move." in await evening.say("Dao", "replay", channel="lounge", table=table)
    evening.discord.change_permissions("Dao", "games", deny=["VIEW_CHANNEL"])
    refused = await evening.say("Dao", "replay", channel="lounge", table=table)
    assert "can't find that table" in refused
    assert await evening.say("Dao", "replay", channel="lounge", table="nnnnn") == refused
    assert "Nobody has played a game in this channel" in await evening.say("Dao", "replay", channel="lounge")
    assert "Before the first move." in await evening.say("Ana", "replay", channel="lounge", table=table)
    evening.discord.change_permissions("Dao", "games")
    offered = await evening.person("Dao").complete("replay", "table", "")
    assert [value for _, value in offered] == [table]


async def test_a_record_that_was_downloaded_gives_the_same_replay_anywhere(evening: Evening) -> None:
    table = await a_finished_game(evening)
    await evening.press("Dao", "Replay")
    await evening.press("Dao", "Last ⏭", replay(evening, "Dao"))
    sheet = replay(evening, "Dao").attachments[0]["filename"]
    await evening.press("Dao", "Download", replay(evening, "Dao"))
    record = replay(evening, "Dao").attachments[0]
    assert record["filename"] == f"rapa-nui-cards-{table}.json"
    content = await downloaded(record["url"])
    assert json.loads(content)["game"] == "rapa-nui-cards"
    assert evening.person("Ana").user.id not in content.decode()
    await evening.say("Cleo", "replay", channel="lounge", file=("game.json", content))
    shown = replay(evening, "Cleo", "lounge")
    assert "Before the first move." in shown.text
    await evening.press("Cleo", "Last ⏭", shown)
    names = [one["filename"] for one in replay(evening, "Cleo", "lounge").attachments]
    assert sorted(names) == sorted(["rapa-nui-cards.json", sheet])
    # A bot that has forgotten the file finds it on the message again.
    await evening.end()
    await evening.begin()
    await evening.press("Cleo", "⏮ First", replay(evening, "Cleo", "lounge"))
    await evening.press("Cleo", "⏯ Play", replay(evening, "Cleo", "lounge"))
    await evening.discord.until(lambda: where(replay(evening, "Cleo", "lounge"))[0] > 2, timeout_s=PATIENCE_S)
    await evening.press("Cleo", "Show secrets", replay(evening, "Cleo", "lounge"))
    assert "Everything is revealed." in replay(evening, "Cleo", "lounge").text


async def test_a_file_that_is_no_record_is_refused_kindly(evening: Evening) -> None:
    for content in (b"", b"{}", b"\xff\xfe", b"x" * 300_000):
        said = await evening.say("Ana", "replay", file=("holiday.json", content))
        assert said == (
            "That isn't one of my game files, or another program has changed or zipped it. "
            "You can download one from any finished game's replay."
        )


async def test_a_forged_name_of_a_file_brings_no_other_file(evening: Evening) -> None:
    await a_finished_game(evening)
    await evening.press("Dao", "Replay")
    await evening.press("Dao", "Download", replay(evening, "Dao"))
    content = await downloaded(replay(evening, "Dao").attachments[0]["url"])
    await evening.say("Cleo", "replay", channel="lounge", file=("game.json", content))
    named = "0123456789abcdef"
    [told] = await evening.forge("Cleo", replay(evening, "Cleo", "lounge"), f"o:replay:{named}.next.1.public")
    assert "no longer has this replay's file" in told
