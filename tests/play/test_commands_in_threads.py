"""Commands in the threads of tables, and in other threads of a channel with tables."""

from __future__ import annotations

import pytest

from cogs.messages.board import APART_S
from localdiscord.model.channel import Channel
from tables import Person, Phase
from tables.verbs.seat_changes import conceded
from tests.play.evening import PATIENCE_S, Evening
from tests.play.pairing import each_pairing
from tests.play.test_measures import boards
from tests.play.test_who_may_do_what import NOT_WRITING


async def played(evening: Evening, *names: str) -> tuple[str, Channel]:
    """Start a table; return its id and its thread."""
    before = len(evening.discord.threads)
    table = await evening.started(*names)
    await evening.discord.until(lambda: len(evening.discord.threads) > before, timeout_s=PATIENCE_S)
    await evening.settled()
    return table, evening.discord.threads[-1]


async def foreign(evening: Evening, channel: Channel) -> Channel:
    """Return a new thread that belongs to no table."""
    await evening.bot.http.start_thread_without_message(
        int(channel.id), name="chat", type=11, auto_archive_duration=1440
    )
    return evening.discord.threads[-1]


@each_pairing
async def test_show_in_a_table_s_thread_links_to_the_board_in_its_channel(evening: Evening) -> None:
    _, thread = await played(evening, "Ana", "Ben")
    before = boards(evening)
    for name in ("Ana", "Cleo"):
        assert f"/{before[-1]}" in await evening.say(name, "table show", channel=thread.id)
    assert boards(evening) == before


async def test_show_in_a_table_s_thread_brings_a_board_there_that_is_gone_or_far_up(evening: Evening) -> None:
    _, thread = await played(evening, "Ana", "Ben")
    before = boards(evening)
    evening.discord.clock.advance(APART_S)
    assert f"/{before[-1]}" in await evening.say("Cleo", "table show", channel=thread.id)
    said = await evening.say("Ana", "table show", channel=thread.id)
    [moved] = [one for one in evening.thread() if f"/{one.id}" in said]
    await evening.settled()
    evening.discord.delete_message(moved.message)
    for permission in ("SEND_MESSAGES_IN_THREADS", "SEND_MESSAGES"):
        evening.discord.change_permissions("Cleo", "games", deny=[permission])
        told = await evening.say("Cleo", "table show", channel=thread.id)
        assert (NOT_WRITING in told) == (permission == "SEND_MESSAGES_IN_THREADS")
    assert any(f"/{one.id}" in told for one in evening.thread())
    assert len(evening.discord.threads) == 1


async def test_of_several_tables_a_thread_means_its_own(evening: Evening) -> None:
    _, thread = await played(evening, "Ana", "Ben")
    first = boards(evening)[-1]
    await played(evening, "Ana", "Cleo")
    other = await foreign(evening, evening.discord.channel("games"))
    assert f"/{first}" in await evening.say("Dao", "table show", channel=thread.id)
    assert "has several tables" in await evening.say("Dao", "table show", channel=other.id)


async def test_in_the_thread_of_a_finished_table_its_board_is_shown(evening: Evening) -> None:
    table, thread = await played(evening, "Ana", "Ben")
    await evening.tables.do(table, Person(evening.person("Ana").id, "Ana"), "end", conceded)
    await evening.settled()
    finished = boards(evening)[-1]
    assert f"/{finished}" in await evening.say("Dao", "table show", channel=thread.id)
    await evening.lobby("Cleo")
    assert f"/{finished}" in await evening.say("Dao", "table show", channel=thread.id)
    assert "over" in await evening.say("Ana", "table leave", channel=thread.id)


async def test_cancel_in_a_thread_ends_its_table(evening: Evening) -> None:
    table, thread = await played(evening, "Ana", "Ben")
    await played(evening, "Ana", "Cleo")
    evening.discord.change_permissions("Dao", "games", allow=["MANAGE_MESSAGES"])
    assert "without a result" in await evening.say("Dao", "table cancel", channel=thread.id)
    await evening.press("Dao", "End the game", evening.person("Dao").ephemeral(thread)[-1])
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED


@pytest.mark.parametrize("command", ["table show", "table leave", "table cancel"])
async def test_a_thread_in_whose_channel_no_table_is_open_says_so(evening: Evening, command: str) -> None:
    thread = await foreign(evening, evening.discord.channel("lounge"))
    told = await evening.say("Dao", command, channel=thread.id)
    assert told == f"There's no open table here. {evening.mention('table new')} opens one."


@pytest.mark.parametrize("command", ["table list", "cards", "games", "replay", "settings", "privacy"])
async def test_all_other_commands_work_in_a_thread(evening: Evening, command: str) -> None:
    _, thread = await played(evening, "Ana", "Ben")
    told = await evening.say("Ana", command, channel=thread.id)
    assert "in a thread" not in told
    assert "Something went wrong" not in told
