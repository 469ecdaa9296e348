"""Somebody with a nasty name goes everywhere: no sentence that anybody receives is harmed by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from localdiscord.components import TEXT, walk
from localdiscord.seen import Seen
from tests.play.evening import PATIENCE_S, Evening, an_evening, choose, ids_of, moves_of

NASTY = "**x** @everyone <@1> [a](http://b) \u202e"
HARMFUL = ("**x**", "@everyone", "<@1>", "[a](", "http://b")
TURNED = "\u202e"


def seen(evening: Evening) -> list[Seen]:
    """Everything that anybody has received."""
    return [one for name in ("Ana", NASTY, "Dao") for one in evening.discord.seen_by(name)]


def formatted(evening: Evening) -> list[str]:
    """All of it that Discord formats."""
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
    """Somebody who can makes a move."""
    who = await evening.turn(*names)
    panel = await evening.dealt(who)
    offered = moves_of(panel) or ids_of(panel)
    await (await choose(evening.person(who), panel, offered[0])).answered()
    await evening.settled()
