"""Connections that break while the bot sends something by itself: one cut spoils nothing else."""

from __future__ import annotations

import pytest
import structlog

from cogs.ops import lost_channels
from tests.play.evening import PATIENCE_S, Evening, moves_of

pytestmark = pytest.mark.slow


async def test_all_hear_that_their_channel_is_gone_though_the_first_connection_is_cut(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben", "Cleo")
    await evening.settled()
    cut = evening.discord.faults.cut("POST", "/channels/*/messages")
    lost = [await evening.tables.table(table)]
    assert not await lost_channels.tell(evening.bot.parts, lost, spacing_s=0)
    assert cut.hits == 1
    told = [evening.person(name).direct_messages()[-1].text for name in ("Ana", "Ben", "Cleo")]
    assert ["deleted" in text for text in told] == [False, True, True]


async def test_a_new_panel_counts_though_the_old_one_could_not_be_deleted(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    other = "Ben" if first == "Ana" else "Ana"
    await evening.settled()
    cut = evening.discord.faults.cut("DELETE", "/channels/*/messages/*", times=2)  # aiohttp tries twice.
    with structlog.testing.capture_logs() as logged:
        while moves_of(evening.panel(first)):
            panel = await evening.dealt(first)
            clicked = await evening.person(first).click(panel, custom_id=moves_of(panel)[-1])
            await clicked.answered()
        await evening.discord.until(lambda: moves_of(evening.panel(other)), timeout_s=PATIENCE_S)
        await evening.settled()
    assert cut.hits == 2
    assert "old_panel_stays" in [one["event"] for one in logged]
    assert "repaint_failed" not in [one["event"] for one in logged]


async def test_a_new_board_counts_though_the_old_one_could_not_be_emptied(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await evening.turn("Ana", "Ben")
    await evening.settled()
    old = evening.board()
    evening.discord.clock.advance(2 * 3600)
    cut = evening.discord.faults.cut("PATCH", f"/channels/*/messages/{old.id}")
    await evening.say("Ana", "table show")
    assert cut.hits == 1
    assert evening.board().id != old.id
    told = [one.text for one in evening.person("Ana").ephemeral("games")]
    assert evening.board().id in told[-1]
