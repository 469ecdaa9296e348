"""Boards are posted again when people ask for them, where they may see them, and not too often."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.messages.board import APART_S
from localdiscord import ShownMessage
from tests.play.conftest import ENGLISH
from tests.play.evening import Evening, an_evening
from tests.play.pairing import each_pairing
from tests.play.test_who_may_do_what import NOT_THERE

pytestmark = pytest.mark.slow


def boards(evening: Evening) -> list[ShownMessage]:
    return [one for one in evening.person("Ana").messages("games") if not one.ephemeral]


@each_pairing
async def test_a_board_that_is_there_is_posted_anew_for_who_plays_and_once_a_minute(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    before = len(boards(evening))
    for _ in range(3):
        told = await evening.say("Dao", "table show", table=table)
        assert f"/{boards(evening)[-1].id}" in told  # Where it stands is all that a watcher needs.
    await evening.say("Ben", "table show", table=table)
    assert len(boards(evening)) == before  # It is new.
    evening.discord.clock.advance(APART_S)
    for _ in range(3):
        await evening.say("Ben", "table show", table=table)
    assert len(boards(evening)) == before + 1
    evening.discord.clock.advance(APART_S)
    used = [await evening.person(name).command("table show", table=table) for name in ("Ana", "Ben") * 3]
    for one in used:
        await one.answered()
    assert len(boards(evening)) == before + 2


async def test_a_player_who_can_t_see_the_channel_has_nothing_posted_there(tmp_path: Path) -> None:
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        table = await evening.started("Ana", "Ben")
        await evening.settled()
        before = [one.id for one in boards(evening)]
        evening.discord.change_permissions("Ben", "games", deny=["VIEW_CHANNEL"])
        assert "Here's [the board](" in await evening.say("Ben", "table show", channel="lounge", table=table)
        evening.discord.delete_message(boards(evening)[-1].message)
        assert NOT_THERE in await evening.say("Ben", "table show", channel="lounge", table=table)
        assert [one.id for one in boards(evening)] == before[:-1]
