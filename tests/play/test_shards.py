"""Two processes on one PostgreSQL: the gateway tells one of the server, the other of direct messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cogs.clicks.router import Router
from cogs.kit.reach import Shard
from cogs.live.surfaces import THREAD
from cogs.upkeep import connection
from cogs.views.board import board_message
from tests.local import local_discord
from tests.play.evening import PATIENCE_S, Evening, choose, moves_of, steps_of
from tests.play.pace import PACE
from tests.play.thumbnails import thumbnail

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@asynccontextmanager
async def two(address: str, folder: Path) -> AsyncIterator[tuple[Evening, Evening]]:
    """The process that is told of the server, and the one that is told of direct messages."""
    with patch.object(connection, "IDENTIFY_S", 0.05), patch("tables.clocks.HERE_S", 0.0):
        async with local_discord(people=("Ana", "Ben")) as discord:
            place = int(discord.world.guild_id) >> 22
            count = next(n for n in (2, 3, 5, 7) if place % n)
            shards = Shard(place % count, count), Shard(0, count)
            here = Evening(discord, folder / "a", thumbnail, PACE, address=address, shard=shards[0])
            there = Evening(discord, folder / "b", thumbnail, PACE, address=address, shard=shards[1])
            await here.begin()
            await there.begin()
            try:
                await discord.until(lambda: discord.gateway.identified == 2, timeout_s=PATIENCE_S)
                yield here, there
            finally:
                await there.end(is_last=False)
                await here.end()
            assert discord.violations == []
            assert discord.crashes == []


def clicks(evening: Evening) -> int:
    """How many clicks a process was told of."""
    router = evening.bot.get_cog("Router")
    assert isinstance(router, Router)
    return len(router._answered)


def texts(part: Any) -> Iterator[str]:
    """What stands in a message's components."""
    if isinstance(part, list):
        for one in part:
            yield from texts(one)
    elif isinstance(part, dict):
        yield from (str(part[name]) for name in ("content", "label") if part.get(name))
        for name in ("components", "accessory", "children"):
            yield from texts(part.get(name, []))


async def is_newest(here: Evening, table: str) -> bool:
    """Whether the board shows what a repaint would show now."""
    look = await here.tables.look(table, None)
    thread = (await here.tables.messages.get(table)).get(THREAD)
    words = here.bot.parts.words(look.table.locale)
    wanted = board_message(look, words, thread.message_id if thread else None).to_components()
    return list(texts(wanted)) == list(texts(here.board().payload["components"]))


async def test_clicks_on_boards_and_in_direct_messages_meet_at_one_table(
    database_address: str, tmp_path: Path
) -> None:
    async with two(database_address, tmp_path) as (here, there):
        for _ in range(2):
            table = await here.started("Ana", "Ben")
            for _ in range(8):
                name = await here.turn("Ana", "Ben")
                panel = here.panel(name)
                assert panel is not None
                move = (moves_of(panel) or steps_of(panel))[0]
                used = await choose(here.person(name), panel, move)
                await used.answered()
                for each in (here, there, here, there):
                    await each.settled()
            looks = [await each.tables.look(table, None) for each in (here, there)]
            assert looks[0].table.version == looks[1].table.version > 8
            async with asyncio.timeout(PATIENCE_S):
                while not await is_newest(here, table):
                    for each in (here, there):
                        await each.settled()
            shown = here.person("Ana").messages("games")
            assert sum(table in str(one.custom_ids) for one in shown) == 1
        assert all(clicks(each) for each in (here, there))
