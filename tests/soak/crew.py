"""Several of the bot's processes on one PostgreSQL: behind a balancer, or each with a shard."""

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
    """The end of a process: its exit status, and its seconds, less those of waiting for a processor."""

    status: int
    took_s: float


class SoakedWorker(SoakedBot):
    """One of several processes of the bot."""

    async def kill(self) -> None:
        """Kill the process at once."""
        await self.die()


class Listener(SoakedWorker):
    """A process that receives interactions at a port of its own, without a gateway."""

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
        """Start the process, as `SoakedBot.begin` does."""
        self._is_listening = False
        await super().begin()

    async def _comes_online(self) -> None:
        await listens(self._port)
        self._is_listening = True

    @property
    def is_online(self) -> bool:
        """Whether the process receives interactions."""
        return self.is_running and self._is_listening


class Shard(SoakedWorker):
    """A process with the gateway's events of some servers; the first one also has direct messages."""

    def __init__(
        self, discord: LocalDiscord, folder: Path, root: Path, seed: str, number: int, count: int
    ) -> None:
        super().__init__(discord, folder, root, seed)
        self._number = number
        self._settings |= {"SHARD": f"{number}/{count}"}

    @property
    def is_online(self) -> bool:
        """Whether the process gets clicks from the gateway."""
        return self.is_running and self._number in self.discord.world.shards_online


class Crew:
    """Several processes, with the interface that a storm expects of a bot.

    Args:
        way: `https`: all processes are behind a balancer; `gateway`: each has a shard.

    Attributes:
        database: The address of the shared database.
        goes_on: Whether other processes answer while one is down.
        endings: The ends of the processes that were stopped in order.
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
        """Start all processes that don't run; restart those that hung while starting."""
        if self._balancer and not self._balancer.url:
            await self._balancer.begin()
        await asyncio.gather(*(one.begin() for one in self._workers if not one.is_online))
        if self._balancer and self._discord.endpoint.url is None and self.is_online:
            await self._discord.use_interactions_url(self._balancer.url)

    async def kill(self) -> None:
        """Kill one of the processes at once."""
        await self._dice.choice(self._workers).kill()

    async def kill_again(self) -> bool:
        """Kill one of the processes, unless no other one is online; return whether one was killed.

        A process that is being stopped in order is spared, since its end is to be observed.
        """
        online = [one for one in self._workers if one.is_online and one is not self._rolled]
        if len(online) > 1:
            await self._dice.choice(online).kill()
        return len(online) > 1

    async def roll(self) -> None:
        """Stop one process as a service manager does, and start it again; record its end in `endings`."""
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
        """Stop all processes as Ctrl-C does; return the highest exit status."""
        statuses = await asyncio.gather(*(one.end() for one in self._workers))
        await self.close()
        return max(statuses)

    async def close(self) -> None:
        """Kill all processes that still run."""
        for one in self._workers:
            if one.is_running:
                await one.kill()
        if self._balancer:
            await self._balancer.end()

    @property
    def is_running(self) -> bool:
        """Whether all processes run."""
        return all(one.is_running for one in self._workers)

    @property
    def is_online(self) -> bool:
        """Whether all processes take interactions."""
        return all(one.is_online for one in self._workers)

    def is_shared_out(self) -> bool:
        """Whether each table is owned by one of the running processes."""
        with reading(self.database) as rows:
            ((buckets, owners, seen),) = rows(SHARED_OUT)
        return (buckets, owners, seen) == (BUCKETS, len(self._workers), len(self._workers))

    @property
    def lost(self) -> int:
        """The number of interactions that no process took, though some process might have."""
        return self._balancer.lost if self._balancer else 0

    @property
    def lives(self) -> int:
        """The number of starts of all processes."""
        return sum(one.lives for one in self._workers)

    @property
    def deaths(self) -> int:
        """The number of kills of all processes."""
        return sum(one.deaths for one in self._workers)

    @property
    def log(self) -> list[str]:
        """The log lines of all processes, one process after the other."""
        return [line for one in self._workers for line in one.log]

    def waited_s(self) -> float:
        """Return the seconds for which the processes have waited for a processor."""
        return sum(one.waited_s() for one in self._workers if one.lives)
