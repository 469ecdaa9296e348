"""One of the bot's processes, run inside the test's process: its tables and its client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from nacl.signing import VerifyKey

from cogs.client import TableBot
from cogs.messages.refresher import Pace
from cogs.ops.settings import Door, LargeBoard, Network
from cogs.people.access import Shard
from engine.game import Chance
from engine.players import PLAYERS
from localdiscord import LocalDiscord
from localdiscord.model.clock import Clock as DiscordClock
from pictures import Scene, Studio
from tables import Tables
from tables.computers.thinking import InThreads
from tables.store.postgres.database import PostgresDatabase
from tables.timing.clock import Clock

PATIENCE_S = 60.0
"""Seconds after which a wait fails because something did not appear."""
LISTED_S = 0.02
"""Seconds without a further server after which a worker is ready."""
WORD = "person:-"
"""The prefix of words that tests send between workers; it names an unknown person, so it has no effect."""


class EveningClock(Clock):
    """The local Discord's clock, used by the tables, too: a test moves both at once."""

    def __init__(self, clock: DiscordClock) -> None:
        self._clock = clock

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._clock.now()

    async def until(self, when: float, /) -> None:
        """Wait until `when`, in seconds since 1970; if that has passed, not at all."""
        there = asyncio.Event()
        timer = self._clock.after(when - self.now(), there.set)
        try:
            await there.wait()
        finally:
            timer.cancel()


class Worker:
    """A worker of the bot, which runs from `begin` to `end`.

    Attributes:
        tables: The worker's tables.
        bot: The worker's client.
    """

    def __init__(
        self,
        discord: LocalDiscord,
        address: str,
        draw: Callable[[Scene], bytes],
        pace: Pace,
        *,
        is_https: bool = False,
        has_gateway: bool = True,
        shard: Shard | None = None,
        replay_pace_s: float = 0.02,
        has_activity: bool = False,
    ) -> None:
        self._discord = discord
        self._address = address
        self._draw = draw
        self._pace = pace
        self._is_https = is_https
        self._has_gateway = has_gateway
        self._shard = shard
        self._replay_pace_s = replay_pace_s
        self._has_activity = has_activity
        self._word = 0
        self._has_heard = asyncio.Event()
        self.tables: Tables
        self.bot: TableBot
        self._running: asyncio.Task[None]

    async def begin(self, chance: Chance | None) -> None:
        """Open the tables and come online."""
        ready = asyncio.Event()
        has_door, board = self._is_https or self._has_activity, None
        key = VerifyKey(bytes.fromhex(self._discord.public_key)) if has_door else None
        if self._has_activity:
            board = LargeBoard(self._discord.client_secret, self._discord.page.rstrip("/"))
        self.tables = await Tables.open(
            self._address,
            chance=chance,
            clock=EveningClock(self._discord.clock),
            thinking=InThreads(PLAYERS),
        )
        self.bot = TableBot(
            self.tables,
            api_base=self._discord.api_base,
            studio=Studio(self._draw),
            pace=self._pace,
            replay_pace_s=self._replay_pace_s,
            say_ready=ready.set,
            network=Network(
                None if key is None else Door(key, port=0),
                has_gateway=self._has_gateway,
                shard=self._shard,
                large_board=board,
            ),
        )
        self.tables._database.cluster.listen(self)
        # All servers are listed at once here: else it would be ready in the middle of a test, two seconds in.
        self.bot._connection.guild_ready_timeout = LISTED_S
        self._running = asyncio.create_task(self.bot.start(self._discord.token))
        await asyncio.wait_for(ready.wait(), PATIENCE_S)
        await self.bot.housekeeping.caught_up()

    @property
    def port(self) -> int:
        """The port at which the worker receives interactions."""
        assert self.bot.receiver is not None
        return int(self.bot.receiver.address[1])

    async def end(self) -> None:
        """Stop the worker in order, as SIGTERM does."""
        await self.bot.close()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.tables.close()

    # The methods of a `Listener`

    def heard(self, keys: Sequence[str]) -> None:
        """Note the words that other workers have sent."""
        words = [int(key.removeprefix(WORD)) for key in keys if key.startswith(WORD)]
        self._word = max(self._word, *words, 0)
        self._has_heard.set()

    def leases_moved(self) -> None:
        """Do nothing when leases have moved."""

    async def has_heard(self, word: int) -> None:
        """Wait until a word of other workers has arrived, and everything heard before has had its effect."""
        async with asyncio.timeout(PATIENCE_S):
            while self._word < word:
                self._has_heard.clear()
                await self._has_heard.wait()
        while reading := self.tables.peer_events._tasks:
            await asyncio.wait(reading)


async def all_heard(workers: Sequence[Worker], word: int) -> None:
    """Wait until each worker has heard of all changes so far; `word`: a larger number at each call."""
    if len(workers) > 1:
        await asyncio.gather(*(task for one in workers for task in one.tables.peer_events._tasks))
        for one in workers[:2]:  # A worker doesn't hear its own word.
            one.tables.cluster.tell(f"{WORD}{word}")
        for one in workers:
            await one.has_heard(word)


async def share_out(workers: Sequence[Worker]) -> None:
    """Have all workers own equal shares of the tables, which takes two beats of each."""
    for one in (*workers, *workers) if len(workers) > 1 else ():
        assert isinstance(one.tables._database, PostgresDatabase)
        await one.tables._database.cluster.beat()
