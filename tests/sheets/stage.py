"""A local Discord with the bot on it, for sheets: all tables of a game are dealt alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar
from unittest.mock import patch

from cogs.client import TableBot
from cogs.interactions.answer import TASK_NAME as LATE_PICTURES
from cogs.messages.refresher import Pace
from localdiscord import Interaction, LocalDiscord
from localdiscord.rest.interactions import DEFER, DEFER_UPDATE
from tables import Tables
from tests.engine.seeded import Seeded
from tests.local import local_discord

T = TypeVar("T")

SEED: Final = 3
PACE: Final = Pace(settle_s=0.05, spacing_s=0.05, pictures_s=60)
"""Answers wait for their pictures."""
START_S: Final = 20.0
"""Seconds after which a bot that is not ready has failed."""


class Alike:
    """Chance that answers the same question in the same way, whatever else was asked before."""

    def below(self, bound: int, /) -> int:
        return Seeded(SEED).below(bound)

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        return Seeded(SEED).shuffled(items)


class Stage:
    """The local Discord, and the bot on it in this process."""

    def __init__(self, discord: LocalDiscord, tables: Tables, bot: TableBot) -> None:
        self.discord = discord
        self.tables = tables
        self.bot = bot
        self._held: dict[str, asyncio.Event] = {}
        bot.parts.refresher.begin(self._paint, bot.housekeeping.refused)

    async def _paint(self, table_id: str) -> list[Exception]:
        if table_id in self._held:
            await self._held[table_id].wait()
        return await self.bot.parts.updaters.paint(table_id)

    @asynccontextmanager
    async def unpainted(self, table_id: str) -> AsyncIterator[None]:
        """Have what happens to a table meanwhile painted at its end, so that messages are always the same."""
        await self.painted(table_id)
        held = self._held[table_id] = asyncio.Event()
        try:
            yield
        finally:
            del self._held[table_id]
            held.set()
        await self.painted(table_id)

    async def painted(self, table_id: str) -> None:
        """Wait until Discord shows all that has happened at a table."""
        await self.bot.parts.refresher.painted(table_id)

    async def answered(self, used: Interaction) -> None:
        """Wait for the answer to a click or command, also where Discord was told that it takes longer."""
        await used.answered()
        if used.response_type in (DEFER, DEFER_UPDATE):
            busy = [task for task in self.bot.parts.capacity.busy if task.get_name() != LATE_PICTURES]
            await asyncio.gather(*busy, return_exceptions=True)


@asynccontextmanager
async def a_stage(folder: Path, channels: Iterable[str]) -> AsyncIterator[Stage]:
    """The bot online, in a server with these channels and nobody in it; its database lies in `folder`.

    At the end it checks that no request was malformed.
    """
    async with local_discord(people={}, channels=tuple(channels)) as discord:
        tables = await Tables.open(str(folder / "tables.sqlite3"), chance=Alike())
        ready = asyncio.Event()
        bot = TableBot(tables, api_base=discord.api_base, pace=PACE, say_ready=ready.set)
        stage = Stage(discord, tables, bot)
        running = asyncio.create_task(bot.start(discord.token))
        try:
            async with asyncio.timeout(START_S):
                await ready.wait()  # When it is online, it may not yet know its servers.
            with patch(
                "tables.timing.turn_clock.HERE_S", 0.0
            ):  # Else nobody is called, since all have just moved.
                yield stage
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)
            await tables.close()
        assert discord.violations == []
        assert discord.crashes == []
