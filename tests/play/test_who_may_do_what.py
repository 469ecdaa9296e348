"""Rights: every command, button, select and completion that names a table, tried by each kind of person.

A row is a verb, a column a person in a place.  If a person may not do something, the journal, all other rows
of the database, all messages and the requests to Discord stay the same, except for the answer.  A person
without ties to a table gets the same answer as for an id that doesn't exist.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import pytest_asyncio
from discord import AppCommandType, app_commands

from cogs.interactions.click import BUTTONS
from cogs.people.access import KEPT_S
from localdiscord import Interaction, ShownMessage
from localdiscord.model.world import Request
from tables import Person, Phase, What
from tables.store.leagues import LeaguePhase, Settings
from tables.verbs.seat_changes import offered
from tests.play.conftest import ENGLISH
from tests.play.evening import Evening, an_evening, refusal
from tests.play.pairing import PAIRING

pytestmark = pytest.mark.slow

NOBODYS: Final = "zzzz0"
"""An id that no table has."""

NO_TABLE = "I can't find that table."
NOT_SEATED = "You aren't playing at this table,"
NOT_OWNER = "Only the table's host can do that."
NOT_THERE = "You can't see that table's channel"
NOT_WRITING = "You can't write in that channel right now"
NOT_IN_CHARGE = "Only someone who may manage this server"
NOT_MODERATOR = "You need *Manage Messages* in this table's channel"
NO_LEAGUE = "There's no league here."
NOT_LEAGUES_MODERATOR = "You need *Manage Messages* in the league's channel"
REFUSALS = (
    NO_LEAGUE,
    NOT_LEAGUES_MODERATOR,
    NOT_MODERATOR,
    NO_TABLE,
    NOT_SEATED,
    NOT_OWNER,
    NOT_THERE,
    NOT_WRITING,
    NOT_IN_CHARGE,
)
MAY = ""
"""They may: what the verb says then is none of these."""


class Column(NamedTuple):
    """A person, the place of their clicks, and their relations to the tables."""

    name: str
    place: str
    seated: bool = False
    owner: bool = False
    sees: bool = False
    moderates: bool = False
    follows: bool = False
    offered: bool = False
    writes: bool = True


COLUMNS: Final = {
    "owner": Column("Ana", "games", seated=True, owner=True, sees=True),
    "player": Column("Ben", "games", seated=True, sees=True),
    "player in a direct message": Column("Ben", "@bot", seated=True, sees=True),
    "player who left the server": Column("Gone", "@bot", seated=True),
    "player in a timeout": Column("Tim", "@bot", seated=True, sees=True, writes=False),
    "other member": Column("Dao", "games", sees=True),
    "other member in another channel": Column("Dao", "lounge", sees=True),
    "other member in a direct message": Column("Dao", "@bot"),
    "moderator": Column("Mod", "games", sees=True, moderates=True),
    "moderator in another channel": Column("Mod", "lounge", sees=True, moderates=True),
    "moderator of another channel": Column("Lou", "lounge", sees=True),
    "moderator of another channel who can't see this one": Column("Eve", "lounge"),
    "owner of another server": Column("Far", "lair"),
    "owner of another server in a direct message": Column("Far", "@bot"),
    "somebody who left the server": Column("Zoe", "@bot"),
    "follower in a direct message": Column("Fan", "@bot", sees=True, follows=True),
    "follower who can't see the channel any more": Column("Fox", "@bot", follows=True),
    "somebody who left, to whom a seat is offered": Column("Kim", "@bot", offered=True),
}

FOREIGN: Final = ("Far",)
BARRED: Final = ("Eve", "Fox")
LEFT: Final = ("Gone", "Zoe", "Kim")


# What is expected, without a look at `tables.verbs.access`


def reads(who: Column) -> str:
    return MAY if who.seated or who.sees else NO_TABLE


def acts(who: Column) -> str:
    knows = who.sees or who.follows or who.offered
    return MAY if who.seated else NOT_SEATED if knows else NO_TABLE


def owns(who: Column) -> str:
    return MAY if who.owner else NOT_OWNER if who.seated or who.sees else NO_TABLE


def ends(who: Column) -> str:
    return MAY if who.moderates else owns(who)


def takes(who: Column) -> str:
    return MAY if who.offered else reads(who)


def stops(who: Column) -> str:
    return MAY if who.follows else reads(who)


def is_there(who: Column) -> str:
    return NOT_THERE if who.seated and not who.sees else acts(who)


def plays_again(who: Column) -> str:
    return NOT_WRITING if who.seated and who.sees and not who.writes else is_there(who)


def moderates(who: Column) -> str:
    return MAY if who.moderates else NOT_MODERATOR if who.seated or who.sees else NO_TABLE


def repairs(who: Column) -> str:
    return MAY if who.seated else moderates(who)


def hosts(who: Column) -> str:
    return plays_again(who) or owns(who)


CLICKS: Final[Mapping[str, tuple[str, Any]]] = {
    # Each as it would be sent, so that it changes nothing where it is allowed: on an old question, for a
    # seat that is not free, at a lobby that is full.
    "play": ("m:{running}:999999:skip", acts),
    "pick": ("t:{running}:pick:999999.x", acts),
    "back": ("t:{running}:back:0", acts),
    "cards": ("t:{running}:cards", acts),
    "refresh": ("t:{running}:refresh", acts),
    "next": ("t:{running}:next:{lobby}", acts),
    "join": ("t:{full}:join", reads),
    "leave": ("t:{running}:leave", acts),
    "start": ("t:{lobby}:start", owns),
    "start:sure": ("t:{lobby}:start:sure", owns),
    "cancel": ("t:{ended}:cancel", reads),
    "cancel:.list": ("t:{ended}:cancel:.list", reads),
    "cancel:back.list": ("t:{ended}:cancel:back.list", reads),
    "solo": ("t:{lobby}:solo:genius", owns),
    "computer": ("t:{lobby}:computer:genius", owns),
    "uncomputer": ("t:{lobby}:uncomputer", owns),
    "set_up": ("t:{lobby}:set_up", owns),
    "invite": ("t:{lobby}:invite:0", owns),
    "reserve": ("t:{lobby}:reserve:0", hosts),
    "new_post": ("t:{lobby}:new_post", hosts),
    "again": ("t:{running}:again", plays_again),
    "continue": ("t:{running}:continue", acts),
    "more": ("t:{running}:more", acts),
    "wish": ("t:{running}:wish:nonsense", acts),
    "unplan": ("t:{running}:unplan", acts),
    "propose": ("t:{running}:propose:nonsense", acts),
    "agree": ("t:{running}:agree:999999", acts),
    "decline": ("t:{running}:decline:999999", acts),
    "offer": ("t:{running}:offer", acts),
    "withdraw": ("t:{running}:withdraw", acts),
    "take": ("t:{running}:take:9", takes),
    "fill": ("t:{running}:fill:9", acts),
    "concede": ("t:{running}:concede", acts),
    "return": ("t:{running}:return", acts),
    "keep": ("t:{running}:keep", acts),
    "hint": ("t:{running}:hint:999999", acts),
    "why": ("t:{running}:why:999999", acts),
    "closer": ("t:{running}:closer", reads),
    "log": ("t:{running}:log", reads),
    "large": ("t:{running}:large", reads),
    "deal": ("t:{running}:deal", reads),
    "rules": ("t:{running}:rules", reads),
    "guide": ("t:{running}:guide", reads),
    "replay": ("t:{running}:replay", reads),
    "record": ("t:{running}:record", reads),
    "review": ("t:{running}:review", reads),
    "find": ("t:{running}:find:3", reads),
    "play:puzzle": ("m:try003{running}:0:skip", reads),
    "pick:puzzle": ("t:try003{running}:pick:0.x", reads),
    "play_on": ("t:{running}:play_on:3", reads),
    "share": ("t:{running}:share", reads),
    "repair": ("t:{running}:repair", repairs),
    "repair:page": ("t:{running}:repair:page.1", repairs),
    "repair:point": ("t:{running}:repair:point.999999", repairs),
    "repair:back": ("t:{running}:repair:back.999999", repairs),
    "repair:seat": ("t:{running}:repair:seat.99", moderates),
    "repair:fill": ("t:{running}:repair:fill.99", moderates),
    "repair:give": ("t:{running}:repair:give.99", moderates),
    "follow": ("t:{running}:follow", reads),
    "follow:stop": ("t:{running}:follow:stop", stops),
}
SELECTS: Final[Mapping[str, tuple[str, list[str], Any]]] = {
    "choose": ("o:choose", ["m:{running}:999999:skip"], acts),
    "set_up": ("o:choose:turn", ["t:{lobby}:set_up:turn.never"], owns),
    "offer": ("t:{running}:offer", ["{stranger}"], acts),
    "invite": ("t:{lobby}:invite", ["nobody"], owns),
    "replay": ("t:{running}:replay:jump.0.open", ["3"], reads),
    "repair:point": ("t:{running}:repair:point", ["999999"], repairs),
    "repair:seat": ("t:{running}:repair:seat", ["99"], moderates),
    "repair:give": ("t:{running}:repair:give.99", ["{stranger}"], moderates),
}
COMMANDS: Final[Mapping[str, tuple[str, Any]]] = {
    "table show": ("running", reads),
    "table leave": ("running", acts),
    "table cancel": ("ended", reads),
    "table repair": ("running", repairs),
    "cards": ("running", acts),
    "replay": ("running", reads),
}
MENUS: Final[Mapping[str, tuple[str, Any]]] = {
    "Replay": ("running", reads),
    "What happened?": ("running", reads),
    "Follow": ("running", reads),
}
"""Commands in the menus of messages, each used on the board, whose content is sent wherever one is."""
ON_PEOPLE: Final = ("Invite to a table", "Play them again", "Profile")
"""Commands that do what a button does at one's own table (`reserve`, `again`), or that name none."""
ABOUT_NO_TABLE: Final = (
    {"rules", "learn", "replay", "set", "games"} | {"data", "forget", "choose", "open", "league"} | {"daily"}
)
"""The verbs of buttons that name none; `choose` has the id of another button as its value."""


def at(column: str, about: str) -> Column:
    """Return a person's relation to the table that a verb is about.

    Following and offers are about the running table, the only one where the player in a timeout has a seat.
    """
    who = COLUMNS[column]
    if "running" in about or not (who.follows or who.offered or not who.writes):
        return who
    return Column(who.name, who.place)


# The evening


class Stage(NamedTuple):
    """The evening with the tables of the matrix, and for each column a message to click on."""

    evening: Evening
    tables: dict[str, str]
    messages: dict[str, ShownMessage]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """One evening for the whole matrix, since refused clicks change nothing."""
    people = dict.fromkeys(
        ["Ana", "Ben", "Gone", "Dao", "Mod", "Lou", "Eve", "Far", "Zoe", "Fan", "Fox", "Kim", "Tim"], "en-US"
    )
    async with an_evening(tmp_path_factory.mktemp("matrix"), people=people, has_activity=True) as evening:
        stage = Stage(evening, await seated(evening), {})
        away(evening)
        for title, who in COLUMNS.items():
            used = await evening.person(who.name).command("rules", channel=who.place, game="ru-ra-re")
            await used.answered()
            stage.messages[title] = used.messages[-1]
        await evening.settled()
        await evening.kept_house()
        yield stage


async def seated(evening: Evening) -> dict[str, str]:
    """Return a table in each phase, with its players and followers."""
    ended = await evening.lobby("Ana", "Ben", "Gone")
    await evening.set_up("Ana", "Close table")
    running = await evening.started("Ana", "Ben", "Gone", "Tim")
    await evening.turn("Ana", "Ben", "Gone", "Tim")
    # Last, for these stay lobbies: more than two of one owner there may not be.
    full = await evening.lobby("Ana", "Ben", "Gone", seats=3)
    lobby = await evening.lobby("Ana", "Ben", "Gone", seats=4)
    await evening.settled()
    return {"full": full, "lobby": lobby, "ended": ended, "running": running}


def tables_person(evening: Evening, name: str) -> Person:
    """Return a person as the tables know them."""
    return Person(evening.person(name).id, name)


async def tied(stage: Stage) -> None:
    """Have the followers follow the running table, and a seat offered, if an earlier test has ended that."""
    tables, running = stage.evening.tables, stage.tables["running"]
    for name in ("Fan", "Fox"):
        who = stage.evening.person(name).id
        await tables.followers.follow(running, who, What.END, 1)
        await tables.followers.note(running, who, 1, 1 << 60)
    ben, kim = tables_person(stage.evening, "Ben"), tables_person(stage.evening, "Kim")
    await tables.do(running, ben, f"{(await tables.table(running)).version}", offered, kim)
    await stage.evening.settled()


def away(evening: Evening) -> None:
    """Have the people leave who are away, and set the channels' permissions."""
    discord = evening.discord
    discord.found_server("lair", "Far")
    for name in LEFT:
        discord.person(name).leave_server()
    for name in BARRED:
        discord.change_permissions(name, "games", deny=["VIEW_CHANNEL"])
    discord.set_person("Tim", timeout_until="2099-01-01T00:00:00+00:00")
    discord.change_permissions("Mod", "games", allow=["MANAGE_MESSAGES"])
    for name in ("Lou", "Eve"):
        discord.change_permissions(name, "lounge", allow=["MANAGE_MESSAGES", "ADMINISTRATOR"])
    for name in FOREIGN:
        discord.set_person(name, in_guild=False)


# What must not change


OF_SERVERS = re.compile(r"/guilds/\d+(/channels)?")


def asked(evening: Evening) -> list[Request]:
    """Return the requests to Discord, except those for servers, which each process sends for any table."""
    return [one for one in evening.discord.requests if not OF_SERVERS.fullmatch(one.path)]


class World(NamedTuple):
    """The database, the messages of other people, and the number of requests to Discord."""

    rows: dict[str, list[Any]]
    messages: dict[str, list[str]]
    requests: int


def world(stage: Stage) -> World:
    evening = stage.evening
    messages = {
        channel.id: [
            message.raw().decode() for message in channel.messages.values() if message.only_for is None
        ]
        for channel in evening.discord.world.channels.values()
    }
    return World(rows(evening), messages, len(asked(evening)))


def rows(evening: Evening) -> dict[str, list[Any]]:
    """Return everything in the database but the clicker's language, and the time, stored each minute."""
    found = {name: rows for name, rows in evening.everything().items() if name != "people"}
    return found | {"secrets": [row for row in found["secrets"] if row[0] != "alive"]}


def check_unchanged(before: World, after: World, most: int) -> None:
    """Check that nothing has changed, and no request was sent except to show the answer."""
    assert after.rows == before.rows
    assert after.messages == before.messages
    assert after.requests - before.requests <= most


def answer(used: Interaction) -> tuple[ShownMessage | None, str]:
    """Return the message with a refusal, if there is one (a new one or a panel), and the refusal's text."""
    if used.messages:
        return used.messages[-1], used.messages[-1].text
    panel = ShownMessage(used.message) if used.message is not None else None
    return panel, refusal(panel)


async def check(stage: Stage, column: str, expected: str, used: Interaction, before: World) -> None:
    """Check that the clicker alone got the expected answer and, if refused, that nothing else happened."""
    await used.answered()
    await stage.evening.settled()
    shown, told = answer(used)
    if expected == MAY:
        assert not told.startswith(REFUSALS), told
        return
    assert told.startswith(expected), told
    assert shown is not None
    assert shown.ephemeral
    who = COLUMNS[column]
    # Only for those whom the table knows anyway is Discord asked where they are; pictures may follow a panel.
    most = 2 if who.seated or who.follows or who.offered else 1
    check_unchanged(before, world(stage), most if used.messages else most + 1)


EACH_COLUMN = pytest.mark.parametrize("column", COLUMNS)
EACH_STRANGER = pytest.mark.parametrize(
    "column",
    [title for title, who in COLUMNS.items() if not (who.seated or who.sees or who.follows or who.offered)],
)
MATRIX = pytest.mark.asyncio(loop_scope="module")


@MATRIX
@EACH_COLUMN
async def test_each_button_is_for_those_who_may(stage: Stage, column: str) -> None:
    await tied(stage)
    who, message = stage.evening.person(COLUMNS[column].name), stage.messages[column]
    for custom_id, expected in CLICKS.values():
        before = world(stage)
        clicked = await who.forge(message, custom_id.format(**stage.tables))
        await check(stage, column, expected(at(column, custom_id)), clicked, before)


@MATRIX
@EACH_COLUMN
async def test_each_select_is_for_those_who_may(stage: Stage, column: str) -> None:
    await tied(stage)
    who, message = stage.evening.person(COLUMNS[column].name), stage.messages[column]
    for custom_id, values, expected in SELECTS.values():
        before = world(stage)
        named = {**stage.tables, "stranger": stage.evening.person("Zoe").user.id}
        chosen = [value.format(**named) for value in values]
        clicked = await who.forge(message, custom_id.format(**named), values=chosen)
        about = at(column, " ".join((custom_id, *values)))
        await check(stage, column, expected(about), clicked, before)


@MATRIX
@EACH_COLUMN
async def test_each_command_is_for_those_who_may(stage: Stage, column: str) -> None:
    await tied(stage)
    who = COLUMNS[column]
    for command, (table, expected) in COMMANDS.items():
        if who.place == "@bot" and command.startswith("table "):
            continue  # Discord has it in servers alone.
        before = world(stage)
        used = await stage.evening.person(who.name).command(
            command, channel=who.place, table=stage.tables[table].upper()
        )
        await check(stage, column, expected(at(column, table)), used, before)


@MATRIX
@EACH_COLUMN
async def test_each_menu_of_a_message_is_for_those_who_may(stage: Stage, column: str) -> None:
    who, evening = COLUMNS[column], stage.evening
    await tied(stage)
    for name, (table, expected) in MENUS.items():
        board = (await evening.tables.messages.get(stage.tables[table]))["board"]
        message = evening.discord.channel("games").messages[str(board.message_id)].payload()
        command = next(one for one in evening.discord.commands if one["name"] == name)
        data = {key: command[key] for key in ("id", "name", "type")}
        data |= {"target_id": message["id"], "resolved": {"messages": {message["id"]: message}}}
        before = world(stage)
        used = await evening.person(who.name).raw(2, data, who.place)
        await check(stage, column, expected(at(column, "running")), used, before)


@MATRIX
@EACH_COLUMN
async def test_completions_offer_the_tables_of_the_channel_or_one_s_own_alone(
    stage: Stage, column: str
) -> None:
    who, tables = COLUMNS[column], stage.tables
    own = {tables["full"], tables["lobby"]} if who.seated and who.writes else set()
    own |= {tables["running"]} if who.seated else set()
    here = {tables["full"], tables["lobby"], tables["running"]} if who.place == "games" else set()
    for command in COMMANDS:
        if who.place == "@bot" and command.startswith("table "):
            continue
        offered = await stage.evening.person(who.name).complete(command, "table", "", channel=who.place)
        expected = own if command == "cards" else here & {tables["running"]} if command == "replay" else here
        assert {value for _, value in offered} == expected, command


@MATRIX
@EACH_STRANGER
async def test_who_has_no_part_in_a_table_hears_what_an_id_hears_that_is_nobody_s(
    stage: Stage, column: str
) -> None:
    person, message = stage.evening.person(COLUMNS[column].name), stage.messages[column]
    for custom_id, _ in CLICKS.values():
        answers = []
        for table in (stage.tables["running"], NOBODYS):
            named = re.sub(r"\{\w+\}", table, custom_id)
            before = len(asked(stage.evening))
            clicked = await (await person.forge(message, named)).answered()
            sent = [one.method for one in asked(stage.evening)[before:]]
            payload = clicked.messages[-1].message.payload()
            answers.append((sent, clicked.response_type, payload["components"], payload["flags"]))
        assert answers[0] == answers[1], custom_id


@MATRIX
@EACH_COLUMN
async def test_the_doctor_is_for_those_who_run_the_server_in_which_they_ask(
    stage: Stage, column: str
) -> None:
    who, before = COLUMNS[column], world(stage)
    used = await stage.evening.person(who.name).command("doctor", channel=who.place)
    await check(stage, column, MAY if column == "owner of another server" else NOT_IN_CHARGE, used, before)
    assert (stage.tables["running"] in answer(used)[1]) is False  # Not even by its id.


@MATRIX
@EACH_COLUMN
async def test_a_league_is_run_by_those_who_moderate_its_channel(stage: Stage, column: str) -> None:
    who, evening = COLUMNS[column], stage.evening
    settings = Settings(game_id="ru-ra-re", size=2, computer="random")
    guild, channel = int(evening.discord.world.guild_id), int(evening.discord.channel("games").id)
    mod = tables_person(evening, "Mod")
    league = await evening.tables.leagues.open(settings, guild, channel, mod, "league", "")
    await evening.bot.parts.updaters.leagues.show(league.id)
    for step in ("place", "manage", "start", "pause", "resume", "end"):
        runs = who.moderates or step == "place"
        expected = (
            NO_LEAGUE if not who.sees or who.place == "@bot" else MAY if runs else NOT_LEAGUES_MODERATOR
        )
        before = world(stage)
        clicked = await evening.person(who.name).forge(stage.messages[column], f"o:league:{step}.{league.id}")
        await check(stage, column, expected, clicked, before)
    assert (await evening.tables.leagues.get(league.id)).phase is LeaguePhase.JOINING


# Nothing is left out


def test_every_button_stands_in_the_matrix(stage: Stage) -> None:
    assert stage.evening.bot.get_cog("Router") is not None  # It has all buttons registered.
    about_tables = {(verb, detail) for verb, names_table, detail in BUTTONS if names_table}
    assert set(CLICKS) >= {f"{verb}:{detail}" if detail else verb for verb, detail in about_tables}
    assert {verb.partition(":")[0] for verb in CLICKS} == {verb for verb, _ in about_tables}
    assert {verb for verb, names_table, _ in BUTTONS if not names_table} | {"choose"} == ABOUT_NO_TABLE


def test_every_menu_stands_in_the_matrix(stage: Stage) -> None:
    tree = stage.evening.bot.tree
    on_messages = {menu.name for menu in tree.walk_commands(type=AppCommandType.message)}
    on_people = {menu.name for menu in tree.walk_commands(type=AppCommandType.user)}
    assert (on_messages, on_people) == (set(MENUS), set(ON_PEOPLE))


def test_every_command_that_names_a_table_stands_in_the_matrix(stage: Stage) -> None:
    found = {
        command.qualified_name: parameter.autocomplete
        for command in stage.evening.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for parameter in command.parameters
        if parameter.name == "table"
    }
    assert set(found) == set(COMMANDS)
    assert all(found.values())


# Moderators


@pytest.mark.parametrize(
    "place",
    [
        "games",
        pytest.param(
            "lounge", marks=pytest.mark.only_with("gateway", "else permissions count within a minute")
        ),
    ],
)
async def test_a_moderator_of_the_table_s_channel_ends_it_from_any_channel_of_its_server(
    tmp_path: Path, place: str
) -> None:
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        table = await evening.started("Ana", "Ben")
        assert NOT_OWNER in await evening.say("Dao", "table cancel", channel=place, table=table)
        evening.discord.change_permissions("Dao", "games", allow=["MANAGE_MESSAGES"])
        if PAIRING.is_https and PAIRING.workers > 1:
            evening.discord.clock.advance(KEPT_S)  # Only one of them hears the gateway.
        assert "without a result" in await evening.say("Dao", "table cancel", channel=place, table=table)
        await evening.press("Dao", "End the game", evening.person("Dao").ephemeral(place)[-1])
        assert (await evening.tables.table(table)).phase is Phase.CANCELLED


async def test_a_moderator_of_another_server_or_channel_ends_nothing(tmp_path: Path) -> None:
    async with an_evening(tmp_path, people=["Ana", "Ben", "Dao", "Far"]) as evening:
        table = await evening.started("Ana", "Ben")
        evening.discord.found_server("lair", "Far")
        evening.discord.change_permissions("Dao", "lounge", allow=["MANAGE_MESSAGES"])
        assert NOT_OWNER in await evening.say("Dao", "table cancel", channel="lounge", table=table)
        # A member here, and a moderator there.
        assert NO_TABLE in await evening.say("Far", "table cancel", channel="lair", table=table)
        assert (await evening.tables.table(table)).phase is Phase.RUNNING
