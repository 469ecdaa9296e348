"""Hostile input (forged ids, strange names, huge values) gets a sentence or silence, and changes nothing."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest

from engine.catalogue import games
from localdiscord import ShownMessage
from localdiscord.model.channel import Message
from tables import Person
from tables.model.limits import LOBBIES_PER_OWNER, OPENED_PER_HOUR
from tables.verbs.lobby import cancelled
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening, ids_of, shown_to

pytestmark = pytest.mark.slow

NAMES = {
    "everyone": "@everyone",
    "somebody else": "<@{other}>",
    "a channel": "<#{channel}>",
    "a moment": "<t:0:R>",
    "a command": "</table cancel:1>",
    "markdown": "**a** ||b|| `c`",
    "a link": "[a](https://example.org)",
    "turned around": "\u202eannA\u2066",
    "nothing to see": "\u200b\u2060\u3164",
    "many emojis": "👩‍👩‍👧‍👦" * 14,
    "lines": "a\n# b\n> c",
    "marks": "Z" + "\u0351" * 30,
}
ODD = [
    "",
    "\u202e\u2066",
    "\u200b",
    "@everyone <@1> <#1> <@&1>",
    "**`||",
    "🗿" * 1000,
    "x" * 6000,
    "\x00\x1b[31m",
    "' OR 1=1 --",
    "zzzz0\n",
    "٣٤",
    "1e999",
]
"""Values for every option that takes a text."""


def board_of(evening: Evening, table: str) -> ShownMessage:
    """Return the public message of a table."""
    shown = evening.person("Ana").messages("games")
    return next(one for one in reversed(shown) if not one.ephemeral and table in one.text)


EDITED = re.compile(r'"edited_timestamp":[^,]*,')


def public(evening: Evening) -> list[str]:
    """Return all public messages, with their contents."""
    channels = evening.discord.world.channels.values()
    found = [message for one in channels for message in one.messages.values() if message.only_for is None]
    return [shown(message) for message in found]


def shown(message: Message) -> str:
    """Return a message's content without the time of its last edit, as another repaint may edit it again."""
    return EDITED.sub("", message.raw().decode())


def unforeseen(evening: Evening) -> list[str]:
    """Return all texts that people were ever shown about an unforeseen error, even if hidden since."""
    people = [evening.discord.person(user) for user in evening.discord.world.people.values()]
    return [text for who in people for text in shown_to(who) if "Something went wrong" in text]


# Forged ids


async def test_no_forged_id_puts_something_of_one_s_own_on_a_message_that_others_read(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.turn("Ana", "Ben")
    await evening.settled()
    other = await evening.lobby("Cleo")
    await evening.settled()
    before = public(evening)
    ids = ["o:set:direct.on", "o:set:language.en", "o:games:1", "o:data", "o:forget", "o:rules:ru-ra-re.1"]
    ids += ["o:replay:0123456789abcdef.next.1.open", f"t:{table}:replay:next.1.open", f"t:{table}:cards"]
    ids += [f"t:{table}:{verb}" for verb in ("refresh", "more", "concede", "fill", "follow", "log", "closer")]
    for custom_id in ids:
        for about in (table, other):
            await evening.forge("Ben", board_of(evening, about), custom_id)
    await evening.settled()
    assert public(evening) == before


async def test_a_lobby_whose_board_is_not_known_yet_takes_no_other_table_s_message(evening: Evening) -> None:
    await evening.lobby("Cleo")
    await evening.settled()
    victim = evening.board()
    before = shown(victim.message)
    held = evening.discord.faults.hold("POST", "/interactions/*/callback", times=1, after=True)
    await evening.person("Dao").command("table new", game="rapa-nui-cards")
    await asyncio.wait_for(held.struck.wait(), PATIENCE_S)
    new = await evening.table_id()
    await evening.forge("Dao", victim, f"t:{new}:computer:random")
    assert shown(victim.message) == before
    held.release()
    await evening.discord.until(lambda: new in evening.board().text, timeout_s=PATIENCE_S)
    await evening.settled()
    assert shown(victim.message) == before


PARTS = ["0", "1", "-1", "99999999", "x", ".", ":", ";", ">", " ", "~", "hand", "sure", "none", "open"]


def mutated(custom_id: str, dice: random.Random) -> str:
    """Return a similar id with something replaced."""
    head, _, rest = custom_id.partition(":")
    parts = re.split(r"([:;>. ])", rest)
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(parts))
        match dice.randrange(4):
            case 0:
                parts[at] = dice.choice(PARTS)
            case 1:
                parts.insert(at, dice.choice(PARTS))
            case 2:
                parts.pop(at)
                parts = parts or [""]
            case _:
                parts[at] = parts[at] * 3
    return f"{head}:{''.join(parts)}"[:100]


@pytest.mark.parametrize("game", list(games()))
async def test_ids_like_ours_with_something_else_in_them_get_an_answer_that_is_no_fault(
    tmp_path: Path, game: str
) -> None:
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        table = await evening.started("Ana", "Ben", game=game)
        await evening.turn("Ana", "Ben")
        dice = random.Random(game)
        for _ in range(6):
            await evening.settled()
            look = await evening.look(table)
            if not look.to_move:
                break  # One of them was allowed, and has ended it.
            name = ("Ana", "Ben")[look.to_move[0]]
            who = evening.person(name)
            panel = [one for one in who.direct_messages() if not one.ephemeral][-1]
            known = [*ids_of(panel), *ids_of(evening.board())]
            assert any(one.startswith("m:") or ":pick:" in one for one in known)
            for _ in range(30):
                await (await who.forge(panel, mutated(dice.choice(known), dice))).answered()
        assert unforeseen(evening) == []


async def test_odd_values_of_options_are_refused_in_a_sentence(evening: Evening) -> None:
    ana = evening.person("Ana")
    before = public(evening)
    for value in ODD:
        for command, options in (
            ("table show", {"table": value}),
            ("table leave", {"table": value}),
            ("table cancel", {"table": value}),
            ("cards", {"table": value}),
            ("replay", {"table": value}),
            ("settings", {"away": value}),
            ("settings", {"time_zone": value}),
            ("settings", {"quiet": value}),
        ):
            used = await ana.command(command, **options)
            await used.answered()
            text = used.messages[-1].text
            assert len(text) < 700, command
            assert not value.strip() or value not in text, command
        for command, option in (("table show", "table"), ("cards", "table"), ("settings", "away")):
            await ana.complete(command, option, value)
    for options in ({"game": "chess"}, {"game": "x" * 500}):
        data: dict[str, Any] = {"name": "table", "type": 1}
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        data["options"] = [{"name": "new", "type": 1, "options": given}]
        data["id"] = next(one["id"] for one in evening.discord.commands if one["name"] == "table")
        await (await ana.raw(2, data)).answered()
    assert public(evening) == before
    assert unforeseen(evening) == []


# Names


async def test_whatever_people_are_called_nobody_is_pinged_and_the_text_stays_in_order(
    tmp_path: Path,
) -> None:
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        place = {"other": evening.person("Cleo").user.id, "channel": evening.discord.channel("lounge").id}
        seen: list[str] = []
        for name in NAMES.values():
            called = name.format(**place) if "{" in name else name
            who = evening.discord.add_person("enemy")
            who.user.global_name = called
            table = await evening.lobby(called, "Ana")
            await evening.painted()
            await evening.press(called, "Start")
            await evening.turn(called, "Ana")
            await evening.settled()
            for command in ("games", "table list"):
                seen.append(await evening.say("Ana", command))
            [told] = await evening.press("Ana", "Log", board_of(evening, table))
            seen.append(told)
            offered = await evening.person("Ana").complete("cards", "table", table)
            assert len(offered) == 1
            await evening.tables.do(
                table, Person(evening.person(called).id, ""), "end", cancelled, moderator=True
            )
        told_to = {ping.user.global_name for ping in evening.discord.pings}
        assert "Cleo" not in told_to
        assert "Dao" not in told_to
        everything = "\n".join(seen)
        unmade = re.compile(
            r"(?<!\\)(<t:0:R>|<#\d+> ·? ?,|</table cancel:1>|\[a\]\(|\*\*a|\|\|b)|[\u202e\u2066]|\n# b"
        )
        assert unmade.findall(everything) == []
        assert unforeseen(evening) == []


# Many


async def test_a_thousand_tables_by_one_person_stay_within_the_limits(tmp_path: Path) -> None:
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        ana = evening.person("Ana")
        for _ in range(6):  # All sixty at once would try how fast this machine is.
            used = [await ana.command("table new", game="rapa-nui-cards") for _ in range(10)]
            await asyncio.gather(*(one.answered() for one in used))
        await evening.settled()
        assert len(await evening.tables.tables_of(ana.id)) == LOBBIES_PER_OWNER
        for table in await evening.tables.tables_of(ana.id):
            await evening.say("Ana", "table cancel", table=table.id)
        for _ in range(OPENED_PER_HOUR):
            told = await evening.say("Ana", "table new", game="rapa-nui-cards")
            if "a lot of tables" in told:
                break
            await evening.say("Ana", "table cancel")
        assert "a lot of tables" in told
        opened = len(await evening.tables.ended_in(int(evening.discord.channel("games").id)))
        assert opened <= OPENED_PER_HOUR
        evening.discord.clock.advance(3600)
        await (await ana.command("table new", game="rapa-nui-cards")).answered()
        assert len(await evening.tables.tables_of(ana.id)) == 1
