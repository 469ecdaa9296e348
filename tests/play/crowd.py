"""Several bots in this process on one PostgreSQL: who gets the next interaction is chosen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from nacl.signing import VerifyKey

from cogs.client import TableBot
from cogs.upkeep.receiver import Door
from engine.players import PLAYERS
from localdiscord import LocalDiscord
from localdiscord.model.interaction import Interaction
from localdiscord.person import Person
from localdiscord.shown import ShownMessage
from pictures import Studio
from tables import Tables
from tables.postgres.database import PostgresDatabase
from tables.thinking import InThreads
from tests.balancer import Balancer, free_ports
from tests.engine.seeded import Seeded
from tests.local import local_discord
from tests.play.evening import PATIENCE_S, EveningClock
from tests.play.pace import PACE
from tests.play.thumbnails import thumbnail


class Crowd:
    """Bots without a gateway, behind a balancer.

    Attributes:
        discord: The local Discord.
        bots: The bots.
        tables: Their tables.
    """

    def __init__(self, discord: LocalDiscord, address: str, count: int) -> None:
        self.discord = discord
        self.bots: list[TableBot] = []
        self.tables: list[Tables] = []
        self._ports = free_ports(count)
        self._balancer = Balancer(self._ports, random.Random(1))
        self._address = address

    @asynccontextmanager
    async def here(self) -> AsyncIterator[Crowd]:
        """From the start to the end of all of them."""
        async with AsyncExitStack() as stack:
            for port in self._ports:
                await stack.enter_async_context(self._one(port))
            await self._shared_out()
            await self._balancer.begin()
            stack.push_async_callback(self._balancer.end)
            await self.discord.use_interactions_url(self._balancer.url)
            yield self

    @asynccontextmanager
    async def _one(self, port: int) -> AsyncIterator[None]:
        tables = await Tables.open(
            self._address,
            chance=Seeded(1),
            clock=EveningClock(self.discord.clock),
            thinking=InThreads(PLAYERS),
        )
        ready = asyncio.Event()
        bot = TableBot(
            tables,
            api_base=self.discord.api_base,
            studio=Studio(thumbnail),
            pace=PACE,
            replay_pace_s=60.0,
            say_ready=ready.set,
            door=Door(VerifyKey(bytes.fromhex(self.discord.public_key)), port=port),
            has_gateway=False,
        )
        running = asyncio.create_task(bot.start(self.discord.token))
        await asyncio.wait_for(ready.wait(), PATIENCE_S)
        self.bots.append(bot)
        self.tables.append(tables)
        try:
            yield
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)
            await tables.close()

    async def _shared_out(self) -> None:
        for tables in (*self.tables, *self.tables):
            assert isinstance(tables._database, PostgresDatabase)
            await tables._database._workers._leases.beat()

    async def at_rest(self) -> None:
        """Wait until none of them answers anything."""
        while busy := [task for bot in self.bots for task in bot.parts.capacity.busy]:
            await asyncio.wait(busy)

    async def knows_more(self, table: str, version: int) -> None:
        """Wait until all of them know that a table has changed since: who did not do it hears of it."""
        async with asyncio.timeout(PATIENCE_S):
            for tables in self.tables:
                while (await tables.table(table)).version <= version:  # noqa: ASYNC110
                    await asyncio.sleep(0.001)

    def owner(self, table: str) -> int:
        """Which of them looks after a table."""
        return next(place for place, one in enumerate(self.tables) if one.hearing.is_ours(table))

    def other(self, table: str) -> int:
        """One of those that don't."""
        return next(place for place, one in enumerate(self.tables) if not one.hearing.is_ours(table))

    def send_to(self, at: int) -> None:
        """Have one of the bots get what comes."""
        self._balancer.first = self._ports[at]

    async def click(self, at: int, name: str, message: ShownMessage, label: str) -> Interaction:
        """Have somebody click, and one of the bots get it; the answered interaction."""
        self.send_to(at)
        used = await self.person(name).click(message, label)
        await used.answered()
        return used

    async def choose(self, at: int, name: str, message: ShownMessage, custom_id: str) -> Interaction:
        """The same by the id of a button or of an option of a list."""
        self.send_to(at)
        used = await self.person(name).forge(message, custom_id)
        await used.answered()
        return used

    async def say(self, at: int, name: str, command: str, **options: Any) -> Interaction:
        """Have somebody give a command, and one of the bots get it; the answered interaction."""
        self.send_to(at)
        used = await self.person(name).command(command, channel="games", **options)
        await used.answered()
        return used

    def person(self, name: str) -> Person:
        """The person of that name."""
        return self.discord.person(name)

    def board(self) -> ShownMessage:
        """The newest message that everybody sees."""
        return [one for one in self.person("Ana").messages("games") if not one.ephemeral][-1]


@asynccontextmanager
async def a_crowd(address: str, count: int = 2, **discord: Any) -> AsyncIterator[Crowd]:
    """The bots online; at the end no request was malformed."""
    async with local_discord(**discord) as server:
        async with Crowd(server, address, count).here() as crowd:
            yield crowd
        assert server.violations == []
        assert server.crashes == []
