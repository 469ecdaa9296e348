"""Several bots in this process on one PostgreSQL: who gets the next interaction is chosen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import count
from typing import Any

from cogs.client import TableBot
from localdiscord import Interaction, LocalDiscord, Person, ShownMessage
from tables import Tables
from tests import uploads
from tests.balancer import Balancer
from tests.engine.seeded import Seeded
from tests.local import local_discord
from tests.play.pace import PACE
from tests.play.thumbnails import thumbnail
from tests.play.worker import Worker, all_heard, share_out


class Crowd:
    """Bots without a gateway, behind a balancer.

    Attributes:
        discord: The local Discord.
    """

    def __init__(self, discord: LocalDiscord, address: str, number: int) -> None:
        self.discord = discord
        made = partial(Worker, discord, address, thumbnail, PACE, is_https=True, has_gateway=False)
        self._workers = [made(replay_pace_s=60.0) for _ in range(number)]
        self._words = count(1)
        self._ports: list[int] = []
        self._balancer: Balancer

    @property
    def bots(self) -> list[TableBot]:
        """The bots."""
        return [one.bot for one in self._workers]

    @property
    def tables(self) -> list[Tables]:
        """Their tables."""
        return [one.tables for one in self._workers]

    @asynccontextmanager
    async def here(self) -> AsyncIterator[Crowd]:
        """From the start to the end of all of them."""
        async with AsyncExitStack() as stack:
            for one in self._workers:
                await one.begin(Seeded(1))
                stack.push_async_callback(one.end)
            await self.leases_moved()
            self._ports = [one.port for one in self._workers]
            self._balancer = Balancer(self._ports)
            await self._balancer.begin()
            stack.push_async_callback(self._balancer.end)
            await self.discord.use_interactions_url(self._balancer.url)
            yield self

    async def leases_moved(self) -> None:
        """Have each look after its share of the tables, and know where the others are reached."""
        await share_out(self._workers)

    async def at_rest(self) -> None:
        """Wait until none of them answers anything."""
        while busy := [task for bot in self.bots for task in bot.parts.capacity.busy]:
            await asyncio.wait(busy)

    async def painted(self) -> None:
        """Wait until each has heard of all that happened, and what they repaint is painted."""
        await all_heard(self._workers, next(self._words))
        while busy := [task for bot in self.bots for task in bot.parts.refresher.busy]:
            await asyncio.wait(busy)
            await all_heard(self._workers, next(self._words))

    def owner(self, table: str) -> int:
        """Which of them looks after a table."""
        return next(place for place, one in enumerate(self.tables) if one.cluster.is_ours(table))

    def other(self, table: str) -> int:
        """One of those that don't."""
        return next(place for place, one in enumerate(self.tables) if not one.cluster.is_ours(table))

    def send_to(self, at: int) -> None:
        """Have one of the bots get what comes."""
        self._balancer.first = self._ports[at]

    async def click(self, at: int, name: str, message: ShownMessage, label: str) -> Interaction:
        """Have somebody click, and one of the bots get it; the answered interaction."""
        self.send_to(at)
        used = await self.person(name).click(message, label)
        return await self._answered(used)

    async def choose(self, at: int, name: str, message: ShownMessage, custom_id: str) -> Interaction:
        """The same by the id of a button or of an option of a list."""
        self.send_to(at)
        used = await self.person(name).forge(message, custom_id)
        return await self._answered(used)

    async def say(self, at: int, name: str, command: str, **options: Any) -> Interaction:
        """Have somebody give a command, and one of the bots get it; the answered interaction."""
        self.send_to(at)
        used = await self.person(name).command(command, channel="games", **options)
        return await self._answered(used)

    async def _answered(self, used: Interaction) -> Interaction:
        await used.answered()
        await all_heard(self._workers, next(self._words))
        return used

    def person(self, name: str) -> Person:
        """The person of that name."""
        return self.discord.person(name)

    def board(self) -> ShownMessage:
        """The newest message that everybody sees."""
        return [one for one in self.person("Ana").messages("games") if not one.ephemeral][-1]


@asynccontextmanager
async def a_crowd(address: str, number: int = 2, **discord: Any) -> AsyncIterator[Crowd]:
    """The bots online; at the end no request was malformed."""
    async with local_discord(**discord) as server:
        uploads.bring(server)
        async with Crowd(server, address, number).here() as crowd:
            yield crowd
        uploads.keep(server)
        assert server.violations == []
        assert server.crashes == []
