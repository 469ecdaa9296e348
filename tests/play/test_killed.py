"""A game during which the bot is killed and started again, many times, at random moments."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cogs.text.ids import MoveId, read
from cogs.text.language import Localizer
from cogs.views.story_lines import story_lines
from engine.catalogue import games
from localdiscord import Interaction, LocalDiscord, Person, ShownMessage
from locales import in_language
from tables import Phase, Tables
from tables.verbs.auto_answers import Moves
from tables.views.looks import log_of, record_of
from tests.engine.replayed import replay
from tests.local import local_discord
from tests.play.conftest import ENGLISH
from tests.play.evening import (
    CHEERS,
    PATIENCE_S,
    choose,
    has_something,
    moves_of,
    press_in_lobby,
    steps_of,
    without_own_emojis,
)
from tests.play.killed_bot import HURRIED, KilledBot

pytestmark = [
    pytest.mark.slow,
    pytest.mark.only_with("sqlite", "the bot is a process of its own, on a file"),
]

NAMES = ("Ana", "Ben", "Cleo")
ANSWER, UPDATE = 4, 7
"""How Discord numbers the answers to a click that show something."""
MOST_CLICKS = 400
ENDED = "the game is over"
"""Stands in the last post of a story."""


def panel(who: Person) -> ShownMessage | None:
    shown = who.direct_messages()
    return shown[-1] if shown else None


def over(who: Person) -> bool:
    mine = panel(who)
    return mine is not None and any(cheer in mine.text for cheer in CHEERS)


def is_confirmed(discord: LocalDiscord, who: Person, clicked: Interaction, since: int) -> bool:
    """Whether a person was shown the outcome of a click.

    A deferral, or the message that the panel could not be repainted in time, is not an outcome.
    """
    was_old = any(in_language("en")("table.stale") in seen.text for seen in discord.seen_by(who)[since:])
    return clicked.response_type in (ANSWER, UPDATE) and not was_old


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats", "deaths"), [("rapa-nui-cards", 3, 6), ("rapa-nui-board", 2, 2)])
async def test_a_bot_that_is_killed_at_any_moment_loses_and_doubles_nothing(
    tmp_path: Path, game: str, seats: int, deaths: int
) -> None:
    """Half of the deaths come just after a click, before anybody knows what became of it."""
    dice = random.Random(7)
    async with local_discord(people=ENGLISH) as discord:
        bot = KilledBot(discord, tmp_path / "tables.sqlite3", program=HURRIED)
        await bot.begin()
        people = [discord.person(name) for name in NAMES[:seats]]
        opened = await people[0].command("table new", game=game, seats=seats)
        await opened.answered()
        for who, label in (*((guest, "Join") for guest in people[1:]), (people[0], "Start")):
            await press_in_lobby(discord, who, label)
        confirmed: list[str] = []
        for _ in range(MOST_CLICKS):
            who = await somebody_can_act(discord, people)
            if over(who):
                break
            shown = panel(who)
            assert shown is not None
            chosen = dice.choice(moves_of(shown) + steps_of(shown))
            dies = bot.deaths < deaths and dice.random() < 0.5
            before = len(discord.seen_by(who))
            clicked = await choose(who, shown, chosen)
            if dies:
                # A few requests later: before the write, after it, while telling it.
                seen = len(list(discord.requests)) + dice.randrange(4)
                if seen > len(list(discord.requests)):
                    await discord.until(
                        lambda until=seen: len(list(discord.requests)) >= until,  # type: ignore[misc]
                        timeout_s=PATIENCE_S,
                    )
                if is_confirmed(discord, who, clicked, before):
                    confirmed.append(chosen)
                await bot.kill()
                await bot.begin()
                # Whoever saw nothing happen clicks again, on the very panel of before.
                if not clicked.acknowledged and not shown.deleted:
                    again = await who.forge(shown, chosen)
                    await again.answered()
            else:
                await clicked.answered()
                if is_confirmed(discord, who, clicked, before):
                    confirmed.append(chosen)
        await discord.until(lambda: all(over(one) for one in people), timeout_s=PATIENCE_S)
        # Panels may be ahead of the story: what is newest when their turn comes is drawn on them.
        await discord.until(
            lambda: any(ENDED in line for line in told_in_the_thread(discord, people[0])),
            timeout_s=PATIENCE_S,
        )
        assert await bot.end() == 0
        assert bot.deaths == deaths
        moves = [one for one in confirmed if one.startswith("m:")]
        await assert_whole(tmp_path / "tables.sqlite3", moves, told_in_the_thread(discord, people[0]))
        assert discord.violations == []


async def somebody_can_act(discord: LocalDiscord, people: list[Person]) -> Person:
    """Wait until a person's panel offers a move or a step, or shows the end; return the person."""

    def able() -> Person | None:
        return next((one for one in people if has_something(panel(one))), None)

    found = await discord.until(able, timeout_s=PATIENCE_S)
    assert found is not None
    return found


async def assert_whole(database: Path, confirmed: list[str], told: list[str]) -> None:
    """Check that the journal has all confirmed clicks and replays to the result, told once and in order."""
    tables = await Tables.open(str(database))
    try:
        first = read(confirmed[0])
        assert isinstance(first, MoveId)
        table = first.table
        look = await tables.look(table, None)
        assert look.table.phase is Phase.OVER
        record = await tables.read(table, record_of)
        _, steps = replay(games()[record.game], record)
        assert games()[record.game].result(steps[-1].state) == look.result
        lines = story_lines(await tables.read(table, log_of, None), look, Localizer(in_language("en")))
        assert told == "\n".join(lines).split("\n")
        texts = [ply.text for ply in record.moves]
        for custom_id in confirmed:
            # In order, each in its place: what is left must hold the rest.  What was planned may have been
            # given up since.
            said = read(custom_id)
            assert isinstance(said, MoveId)
            for text in Moves.parse(said.moves).now:
                texts = texts[texts.index(text) + 1 :]
    finally:
        await tables.close()


def told_in_the_thread(discord: LocalDiscord, anybody: Person) -> list[str]:
    """Return the play-by-play without seal, calls and winner; check for a single board and thread."""
    boards = [shown for shown in anybody.messages("games") if not shown.ephemeral]
    assert len(boards) == 1
    assert len(discord.threads) == 1
    posts = anybody.messages(discord.threads[0].id)
    lines = [line for shown in posts for text in shown.texts for line in without_own_emojis(text).split("\n")]
    buttons = ("My cards", "My board")
    return [line for line in lines if not line.startswith(("▶", "🏆", "-# 🎲")) and line not in buttons]
