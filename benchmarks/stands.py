"""Bots that 64 people click on as soon as they are answered, measured in turn.

The machine's speed goes up and down by half within a minute; so each bot gets many short turns, and while one
is clicked on the others rest.  The local Discords and their people share one process, each bot has its own.
"""

from __future__ import annotations

import asyncio
import random
import socket
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from benchmarks.constant_bot import Sent
from benchmarks.crowd import Waits, click, cpu_s, panel, process, seat
from localdiscord import LocalDiscord
from localdiscord.model.interaction import Interaction
from localdiscord.person import Person
from tests.local import local_discord

PEOPLE: Final = 64
AT_A_TABLE: Final = 4
TURNS: Final = 6
TURN_S: Final = 2.0
NAMES: Final = [f"Person {n}" for n in range(PEOPLE)]

Click = Callable[[Person, int], Awaitable[Interaction]]
"""Somebody and their number -> what they have clicked."""


class Stand(NamedTuple):
    """A bot that people click on.

    Attributes:
        discord: Where it is.
        bot: Its process.
        click: How somebody clicks on it.
    """

    discord: LocalDiscord
    bot: int
    click: Click


class Measured:
    """What a bot did with the clicks of all its turns.

    Attributes:
        waits: How long people waited.
    """

    def __init__(self) -> None:
        self.waits = Waits()
        self._seconds = 0.0
        self._cpu_s = 0.0
        self._paths: list[str] = []

    @property
    def _count(self) -> int:
        return len(self.waits.took)

    @property
    def rate(self) -> float:
        """Answers a second."""
        return (self._count - self.waits.lost) / self._seconds

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of CPU of the bot, with all its processes, for each click, and what followed it."""
        return self._cpu_s / self._count * 1000

    @property
    def sent(self) -> Sent:
        """What the bot sent for each click."""
        late = sum(path.endswith("/@original") for path in self._paths)
        repaints = sum(path.startswith("/channels/") for path in self._paths)
        return Sent(self.waits.deferred / self._count, late / self._count, repaints / self._count)

    @property
    def callbacks(self) -> float:
        """How many of the first answers were requests."""
        return sum(path.endswith("/callback") for path in self._paths) / self._count

    async def take_turn(self, stand: Stand) -> None:
        """Everybody clicks as soon as they are answered, for `TURN_S`; then until all is done."""
        before, cpu, began = len(list(stand.discord.requests)), cpu_s(stand.bot), time.perf_counter()

        async def go_on(number: int, who: Person) -> None:
            while time.perf_counter() < began + TURN_S:
                await self.waits.answer(await stand.click(who, number))

        await asyncio.gather(*(go_on(n, stand.discord.person(name)) for n, name in enumerate(NAMES)))
        self._seconds += time.perf_counter() - began
        await _rest(stand.bot)
        self._cpu_s += cpu_s(stand.bot) - cpu
        self._paths += [request.path for request in islice(stand.discord.requests, before, None)]


async def _rest(bot: int) -> None:
    """Return when the bot has nothing left to do."""
    used = -1.0
    while (now := cpu_s(bot)) > used:
        used = now
        await asyncio.sleep(0.1)


async def in_turn(*stands: Stand) -> list[Measured]:
    """Measure bots, one after the other and again."""
    measured = [Measured() for _ in stands]
    for _ in range(TURNS):
        for one, stand in zip(measured, stands, strict=True):
            await one.take_turn(stand)
    return measured


@asynccontextmanager
async def alone(
    name: str = "bare_bot", sent: Sent | None = None, *, https: bool = False
) -> AsyncIterator[Stand]:
    """A bot of discord.py alone, which sends what it is told."""
    async with local_discord(people=NAMES, check=False) as discord:
        channel = discord.channel("games")
        env = {"CHANNEL": channel.id, "PEOPLE": str(PEOPLE), "SENT": msgspec.json.encode(sent).decode()}
        async with _reached(discord, "-m", f"benchmarks.{name}", https=https, **env) as bot:
            await discord.until(lambda: len(channel.messages) == PEOPLE, timeout_s=60)
            panels = discord.person(NAMES[0]).messages("games")

            async def same(who: Person, number: int) -> Interaction:
                return await who.click(panels[number], custom_id=panels[number].custom_ids[0])

            yield Stand(discord, bot, same)


@asynccontextmanager
async def ours(clicked: Counter[str], *, https: bool = False) -> AsyncIterator[Stand]:
    """Our bot with 16 tables of 4 people, who click what their panels offer, or look again: `clicked`."""
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/tables.sqlite3"
        async with (
            local_discord(people=NAMES, check=False) as discord,
            _reached(discord, "bot.py", https=https, DATABASE_PATH=path) as bot,
        ):
            for first in range(0, PEOPLE, AT_A_TABLE):
                channel = "games" if first < PEOPLE / 2 else "lounge"
                await seat(discord, NAMES[first : first + AT_A_TABLE], channel, "rapa-nui-cards", Waits())
            await discord.until(lambda: all(panel(discord, name) for name in NAMES), timeout_s=60)
            yield Stand(discord, bot, lambda who, _: click(who, dice, clicked))


@asynccontextmanager
async def _reached(discord: LocalDiscord, *command: str, https: bool, **env: str) -> AsyncIterator[int]:
    """Run a bot that gets its interactions over HTTPS or the gateway; gives the process's id."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    if https:
        env |= {"INTERACTIONS_PUBLIC_KEY": discord.public_key, "INTERACTIONS_PORT": port}
    async with process(discord, *command, **env) as bot:
        if https:
            await discord.use_interactions_url(f"http://127.0.0.1:{port}/")
        yield bot


def line(name: str, of: Measured) -> None:
    """Print a line of results."""
    print(f"{name:<28}{of.rate:6.0f} answers/s, {of.cpu_ms:5.2f} ms of CPU a click; {of.waits}")
