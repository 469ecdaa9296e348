"""Several bots in this process on one PostgreSQL; the test chooses which one gets the next interaction."""

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
    """Several bots without a gateway, behind a load balancer.

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
        """The tables of each bot."""
        return [one.tables for one in self._workers]

    @asynccontextmanager
    async def here(self) -> AsyncIterator[Crowd]:
        """Run all bots within this context."""
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
        """Have each bot take its share of the tables' leases, and learn the other bots' addresses."""
        await share_out(self._workers)

    async def at_rest(self) -> None:
        """Wait until no bot is answering anything."""
        while busy := [task for bot in self.bots for task in bot.parts.capacity.busy]:
            await asyncio.wait(busy)

    async def painted(self) -> None:
        """Wait until each bot has heard of all changes, and has finished its repaints."""
        await all_heard(self._workers, next(self._words))
        while busy := [task for bot in self.bots for task in bot.parts.refresher.busy]:
            await asyncio.wait(busy)
            await all_heard(self._workers, next(self._words))

    def owner(self, table: str) -> int:
        """Return the number of the bot that owns a table."""
        return next(place for place, one in enumerate(self.tables) if one.cluster.is_ours(table))

    def other(self, table: str) -> int:
        """Return the number of a bot that doesn't own a table."""
        return next(place for place, one in enumerate(self.tables) if not one.cluster.is_ours(table))

    def send_to(self, at: int) -> None:
        """Send the next interactions to bot number `at`."""
        self._balancer.first = self._ports[at]

    async def click(self, at: int, name: str, message: ShownMessage, label: str) -> Interaction:
        """Have a person click, and bot number `at` get the click; return the answered interaction."""
        self.send_to(at)
        used = await self.person(name).click(message, label)
        return await self._answered(used)

    async def choose(self, at: int, name: str, message: ShownMessage, custom_id: str) -> Interaction:
        """Do the same as `click`, with a button, or an option of a list, that is given by its id."""
        self.send_to(at)
        used = await self.person(name).forge(message, custom_id)
        return await self._answered(used)

    async def say(self, at: int, name: str, command: str, **options: Any) -> Interaction:
        """Have a person use a command, and bot number `at` get it; return the answered interaction."""
        self.send_to(at)
        used = await self.person(name).command(command, channel="games", **options)
        return await self._answered(used)

    async def _answered(self, used: Interaction) -> Interaction:
        await used.answered()
        await all_heard(self._workers, next(self._words))
        return used

    def person(self, name: str) -> Person:
        """Return the person with a name."""
        return self.discord.person(name)

    def board(self) -> ShownMessage:
        """Return the newest public message."""
        return [one for one in self.person("Ana").messages("games") if not one.ephemeral][-1]


@asynccontextmanager
async def a_crowd(address: str, number: int = 2, **discord: Any) -> AsyncIterator[Crowd]:
    """Run several bots online; at the end, check that no request was malformed."""
    async with local_discord(**discord) as server:
        uploads.bring(server)
        async with Crowd(server, address, number).here() as crowd:
            yield crowd
        uploads.keep(server)
        assert server.violations == []
        assert server.crashes == []
