"""Tables in all places: channels of each kind, threads, posts, and direct messages with the bot."""

from __future__ import annotations

import asyncio
from functools import partial
from unittest.mock import patch

import pytest

from cogs.messages.board import APART_S
from cogs.people.access import KEPT_S
from cogs.text.ids import Setting
from engine.catalogue import games
from localdiscord import ShownMessage
from localdiscord.changes.messages import join
from localdiscord.model.channel import NEWS_THREAD, PUBLIC_THREAD, Channel
from tables import Phase
from tables.timing.preferences import Notice
from tests.play.comings_and_goings import (
    is_held,
    move,
    notices,
    quiet,
    running,
    sent,
    since,
    until,
    until_held,
)
from tests.play.evening import PATIENCE_S, Evening, moves_of, set_up_opening
from tests.play.pairing import each_pairing
from tests.play.test_calls import heard, set_up
from tests.play.test_who_may_do_what import NOT_WRITING

GAME = "ru-ra-re"
WITH_THREAD = {"text": PUBLIC_THREAD, "news": NEWS_THREAD}
"""The kinds of places in which a table has a thread, and the kind of the thread."""
NEW_POST = "Open a new post"
KINDS = (*WITH_THREAD, "voice", "stage", "forum", "media", "thread", "news thread", "private thread")


def place_of(evening: Evening, kind: str) -> Channel:
    """Make a place of some kind; for a forum, a post in it."""
    ana, made = evening.person("Ana"), kind.split()[0]
    if kind in ("forum", "media"):
        return ana.post("Tonight", "Who plays?", evening.discord.create_channel("shelf", kind))
    if "thread" in kind:
        parent = evening.discord.create_channel("hall", "news" if made == "news" else "text")
        place = ana.open_thread("Tonight", parent, private=made == "private")
        for user in (evening.person("Ben").user, evening.discord.bot):
            join(evening.discord.world, place, user)
        return place
    return evening.discord.create_channel("hall", kind)


def shown_in(evening: Evening, place: Channel, name: str = "Ana") -> list[ShownMessage]:
    """Return the bot's public messages in a place."""
    bot = evening.discord.bot
    shown = [one for one in evening.person(name).messages(place) if not one.ephemeral]
    return [one for one in shown if one.message.author is bot]


async def lobby(evening: Evening, place: Channel, *names: str, game: str = GAME) -> str:
    """Have the first of these people open a table in a place, and the others join; return the table's id."""
    await evening._finished(await evening.person(names[0]).command("table new", channel=place, game=game))
    for name in names[1:]:
        await evening.press(name, "Join", shown_in(evening, place)[-1])
    return (await evening.tables.tables_in(int(place.id)))[-1].id


async def started(evening: Evening, place: Channel, *names: str, game: str = GAME) -> str:
    """Start a table in a place; return its id."""
    table = await lobby(evening, place, *names, game=game)
    await evening.painted()
    await evening.press(names[0], "Start", shown_in(evening, place)[-1])
    await quiet(evening)
    return table


async def until_resumed(evening: Evening, table: str) -> None:
    """Wait until a table is no longer on hold."""
    async with asyncio.timeout(PATIENCE_S):
        while await is_held(evening, table):
            await quiet(evening)


@pytest.mark.parametrize("kind", KINDS)
async def test_each_game_is_played_to_its_end_in_each_kind_of_place(evening: Evening, kind: str) -> None:
    for game in games():
        await play_whole(evening, kind, game)
    assert evening.in_vain() == set()


async def play_whole(evening: Evening, kind: str, game: str) -> None:
    """Play a game in a place of some kind; check that its public messages are there or in its thread."""
    place, before = place_of(evening, kind), len(evening.discord.threads)
    table = await started(evening, place, "Ana", "Ben", game=game)
    await evening.run_to_the_end(table, "Ana", "Ben")
    await until(evening, lambda: "Play again" in [one.label for one in shown_in(evening, place)[0].buttons])
    opened = evening.discord.threads[before:]
    assert [one.type for one in opened] == ([WITH_THREAD[kind]] if kind in WITH_THREAD else [])
    story = shown_in(evening, opened[0] if opened else place)
    assert any("🏆" in one.text for one in story)
    assert len(shown_in(evening, place)) == (1 if opened else len(story))


@each_pairing
async def test_a_table_in_a_post_has_board_and_story_there(evening: Evening) -> None:
    place = place_of(evening, "forum")
    await started(evening, place, "Ana", "Ben")
    board, *story = shown_in(evening, place)
    assert "Reed" in board.text or board.buttons
    assert any("your turn" in one.text for one in story)
    await evening.press("Ben", "My cards", board)
    assert evening.person("Ben").ephemeral(place)
    assert evening.in_vain() == set()


async def test_where_it_may_open_no_threads_none_is_tried(evening: Evening) -> None:
    evening.discord.deny("games", "CREATE_PUBLIC_THREADS")
    await evening.started("Ana", "Ben", first_player="1")
    for _ in range(3):
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    assert evening.in_vain() == set()
    assert not any(one.path.endswith("/threads") for one in evening.discord.requests)


async def test_in_a_post_tables_are_listed_shown_left_and_closed(evening: Evening) -> None:
    place = place_of(evening, "forum")
    table = await lobby(evening, place, "Ana", "Ben")
    name = await evening.name_of(table)
    await quiet(evening)
    assert name in await evening.say("Cleo", "table list", channel=place.id)
    evening.discord.clock.advance(APART_S)
    assert "Here's [the board](" in await evening.say("Ben", "table show", channel=place.id)
    assert len(shown_in(evening, place)) == 2
    assert "You've left" in await evening.say("Ben", "table leave", channel=place.id)
    await evening.say("Ana", "table cancel", channel=place.id)
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED


@each_pairing
async def test_in_a_table_s_thread_the_board_is_shown_there(evening: Evening) -> None:
    table = await running(evening, "Ana", "Ben")
    [thread] = evening.discord.threads
    evening.discord.clock.advance(APART_S)
    for name in ("Cleo", "Ana"):
        await evening.say(name, "table show", channel=thread.id)
        await quiet(evening)
    [old, *_], new = evening.person("Dao").messages("games"), shown_in(evening, thread)[-1]
    assert f"/{new.id}" in old.text
    before = new.text
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: shown_in(evening, thread)[-1].text != before)
    assert len(evening.person("Dao").messages("games")) == 1
    evening.discord.delete_thread(thread)
    await quiet(evening)
    await evening.say("Ana", "table show", table=table)
    await until(evening, lambda: "Column 1" in evening.board().text)


@pytest.mark.parametrize("who", ["in a timeout", "not writing"])
async def test_who_may_not_write_in_a_thread_opens_nothing_there(evening: Evening, who: str) -> None:
    place = place_of(evening, "thread")
    if who == "in a timeout":
        evening.discord.set_person("Cleo", timeout_until="2099-01-01T00:00:00+00:00")
    else:
        evening.discord.change_permissions("Cleo", "hall", deny=["SEND_MESSAGES_IN_THREADS"])
    assert NOT_WRITING in await evening.say("Cleo", "table new", channel=place.id, game=GAME)
    evening.discord.change_permissions("Dao", "hall", deny=["SEND_MESSAGES"])
    await lobby(evening, place, "Dao")
    evening.discord.deny(place, "SEND_MESSAGES_IN_THREADS")
    told = await evening.say("Ana", "table new", channel=place.id, game=GAME)
    assert "I need: Send Messages in Threads" in told


async def test_a_game_goes_on_in_a_post_after_a_start(evening: Evening) -> None:
    place = place_of(evening, "forum")
    table = await started(evening, place, "Ana", "Ben")
    await evening.end()
    await evening.begin()
    await quiet(evening)
    before = [one.text for one in shown_in(evening, place)]
    await evening.run_to_the_end(table, "Ana", "Ben")
    await until(evening, lambda: any("🏆" in one.text for one in shown_in(evening, place)[1:]))
    assert len(shown_in(evening, place)) >= len(before)
    assert evening.in_vain() == set()


@pytest.mark.only_with("gateway", "it tells of what comes and goes")
@pytest.mark.parametrize("is_away", [False, True])
async def test_news_open_an_archived_post_again(evening: Evening, is_away: bool) -> None:
    place = place_of(evening, "forum")
    table = await started(evening, place, "Ana", "Ben")
    began = sent(evening)
    evening.discord.close_thread(place)
    await quiet(evening)
    if is_away:
        await evening.end()
        await evening.begin()
        await quiet(evening)
    assert not await is_held(evening, table)
    while place.archived:
        await move(evening, "Ana", "Ben")
        await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []


@pytest.mark.only_with("gateway", "it tells of what comes and goes")
@pytest.mark.parametrize("is_away", [False, True])
async def test_a_table_in_a_locked_post_waits_and_can_be_brought_elsewhere(
    evening: Evening, is_away: bool
) -> None:
    place = place_of(evening, "forum")
    table = await started(evening, place, "Ana", "Ben")
    if is_away:
        await evening.end()
    evening.discord.close_thread(place, lock=True)
    if is_away:
        await evening.begin()
    await until_held(evening, table)
    await quiet(evening)
    began = sent(evening)
    await until(evening, lambda: any("clocks are stopped" in one.text for one in panels(evening)))
    await move(evening, "Ana", "Ben")
    await quiet(evening)
    assert [one for one in since(evening, began) if one.status >= 400] == []
    for name in ("Ana", "Ben"):
        [notice] = notices(evening, name)
        assert table in notice.text
    if is_away:
        evening.discord.reopen_thread(place)
    else:
        assert "Here's [the board](" in await evening.say("Ana", "table show", channel="lounge", table=table)
    await until_resumed(evening, table)
    await move(evening, "Ana", "Ben")


def panels(evening: Evening) -> list[ShownMessage]:
    """Return the direct messages of both players."""
    return [one for name in ("Ana", "Ben") for one in evening.person(name).direct_messages()]


@pytest.mark.only_with("gateway", "it tells of what comes and goes")
@pytest.mark.parametrize("gone", ["post", "forum", "post, while it was away"])
async def test_a_table_in_a_deleted_post_is_told_once_and_brought_to_another(
    evening: Evening, gone: str
) -> None:
    place = place_of(evening, "forum")
    table = await started(evening, place, "Ana", "Ben")
    if "away" in gone:
        await evening.end()
    if gone == "forum":
        evening.discord.delete_channel("shelf")
    else:
        evening.discord.delete_thread(place)
    if "away" in gone:
        await evening.begin()
    for name in ("Ana", "Ben"):
        await until(evening, lambda name=name: notices(evening, name))
    await quiet(evening)
    assert await is_held(evening, table)
    [notice] = notices(evening, "Ana")
    assert table in notice.text
    other = evening.person("Ana").open_thread("Here", "games")
    assert "Here's [the board](" in await evening.say("Ana", "table show", channel=other.id, table=table)
    await until_resumed(evening, table)
    await move(evening, "Ana", "Ben")
    await until(evening, lambda: len(shown_in(evening, other)) > 1)


@pytest.mark.only_with("gateway", "it tells of what comes and goes")
async def test_a_post_in_a_forum_that_the_bot_may_not_see_is_left_alone_until_it_may(
    evening: Evening,
) -> None:
    place = place_of(evening, "forum")
    table = await started(evening, place, "Ana", "Ben")
    evening.discord.deny("shelf", "VIEW_CHANNEL")
    await until_held(evening, table)
    evening.discord.deny("shelf")
    await until_resumed(evening, table)


async def test_a_table_in_a_private_thread_is_known_inside_alone(evening: Evening) -> None:
    place = place_of(evening, "private thread")
    table = await lobby(evening, place, "Ana")
    assert "can't find" in await evening.say("Dao", "table show", table=table)
    assert "Here's [the board](" in await evening.say("Ana", "table show", channel=place.id)
    assert "Here's [the board](" in await evening.say("Ana", "table show", table=table)


# New posts


async def pressed(evening: Evening, place: Channel, name: str = "Ana") -> str:
    """Press *Open a new post* in the host's settings; return the panel's text afterwards."""
    await evening.press(name, "Set up…", shown_in(evening, place)[-1])
    panel = evening.person(name).ephemeral(place)[-1]
    await evening.press(name, NEW_POST, panel)
    await quiet(evening)
    return panel.text


def posts_in(evening: Evening, place: Channel) -> list[Channel]:
    """Return the other posts in the forum of a post."""
    return [one for one in evening.discord.threads if one.parent is place.parent and one is not place]


@each_pairing
async def test_a_table_gets_a_post_of_its_own_and_the_old_post_leads_to_it(evening: Evening) -> None:
    place = place_of(evening, "forum")
    table = await lobby(evening, place, "Ana", "Ben")
    told = await pressed(evening, place)
    [post] = posts_in(evening, place)
    facts = await evening.tables.facts(table)
    [board] = shown_in(evening, post)
    assert facts.channel_id == int(post.id)
    assert post.name.startswith(f"{await evening.name_of(table)} · ")
    assert board.id == post.id
    assert f"/{post.id}/{board.id}" in told
    [former] = shown_in(evening, place)
    assert (former.buttons, f"/{board.id}" in former.text) == ([], True)
    panel = evening.person("Ana").ephemeral(place)[-1]
    assert NEW_POST not in [one.label for one in panel.buttons]
    await evening.press("Ana", "Start", board)
    await quiet(evening)
    await evening.run_to_the_end(table, "Ana", "Ben")
    await until(evening, lambda: any("🏆" in one.text for one in shown_in(evening, post)[1:]))
    assert len(shown_in(evening, place)) == 1
    assert evening.in_vain() == set()


@pytest.mark.parametrize("kind", ["forum", "media"])
async def test_two_clicks_at_once_open_one_post(evening: Evening, kind: str) -> None:
    place = place_of(evening, kind)
    await lobby(evening, place, "Ana")
    await evening.press("Ana", "Set up…", shown_in(evening, place)[-1])
    panel, ana = evening.person("Ana").ephemeral(place)[-1], evening.person("Ana")
    custom_id = next(one.custom_id for one in panel.buttons if one.label == NEW_POST)
    clicks = [await ana.click(panel, custom_id=custom_id) for _ in range(2)]
    for click in clicks:
        await click.answered()
    await quiet(evening)
    [post] = posts_in(evening, place)
    assert "The table stays here." not in panel.text
    assert len(shown_in(evening, post)) == 1


async def test_a_new_post_has_the_tags_that_anyone_may_set(evening: Evening) -> None:
    place = place_of(evening, "forum")
    forum = place.parent
    assert forum is not None
    await lobby(evening, place, "Ana")
    evening.discord.require_tag(forum, moderated=["News"])
    await quiet(evening)
    evening.discord.clock.advance(KEPT_S)  # Without the gateway, channels are cached.
    assert "only moderators may set" in await pressed(evening, place)
    evening.discord.require_tag(forum, "Games", moderated=["News"])
    await quiet(evening)
    evening.discord.clock.advance(KEPT_S)
    await pressed(evening, place)
    [post] = posts_in(evening, place)
    assert [forum.tags[one]["name"] for one in post.applied_tags] == ["Games"]


@pytest.mark.parametrize("code", [160006, 10003, 50013, 0])
async def test_where_discord_takes_no_new_post_the_table_stays(evening: Evening, code: int) -> None:
    place = place_of(evening, "forum")
    table = await lobby(evening, place, "Ana", "Ben")
    assert place.parent is not None
    path = f"/channels/{place.parent.id}/threads"
    evening.discord.faults.fail("POST", path, status=400 if code else 503, code=code, times=9)
    assert "The table stays here." in await pressed(evening, place)
    evening.discord.faults.clear()
    [board] = shown_in(evening, place)
    await evening.press("Ana", "Start", board)
    await quiet(evening)
    assert (await evening.tables.facts(table)).channel_id == int(place.id)
    assert posts_in(evening, place) == []


@pytest.mark.parametrize("who", ["a thread", "the bot", "the host"])
async def test_a_new_post_is_offered_only_where_bot_and_host_may_open_posts(
    evening: Evening, who: str
) -> None:
    place = place_of(evening, "thread" if who == "a thread" else "forum")
    table = await lobby(evening, place, "Ana", "Ben")
    assert place.parent is not None
    if who == "the bot":
        evening.discord.deny(place.parent, "SEND_MESSAGES")
    if who == "the host":
        evening.discord.change_permissions("Ana", place.parent, deny=["SEND_MESSAGES"])
    await quiet(evening)
    evening.discord.clock.advance(KEPT_S)
    await evening.press("Ana", "Set up…", shown_in(evening, place)[-1])
    panel = evening.person("Ana").ephemeral(place)[-1]
    assert "Close table" in [one.label for one in panel.buttons]
    assert NEW_POST not in [one.label for one in panel.buttons]
    await evening.forge("Ana", panel, f"t:{table}:new_post")
    assert posts_in(evening, place) == []
    assert (await evening.tables.facts(table)).channel_id == int(place.id)


# Direct messages


async def direct(evening: Evening, *, game: str = GAME) -> tuple[Channel, str]:
    """Have Ana open a table in her direct messages with the bot; return the channel and the table's id."""
    place = evening.discord.world.direct_channel(evening.person("Ana").user)
    asked = {"game": game, "seats": 2}
    with patch("cogs.commands.table.opening", partial(set_up_opening, [Setting("pace", "instant")])):
        await evening._finished(await evening.person("Ana").command("table new", channel="@bot", **asked))
    return place, (await evening.tables.tables_in(int(place.id)))[-1].id


@each_pairing
async def test_a_whole_game_is_played_in_direct_messages(evening: Evening) -> None:
    place, table = await direct(evening)
    [board] = evening.person("Ana").direct_messages()
    assert not {"Join", "Follow"} & {one.label for one in board.buttons}
    await evening.press("Ana", "Play a computer", board)
    await quiet(evening)
    panel = await evening.dealt("Ana")
    assert board.id != panel.id
    assert "My cards" in [one.label for one in evening.person("Ana").direct_messages()[0].buttons]
    assert evening.person("Ana").ephemeral() == []
    await evening.play_to_the_end("Ana")
    await quiet(evening)
    assert (await evening.tables.table(table)).phase is Phase.OVER
    boards = [one for one in shown_in(evening, place) if "Play again" in [b.label for b in one.buttons]]
    await evening.press("Ana", "Play again", boards[-1])
    await quiet(evening)
    assert len(await evening.tables.tables_in(int(place.id))) == 1
    assert evening.in_vain() == set()


@pytest.mark.parametrize("game", ["rapa-nui-cards", "rapa-nui-board"])
async def test_the_other_games_are_played_in_direct_messages_too(evening: Evening, game: str) -> None:
    place, table = await direct(evening, game=game)
    await evening.forge("Ana", shown_in(evening, place)[0], f"t:{table}:solo:beginner")  # Who thinks little.
    await evening.run_to_the_end(table, "Ana")
    await until(evening, lambda: "Play again" in [one.label for one in shown_in(evening, place)[0].buttons])
    assert evening.in_vain() == set()


@pytest.mark.parametrize(("notice", "calls"), [(Notice.THREAD, 1), (Notice.NONE, 0)])
async def test_in_direct_messages_who_chose_mentions_in_threads_is_called(
    evening: Evening, notice: Notice, calls: int
) -> None:
    await set_up(evening, "Ana", notice=notice)
    place, _ = await direct(evening)
    await evening.press("Ana", "Play a computer", shown_in(evening, place)[0])
    await quiet(evening)
    assert moves_of(await evening.dealt("Ana"))
    assert len(heard(evening, "Ana")) == calls


async def test_in_direct_messages_nothing_is_offered_that_needs_others(evening: Evening) -> None:
    place, table = await direct(evening)
    [board] = evening.person("Ana").direct_messages()
    await evening.press("Ana", "Set up…", board)
    panel = evening.person("Ana").ephemeral(place)[-1]
    assert [menu.type for menu in panel.selects] == [3]
    ben = evening.person("Ben")
    invite = f"t:{table}:invite:new0"
    forged = await evening.person("Ana").forge(panel, invite, values=[str(ben.id)], component_type=7)
    await forged.answered()
    assert (await evening.tables.table(table)).invited == ()
    told = await evening.say("Ben", "table show", table=table)
    assert "can't find" in told
    assert ben.direct_messages() == []


async def test_commands_in_direct_messages_mean_the_tables_there(evening: Evening) -> None:
    elsewhere = await evening.lobby("Ana")
    _, table = await direct(evening)
    await quiet(evening)
    name = await evening.name_of(table)
    listed = await evening.say("Ana", "table list", channel="@bot")
    assert (name in listed, await evening.name_of(elsewhere) in listed) == (True, False)
    evening.discord.clock.advance(APART_S)
    said = await evening.say("Ana", "table show", channel="@bot")
    assert "/@me/" in said
    await evening.say("Ana", "table cancel", channel="@bot")
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED
    assert (await evening.tables.table(elsewhere)).phase is Phase.LOBBY
    assert "no open table here" in await evening.say("Ana", "table show", channel="@bot")
