"""The objects that all parts of a storm share: local Discord, bot, ledger, clock and seed."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import time
from asyncio.subprocess import PIPE
from contextlib import nullcontext
from pathlib import Path
from typing import Final, Protocol

from localdiscord import LocalDiscord, Person
from tests.play.killed_bot import KilledBot
from tests.soak.clock import MovedClock
from tests.soak.ledger import Ledger

NAMES: Final = {
    "Ana": "en-US",
    "Ben *b* @everyone": "en-US",
    "Cleo": "de",
    "Dao <@&1>": "fr",
    "Eve`": "en-GB",
}
"""People's names with their locales; Discord would read some names as mentions or formatting."""
SPARED: Final = ("games", "harbour")
"""Channels that are never deleted or denied to the bot, so that everything must be reported there once."""
CHANNELS: Final = (*SPARED, "lounge", "attic")
ELSEWHERE, FOUNDER = "elsewhere", "Eve`"
"""Another server, and the person who may do everything there but has no special rights here."""
START_S: Final = 30.0
COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


class SoakedBot(KilledBot):
    """The bot in a process of its own (`bot_process`), and its log."""

    goes_on = False

    def __init__(
        self, discord: LocalDiscord, folder: Path, root: Path, seed: int | str, way: str = "gateway"
    ) -> None:
        program = ("-m", "tests.soak.bot_process")
        super().__init__(discord, folder / "tables.sqlite3", root, program)
        self._settings = {"SOAK_CLOCK": str(folder / "clock")}
        self._url = ""
        if way == "https":
            with socket.create_server(("127.0.0.1", 0)) as probe:
                port = probe.getsockname()[1]
            self._url = f"http://127.0.0.1:{port}/"
            self._settings |= {"INTERACTIONS_PUBLIC_KEY": discord.public_key, "INTERACTIONS_PORT": str(port)}
        self._seed = seed
        self._reading: asyncio.Task[None]
        self.lives = 0
        self.log: list[str] = []

    async def begin(self) -> None:
        """Start the bot, or restart one that hung; wait until people can click or it has given up."""
        if self.is_running:
            await self.kill()
        await self.launch({**self._settings, "SOAK_SEED": f"{self._seed}:{self.lives + 1}"}, PIPE)
        self.lives += 1
        assert self.process.stderr is not None
        self._reading = asyncio.create_task(self._read(self.process.stderr), name="log")
        gone = asyncio.create_task(self.process.wait())
        there = asyncio.create_task(asyncio.wait_for(self._comes_online(), START_S))
        await asyncio.wait({gone, there}, return_when=asyncio.FIRST_COMPLETED)
        for task in (gone, there):
            task.cancel()
        await asyncio.gather(gone, there, return_exceptions=True)
        if self._url and self.lives == 1:
            await self.discord.use_interactions_url(self._url)  # Later lives of the bot use the same address.

    def store_at(self, address: str) -> None:
        """Have the bot use a database, given by its address."""
        self._settings |= {"DATABASE_URL": address}

    async def _comes_online(self) -> None:
        """Wait until people can click."""
        await self.discord.until(lambda: self.is_online, timeout_s=START_S)

    @property
    def is_running(self) -> bool:
        """Whether the bot's process runs."""
        return self.lives > 0 and self.process.returncode is None

    @property
    def is_online(self) -> bool:
        """Whether people can click."""
        return self.is_running and self.discord.online

    async def roll(self) -> None:
        """Not supported, since no other process goes on meanwhile."""
        raise NotImplementedError

    async def close(self) -> None:
        """Kill the bot if it runs."""
        if self.is_running:
            await self.kill()

    async def _read(self, stream: asyncio.StreamReader) -> None:
        async for line in stream:
            self.log.append(COLOURS.sub("", line.decode(errors="replace").rstrip()))

    def is_shared_out(self) -> bool:
        """Return True: the only process owns all tables."""
        return True

    def waited_s(self) -> float:
        """Return the seconds for which the bot has waited for a processor; 0 if the system doesn't say."""
        try:
            return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0


class Bot(Protocol):
    """The bot that a storm disturbs: one process, or several.

    Attributes:
        database: The path or address of the database.
        goes_on: Whether other processes answer while one is down.
        lives: The number of starts of processes.
        deaths: The number of kills of processes.
        log: The log lines of all processes.
    """

    @property
    def database(self) -> Path | str: ...

    @property
    def goes_on(self) -> bool: ...

    @property
    def lives(self) -> int: ...

    @property
    def deaths(self) -> int: ...

    @property
    def log(self) -> list[str]: ...

    @property
    def is_running(self) -> bool: ...

    @property
    def is_online(self) -> bool: ...

    async def begin(self) -> None: ...

    async def kill(self) -> None: ...

    async def roll(self) -> None: ...

    async def end(self) -> int: ...

    async def close(self) -> None: ...

    def waited_s(self) -> float: ...

    def is_shared_out(self) -> bool: ...


class Stage:
    """A local Discord with people, the bot on it, and the ledger.

    Attributes:
        seed: The seed of all random numbers.
        over: An event, set when the storm is over.
    """

    def __init__(self, discord: LocalDiscord, folder: Path, seed: int, bot: Bot) -> None:
        self.discord = discord
        self.folder = folder
        self.seed = seed
        self.clock = MovedClock(folder / "clock")
        self.bot = bot
        self.ledger = Ledger(discord)
        self.over = asyncio.Event()
        self._door = asyncio.Lock()

    def dice(self, actor: str) -> random.Random:
        """Return random numbers for one actor, which don't depend on what other actors draw."""
        return random.Random(f"{self.seed}:{actor}")

    @property
    def people(self) -> list[Person]:
        """The people on the local Discord."""
        return [self.discord.person(name) for name in NAMES]

    def move_clock(self, seconds: float) -> None:
        """Move the clocks of the bot and of Discord forward."""
        self.clock.offset_s += seconds
        self.discord.clock.advance(seconds)

    async def pause(self, seconds: float) -> bool:
        """Wait, but at most until the end of the storm; return whether the storm goes on."""
        try:
            await asyncio.wait_for(self.over.wait(), seconds)
        except TimeoutError:
            return True
        return False

    async def kill(self, pause_s: float = 0.0) -> None:
        """Kill the bot, and start it again after `pause_s` seconds."""
        async with self._door:
            with self.ledger.trouble("the bot was killed"):
                await self.bot.kill()
                if not self.bot.goes_on:
                    await self.pause(pause_s)
                    await self._start()
            if self.bot.goes_on:
                await self.pause(pause_s)
                await self._start()

    async def roll(self) -> None:
        """Stop one process in order, and start it again; if others go on, this excuses no late answer."""
        async with self._door:
            with nullcontext() if self.bot.goes_on else self.ledger.trouble("the bot was killed"):
                await self.bot.roll()

    async def revive(self) -> None:
        """Start the bot if it isn't running, as a service manager does."""
        async with self._door:
            if not self.bot.is_running:
                with self.ledger.trouble("the bot had given up"):
                    await self._start()

    async def _start(self) -> None:
        """Start the bot, repeatedly if need be, since a start may fail while Discord fails."""
        while not self.bot.is_online:
            await self.bot.begin()

    async def watch_the_machine(self) -> None:
        """Record a trouble whenever this machine is too busy for the bot to answer in time."""
        step_s, most_s = 0.25, 0.15
        waited, lives = self.bot.waited_s(), self.bot.lives
        while True:
            begun = time.monotonic()
            await asyncio.sleep(step_s)
            late = time.monotonic() - begun - step_s
            before, waited = waited, self.bot.waited_s()
            if self.bot.lives != lives:
                lives = self.bot.lives
            elif late > most_s or waited - before > most_s:
                self.ledger.troubles.append((begun, time.monotonic(), "the machine was busy"))
