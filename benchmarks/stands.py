"""Measures bots in turns, while 64 people click on each bot again as soon as they are answered.

The machine's speed varies by half within a minute, so each bot gets many short turns, while the others rest.
The local Discords and their people share one process; each bot has its own.
"""

from __future__ import annotations

import asyncio
import random
import socket
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from benchmarks.constant_bot import Sent
from benchmarks.crowd import Waits, click, cpu_s, panel, process, seat
from localdiscord import Interaction, LocalDiscord, Person
from tests.balancer import Balancer, free_ports, listens
from tests.local import local_discord
from tests.postgres import own

PEOPLE: Final = 64
AT_A_TABLE: Final = 4
TURNS: Final = 6
TURN_S: Final = 2.0
SETTLED_S: Final = 1.5
"""Seconds after the last click within which an idle bot has finished all repaints."""
NAMES: Final = [f"Person {n}" for n in range(PEOPLE)]

Click = Callable[[Person, int], Awaitable[Interaction]]
"""Has a person click something, given the person and their number; returns the interaction."""


class Stand(NamedTuple):
    """A bot that people click on.

    Attributes:
        discord: The bot's local Discord.
        bots: The ids of the bot's processes.
        click: The function by which a person clicks.
    """

    discord: LocalDiscord
    bots: Sequence[int]
    click: Click


class Measured:
    """The results of all turns of a bot.

    Attributes:
        waits: How long people waited.
        turns: The CPU time of each turn, in the unit of `cpu_ms`.
    """

    def __init__(self) -> None:
        self.waits = Waits()
        self.turns: list[float] = []
        self._seconds = 0.0
        self._cpu_s = 0.0
        self._paths: list[str] = []

    @property
    def _count(self) -> int:
        return len(self.waits.took)

    @property
    def rate(self) -> float:
        """Answers per second."""
        return (self._count - self.waits.lost) / self._seconds

    @property
    def cpu_ms(self) -> float:
        """CPU milliseconds for each click, of all the bot's processes, repaints included."""
        return self._cpu_s / self._count * 1000

    @property
    def sent(self) -> Sent:
        """The messages that the bot sent, as averages for each click."""
        late = sum(path.endswith("/@original") for path in self._paths)
        repaints = sum(path.startswith("/channels/") for path in self._paths)
        return Sent(self.waits.deferred / self._count, late / self._count, repaints / self._count)

    @property
    def callbacks(self) -> float:
        """The share of first answers that were sent by requests, not in the response."""
        return sum(path.endswith("/callback") for path in self._paths) / self._count

    async def take_turn(self, stand: Stand, every_s: float = 0.0) -> None:
        """Have everybody click as soon as they are answered, for `TURN_S`; then wait until the bot is done.

        `every_s`: if not 0, everybody clicks only twice, this many seconds apart.
        """
        turn_s, count = 2 * every_s or TURN_S, self._count
        before, cpu, began = len(list(stand.discord.requests)), _cpu_s(stand.bots), time.perf_counter()

        async def go_on(number: int, who: Person) -> None:
            at = began + every_s * number / PEOPLE
            while at < began + turn_s:
                await asyncio.sleep(at - time.perf_counter())
                await self.waits.answer(await stand.click(who, number))
                at = at + every_s if every_s else time.perf_counter()

        await asyncio.gather(*(go_on(n, stand.discord.person(name)) for n, name in enumerate(NAMES)))
        self._seconds += time.perf_counter() - began
        if every_s:
            await asyncio.sleep(SETTLED_S)
        await _rest(stand.bots)
        used = _cpu_s(stand.bots) - cpu
        self._cpu_s += used
        self.turns.append(used / (self._count - count) * 1000)
        self._paths += [request.path for request in islice(stand.discord.requests, before, None)]


def _cpu_s(bots: Sequence[int]) -> float:
    return sum(map(cpu_s, bots))


async def _rest(bots: Sequence[int]) -> None:
    """Wait until the bots have nothing left to do."""
    used = -1.0
    while (now := _cpu_s(bots)) > used:
        used = now
        await asyncio.sleep(0.1)


async def in_turn(*stands: Stand, every_s: float = 0.0, turns: int = TURNS) -> list[Measured]:
    """Measure bots in turns; `every_s`: as in `take_turn`."""
    measured = [Measured() for _ in stands]
    for _ in range(turns):
        for one, stand in zip(measured, stands, strict=True):
            await one.take_turn(stand, every_s)
    return measured


@asynccontextmanager
async def alone(
    name: str = "bare_bot", sent: Sent | None = None, *, https: bool = False
) -> AsyncIterator[Stand]:
    """Run a bot of discord.py alone; `sent`: the messages that it sends; None: those of the bare bot."""
    async with local_discord(people=NAMES, check=False) as discord:
        channel = discord.channel("games")
        env = {"CHANNEL": channel.id, "PEOPLE": str(PEOPLE), "SENT": msgspec.json.encode(sent).decode()}
        async with _reached(discord, "-m", f"benchmarks.{name}", https=https, **env) as bot:
            await discord.until(lambda: len(channel.messages) == PEOPLE, timeout_s=60)
            panels = discord.person(NAMES[0]).messages("games")

            async def same(who: Person, number: int) -> Interaction:
                return await who.click(panels[number], custom_id=panels[number].custom_ids[0])

            yield Stand(discord, [bot], same)


@asynccontextmanager
async def ours(clicked: Counter[str], *, https: bool = False) -> AsyncIterator[Stand]:
    """Run our bot with 16 tables of 4 people, who click choices or *refresh*, counted in `clicked`."""
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/tables.sqlite3"
        async with (
            local_discord(people=NAMES, check=False) as discord,
            _reached(discord, "bot.py", https=https, DATABASE_PATH=path) as bot,
        ):
            await _seated(discord)
            yield Stand(discord, [bot], lambda who, _: click(who, dice, clicked))


@asynccontextmanager
async def shared(clicked: Counter[str], workers: int) -> AsyncIterator[Stand]:
    """Run `workers` processes of our bot on one PostgreSQL; each click goes over HTTPS to a random one."""
    dice, ports = random.Random(1), free_ports(workers)
    balancer = Balancer(ports, random.Random(1))
    with own() as cluster, cluster.database() as address:
        async with local_discord(people=NAMES, check=False) as discord, AsyncExitStack() as stack:
            bots = list[int]()
            for port in ports:
                env = {
                    "DATABASE_URL": address,
                    "INTERACTIONS_PUBLIC_KEY": discord.public_key,
                    "INTERACTIONS_PORT": str(port),
                    "GATEWAY": "off" if bots else "on",
                }
                bots.append(await stack.enter_async_context(process(discord, "bot.py", **env)))
                await listens(port)
            await balancer.begin()
            stack.push_async_callback(balancer.end)
            await discord.use_interactions_url(balancer.url)
            await _seated(discord)
            yield Stand(discord, bots, lambda who, _: click(who, dice, clicked))


async def _seated(discord: LocalDiscord) -> None:
    """Seat everybody at tables whose games have begun."""
    for first in range(0, PEOPLE, AT_A_TABLE):
        channel = "games" if first < PEOPLE / 2 else "lounge"
        await seat(discord, NAMES[first : first + AT_A_TABLE], channel, "rapa-nui-cards", Waits())
    await discord.until(lambda: all(panel(discord.person(name)) for name in NAMES), timeout_s=60)


@asynccontextmanager
async def _reached(discord: LocalDiscord, *command: str, https: bool, **env: str) -> AsyncIterator[int]:
    """Run a bot that gets its interactions over HTTPS or the gateway; yield the process's id."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    if https:
        env |= {"INTERACTIONS_PUBLIC_KEY": discord.public_key, "INTERACTIONS_PORT": port}
    async with process(discord, *command, **env) as bot:
        if https:
            await discord.use_interactions_url(f"http://127.0.0.1:{port}/")
        yield bot


def line(name: str, of: Measured) -> None:
    """Print a row of results."""
    print(f"{name:<28}{of.rate:6.0f} answers/s, {of.cpu_ms:5.2f} ms of CPU a click; {of.waits}")
