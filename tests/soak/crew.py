"""Several of the bot's processes on one PostgreSQL: behind a balancer, or each on a shard of the gateway."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Final, NamedTuple

from localdiscord import LocalDiscord
from tables.store.postgres.leases import BUCKETS
from tests.balancer import HOST, Balancer, free_ports, listens
from tests.soak.rows import reading
from tests.soak.stage import SoakedBot

SHARED_OUT: Final = """
SELECT count(*), count(DISTINCT owner), (SELECT count(*) FROM workers)
FROM leases WHERE until > clock_timestamp()"""


class Ending(NamedTuple):
    """How a process ended: its exit status, and the seconds that took, less those without a processor."""

    status: int
    took_s: float


class SoakedWorker(SoakedBot):
    """One of them."""

    async def kill(self) -> None:
        """End it at this very moment."""
        await self.die()


class Listener(SoakedWorker):
    """One that takes interactions at a port of its own, without a gateway."""

    def __init__(self, discord: LocalDiscord, folder: Path, root: Path, seed: str, port: int) -> None:
        super().__init__(discord, folder, root, seed)
        self._port = port
        self._settings |= {
            "GATEWAY": "off",
            "INTERACTIONS_PUBLIC_KEY": discord.public_key,
            "INTERACTIONS_HOST": HOST,
            "INTERACTIONS_PORT": str(port),
        }
        self._is_listening = False

    async def begin(self) -> None:
        """As `SoakedBot.begin`."""
        self._is_listening = False
        await super().begin()

    async def _comes_online(self) -> None:
        await listens(self._port)
        self._is_listening = True

    @property
    def is_online(self) -> bool:
        """Whether it takes interactions."""
        return self.is_running and self._is_listening


class Shard(SoakedWorker):
    """One that the gateway tells of some servers; the first of direct messages, too."""

    def __init__(
        self, discord: LocalDiscord, folder: Path, root: Path, seed: str, number: int, count: int
    ) -> None:
        super().__init__(discord, folder, root, seed)
        self._number = number
        self._settings |= {"SHARD": f"{number}/{count}"}

    @property
    def is_online(self) -> bool:
        """Whether the gateway tells it of clicks."""
        return self.is_running and self._number in self.discord.world.shards_online


class Crew:
    """The processes, as a storm wants one bot.

    Args:
        way: `https`: all listen behind a balancer; `gateway`: each has a shard.

    Attributes:
        database: The address of their database.
        goes_on: Whether others answer while one is down.
        endings: How those ended that were ended in order meanwhile.
    """

    def __init__(
        self, discord: LocalDiscord, folder: Path, root: Path, seed: int, database: str, count: int, way: str
    ) -> None:
        self.database = database
        self.goes_on = way == "https"
        self.endings: list[Ending] = []
        self._balancer: Balancer | None = None
        self._workers: list[SoakedWorker] = []
        of_each = [(discord, folder, root, f"{seed}:{number}") for number in range(count)]
        if self.goes_on:
            ports = free_ports(count)
            self._balancer = Balancer(ports, random.Random(f"{seed}:balancer"))
            self._workers += [Listener(*of_one, port) for of_one, port in zip(of_each, ports, strict=True)]
        else:
            self._workers += [Shard(*of_one, number, count) for number, of_one in enumerate(of_each)]
        for one in self._workers:
            one.store_at(database)
        self._dice = random.Random(f"{seed}:crew")
        self._discord = discord
        self._rolled: SoakedWorker | None = None

    async def begin(self) -> None:
        """Start those that don't run, anew those that hung as they started."""
        if self._balancer and not self._balancer.url:
            await self._balancer.begin()
        await asyncio.gather(*(one.begin() for one in self._workers if not one.is_online))
        if self._balancer and self._discord.endpoint.url is None and self.is_online:
            await self._discord.use_interactions_url(self._balancer.url)

    async def kill(self) -> None:
        """End one of them at this very moment."""
        await self._dice.choice(self._workers).kill()

    async def kill_again(self) -> bool:
        """The same, unless nobody would be left who takes interactions; whether one was killed.

        Not one that is being ended in order: how that ends is to be seen.
        """
        online = [one for one in self._workers if one.is_online and one is not self._rolled]
        if len(online) > 1:
            await self._dice.choice(online).kill()
        return len(online) > 1

    async def roll(self) -> None:
        """End one of them as a service manager does, and start it again; how it ended is noted."""
        online = [one for one in self._workers if one.is_online]
        if not online:
            return
        self._rolled = one = self._dice.choice(online)
        begun, waited = time.monotonic(), one.waited_s()
        ending = asyncio.create_task(one.end())
        last = waited
        while not ending.done():
            last = max(last, one.waited_s())
            await asyncio.wait([ending], timeout=0.05)
        self.endings.append(Ending(await ending, time.monotonic() - begun - (last - waited)))
        self._rolled = None
        await one.begin()

    async def end(self) -> int:
        """End all as Ctrl-C does; the highest exit status."""
        statuses = await asyncio.gather(*(one.end() for one in self._workers))
        await self.close()
        return max(statuses)

    async def close(self) -> None:
        """Kill those that still run."""
        for one in self._workers:
            if one.is_running:
                await one.kill()
        if self._balancer:
            await self._balancer.end()

    @property
    def is_running(self) -> bool:
        """Whether all processes exist."""
        return all(one.is_running for one in self._workers)

    @property
    def is_online(self) -> bool:
        """Whether all take interactions."""
        return all(one.is_online for one in self._workers)

    def is_shared_out(self) -> bool:
        """Whether each table is looked after by one of those that live now."""
        with reading(self.database) as rows:
            ((buckets, owners, seen),) = rows(SHARED_OUT)
        return (buckets, owners, seen) == (BUCKETS, len(self._workers), len(self._workers))

    @property
    def lost(self) -> int:
        """So many interactions were taken by nobody, though another might have."""
        return self._balancer.lost if self._balancer else 0

    @property
    def lives(self) -> int:
        """How often one was started."""
        return sum(one.lives for one in self._workers)

    @property
    def deaths(self) -> int:
        """How often one was killed."""
        return sum(one.deaths for one in self._workers)

    @property
    def log(self) -> list[str]:
        """What all of them logged, one after the other."""
        return [line for one in self._workers for line in one.log]

    def waited_s(self) -> float:
        """Seconds for which they have waited for a processor."""
        return sum(one.waited_s() for one in self._workers if one.lives)
