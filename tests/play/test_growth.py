"""Memory holds only what is in use: nothing of ended tables, and nothing of people who have left."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from localdiscord import ShownMessage
from tables import Person
from tables.verbs.lobby import cancelled
from tests.census import census
from tests.play.evening import PATIENCE_S, Evening, an_evening

pytestmark = [pytest.mark.slow, pytest.mark.only_with("one process", "its memory is counted")]

ROUNDS = 3
MOST = 5
"""No container may hold more by so many at the end, where more has ended and more people have gone."""
LIMITS = (
    "tables.session.TABLES_IN_MEMORY",
    "tables.views.advice.REMEMBERED",
    "tables.store.people.REMEMBERED",
    "cogs.ops.relay.REMEMBERED",
    "cogs.people.access.KEPT",
    "cogs.discord_io.attachments.MOST_KNOWN",
)
LIMITED_BY_DISCORD = (
    "ConnectionState._private_channels",  # To 128.
    "ConnectionState._private_channels_by_user",
    "DMChannel.recipients",
    "Guild._threads",  # To those that are not archived.
    "HTTPClient._buckets",  # To 256 and those of the last five minutes.
)
LIMITED_BY_TIME = ("News._seen",)  # To what was told in the last seconds.
LIMITED_BY_GAMES = ("Judging.first", "Judging.again")  # To the moves of as many games as reviews are kept.
LIMITED = (*LIMITED_BY_DISCORD, *LIMITED_BY_TIME, *LIMITED_BY_GAMES)


async def ends(evening: Evening, *names: str, follower: str) -> None:
    """End a table with a follower, left by an earlier process, and click on it once more."""
    table = await evening.started(*names)
    evening.bot.parts.displays.of(table).left_behind()
    board = evening.board()
    await evening.press(follower, "Follow", board)
    await evening.press(follower, "Every turn", evening.person(follower).ephemeral()[-1])
    await evening.press(names[0], "My cards", board)
    panel = await evening.dealt(names[1])
    await evening.tables.do(table, Person(evening.person(names[0]).id, ""), table, cancelled, moderator=True)
    await evening.settled()
    await evening.forge(names[1], panel, f"t:{table}:refresh")


async def is_played(evening: Evening, *names: str) -> None:
    """Play and review a game, and run its replay to the end."""
    await evening.started(*names, game="ru-ra-re")
    board = evening.board()
    await evening.play_to_the_end(*names)
    await evening.settled()
    reader = evening.person(names[0])
    await evening.press(names[0], "Review", board)
    await evening.discord.until(lambda: "⏳" not in reader.ephemeral()[-1].text, timeout_s=PATIENCE_S)
    await evening.press(names[0], "Replay", board)
    await evening.press(names[0], "⏯ Play", reader.ephemeral()[-1])
    at_the_end = ["Next ▶", "Last ⏭"]
    await evening.discord.until(lambda: off(reader.ephemeral()[-1]) == at_the_end, timeout_s=PATIENCE_S)


def off(shown: ShownMessage) -> list[str]:
    """Return the labels of the disabled buttons."""
    return [button.label or "" for button in shown.buttons if button.disabled]


async def held(evening: Evening) -> Counter[str]:
    """Count the contents of the bot's objects two hours after the last click."""
    evening.discord.clock.advance(2 * 3600)
    await evening.settled()
    await evening.kept_house()
    return census(evening.bot, evening.tables)


async def test_tables_that_ended_and_people_who_went_leave_nothing_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in LIMITS:
        monkeypatch.setattr(limit, MOST)
    monkeypatch.setattr("tables.reviews.MOST_S", 0.1)
    names = ["Ana", *(f"P{number}" for number in range(45))]
    async with an_evening(tmp_path, people=names) as evening:
        evening.bot.studio._room = 0
        coming, seen = iter(names[1:]), list[Counter[str]]()
        for _ in range(ROUNDS):
            for _ in range(4):
                await ends(evening, next(coming), next(coming), follower=next(coming))
            await is_played(evening, next(coming), next(coming))
            seen.append(await held(evening))
        first, last = seen[0], seen[-1]
        grown = {name: (first[name], count) for name, count in last.items() if count > first[name] + MOST}
        assert {name: counts for name, counts in grown.items() if name not in LIMITED} == {}
