"""A local Discord with the bot on it, for contact sheets: all tables of a game get the same deal."""

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
"""The bot's pace: answers wait for their pictures."""
START_S: Final = 20.0
"""Seconds after which a bot that isn't ready counts as failed."""


class Alike:
    """Chance whose result depends only on the question, not on earlier questions."""

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
        """Postpone a table's repaint to the end of this context, so that its messages are always the same."""
        await self.painted(table_id)
        held = self._held[table_id] = asyncio.Event()
        try:
            yield
        finally:
            del self._held[table_id]
            held.set()
        await self.painted(table_id)

    async def painted(self, table_id: str) -> None:
        """Wait until Discord shows a table's present state."""
        await self.bot.parts.refresher.painted(table_id)

    async def answered(self, used: Interaction) -> None:
        """Wait for the answer to a click or command, even if it was deferred."""
        await used.answered()
        if used.response_type in (DEFER, DEFER_UPDATE):
            busy = [task for task in self.bot.parts.capacity.busy if task.get_name() != LATE_PICTURES]
            await asyncio.gather(*busy, return_exceptions=True)


@asynccontextmanager
async def a_stage(folder: Path, channels: Iterable[str]) -> AsyncIterator[Stage]:
    """Run the bot online, in a server with these channels and without people; `folder`: for its database.

    At the end, check that no request was malformed.
    """
    async with local_discord(people={}, channels=tuple(channels)) as discord:
        tables = await Tables.open(str(folder / "tables.sqlite3"), chance=Alike())
        ready = asyncio.Event()
        bot = TableBot(tables, api_base=discord.api_base, pace=PACE, say_ready=ready.set)
        stage = Stage(discord, tables, bot)
        running = asyncio.create_task(bot.start(discord.token))
        try:
            async with asyncio.timeout(START_S):
                await ready.wait()  # A bot that has come online may not know its servers yet.
            with patch(
                "tables.timing.turn_clock.HERE_S", 0.0
            ):  # Otherwise, nobody is called, since all have just moved.
                yield stage
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)
            await tables.close()
        assert discord.violations == []
        assert discord.crashes == []
