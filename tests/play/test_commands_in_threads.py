"""Commands in threads, forum posts and elsewhere: to look works from there, to open says where it would."""

from __future__ import annotations

import pytest

from cogs.messages.board import APART_S
from localdiscord.changes.announcements import tell_channel
from localdiscord.model.channel import TEXT, Channel
from tables import Person, Phase
from tables.verbs.seat_changes import conceded
from tests.play.evening import PATIENCE_S, Evening
from tests.play.pairing import each_pairing
from tests.play.test_measures import boards
from tests.play.test_who_may_do_what import NOT_WRITING

FORUM = 15
"""Discord's number for a channel of posts, which are threads."""


async def played(evening: Evening, *names: str) -> tuple[str, Channel]:
    """A running table, and its thread."""
    before = len(evening.discord.threads)
    table = await evening.started(*names)
    await evening.discord.until(lambda: len(evening.discord.threads) > before, timeout_s=PATIENCE_S)
    await evening.settled()
    return table, evening.discord.threads[-1]


async def foreign(evening: Evening, channel: Channel) -> Channel:
    """A thread that is no table's."""
    await evening.bot.http.start_thread_without_message(
        int(channel.id), name="chat", type=11, auto_archive_duration=1440
    )
    return evening.discord.threads[-1]


async def post(evening: Evening) -> Channel:
    """A post in a forum, which is a thread."""
    forum = evening.discord.world.add_channel("forum", 9)
    forum.type = FORUM
    told = evening.bot.wait_for("guild_channel_create", timeout=PATIENCE_S)
    tell_channel(evening.discord.world, "CHANNEL_CREATE", forum)
    await told
    forum.type = TEXT  # As one the local Discord has no way to begin a thread in it.
    thread = await foreign(evening, forum)
    forum.type = FORUM
    return thread


@each_pairing
async def test_show_in_a_table_s_thread_links_to_the_board_in_its_channel(evening: Evening) -> None:
    _, thread = await played(evening, "Ana", "Ben")
    before = boards(evening)
    for name in ("Ana", "Cleo"):
        assert f"/{before[-1]}" in await evening.say(name, "table show", channel=thread.id)
    assert boards(evening) == before


async def test_show_in_a_table_s_thread_posts_a_board_anew_that_is_gone_or_far_up(evening: Evening) -> None:
    _, thread = await played(evening, "Ana", "Ben")
    before = boards(evening)
    evening.discord.clock.advance(APART_S)
    assert f"/{before[-1]}" in await evening.say("Cleo", "table show", channel=thread.id)
    said = await evening.say("Ana", "table show", channel=thread.id)
    assert len(boards(evening)) == len(before) + 1
    assert f"/{boards(evening)[-1]}" in said
    evening.discord.delete_message(evening.board().message)
    evening.discord.change_permissions("Cleo", "games", deny=["SEND_MESSAGES"])
    assert NOT_WRITING in await evening.say("Cleo", "table show", channel=thread.id)
    evening.discord.change_permissions("Cleo", "games")
    said = await evening.say("Cleo", "table show", channel=thread.id)
    assert f"/{boards(evening)[-1]}" in said
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


async def test_new_in_a_thread_says_which_channel_to_use(evening: Evening) -> None:
    _, thread = await played(evening, "Ana", "Ben")
    channel = f"<#{evening.discord.channel('games').id}>"
    told = await evening.say("Dao", "table new", channel=thread.id, game="ru-ra-re")
    assert told.endswith(f"Please use {channel} instead.")
    assert len(await evening.tables.open_tables()) == 1


@pytest.mark.only_with("gateway", "it tells what is a forum")
async def test_new_in_a_post_of_a_forum_asks_for_a_text_channel(evening: Evening) -> None:
    thread = await post(evening)
    told = await evening.say("Dao", "table new", channel=thread.id, game="ru-ra-re")
    assert "Tables only work in a server's text channels" in told
    assert await evening.tables.open_tables() == []


@pytest.mark.parametrize("command", ["table show", "table leave", "table cancel"])
async def test_a_thread_in_whose_channel_no_table_is_open_says_so_of_the_channel(
    evening: Evening, command: str
) -> None:
    lounge = evening.discord.channel("lounge")
    thread = await foreign(evening, lounge)
    told = await evening.say("Dao", command, channel=thread.id)
    new = evening.mention("table new")
    assert told == f"There's no open table in <#{lounge.id}>. {new} opens one in a text channel."


@pytest.mark.only_with("gateway", "it tells of a channel that is gone")
async def test_a_table_that_lost_its_channel_is_not_brought_to_a_thread(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    lounge = evening.discord.channel("lounge")
    thread = await foreign(evening, lounge)
    evening.discord.delete_channel("games")
    await evening.discord.until(
        lambda: any("deleted" in one.text for one in evening.person("Ana").direct_messages()),
        timeout_s=PATIENCE_S,
    )
    told = await evening.say("Ana", "table show", channel=thread.id, table=table)
    assert told.endswith(f"Please use <#{lounge.id}> instead.")
    assert str((await evening.tables.table(table)).channel_id) not in (lounge.id, thread.id)


@pytest.mark.parametrize("command", ["table list", "cards", "games", "replay", "settings", "privacy"])
async def test_all_other_commands_work_in_a_thread(evening: Evening, command: str) -> None:
    _, thread = await played(evening, "Ana", "Ben")
    told = await evening.say("Ana", command, channel=thread.id)
    assert "in a thread" not in told
    assert "Something went wrong" not in told
