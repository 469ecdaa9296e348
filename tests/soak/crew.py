"""Several of the bot's processes on one PostgreSQL, without a gateway, behind a balancer."""

from __future__ import annotations

import asyncio
import random
import time
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Final, NamedTuple

from localdiscord import LocalDiscord
from tables.postgres.leases import BUCKETS
from tests.balancer import HOST, Balancer, free_ports, listens
from tests.soak.rows import reading
from tests.soak.stage import START_S, SoakedBot

SHARED_OUT: Final = """
SELECT count(*), count(DISTINCT owner), (SELECT count(*) FROM workers)
FROM leases WHERE until > clock_timestamp()"""


class Ending(NamedTuple):
    """How a process ended: its exit status, and the seconds that took, less those without a processor."""

    status: int
    took_s: float


class SoakedWorker(SoakedBot):
    """One of them."""

    def __init__(
        self,
        discord: LocalDiscord,
        folder: Path,
        root: Path,
        seed: int,
        number: int,
        database: str,
        port: int,
    ) -> None:
        super().__init__(discord, folder, root, seed)
        self.port = port
        self._number = number
        self._settings |= {
            "DATABASE_URL": database,
            "GATEWAY": "off",
            "INTERACTIONS_PUBLIC_KEY": discord.public_key,
            "INTERACTIONS_HOST": HOST,
            "INTERACTIONS_PORT": str(port),
        }
        self._is_listening = False

    async def begin(self) -> None:
        """Start it, and wait until it takes interactions or has given up."""
        self.lives += 1
        self._is_listening = False
        named = {"SOAK_SEED": f"{self._seed}:{self._number}:{self.lives}"}
        await self.launch({**self._settings, **named}, PIPE)
        assert self.process.stderr is not None
        self._reading = asyncio.create_task(self._read(self.process.stderr), name="log")
        gone = asyncio.create_task(self.process.wait())
        there = asyncio.create_task(asyncio.wait_for(listens(self.port), START_S))
        await asyncio.wait({gone, there}, return_when=asyncio.FIRST_COMPLETED)
        self._is_listening = there.done() and not there.cancelled() and there.exception() is None
        for task in (gone, there):
            task.cancel()
        await asyncio.gather(gone, there, return_exceptions=True)

    async def kill(self) -> None:
        """End it at this very moment."""
        await self.die()

    @property
    def is_online(self) -> bool:
        """Whether it takes interactions."""
        return self.is_running and self._is_listening


class Crew:
    """The processes, as a storm wants one bot.

    Attributes:
        database: The address of their database.
        balancer: What posts interactions on to them.
        endings: How those ended that were ended in order meanwhile.
    """

    goes_on = True

    def __init__(
        self, discord: LocalDiscord, folder: Path, root: Path, seed: int, database: str, count: int
    ) -> None:
        ports = free_ports(count)
        self.database = database
        self.endings: list[Ending] = []
        self.workers = [
            SoakedWorker(discord, folder, root, seed, number, database, port)
            for number, port in enumerate(ports)
        ]
        self.balancer = Balancer(ports, random.Random(f"{seed}:balancer"))
        self._dice = random.Random(f"{seed}:crew")
        self._discord = discord

    async def begin(self) -> None:
        """Start those that don't run, anew those that hung as they started."""
        for one in self.workers:
            if one.is_running and not one.is_online:
                await one.kill()
        if not self.balancer.url:
            await self.balancer.begin()
        await asyncio.gather(*(one.begin() for one in self.workers if not one.is_running))
        if self._discord.endpoint.url is None and self.is_online:
            await self._discord.use_interactions_url(self.balancer.url)

    async def kill(self) -> None:
        """End one of them at this very moment."""
        await self._dice.choice(self.workers).kill()

    async def kill_again(self) -> bool:
        """The same, unless nobody would be left who takes interactions; whether one was killed."""
        online = [one for one in self.workers if one.is_online]
        if len(online) > 1:
            await self._dice.choice(online).kill()
        return len(online) > 1

    async def roll(self) -> None:
        """End one of them as a service manager does, and start it again; how it ended is noted."""
        one = self._dice.choice(self.workers)
        begun, waited = time.monotonic(), one.waited_s()
        ending = asyncio.create_task(one.end())
        last = waited
        while not ending.done():
            last = max(last, one.waited_s())
            await asyncio.wait([ending], timeout=0.05)
        self.endings.append(Ending(await ending, time.monotonic() - begun - (last - waited)))
        await one.begin()

    async def end(self) -> int:
        """End all as Ctrl-C does; the highest exit status."""
        statuses = await asyncio.gather(*(one.end() for one in self.workers))
        await self.close()
        return max(statuses)

    async def close(self) -> None:
        """Kill those that still run."""
        for one in self.workers:
            if one.is_running:
                await one.kill()
        await self.balancer.end()

    @property
    def is_running(self) -> bool:
        """Whether all processes exist."""
        return all(one.is_running for one in self.workers)

    @property
    def is_online(self) -> bool:
        """Whether all take interactions."""
        return all(one.is_online for one in self.workers)

    def is_shared_out(self) -> bool:
        """Whether each table is looked after by one of those that live now."""
        with reading(self.database) as rows:
            ((buckets, owners, seen),) = rows(SHARED_OUT)
        return (buckets, owners, seen) == (BUCKETS, len(self.workers), len(self.workers))

    @property
    def lives(self) -> int:
        """How often one was started."""
        return sum(one.lives for one in self.workers)

    @property
    def deaths(self) -> int:
        """How often one was killed."""
        return sum(one.deaths for one in self.workers)

    @property
    def log(self) -> list[str]:
        """What all of them logged, one after the other."""
        return [line for one in self.workers for line in one.log]

    def waited_s(self) -> float:
        """Seconds for which they have waited for a processor."""
        return sum(one.waited_s() for one in self.workers if one.lives)
