"""People's names: the bot uses the present one, and no name, however nasty, does harm."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from localdiscord import Seen
from localdiscord.model.components import TEXT, walk
from tables import Person
from tables.verbs.seat_changes import conceded
from tests.play.evening import PATIENCE_S, Evening, an_evening, choose, ids_of, moves_of
from tests.play.pairing import each_pairing

NASTY = "**x** @everyone <@1> [a](http://b) \u202e"
HARMFUL = ("**x**", "@everyone", "<@1>", "[a](", "http://b")
TURNED = "\u202e"


def seen(evening: Evening) -> list[Seen]:
    """Return all events that people have received."""
    return [one for name in ("Ana", NASTY, "Dao") for one in evening.discord.seen_by(name)]


def formatted(evening: Evening) -> list[str]:
    """Return all received texts that Discord formats."""
    bodies = [one.payload for one in seen(evening) if "components" in one.payload]
    texts = [str(body.get("content", "")) for body in bodies]
    parts = [part for body in bodies for part in walk(body["components"]) if part["type"] == TEXT]
    return [*texts, *(str(part["content"]) for part in parts)]


@pytest.mark.slow
@pytest.mark.only_with("gateway", "it tells of a channel that is gone")
@pytest.mark.parametrize("game", ["rapa-nui-cards", "ru-ra-re", "rapa-nui-board"])
async def test_a_nasty_name_does_no_harm_in_any_sentence(tmp_path: Path, game: str) -> None:
    people = {"Ana": "en-US", NASTY: "en-US", "Dao": "de"}
    async with an_evening(tmp_path, people=people) as evening:
        table = await evening.started("Ana", NASTY, game=game, pace="instant")
        await evening.dealt(NASTY)
        await evening.settled()
        await evening.press("Dao", "Follow")
        await evening.press("Dao", "Bei jedem Zug", evening.person("Dao").ephemeral("games")[-1])
        for _ in range(4):
            await evening.caught_up()
            await moved(evening, "Ana", NASTY)
        for command in ("games", "replay", "table show", "privacy"):
            await evening.say(NASTY, command)
        await evening.press("Dao", "Log")
        await evening.lobby(NASTY)
        await evening.say("Ana", "replay", table=table)
        for verb in ("cards", "more", "propose:end"):
            await evening.forge(NASTY, evening.board(), f"t:{table}:{verb}")
        evening.discord.delete_channel("games")
        await evening.discord.until(
            lambda: any("deleted" in one.text for one in evening.person("Ana").direct_messages()),
            timeout_s=PATIENCE_S,
        )
        await evening.settled()
        texts = formatted(evening)
        assert any("\\*\\*x\\*\\*" in text for text in texts)
        assert [text for text in texts for harm in HARMFUL if harm in text] == []
        assert [text for one in seen(evening) for text in one.texts if TURNED in text] == []
        assert not any(told.message.mention_everyone for told in evening.discord.pings)


async def moved(evening: Evening, *names: str) -> None:
    """Have a player who can move make a move."""
    who = await evening.turn(*names)
    panel = await evening.dealt(who)
    offered = moves_of(panel) or ids_of(panel)
    await (await choose(evening.person(who), panel, offered[0])).answered()
    await evening.settled()


def renamed(evening: Evening, name: str, now: str) -> None:
    """Change a person's name in the server, by themselves or by a moderator."""
    evening.discord.set_person(name, nick=now)


async def called(evening: Evening, table: str) -> list[str]:
    """Return the names of the people at a table, in memory and on the disk."""
    seats = (await evening.tables.table(table)).seats
    names = [info.name for info in seats if info.person_id is not None]
    rows = evening.rows("SELECT name FROM seats WHERE table_id = ? AND person_id > 0 ORDER BY seat", table)
    assert [name for (name,) in rows] == names
    return names


def picture(evening: Evening) -> str:
    """Return the name of the board's picture file, which changes with the names in the picture."""
    return str(re.findall(r"board-\w+\.png", str(evening.board().message.payload()))[0])


@each_pairing
async def test_who_is_renamed_is_called_so_from_their_next_click_on(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.dealt("Ana")
    renamed(evening, "Ana", "Anna Ω")
    assert await called(evening, table) == ["Ana", "Ben"]
    await evening.settled()
    before = picture(evening)
    await evening.press("Ana", "My cards")
    await evening.settled()
    assert await called(evening, table) == ["Anna Ω", "Ben"]
    await evening.discord.until(lambda: picture(evening) != before, timeout_s=PATIENCE_S)


@pytest.mark.parametrize("command", ["cards", "table show"])
async def test_a_command_in_the_server_tells_a_new_name_too(evening: Evening, command: str) -> None:
    table = await evening.started("Ana", "Ben")
    renamed(evening, "Ben", "Benno")
    await evening.say("Ben", command)
    await evening.settled()
    assert await called(evening, table) == ["Ana", "Benno"]


async def test_a_direct_message_which_lacks_the_nickname_changes_nothing(evening: Evening) -> None:
    renamed(evening, "Ana", "Anna")
    table = await evening.started("Ana", "Ben", first_player="1")
    assert await called(evening, table) == ["Anna", "Ben"]
    await moved(evening, "Ana")
    assert await called(evening, table) == ["Anna", "Ben"]


async def test_all_tables_of_the_server_that_go_on_have_the_new_name_and_what_is_over_keeps_the_old(
    evening: Evening,
) -> None:
    over = await evening.started("Ana", "Ben")
    await evening.tables.do(over, Person(evening.person("Ben").id, "Ben"), "end", conceded)
    await evening.settled()
    lobby = await evening.lobby("Ana", "Cleo")
    running = await evening.started("Ana", "Ben", "Cleo")
    await evening.tables.do(running, Person(evening.person("Ana").id, "Ana"), "gives up", conceded)
    await evening.settled()
    renamed(evening, "Ana", "Anna")
    await evening.press("Ana", "Log")
    await evening.settled()
    assert await called(evening, running) == ["Anna", "Ben", "Cleo"]
    assert await called(evening, lobby) == ["Anna", "Cleo"]
    assert await called(evening, over) == ["Ana", "Ben"]


async def test_played_again_from_a_direct_message_the_nickname_stays(evening: Evening) -> None:
    renamed(evening, "Ben", "Benno")
    table = await evening.started("Ana", "Ben")
    await evening.dealt("Ana")
    panel = await evening.dealt("Ben")
    await evening.tables.do(table, Person(evening.person("Ana").id, "Ana"), "end", conceded)
    await evening.settled()
    await evening.forge("Ben", panel, f"t:{table}:again")
    [again] = await evening.tables.tables_of(evening.person("Ben").id)
    assert await called(evening, again.id) == ["Benno"]


async def test_a_new_name_that_is_nasty_or_blank_is_taken_as_any(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    for name, left in (("\u202e" + "x" * 31, "x" * 31), ("\u3164", ""), ("", "Ben")):
        renamed(evening, "Ben", name)
        await evening.press("Ben", "Log")
        await evening.settled()
        assert await called(evening, table) == ["Ana", left]
