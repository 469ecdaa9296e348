"""A league as a server plays it: one message, tables that open by themselves, and moderators who run it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from localdiscord import ShownMessage
from tables import Person, Phase
from tables.model.limits import DAY_S
from tables.store.leagues import LeaguePhase
from tables.verbs.seat_changes import conceded
from tests.play.conftest import ENGLISH
from tests.play.evening import Evening, an_evening
from tests.play.pairing import Pairing
from tests.play.test_profile import settings

CLICKS = count()


@pytest.fixture
async def evening(tmp_path: Path, pairing: Pairing) -> AsyncIterator[Evening]:
    """The bot online; Ana moderates #games."""
    async with an_evening(tmp_path, people=ENGLISH, pairing=pairing) as began:
        began.discord.change_permissions("Ana", "games", allow=["MANAGE_MESSAGES"])
        yield began


def of_league(evening: Evening) -> ShownMessage:
    """The league's message, which everybody sees."""
    return next(
        one for one in evening.person("Ana").messages("games") if not one.ephemeral and "### 🏆" in one.text
    )


def mine(evening: Evening, name: str) -> ShownMessage:
    """The newest message that only one person sees."""
    return evening.person(name).ephemeral("games")[-1]


async def attend(evening: Evening) -> None:
    """Have a minute's round of all leagues done."""
    for worker in evening.workers:
        keeper = worker.bot.get_cog("LeagueKeeper")
        assert keeper is not None
        await keeper.attend()  # type: ignore[attr-defined]
    await evening.settled()


async def opened(evening: Evening, *names: str, **options: Any) -> str:
    """Ana opens a league, and these people join; its id."""
    told = await evening.say("Ana", "league", game="ru-ra-re", **options)
    assert "Your league is open." in told
    for name in names:
        [text] = await evening.press(name, "Join", of_league(evening))
        assert "You've joined the league." in text
    [found] = await evening.tables.leagues.in_channel(int(evening.discord.channel("games").id))
    return found.id


async def start(evening: Evening) -> None:
    """Ana starts the league."""
    await evening.press("Ana", "Manage", of_league(evening))
    await evening.press("Ana", "Start league", mine(evening, "Ana"))


def told(evening: Evening, name: str, words: str) -> int:
    """How many direct messages of a person have these words."""
    return sum(words in one.text for one in evening.person(name).direct_messages())


async def give_up(evening: Evening, name: str) -> None:
    """Have a person give up their game, so that the other one at the table wins."""
    who = Person(evening.person(name).id, name)
    for table in await evening.tables.tables_of(who.id):
        await evening.tables.do(table.id, who, f"gives up {next(CLICKS)}", conceded)


async def test_a_league_opens_its_tables_by_itself_and_its_message_tells_who_is_ahead(
    evening: Evening,
) -> None:
    league = await opened(evening, *ENGLISH, rounds=2, title="Spring")
    shown = of_league(evening)
    assert "🏆 Spring" in shown.text
    assert "4 people have joined: Ana, Ben, Cleo, Dao" in shown.text
    assert "If someone drops out, a computer (Steady) plays on in their seat." in shown.text
    assert "You have 24 hours for each turn." in shown.text
    assert "your reserve: 3 days for the whole season" in shown.text
    assert "divisions" not in shown.text
    [refused] = await evening.press("Ben", "Manage", shown)
    assert "You need *Manage Messages* in the league's channel" in refused
    await start(evening)
    await evening.settled()
    await attend(evening)  # The boards are there now, so that they can be linked.
    shown = of_league(evening)
    assert "Round 1 of 2" in shown.text
    tables = await evening.tables.tables_in(int(evening.discord.channel("games").id))
    assert [len(table.seats) for table in tables] == [2, 2]
    assert sorted(info.name for table in tables for info in table.seats) == sorted(ENGLISH)
    board = next(one for one in evening.person("Ana").messages("games") if "time runs out" in one.text)
    assert "(including the reserve)" in board.text
    assert shown.text.count(f"](https://discord.com/channels/{tables[0].guild_id}/") == 2
    await evening.press("Ben", "My place", shown)
    assert "No game has ended yet, so every place is still open." in mine(evening, "Ben").text
    assert "Your time reserve for the season: 3 days." in mine(evening, "Ben").text
    for name in {table.seats[0].name for table in tables}:
        await give_up(evening, name)
    await attend(evening)
    shown = of_league(evening)
    assert "Round 2 of 2" in shown.text
    assert shown.text.count("2 points · 1 game") == 2
    await evening.press("Ben", "My place", shown)
    assert "You can still finish anywhere from" in mine(evening, "Ben").text
    second = await evening.tables.tables_in(int(evening.discord.channel("games").id))
    assert not {table.id for table in tables} & {table.id for table in second}
    for name in {table.seats[0].name for table in second}:
        await give_up(evening, name)
    await attend(evening)
    assert "The league is over." in of_league(evening).text
    assert (await evening.tables.leagues.get(league)).phase is LeaguePhase.OVER
    winner = next(name for name in ENGLISH if f"**1.** {name}" in of_league(evening).text)
    await evening.press(winner, "My place", of_league(evening))
    assert "Your final place is certain: 1." in mine(evening, winner).text


async def test_who_drops_out_is_replaced_and_a_pause_stops_the_clock(evening: Evening) -> None:
    league = await opened(evening, *ENGLISH)
    await start(evening)
    await evening.press("Dao", "Leave", of_league(evening))
    assert "you can't come back" in mine(evening, "Dao").text
    await evening.press("Dao", "Leave", mine(evening, "Dao"))
    tables = await evening.tables.tables_in(int(evening.discord.channel("games").id))
    assert [table.phase for table in tables] == [Phase.RUNNING] * 2
    assert sum(info.computer == "sensible" for table in tables for info in table.seats) == 1
    assert "Dao · 0 points · 0 games · dropped out" in of_league(evening).text
    await evening.press("Ana", "Manage", of_league(evening))
    await evening.press("Ana", "Pause league", mine(evening, "Ana"))
    assert "The league is paused." in of_league(evening).text
    evening.discord.clock.advance(30 * DAY_S)
    await attend(evening)
    assert (await evening.tables.leagues.get(league)).round == 1
    await evening.press("Ana", "Resume league", mine(evening, "Ana"))
    assert "The league is paused." not in of_league(evening).text
    await evening.press("Ana", "End league", mine(evening, "Ana"))
    await evening.press("Ana", "End league", mine(evening, "Ana"))
    await evening.settled()
    assert "The league is over." in of_league(evening).text
    assert "This round's tables" in of_league(evening).text
    for name in ENGLISH:
        await give_up(evening, name)
    await attend(evening)
    assert "This round's tables" not in of_league(evening).text  # Its last games have ended, and count.
    assert await evening.tables.leagues.ours() == []


async def test_a_league_that_cannot_be_gets_a_sentence(evening: Evening) -> None:
    asked = {"game": "ru-ra-re"}
    assert "You need *Manage Messages*" in await evening.say("Ben", "league", **asked)
    open_one = f"There's no league here. Open one with {evening.mention('league')} and its option *game*."
    assert await evening.say("Ana", "league") == open_one
    assert "A moderator of the channel can open one" in await evening.say("Ben", "league")
    assert "A league needs a server" in await evening.say("Ana", "league", channel="@bot", **asked)
    await opened(evening, "Ana", "Ben", "Cleo")
    assert "already has a league" in await evening.say("Ana", "league", **asked)
    [told] = await evening.press("Ben", "Join", of_league(evening))
    assert "You've already joined this league." in told
    assert "Start league" in await evening.say("Ana", "league")
    told = await evening.say("Ben", "league")
    assert "The league hasn't started yet. I'll let you know when your first table opens." in told
    assert "You have 24 hours for each turn." in told
    await start(evening)
    assert "A league needs at least 4 people." in mine(evening, "Ana").text
    [told] = await evening.press("Ben", "Leave", of_league(evening))
    assert "You've left the league." in told
    [told] = await evening.press("Ben", "Leave", of_league(evening))
    assert "You aren't in this league." in told
    for custom_id in ("o:league", "o:league:join.nothing", "o:league:nonsense.1"):
        [told] = await evening.forge("Ben", of_league(evening), custom_id)
        assert "There's no league here." in told


async def test_a_league_whose_channel_vanishes_is_paused_until_its_opener_brings_it_to_another(
    evening: Evening,
) -> None:
    league = await opened(evening, *ENGLISH)
    await start(evening)
    await attend(evening)
    evening.discord.delete_message(of_league(evening).message)
    await give_up(evening, "Ben")
    await attend(evening)
    assert "2 points · 1 game" in of_league(evening).text  # It is posted again.
    evening.discord.delete_channel("games")
    await evening.kept_house()
    for name in ("Ana", "Cleo", "Dao"):
        await give_up(evening, name)
    await attend(evening)
    assert (await evening.tables.leagues.get(league)).paused_at is not None
    assert told(evening, "Ana", "I've paused the league") == 1
    await attend(evening)
    assert told(evening, "Ana", "I've paused the league") == 1
    await evening.kept_house()  # The tables of the second round have lost their channel, too.
    for name in ("Ana", "Ben"):
        assert "There's no league here." in await evening.say(name, "league", channel="lounge")
        evening.discord.change_permissions(name, "lounge", allow=["MANAGE_MESSAGES"])
    # Ben moderates that channel, but has never run the league.
    assert "There's no league here." in await evening.say("Ben", "league", channel="lounge")
    assert "Bring the league to this channel?" in await evening.say("Ana", "league", channel="lounge")
    question = evening.person("Ana").ephemeral("lounge")[-1]
    [answer] = await evening.forge("Ben", question, f"o:league:here_sure.{league}")
    assert "There's no league here." in answer
    await evening.press("Ana", "Bring it here", question)
    known = await evening.tables.leagues.get(league)
    lounge = int(evening.discord.channel("lounge").id)
    assert (known.channel_id, known.paused_at, known.round) == (lounge, None, 2)
    await evening.settled()
    await attend(evening)
    [shown] = [one for one in evening.person("Dao").messages("lounge") if "### 🏆" in one.text]
    assert "Round 2 of 3" in shown.text
    assert len(await evening.tables.tables_in(lounge)) == 2
    assert shown.text.count(f"](https://discord.com/channels/{known.guild_id}/{lounge}/") == 2
    url = f"/{lounge}/{shown.message.id}"
    assert [told(evening, name, url) for name in ENGLISH] == [1] * len(ENGLISH)
    [answer] = await evening.forge("Ana", shown, f"o:league:here_sure.{league}")
    assert "There's no league here." in answer


async def test_tables_with_the_same_deal_are_played_in_direct_messages_alone(evening: Evening) -> None:
    league = await opened(evening, *ENGLISH, rounds=1, same_deal=True)
    assert (
        "All tables in a round get the same deal and play it in direct messages." in of_league(evening).text
    )
    await start(evening)
    await evening.settled()
    assert await evening.tables.tables_in(int(evening.discord.channel("games").id)) == []
    groups = (await evening.tables.leagues.season(league)).groups
    found = {name: await evening.dealt(name) for name in ENGLISH}  # Each has their panel.
    assert all("🏆" not in panel.text for panel in found.values())
    ids = [group.table_id for group in groups]
    for name in ENGLISH:
        others = [
            one for one in ids if (await evening.tables.table(one)).seat_of(evening.person(name).id) is None
        ]
        told = await evening.forge(name, of_league(evening), f"t:{others[0]}:log")
        assert told[-1].startswith("I can't find that table.")
    boards = [one for one in evening.person("Ana").messages("games") if not one.ephemeral]
    assert [one.id for one in boards] == [of_league(evening).id]
    first = [name for name in ENGLISH if evening.person(name).id in groups[0].people]
    await evening.press(first[0], "Show my profile", await settings(evening, first[0]))
    await evening.play_to_the_end(*first)
    whose = evening.person(first[0])
    assert "1 game" in await evening.say(first[0], "profile", person=whose)
    assert "hasn't finished a game yet" in await evening.say(first[1], "profile", person=whose)
    await evening.play_to_the_end(*(name for name in ENGLISH if name not in first))
    assert "1 game" in await evening.say(first[1], "profile", person=whose)
    await evening.settled()
    await attend(evening)
    shown = of_league(evening)
    assert "The league is over." in shown.text
    assert shown.text.count("1 game") == 4
