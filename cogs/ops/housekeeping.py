"""Keeps tables in step with servers, channels and threads that come and go, as the gateway reports.

Without the gateway, the bot notices changes when Discord refuses requests (`refused`), by commands, and by
regular checks (`_seek`).  The gateway's listeners only record places (servers or channels) and tables.  One
task (`_work`) compares these with Discord, one after the other, so that an outage, a start after days, or a
deleted category causes no burst of requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Final

import discord
import structlog
from discord.ext import commands

from cogs.discord_io.origin import places
from cogs.messages.board import thread_lost
from cogs.messages.parts import Parts
from cogs.messages.refresher import found_at_last
from cogs.messages.whereabouts import (
    BOARD,
    UNTIL_THE_END,
    Whereabouts,
    has_message,
    is_deleted,
    looked_for,
    whereabouts,
)
from cogs.ops import lost_channels
from cogs.people.left_server import ONCE_S
from tables import Facts, Phase, Refused, StorageFailed
from tables.model.errors import frames
from tables.model.values import Place
from tables.timing.clock import cancelled, pause_s
from tables.verbs.lobby import held, resumed

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SWEEP_S: Final = 6 * 3600.0
"""Seconds between two searches of all running tables for players who have not moved for long."""
SEEK_S: Final = 60.0
"""Seconds between two rounds of checks of the tables on hold, if there is no gateway."""
SELDOM: Final = 360
"""The most rounds of checks between two requests to Discord about a table on hold."""
ROUNDS: Final = 10
"""The most times that a comparison is put off because the gateway keeps reporting changes."""
EVERYWHERE: Final = Place(0)
"""The `Place` that stands for all servers."""
GIVE_WAY: Final = 10
"""How many pauses between requests this process waits, if another process may notify the players first."""


class Housekeeping(commands.Cog):
    """The cog that keeps tables in step with servers, channels, threads and members at Discord."""

    def __init__(self, parts: Parts, spacing_s: float) -> None:
        self._parts = parts
        self._spacing_s = spacing_s
        self._places: dict[Place, None] = {}
        self._failures = 0
        self._noted = asyncio.Event()
        self._rests = asyncio.Event()
        self._sweep_at = self._seek_at = float("inf")
        self._tasks: list[asyncio.Task[None]] = []
        self._doubtful: set[int] = set()  # Servers for which discord.py may still list deleted channels.
        self._more_allowed: set[Place] = set()  # Places where refused messages are to be retried.
        self._is_late_due = False

    async def cog_load(self) -> None:
        """Start the cog's tasks; discord.py calls this method, and all listeners below."""
        self._tasks = [
            asyncio.create_task(self._work(), name="housekeeping"),
            asyncio.create_task(self._sweep(), name="housekeeping-sweep"),
        ]
        if not self._parts.reach.has_gateway:
            self._tasks.append(asyncio.create_task(self._seek(), name="housekeeping-seek"))

    async def cog_unload(self) -> None:
        """Stop the cog's tasks; the next start compares all tables with Discord again."""
        await cancelled(*self._tasks)

    async def caught_up(self) -> None:
        """Wait until all recorded places and tables have been compared with Discord; used in tests."""
        now = self._parts.tables.clock.now
        await asyncio.sleep(0)
        while (
            self._places
            or self._is_late_due
            or not self._rests.is_set()
            or min(self._sweep_at, self._seek_at) <= now()
        ):
            self._rests.clear()
            self._noted.set()
            await self._rests.wait()

    # Called for events of the gateway

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        """Remember that the gateway has reported the bot's servers; their channels follow."""
        self._parts.reach.has_heard = True

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Compare all tables with Discord, since channels may have changed while the gateway was away."""
        if self._parts.reach.has_gateway:
            self._look_around(EVERYWHERE)  # Without the gateway, this would cost a request for each table.
        self._look_for_late()
        for table_id in await self._parts.tables.followers.behind():
            self._parts.refresher.changed(table_id)  # Now the bot knows who may see the table.

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Compare the tables of a joined server with Discord; they may be from an earlier membership."""
        self._may_do_more(Place(guild.id))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Compare a server's tables with Discord once the server is available, after a start or an outage."""
        self._look_around(Place(guild.id))

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Remember that a server has an outage, during which the server's tables stay as they are.

        discord.py still lists channels that are deleted meanwhile, so Discord is asked about them later.
        """
        self._doubtful.add(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Compare a server's tables with Discord, since the bot was removed from the server."""
        self._doubtful.discard(guild.id)
        self._look_around(Place(guild.id))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Compare a channel's tables with Discord, since the channel was deleted."""
        self._parts.reach.deleted.add(channel.id)
        self._look_around(Place(channel.guild.id, channel.id))

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """If a channel's permissions have changed, compare its tables with Discord.

        The bot may have been let into the channel.  The channel's threads have the same permissions.
        """
        if before.overwrites != after.overwrites:
            threads = [thread.id for thread in after.guild.threads if thread.parent_id == after.id]
            for place in (after.id, *threads):
                self._may_do_more(Place(after.guild.id, place))

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """If a role's permissions have changed, compare the tables of its server with Discord."""
        if before.permissions != after.permissions:
            self._may_do_more(Place(after.guild.id))

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """If the bot's roles or timeout have changed in a server, compare the tables there with Discord."""
        was, now = ((one.roles, one.timed_out_until) for one in (before, after))
        if after.id == after.guild.me.id and was != now:
            self._may_do_more(Place(after.guild.id))

    def _may_do_more(self, place: Place) -> None:
        """Compare a place's tables with Discord, and retry refused messages: permissions may have changed."""
        self._more_allowed.add(place)
        self._look_around(place)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Compare the tables of a thread and its channel with Discord: the thread may take posts again."""
        if not payload.data["thread_metadata"]["archived"]:
            self._may_do_more(Place(payload.guild_id, payload.parent_id))
        self._may_do_more(Place(payload.guild_id, payload.thread_id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Note that a thread was deleted, so that the next post opens another thread or goes to the channel.

        Tables in the thread itself have lost their place, as if in a deleted channel.
        """
        self._parts.reach.deleted.add(payload.thread_id)
        self._look_around(Place(payload.guild_id, payload.thread_id))
        ref = await self._parts.tables.messages.find_message(payload.thread_id)
        if ref is None:
            return
        try:
            look = await self._parts.tables.look(ref.table_id, None)
        except Refused:
            return
        await thread_lost(self._parts, look, payload.thread_id, is_deleted=True)

    # Without the gateway

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: discord.Interaction, _command: object) -> None:
        """After a command, compare its channel's tables with Discord, since the bot is in that channel.

        So a bot without the gateway resumes tables on hold.  Clicks cause no comparison, since they are too
        many.
        """
        if interaction.guild_id is None or self._parts.reach.covers(interaction.guild_id):
            return
        with suppress(StorageFailed):
            for place in [Place(interaction.guild_id, one) for one in places(interaction)]:
                if any(table.held for table in await self._parts.tables.open_tables(place)):
                    self._look_around(place)

    # Called by the refresher

    async def refused(self, table_id: str) -> None:
        """Find out whether a table's channel is gone, since Discord has refused a repaint of the table."""
        table = await self._parts.tables.table(table_id)
        if table.phase in (Phase.LOBBY, Phase.RUNNING):
            self._look_around(Place(table.guild_id or 0, table.channel_id))
        elif self._parts.displays.of(table_id).is_behind:
            # If a repaint was refused at the end of the game and again after a start, later starts don't
            # retry it.
            await self._parts.tables.messages.finish(table_id, UNTIL_THE_END)

    # The tasks

    def _look_around(self, place: Place) -> None:
        self._places[place] = None
        self._noted.set()

    def _look_for_late(self) -> None:
        self._is_late_due = True
        self._noted.set()

    async def _sweep(self) -> None:
        clock = self._parts.tables.clock
        while True:
            self._sweep_at = clock.now() + SWEEP_S
            await clock.until(self._sweep_at)
            self._parts.left_players.forget_old()
            self._look_for_late()

    async def _seek(self) -> None:
        """Without the gateway, ask Discord for the channels of tables on hold, at growing intervals."""
        clock = self._parts.tables.clock
        while True:
            self._seek_at = clock.now() + SEEK_S
            await clock.until(self._seek_at)
            try:
                held = await self._parts.tables.held_tables()
            except StorageFailed as fault:
                log.warning("tables_not_found", reason=fault.reason)
                continue
            ours = {table.id: table for table in held if self._parts.tables.cluster.is_ours(table.id)}
            for display in {*self._parts.displays.all(), *map(self._parts.displays.of, ours)}:
                table = ours.get(display.table_id)
                looks = display.looks_for_place = 0 if table is None else display.looks_for_place + 1
                # Discord is asked at the 1st, 2nd, 4th, 8th round, and so on.
                if table is not None and (looks & (looks - 1) == 0 or looks % SELDOM == 0):
                    self._look_around(Place(table.guild_id or 0, table.channel_id))

    async def _work(self) -> None:
        while True:
            self._rests.set()
            await self._noted.wait()
            self._rests.clear()
            self._noted.clear()
            try:
                await self._do_all()
            except StorageFailed as fault:
                log.warning("housekeeping_stopped", reason=fault.reason)
            except Exception:
                log.exception("housekeeping_fault")

    async def _do_all(self) -> None:
        while self._places:
            await self._settled()
            places, self._places = self._places, {}
            await self._compare(places)
        # The tables of a channel that discord.py no longer lists have been handled, so the channel is
        # forgotten.
        deleted, listed = self._parts.reach.deleted, self._parts.client.get_channel
        self._parts.reach.deleted = {one for one in deleted if listed(one) is not None}
        if self._is_late_due and self._parts.reach.has_heard:
            await self._ask_for_late()
        self._is_late_due = bool(self._places) and self._is_late_due
        if self._places:
            self._noted.set()

    async def _ask_for_late(self) -> None:
        """Ask Discord whether the players who keep tables waiting are still in their servers."""
        tables = self._parts.tables
        found = await found_at_last(
            tables.clock, lambda: tables.kept_waiting(tables.clock.now() - ONCE_S), "tables_not_found"
        )
        for table_id in found:
            if self._places:
                return  # Recorded places come first.
            # Only a table's owner asks about its players.
            if tables.cluster.is_ours(table_id) and await self._parts.left_players.look_at(table_id):
                await asyncio.sleep(self._spacing_s)

    async def _compare(self, places: Collection[Place]) -> None:
        """Compare the tables of places with Discord; places for which this fails are retried later."""
        try:
            failed: Collection[Place] = await self._bring_in_step(places)
        except StorageFailed as fault:
            log.warning("not_compared", reason=fault.reason)
            failed = places
        except Exception:
            log.exception("not_compared")
            failed = places
        self._failures = self._failures + 1 if failed else 0
        if failed:
            again = asyncio.create_task(self._again(failed), name="housekeeping-again")
            self._tasks.append(again)
            again.add_done_callback(self._tasks.remove)

    async def _again(self, places: Collection[Place]) -> None:
        clock = self._parts.tables.clock
        await clock.until(clock.now() + pause_s(self._failures))
        for place in places:
            self._look_around(place)

    async def _settled(self) -> None:
        """Wait until no change was reported for a moment, as a category's channels are deleted one by one."""
        for _ in range(ROUNDS):
            noted = self._noted.is_set()
            self._noted.clear()
            await asyncio.sleep(self._spacing_s)
            if not noted and not self._noted.is_set():
                return

    async def _bring_in_step(self, places: Collection[Place]) -> set[Place]:
        """Bring the open tables of places up to date; return the places where this failed."""
        over = {
            one
            for one in self._doubtful
            if (guild := self._parts.client.get_guild(one)) and not guild.unavailable
        }
        wanted = () if EVERYWHERE in places else (*places, *map(Place, over))
        found = await self._parts.tables.open_tables(*wanted)
        # If all tables are to be compared, these are the ones in servers whose events this process gets.
        tables = [one for one in found if wanted or self._parts.reach.covers(one.guild_id)]
        self._doubtful -= over
        more_allowed, self._more_allowed = self._more_allowed, set()
        await self._ask_for({table.channel_id for table in tables if table.guild_id in over})
        lost: list[Facts] = []
        failed: set[Place] = set()
        for table in tables:
            await asyncio.sleep(0)  # Clicks come between ten thousand tables.
            guild_id, channel_id = table.guild_id or 0, table.channel_id
            if not more_allowed.isdisjoint([Place(guild_id), Place(guild_id, channel_id)]):
                self._parts.refresher.retry(table.id)
            try:
                if await self._is_lost(table):
                    lost.append(await self._parts.tables.table(table.id))
            except Exception as fault:  # The comparison of the other tables goes on.
                if not isinstance(fault, Refused) or isinstance(fault, StorageFailed):
                    failed.add(Place(guild_id, channel_id))
                told = fault.code if isinstance(fault, Refused) else frames(fault)
                log.warning("not_kept", table=table.id, fault=told)
        lost = [table for table in lost if table.phase is not Phase.CANCELLED]
        if not all(self._parts.reach.covers(table.guild_id) for table in lost):
            await asyncio.sleep(GIVE_WAY * self._spacing_s)
        if not await lost_channels.tell(self._parts, lost, self._spacing_s):
            failed |= {Place(table.guild_id or 0, table.channel_id) for table in lost}
        return failed

    async def _is_lost(self, table: Facts) -> bool:
        """Put a table on hold if its channel is out of reach; resume it if the channel is in reach again.

        Returns whether the channel is lost: deleted or locked.
        """
        where = whereabouts(self._parts, table)
        is_lost = table.held and BOARD not in await self._parts.tables.messages.get(table.id)
        if where is Whereabouts.UNLISTED and is_lost:
            where = Whereabouts.NO_CHANNEL  # An earlier comparison has found the channel deleted.
        if where in (Whereabouts.UNLISTED, Whereabouts.UNKNOWN):
            where = await looked_for(self._parts, table)
            await asyncio.sleep(self._spacing_s)
        if table.held and where not in (Whereabouts.HERE, Whereabouts.UNKNOWN):
            # If the table was repainted before it was put on hold, its panels don't show that yet.
            self._parts.refresher.mark(table.id)
        if where is Whereabouts.HERE and table.held:
            await self._resume(table)
        elif where in (Whereabouts.NO_SERVER, Whereabouts.HIDDEN, Whereabouts.LOCKED):
            await self._parts.tables.happen(table.id, held)
            return where is Whereabouts.LOCKED
        elif where is Whereabouts.NO_CHANNEL:
            await lost_channels.lose(self._parts, table)
            return True
        return False

    async def _resume(self, table: Facts) -> None:
        """Resume a table whose channel is in reach again; if its board was deleted, post a new one."""
        messages = self._parts.tables.messages
        board = (await messages.get(table.id)).get(BOARD)
        if board is not None and not await has_message(self._parts, board.channel_id, board.message_id):
            await messages.remove(table.id, BOARD)
        await self._parts.tables.happen(table.id, resumed)
        self._parts.refresher.retry(table.id)
        self._parts.refresher.post(table.id)
        await asyncio.sleep(self._spacing_s)

    async def _ask_for(self, channel_ids: set[int]) -> None:
        """Ask Discord which channels were deleted; only the error `Unknown Channel` proves a deletion."""
        for channel_id in sorted(channel_ids - self._parts.reach.deleted):
            if await is_deleted(self._parts, channel_id):
                self._parts.reach.deleted.add(channel_id)
            await asyncio.sleep(self._spacing_s)
