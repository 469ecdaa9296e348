"""`/profile` and `/leaderboard`: people's games, and who may see them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from cogs.people.access import KEPT_S
from localdiscord import ShownMessage
from tables import Person
from tests.play.conftest import ENGLISH
from tests.play.evening import Evening, an_evening
from tests.play.test_apps_menus import use
from tests.tables.ended import put_ended
from tests.tables.toys import opening

DAY_S = 86400.0
HIDES = "profile is hidden"


def known(evening: Evening, name: str) -> Person:
    return Person(evening.person(name).id, name)


async def settings(evening: Evening, name: str) -> ShownMessage:
    """Return a person's settings."""
    await evening.say(name, "settings")
    return evening.person(name).ephemeral("games")[-1]


async def shows(evening: Evening, name: str, choice: str = "on") -> None:
    """Let other people see a person's profile, or not."""
    label = "Show my profile" if choice == "on" else "Hide my profile"
    shown = await settings(evening, name)
    if label in [button.label for button in shown.buttons]:
        await evening.press(name, label, shown)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    """Six rated games of Ana and Ben, one of Ana with Cleo on another server, one of Ana with a computer."""
    async with an_evening(tmp_path_factory.mktemp("profiles"), people=ENGLISH) as evening:
        games = evening.discord.channel("games")
        here = opening(
            "ru-ra-re", rated=True, guild_id=int(evening.discord.world.guild_id), channel_id=int(games.id)
        )
        ana, ben, cleo = (known(evening, name) for name in ("Ana", "Ben", "Cleo"))
        now = evening.bot.parts.now()
        for number in range(6):
            at = now - (20 - 4 * number) * DAY_S
            await put_ended(evening.tables, here, [ana, ben], serial=100 + number, seed=number, at=at)
        away = opening("rapa-nui-cards", guild_id=99, channel_id=990)
        await put_ended(evening.tables, away, [cleo, ana, "casual"], serial=110, seed=1, at=now - 99)
        await put_ended(evening.tables, here, [ana, "casual"], serial=111, seed=1, at=now - 50 * DAY_S)
        yield evening


ONE = pytest.mark.asyncio(loop_scope="module")


@ONE
async def test_my_own_profile_has_all_that_i_have_played(stage: Evening) -> None:
    text = await stage.say("Ana", "profile")
    shown = stage.person("Ana").ephemeral("games")[-1]
    assert shown.ephemeral
    assert "Your profile" in text
    assert "Favourite game: Ru-Ra-Re" in text
    assert "7 games, " in text
    assert "points on average" in text.replace("\u00a0", " ")
    assert "**Ben**: 6 games, " in text
    assert "**Cleo**: 1 game, " in text
    assert "Ru-Ra-Re, 2 players" in text
    assert [button.label for button in shown.buttons] == ["Replay"] * 5
    assert "Place: " in text


@ONE
async def test_the_picture_of_ratings_says_in_words_what_it_shows(stage: Evening) -> None:
    await stage.say("Ana", "profile")
    await stage.settled()
    shown = stage.person("Ana").ephemeral("games")[-1]
    said = "Ru-Ra-Re, 2 players: rating 1500 at the start, "
    assert said in str(shown.components)
    assert f"-# {said}" not in shown.text
    await stage.press("Ana", "Pictures and words", await settings(stage, "Ana"))
    assert f"-# {said}" in await stage.say("Ana", "profile")
    await stage.press("Ana", "Pictures only", await settings(stage, "Ana"))


@ONE
async def test_nobody_sees_a_profile_that_its_owner_does_not_show(stage: Evening) -> None:
    await stage.say("Ben", "settings")
    assert "Only you see what you've played" in stage.person("Ben").ephemeral("games")[-1].text
    assert HIDES in await stage.say("Dao", "profile", person=stage.person("Ben"))
    assert HIDES in (await use(stage, "Dao", "Profile", stage.person("Ben"))).text
    assert "Your profile" in await stage.say("Ben", "profile", person=stage.person("Ben"))


@ONE
async def test_who_allows_it_is_seen_but_not_where_else_and_with_whom_they_played(stage: Evening) -> None:
    await shows(stage, "Ana")
    try:
        text = await stage.say("Dao", "profile", person=stage.person("Ana"))
        assert "7 games, " in text
        assert "Ben" not in text
        assert "Cleo" not in text
        shown = stage.person("Dao").ephemeral("games")[-1]
        assert [button.label for button in shown.buttons] == ["Replay"] * 5
        assert "Rapa Nui" not in text.partition("Latest games")[2]
        await shows(stage, "Ben")
        assert "**Ben**: 6 games, " in await stage.say("Dao", "profile", person=stage.person("Ana"))
    finally:
        await shows(stage, "Ana", "off")
        await shows(stage, "Ben", "off")


@ONE
async def test_who_has_finished_nothing_is_told_how_to_begin(stage: Evening) -> None:
    text = await stage.say("Dao", "profile")
    assert stage.mention("table new") in text
    assert stage.mention("learn") in text
    await shows(stage, "Dao")
    assert "hasn't finished a game yet" in await stage.say("Ana", "profile", person=stage.person("Dao"))
    await shows(stage, "Dao", "off")


@ONE
async def test_a_leaderboard_has_those_who_allow_it_and_only_their_table_of_the_month(stage: Evening) -> None:
    text = await stage.say("Dao", "leaderboard")
    assert "Nobody who shows a profile here" in text
    assert "You aren't on this leaderboard yet" in text
    assert "Table of the month" not in text
    await shows(stage, "Ana")
    try:
        text = await stage.say("Ana", "leaderboard", game="ru-ra-re")
        ana, ben = stage.person("Ana").id, stage.person("Ben").id
        assert f"🥇 <@{ana}> · " in text
        assert f"<@{ana}> · 7 games" in text
        assert f"<@{ben}>" not in text
        assert "You aren't on this leaderboard" not in text
        assert "Table of the month" not in text  # Ben's profile is hidden.
        await shows(stage, "Ben")
        assert "Table of the month" in await stage.say("Ana", "leaderboard", game="ru-ra-re")
        shown = stage.person("Ana").ephemeral("games")[-1]
        await stage.press("Ana", "Replay", shown)
        assert stage.pings("Ana") == 0
    finally:
        await shows(stage, "Ana", "off")
        await shows(stage, "Ben", "off")


@ONE
async def test_in_direct_messages_there_is_no_leaderboard(stage: Evening) -> None:
    assert "belongs to a server" in await stage.say("Ana", "leaderboard", channel="@bot")
    assert "Your profile" in await stage.say("Ana", "profile", channel="@bot")


@ONE
async def test_who_has_left_the_server_is_on_no_leaderboard(stage: Evening) -> None:
    await shows(stage, "Ben")
    assert f"<@{stage.person('Ben').id}>" in await stage.say("Dao", "leaderboard")
    stage.person("Ben").leave_server()
    stage.bot.parts.membership._known.clear()
    assert f"<@{stage.person('Ben').id}>" not in await stage.say("Dao", "leaderboard")
    stage.person("Ben").come_back()
    stage.bot.parts.membership._known.clear()


@ONE
async def test_who_is_forgotten_has_no_profile_and_is_nobody_in_those_of_others(stage: Evening) -> None:
    await stage.tables.forget_person(stage.person("Cleo").id)
    assert "haven't finished a game yet" in await stage.say("Cleo", "profile")
    assert "Cleo" not in await stage.say("Ana", "profile")


@ONE
async def test_the_table_of_the_month_is_told_to_those_alone_who_see_its_channel(stage: Evening) -> None:
    for name in ("Ana", "Ben"):
        await shows(stage, name)
    assert "Table of the month" in await stage.say("Dao", "leaderboard", channel="lounge")
    stage.discord.change_permissions("Dao", "games", deny=["VIEW_CHANNEL"])
    await stage.kept_house()
    stage.discord.clock.advance(KEPT_S + 1)  # A process without the gateway has cached the server.
    assert "Table of the month" not in await stage.say("Dao", "leaderboard", channel="lounge")
