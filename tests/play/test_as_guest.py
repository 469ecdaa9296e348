"""Tables where the bot is a guest: it posts nothing unasked, and edits only by the tokens of clicks."""

from __future__ import annotations

import random
from itertools import count
from typing import Any
from unittest.mock import Mock

import pytest
from discord import Permissions

from cogs.discord_io.origin import check_bot
from localdiscord import ShownMessage
from localdiscord.model.channel import Channel
from tables import Person, Phase, Refused
from tables.timing.preferences import Notice
from tables.verbs.lobby import joined
from tables.verbs.play import played, started
from tests.play.evening import PATIENCE_S, Evening, choose, moves_of, steps_of
from tests.play.test_calls import heard, set_up

OWN = {"rapa-nui-cards": "My cards", "ru-ra-re": "My cards", "rapa-nui-board": "My board"}
"""The games, with the label of the button that opens one's own panel."""
INVITE = "Invite to a table"
MINUTES_15 = 15 * 60.0


class Place:
    """A place where the bot is a guest, with Ana, who has installed the bot, Ben and perhaps Cleo."""

    def __init__(self, evening: Evening, channel: Channel, onlooker: str = "Cleo") -> None:
        self.evening, self.channel, self.onlooker = evening, channel, onlooker

    def boards(self) -> list[ShownMessage]:
        """Return the public messages here."""
        seen = self.evening.person(self.onlooker).messages(self.channel)
        return [one for one in seen if not one.ephemeral]

    @property
    def board(self) -> ShownMessage:
        """Return the newest public message."""
        return self.boards()[-1]

    async def press(self, name: str, label: str, message: ShownMessage | None = None) -> list[str]:
        """Press a button of the board, or of another message; return the texts of new ephemeral messages."""
        return await self.evening.press(name, label, message or self.board)

    async def say(self, name: str, command: str, **options: str) -> str:
        """Use a command; return the text of the newest message afterwards, as its author sees it."""
        person = self.evening.person(name)
        await self.evening._finished(await person.command(command, self.channel, **options))
        return person.messages(self.channel)[-1].text

    async def table(self) -> str:
        """Return the id of the newest open table here."""
        return (await self.evening.tables.tables_in(int(self.channel.id)))[-1].id

    def hand(self, name: str) -> ShownMessage:
        """Return a person's newest ephemeral message."""
        return [one for one in self.evening.person(name).messages(self.channel) if one.ephemeral][-1]

    async def begun(self, game: str = "ru-ra-re") -> str:
        """Have Ana open a table, Ben join and Ana start; return the table's id."""
        await self.say("Ana", "table new", game=game)
        await self.press("Ben", "Join")
        await self.press("Ana", "Start")
        await self.evening.settled()
        return await self.table()

    async def play(self, table: str, label: str, *names: str, turns: int = 500) -> None:
        """Play this many turns by ephemeral panels alone, or until the game is over."""
        dice, evening = random.Random(1), self.evening
        for _ in range(turns):
            looks = {name: await evening.look(table, name) for name in names}
            asked = [name for name, look in looks.items() if look.asked is not None and not look.answered]
            if not asked:
                break
            await self.press(asked[0], label)
            while moves := moves_of(self.hand(asked[0])) or steps_of(self.hand(asked[0])):
                # The last button first: moai are offered last, and without them a game never ends.
                picked = moves[-1] if dice.random() < 0.5 else dice.choice(moves)
                await evening._finished(await choose(evening.person(asked[0]), self.hand(asked[0]), picked))
                look = await evening.look(table, asked[0])
                if look.answered or look.asked != looks[asked[0]].asked:
                    break
        await evening.settled()


@pytest.fixture
def group(evening: Evening) -> Place:
    """A group message."""
    evening.discord.install("Ana")
    return Place(evening, evening.discord.add_group("Ana", "Ben", "Cleo"))


@pytest.fixture
def pair(evening: Evening) -> Place:
    """A direct message of two."""
    evening.discord.install("Ana")
    return Place(evening, evening.discord.add_group("Ana", "Ben"), "Ben")


@pytest.fixture
def elsewhere(evening: Evening) -> Place:
    """A server without the bot."""
    evening.discord.install("Ana")
    found = evening.discord.found_server("elsewhere", "Ana", members=["Ben", "Cleo"], with_bot=False)
    return Place(evening, found)


def labels(message: ShownMessage) -> list[str]:
    """The labels of a message's buttons."""
    return [button.label for button in message.buttons]


def player(evening: Evening, name: str) -> Person:
    """Return a person as the tables know them."""
    return Person(evening.person(name).id, name)


def refused(place: Place) -> set[tuple[str, int]]:
    """Return the refused requests; without the gateway, one request may be about a server without the bot."""
    return place.evening.in_vain() - {("GET", 404)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "whole"),
    [("group", "ru-ra-re"), ("pair", "rapa-nui-cards"), ("elsewhere", "rapa-nui-board")],
)
async def test_each_game_is_played_in_each_kind_of_place_one_of_them_to_its_end(
    request: pytest.FixtureRequest, evening: Evening, kind: str, whole: str
) -> None:
    place: Place = request.getfixturevalue(kind)
    for game in [one for one in OWN if one != whole]:
        table = await place.begun(game)
        before = place.board.text
        await place.play(table, OWN[game], "Ana", "Ben", turns=3)
        assert place.board.text != before, game
    table = await place.begun(whole)
    board, boards = place.board, len(place.boards())
    await place.play(table, OWN[whole], "Ana", "Ben")
    assert (await evening.tables.table(table)).phase is Phase.OVER
    for label in ("Log", "Replay"):
        assert await place.press(place.onlooker, label)
    await evening.settled()
    assert "🏆" in board.text
    assert (place.board.id, len(place.boards())) == (board.id, boards)
    if kind == "group":
        await share(place)
    assert refused(place) == set()
    assert not evening.discord.threads


async def share(place: Place) -> None:
    """Share a finished game: by a player, it is shared with everybody; by an onlooker, only they see it."""
    board = place.board
    assert await place.press("Cleo", "Share")
    assert await place.press("Ana", "Share") == []
    assert place.board.id != board.id
    assert await place.press("Cleo", "Review", board)
    await place.evening.settled()
    assert "🏆" in board.text


async def test_a_hand_is_seen_by_nobody_else(group: Place) -> None:
    table = await group.begun()
    await group.play(table, "My cards", "Ana", "Ben", turns=6)
    assert any(custom_id.startswith("m:") for custom_id in ids_seen(group, "Ana"))
    assert not any(custom_id.startswith("m:") for custom_id in ids_seen(group, "Cleo"))


def ids_seen(place: Place, name: str) -> list[str]:
    """Return the ids of all buttons that a person has ever seen in the place."""
    seen = place.evening.discord.seen_by(name)
    return [one for event in seen if str(event.channel_id) == place.channel.id for one in event.custom_ids]


async def test_the_board_follows_until_its_token_runs_out_and_again_from_the_next_click(
    group: Place,
) -> None:
    table, evening = await group.begun(), group.evening
    before = group.board.text
    await evening.run_to_the_end(table, "Ana", "Ben")
    assert "🏆" in group.board.text
    assert group.board.text != before
    await group.press("Ana", "Play again")
    await evening.settled()
    again = await group.table()
    assert again != table
    assert [one.id for one in group.boards()][:-1] == [group.boards()[0].id]
    await group.press("Ben", "Join")
    evening.discord.clock.advance(MINUTES_15)
    await group.evening.tables.do(again, player(evening, "Ana"), "start", started)
    await evening.settled()
    assert "Start" in labels(group.board)
    assert await group.press("Cleo", "Rules")
    await evening.discord.until(lambda: "My cards" in labels(group.board), timeout_s=PATIENCE_S)
    assert refused(group) == set()


async def test_the_board_goes_on_below_and_the_former_one_leads_to_it(group: Place) -> None:
    await group.begun()
    former = group.board
    assert "I'm only a guest here" in former.text
    [told] = await group.press("Cleo", "Continue here")
    assert "You aren't playing at this table" in told
    await group.press("Ben", "Continue here")
    await group.evening.settled()
    assert len(group.boards()) == 2
    assert "My cards" in labels(group.board)
    await group.evening.discord.until(lambda: group.boards()[0].buttons == [], timeout_s=PATIENCE_S)
    shown = await group.say("Ana", "table show")
    assert "My cards" in shown
    assert len(group.boards()) == 3


async def test_after_a_restart_the_next_click_brings_the_board_up_to_date(group: Place) -> None:
    evening = group.evening
    await group.say("Ana", "table new", game="ru-ra-re")
    await evening.end()
    await evening.begin()
    await evening.tables.do(await group.table(), player(evening, "Ben"), "join", joined)
    await evening.settled()
    assert "Ben" not in group.board.text
    await group.press("Cleo", "Rules")
    await evening.discord.until(lambda: "Ben" in group.board.text, timeout_s=PATIENCE_S)
    assert refused(group) == set()


async def test_a_forged_id_takes_the_board_of_no_other_table(group: Place, elsewhere: Place) -> None:
    table, evening = await group.begun(), group.evening
    evening.discord.install("Cleo")
    await elsewhere.say("Cleo", "table new", game="ru-ra-re")
    other = elsewhere.board
    before = other.text
    for custom_id in (f"t:{table}:cards", "t:zzzzz:cards", f"t:{table}:rules"):
        await evening.forge("Cleo", other, custom_id)
    await evening.settled()
    assert other.text == before
    await evening.run_to_the_end(table, "Ana", "Ben")
    assert "🏆" in group.board.text  # Its token is the same as before.


async def test_nobody_follows_a_table_whose_place_the_bot_cannot_see(group: Place) -> None:
    table = await group.begun()
    assert "Follow" not in labels(group.board)
    [told] = await group.evening.forge("Cleo", group.board, f"t:{table}:follow:turns")
    assert "nobody can follow it" in told
    assert await group.evening.tables.followers.of_table(table) == []


async def test_who_has_installed_the_bot_is_called_though_they_share_no_server_with_it(group: Place) -> None:
    evening = group.evening
    for name, installed in (("Ben", True), ("Cleo", False)):
        evening.discord.set_person(name, in_guild=False, installed=installed)
    await group.say("Ana", "table new", game="ru-ra-re")
    for name in ("Ben", "Cleo"):
        await group.press(name, "Join")
    await group.press("Ana", "Start")
    await evening.dealt("Ben")
    await evening.settled()
    assert evening.panel("Cleo") is None
    assert await group.press("Cleo", "My cards")


async def test_where_there_is_no_thread_who_chose_mentions_there_is_called_directly(group: Place) -> None:
    evening = group.evening
    for name, notice in (("Ben", Notice.THREAD), ("Cleo", Notice.NONE)):
        await set_up(evening, name, notice=notice)
    await group.say("Ana", "table new", game="ru-ra-re")
    for name in ("Ben", "Cleo"):
        await group.press(name, "Join")
    await group.press("Ana", "Start")
    for name, calls in (("Ben", 1), ("Cleo", 0)):
        await evening.dealt(name)
        await evening.settled()
        assert moves_of(evening.panel(name))  # A silent panel is no call.
        assert len(heard(evening, name)) == calls


async def test_a_player_brings_the_table_elsewhere(group: Place, elsewhere: Place) -> None:
    table, evening = await group.begun(), group.evening
    evening.discord.install("Cleo")
    await elsewhere.say("Cleo", "table show", table=table)
    assert (await evening.tables.facts(table)).channel_id == int(group.channel.id)
    await elsewhere.say("Ana", "table show", table=table)
    await evening.settled()
    assert "My cards" in labels(elsewhere.board)
    await evening.discord.until(lambda: group.board.buttons == [], timeout_s=PATIENCE_S)
    await elsewhere.play(table, "My cards", "Ana", "Ben", turns=2)
    await evening.say("Ben", "table show", table=table)
    await evening.settled()
    facts = await evening.tables.facts(table)
    assert (facts.guild_id, facts.guest) == (int(evening.discord.world.guild_id), False)
    assert evening.discord.threads
    assert evening.board().id != elsewhere.board.id
    assert refused(group) == set()


async def test_where_only_the_author_would_see_the_board_none_is_opened(elsewhere: Place) -> None:
    elsewhere.evening.discord.install("Ben")
    elsewhere.evening.discord.change_permissions("Ben", elsewhere.channel, deny=["USE_EXTERNAL_APPS"])
    told = await elsewhere.say("Ben", "table new", game="ru-ra-re")
    assert "lets nobody but you see" in told
    assert await elsewhere.evening.tables.tables_in(int(elsewhere.channel.id)) == []


@pytest.mark.parametrize("is_there", [True, False])
def test_it_is_said_whether_permissions_are_missing_or_the_bot_itself(is_there: bool) -> None:
    client = Mock(**{"is_ready.return_value": True, "parts.reach.covers.return_value": True})
    client.get_guild.return_value = Mock() if is_there else None
    asked = Mock(client=client, locale="en-US", guild_id=7, app_permissions=Permissions.none())
    with pytest.raises(Refused) as told:
        check_bot(asked)
    assert told.value.code == ("may_not_post" if is_there else "no_bot_here")


@pytest.mark.parametrize(
    "command", ["games", "cards", "learn", "settings", "privacy", "doctor", "table list", "rules", "replay"]
)
async def test_every_command_is_answered_to_its_author_alone(group: Place, command: str) -> None:
    table, here = await group.begun(), len(group.boards())
    options = {"rules": {"game": "ru-ra-re"}, "replay": {"table": table}}.get(command, {})
    assert "went wrong" not in await group.say("Ana", command, **options)
    await group.evening.settled()
    assert len(group.boards()) == here
    assert refused(group) == set()


async def test_nobody_is_called_to_a_lobby_where_the_bot_can_call_nobody(group: Place) -> None:
    await group.say("Ana", "table new", game="ru-ra-re")
    await group.press("Ana", "Set up…")
    assert not any("invite" in menu.custom_id for menu in group.hand("Ana").selects)


# The menus of people and messages


async def use(place: Place, name: str, menu: str, on: Any) -> None:
    """Use a command of a menu."""
    channel = None if isinstance(on, ShownMessage) else place.channel
    await place.evening._finished(await place.evening.person(name).use(menu, on, channel))
    await place.evening.settled()


async def test_the_board_s_menu_replays_the_game_and_tells_what_happened(group: Place) -> None:
    table = await group.begun()
    name = await group.evening.name_of(table)
    await group.play(table, "My cards", "Ana", "Ben", turns=2)
    for menu, told in (("Replay", name), ("What happened?", name), ("Follow", "nobody can follow it")):
        await use(group, "Ana", menu, group.board)
        assert told in group.hand("Ana").text
    assert len(group.boards()) == 1
    assert refused(group) == set()


@pytest.mark.parametrize("kind", ["pair", "group", "elsewhere"])
async def test_a_person_is_invited_by_a_board_that_names_them(
    kind: str, evening: Evening, request: pytest.FixtureRequest
) -> None:
    evening.discord.install("Ana")
    if kind == "pair":
        place = Place(evening, evening.discord.add_group("Ana", "Ben"))
    else:
        place = request.getfixturevalue(kind)
    ben = evening.person("Ben")
    await use(place, "Ana", INVITE, ben)
    asked = place.hand("Ana")
    custom_id = next(str(one.custom_id) for one in asked.buttons if "ru-ra-re" in str(one.custom_id))
    await evening._finished(await evening.person("Ana").click(asked, custom_id=custom_id))
    await evening.settled()
    board = seen(place, "Ben")[-1]
    assert f"reserved for <@{ben.id}>" in board.text
    await use(place, "Ana", INVITE, ben)
    assert "twice" in place.hand("Ana").text
    await place.press("Ben", "Join", board)
    table = await place.table()
    assert (await evening.tables.table(table)).seat_of(ben.id) == 1
    await use(place, "Ana", INVITE, evening.discord.bot)
    assert "Bots can't play" in place.hand("Ana").text
    await place.press("Ana", "Start", board)
    await evening.run_to_the_end(table, "Ana", "Ben")
    for name, other in (("Ana", "Ben"), ("Ben", "Ana")):
        if name == "Ana" or kind == "group":
            evening.discord.install(name)
            await use(place, name, "Play them again", evening.person(other))
    again = await place.table()
    assert again != table
    assert "Join" in labels(seen(place, "Ben")[-1])
    assert refused(place) == set()


async def test_who_has_a_lobby_in_a_group_posts_its_board_with_the_seat_reserved(group: Place) -> None:
    evening = group.evening
    await group.say("Ana", "table new", game="ru-ra-re")
    former, ben = group.board, evening.person("Ben")
    await use(group, "Ana", "Play them again", ben)
    assert "haven't finished a game here" in group.hand("Ana").text
    await use(group, "Ana", INVITE, ben)
    assert len(group.boards()) == 2
    assert f"reserved for <@{ben.id}>" in group.board.text
    # The former board is edited after the answer, in the click's own task.
    await evening.discord.until(lambda: former.buttons == [], timeout_s=PATIENCE_S)
    assert len(await evening.tables.tables_in(int(group.channel.id))) == 1
    assert refused(group) == set()


def seen(place: Place, name: str) -> list[ShownMessage]:
    """Return the bot's public messages, as one person there sees them."""
    return [one for one in place.evening.person(name).messages(place.channel) if not one.ephemeral]


async def test_a_finished_game_is_played_on_in_the_same_place(group: Place) -> None:
    evening, old = group.evening, await group.begun()
    people = [player(evening, name) for name in ("Ana", "Ben")]
    for step in count():
        looks = {who: await evening.tables.look(old, who.id) for who in people}
        asked = [(who, look) for who, look in looks.items() if look.asked is not None and not look.answered]
        if not asked:
            break
        who, look = asked[0]
        move = look.game.write_move(look.legal_moves[step % len(look.legal_moves)])
        await evening.tables.do(old, who, f"{step}", played, look.asked or 0, move)
    await evening.settled()
    before = len(group.boards())
    await evening.forge("Cleo", group.board, f"t:{old}:play_on:5")
    await evening.settled()
    facts = await evening.tables.table(await group.table())
    assert (facts.guest, facts.name, facts.channel_id) == (True, "Practice", int(group.channel.id))
    assert {info.name for info in facts.seats} == {"", "Cleo"}
    assert (len(group.boards()), "Practice" in group.board.text) == (before + 1, True)
