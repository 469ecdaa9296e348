"""The troubles of a bot: one after the other, chosen at random, until the storm is over."""

from __future__ import annotations

import asyncio
import random
import re
import resource
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from localdiscord.model.channel import Channel, Message
from tests.postgres import Cluster
from tests.soak.crew import Crew
from tests.soak.stage import CHANNELS, SPARED, SoakedBot, Stage

PAUSE_S: Final = 0.7
"""Seconds between two troubles, on average."""
ROUTES: Final = (
    ("*", "*"),
    ("*", "*"),
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("PATCH", "/webhooks/*"),
    ("POST", "/interactions/*"),
    ("POST", "/users/@me/channels"),
    ("DELETE", "*"),
)
DEADLY: Final = (
    ("POST", "/channels/*/messages"),
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("POST", "/interactions/*"),
    ("*", "*"),
)
"""The requests during which the bot may be killed."""
RIGHTS: Final = ("SEND_MESSAGES", "VIEW_CHANNEL", "ATTACH_FILES", "SEND_MESSAGES_IN_THREADS", "EMBED_LINKS")
SOON_S: Final = 0.8
"""Seconds to wait for such a request; after that, the bot is killed without one."""
LONG_S: Final = 40.0
"""Seconds of a rate limit that is too long for the bot to wait."""

OF_GATEWAY: Final = (
    "gateway dropped",
    "session lost",
    "bot removed",
    "server failing",
    "thread deleted",
    "channel deleted",
)
"""Troubles that only a bot with a gateway is told of."""
OF_FILE: Final = ("database locked", "disk full", "clock moved")
"""Troubles only for a bot with an SQLite file, or with a clock of its own."""

AGAIN: Final = "killed again"
"""The name of the trouble that kills one of several processes again and again."""

Trouble = Callable[[], Awaitable[None]]


class Weather:
    """Makes trouble for the bot, its Discord and its disk.

    Attributes:
        seen: How many times there was each trouble.
    """

    def __init__(
        self, stage: Stage, only: str = ".", cluster: Cluster | None = None, kill_every_s: float = 0.0
    ) -> None:
        self._stage = stage
        self._cluster = cluster
        self._discord = stage.discord
        self._dice = stage.dice("weather")
        self._troubles: Mapping[str, tuple[int, Trouble]] = {
            "killed": (6, self.kill),
            "gateway dropped": (3, self.drop_gateway),
            "session lost": (2, self.lose_session),
            "told twice": (6, self.deliver_again),
            "told late": (3, self.deliver_late),
            "refused": (5, self.fail),
            "limited": (4, self.limit),
            "cut off": (5, self.cut),
            "message deleted": (3, self.delete_message),
            "thread deleted": (1, self.delete_thread),
            "channel deleted": (1, self.delete_channel),
            "rights taken": (2, self.deny),
            "bot removed": (1, self.remove_bot),
            "server failing": (1, self.fail_server),
            "direct messages shut": (2, self.shut_direct_messages),
            "database locked": (2, self.lock_database),
            "disk full": (2, self.fill_disk),
            "clock moved": (2, self.move_clock),
        }
        if isinstance(stage.bot, Crew):
            unknown = (*OF_FILE, *(OF_GATEWAY if stage.bot.goes_on else ()))
            of_all = {name: one for name, one in self._troubles.items() if name not in unknown}
            self._troubles = {**of_all, "rolled": (4, self.roll)}
        if cluster is not None:
            self._troubles = {**self._troubles, "store restarted": (1, self.restart_store)}
        self._troubles = {name: one for name, one in self._troubles.items() if re.search(only, name)}
        self.seen: dict[str, int] = dict.fromkeys(self._troubles, 0)
        self._kill_every_s = kill_every_s

    async def rage(self) -> None:
        """Make one trouble after the other until the storm is over."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._one_after_the_other())
            if self._kill_every_s:
                group.create_task(self._kill_again_and_again())

    async def _kill_again_and_again(self) -> None:
        """Kill one of several processes every few seconds, however long another one takes to start."""
        bot = self._stage.bot
        assert isinstance(bot, Crew)
        while await self._stage.pause(self._kill_every_s):
            with self._stage.ledger.trouble("the bot was killed"):
                self.seen[AGAIN] = self.seen.get(AGAIN, 0) + await bot.kill_again()

    async def _one_after_the_other(self) -> None:
        names = list(self._troubles)
        if not names:
            await self._stage.over.wait()
            return
        weights = [self._troubles[name][0] for name in names]
        while await self._stage.pause(self._dice.expovariate(1 / PAUSE_S)):
            (name,) = self._dice.choices(names, weights)
            self.seen[name] += 1
            await self._troubles[name][1]()

    def cease(self) -> None:
        """End all troubles; deleted things stay deleted, and a bot that is down is not started."""
        self._discord.faults.clear()
        self._discord.deliver_late(lambda _: 0.0)
        self._discord.raise_gateway()
        self._discord.end_outage()
        self._discord.invite_bot()
        for channel in self._discord.world.guild_channels():
            self._discord.deny(channel)
        for person in self._stage.people:
            person.open_direct_messages()
        if isinstance(self._stage.bot, SoakedBot):
            self._limit_files(None)

    async def _last(self, what: str, shortest_s: float, longest_s: float) -> None:
        with self._stage.ledger.trouble(what):
            await self._stage.pause(self._dice.uniform(shortest_s, longest_s))

    # The bot

    async def kill(self) -> None:
        """Kill the bot: at any instruction or, in half of the cases, during or after a request to Discord."""
        dice = self._dice
        if dice.random() < 0.5:
            await self._stage.pause(dice.uniform(0, 0.05))
            await self._stage.kill(dice.choice((0.0, 0.0, 0.7)))
            return
        method, path = dice.choice(DEADLY)
        asked = self._discord.faults.hold(method, path, times=1, after=dice.random() < 0.5)
        with suppress(TimeoutError):
            await asyncio.wait_for(asked.struck.wait(), SOON_S)
        await self._stage.kill()
        asked.release()

    async def roll(self) -> None:
        """Stop one of several processes in order, and start it again; people must not notice that."""
        await self._stage.roll()

    # The gateway

    async def drop_gateway(self) -> None:
        """Cut the gateway's connection for some time; the events of that time are sent afterwards."""
        with self._stage.ledger.trouble("the gateway was down"):
            stays_down = self._dice.random() < 0.4
            self._discord.drop_gateway(stay_down=stays_down)
            if stays_down:
                await self._stage.pause(self._dice.uniform(0.2, 1.5))
                self._discord.raise_gateway()
            await self._online()

    async def lose_session(self) -> None:
        """End the gateway's session, resumable or not, or ask the bot to reconnect."""
        with self._stage.ledger.trouble("the session was lost"):
            roll = self._dice.random()
            if roll < 0.3:
                self._discord.ask_to_reconnect()
            else:
                self._discord.invalidate_session(resumable=roll < 0.5)
            await self._stage.pause(0.2)
            await self._online()

    async def _online(self) -> None:
        with suppress(TimeoutError):
            await self._discord.until(lambda: self._stage.bot.is_online, timeout_s=15)
        await self._stage.revive()

    # Clicks

    async def deliver_again(self) -> None:
        """Deliver a recent click once more, perhaps to another process than before."""
        recent = self._stage.ledger.clicks[-40:]
        for click in self._dice.sample(recent, min(6, len(recent))):
            self._discord.deliver_again(click.interaction)

    async def deliver_late(self) -> None:
        """Have some clicks reach the bot after later ones."""
        dice = random.Random(self._dice.random())
        with self._stage.ledger.trouble("clicks came late"):
            self._discord.deliver_late(lambda _: dice.choice((0.0, 0.2, 0.9, 2.0)))
            await self._stage.pause(self._dice.uniform(0.5, 1.5))
            self._discord.deliver_late(lambda _: 0.0)
            await self._stage.pause(2.0)

    # Requests

    async def fail(self) -> None:
        """Make requests fail: they are refused, or they are carried out and their answers are lost."""
        method, path = self._dice.choice(ROUTES)
        status, after = self._dice.choice((500, 502, 503)), self._dice.random() < 0.5
        order = self._discord.faults.fail(
            method, path, status=status, times=self._dice.randint(1, 8), after=after
        )
        await self._until_over(order.release)

    async def limit(self) -> None:
        """Set a rate limit: a short one, which the bot waits for, or a long one, which it doesn't."""
        method, path = self._dice.choice(ROUTES)
        is_long = self._dice.random() < 0.2
        retry_after = LONG_S if is_long else self._dice.uniform(0.05, 0.6)
        order = self._discord.faults.limit(
            method if not is_long else "PATCH",
            path if not is_long else "/channels/*/messages/*",
            retry_after=retry_after,
            is_global=not is_long and self._dice.random() < 0.3,
            times=1 if is_long else self._dice.randint(1, 4),
        )
        await self._until_over(order.release)

    async def cut(self) -> None:
        """Cut the connections of requests: before, after or in the middle of the answer."""
        method, path = self._dice.choice(ROUTES)
        after, half = self._dice.choice(((False, False), (True, False), (False, True)))
        order = self._discord.faults.cut(method, path, times=self._dice.randint(1, 6), after=after, half=half)
        await self._until_over(order.release)

    async def _until_over(self, release: Callable[[], None]) -> None:
        # This excuses only clicks whose own answers were cut; the ledger knows which.
        await self._stage.pause(self._dice.uniform(0.2, 1.0))
        release()

    # Changes of channels and servers

    async def delete_message(self) -> None:
        """Delete one of the bot's messages: a board, a panel, a post."""
        found = [message for place in self._hurt_places() for message in self._messages(place)]
        if found:
            self._discord.delete_message(self._dice.choice(found))

    async def delete_thread(self) -> None:
        """Delete a table's thread, or only archive and lock it."""
        threads = [thread for thread in self._discord.threads if self._is_fair_game(thread)]
        if threads:
            thread = self._dice.choice(threads)
            if self._dice.random() < 0.5:
                self._discord.delete_thread(thread)
            else:
                self._discord.close_thread(thread, lock=self._dice.random() < 0.5)

    async def delete_channel(self) -> None:
        """Delete a channel with all its messages, and make another channel with the same name."""
        name = self._dice.choice([name for name in CHANNELS if name not in SPARED])
        self._discord.delete_channel(name)
        self._discord.create_channel(name)

    async def deny(self) -> None:
        """Deny the bot a permission in a channel for a while."""
        name = self._dice.choice([name for name in CHANNELS if name not in SPARED])
        self._discord.deny(name, self._dice.choice(RIGHTS))
        await self._last("a right was taken", 0.3, 1.5)
        self._discord.deny(name)

    async def remove_bot(self) -> None:
        """Remove the bot from the server, and add it again."""
        self._discord.remove_bot()
        await self._last("the bot was removed", 0.2, 1.0)
        self._discord.invite_bot()

    async def fail_server(self) -> None:
        """Make the server unavailable for a while."""
        self._discord.begin_outage()
        await self._last("the server failed", 0.2, 1.0)
        self._discord.end_outage()

    async def shut_direct_messages(self) -> None:
        """Close somebody's direct messages for a while."""
        person = self._dice.choice(self._stage.people)
        person.close_direct_messages()
        await self._stage.pause(self._dice.uniform(0.3, 1.5))
        person.open_direct_messages()

    def _is_fair_game(self, thread: Channel) -> bool:
        return thread.parent is not None and thread.parent.name not in SPARED

    def _hurt_places(self) -> list[Channel]:
        world = self._discord.world
        threads = [thread for thread in self._discord.threads if self._is_fair_game(thread)]
        open_ones = [channel for channel in world.guild_channels() if channel.name not in SPARED]
        return [*open_ones, *threads, *world.direct.values()]

    def _messages(self, channel: Channel) -> list[Message]:
        newest = [one for one in channel.messages.values() if one.author is self._discord.bot][-6:]
        return [one for one in newest if not one.deleted]

    # The disk and the clock

    async def restart_store(self) -> None:
        """Restart PostgreSQL, or kill it and start it again."""
        assert self._cluster is not None
        end = self._cluster.kill if self._dice.random() < 0.5 else self._cluster.stop
        with self._stage.ledger.trouble("the store was restarted"):
            await asyncio.to_thread(end)
            await self._stage.pause(self._dice.choice((0.0, 0.3, 1.5)))
            await asyncio.to_thread(self._cluster.start)

    async def lock_database(self) -> None:
        """Lock the database by another connection, for a longer or shorter time than the bot waits."""
        # This excuses nothing, since a click whose outcome isn't known in time must be deferred.
        try:
            other = sqlite3.connect(self._file, isolation_level=None, timeout=0.5)
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.Error:
            return
        await self._stage.pause(self._dice.choice((0.3, 1.0, 2.0, 6.0)))
        other.execute("ROLLBACK")
        other.close()

    async def fill_disk(self) -> None:
        """Keep the bot's files from growing, so that a write may end in the middle."""
        self._limit_files(self._dice.choice((0, 4096, 100_000)))
        await self._stage.pause(self._dice.uniform(0.3, 2.0))
        self._limit_files(None)

    @property
    def _file(self) -> Path:
        found = self._stage.bot.database
        assert isinstance(found, Path)
        return found

    def _limit_files(self, room: int | None) -> None:
        """Let the database's log (WAL) grow by `room` bytes; None: without a limit."""
        log = self._file.with_name(self._file.name + "-wal")
        size = log.stat().st_size if log.exists() else 0
        most = resource.RLIM_INFINITY if room is None else size + room
        with suppress(OSError, ProcessLookupError):
            assert isinstance(self._stage.bot, SoakedBot)
            resource.prlimit(
                self._stage.bot.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY)
            )

    async def move_clock(self) -> None:
        """Move the clock forward; or back, as if it had been wrong for a while."""
        with self._stage.ledger.trouble("the clock was moved"):
            if self._dice.random() < 0.5:
                self._stage.move_clock(self._dice.uniform(30, 400))
                return
            back_s = self._dice.choice((5.0, 90.0, 3600.0))
            self._stage.clock.offset_s -= back_s
            await self._stage.pause(self._dice.uniform(0.3, 2.0))
            self._stage.clock.offset_s += back_s
