"""Compares open tables with the servers and channels that exist, and holds or resumes the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Final

import discord
import structlog

from cogs.discord_io.faults import TROUBLE, UNKNOWN_CHANNEL
from cogs.messages.parts import Parts
from cogs.messages.surfaces import BOARD, has_message
from cogs.messages.whereabouts import Whereabouts, looked_for
from cogs.ops import lost_channels
from tables import Facts, Phase, Refused, StorageFailed
from tables.model.errors import frames
from tables.model.values import Place
from tables.verbs.lobby import held, resumed

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

EVERYWHERE: Final = Place(0)
"""Stands for all servers."""
GIVE_WAY: Final = 10
"""Whoever isn't told of a server waits for so many spacings: who is told tells of all channels at once."""


class Sync:
    """Brings tables in step with what exists on Discord; `Housekeeping` runs it in its one task.

    Attributes:
        doubtful: The ids of servers for which discord.py may still list channels that are gone.
        changed: Where the bot may do more now than before: what Discord refused there is tried again.
    """

    def __init__(self, parts: Parts, spacing_s: float) -> None:
        self._parts = parts
        self._spacing_s = spacing_s
        self.doubtful: set[int] = set()
        self.changed: set[Place] = set()

    async def compare(self, places: Collection[Place]) -> set[Place]:
        """Bring the open tables of some servers and channels in step; give the places where that failed.

        Raises:
            StorageFailed: The tables could not be read.
        """
        over = {
            one
            for one in self.doubtful
            if (guild := self._parts.client.get_guild(one)) and not guild.unavailable
        }
        wanted = () if EVERYWHERE in places else (*places, *map(Place, over))
        found = await self._parts.tables.open_tables(*wanted)
        # Of all tables, those alone of which this process is told; what it was asked to look at, in any case.
        tables = [one for one in found if wanted or self._parts.reach.is_told_of(one.guild_id)]
        self.doubtful -= over
        changed, self.changed = self.changed, set()
        await self._ask_for({table.channel_id for table in tables if table.guild_id in over})
        lost: list[Facts] = []
        failed: set[Place] = set()
        for table in tables:
            await asyncio.sleep(0)  # There may be ten thousand.
            guild_id, channel_id = table.guild_id or 0, table.channel_id
            if not changed.isdisjoint([Place(guild_id), Place(guild_id, channel_id)]):
                self._parts.refresher.retry(table.id)
            try:
                if await self._is_lost(table):
                    lost.append(await self._parts.tables.table(table.id))
            except Exception as fault:  # The other tables are compared all the same.
                if not isinstance(fault, Refused) or isinstance(fault, StorageFailed):
                    failed.add(Place(guild_id, channel_id))
                told = fault.code if isinstance(fault, Refused) else frames(fault)
                log.warning("not_kept", table=table.id, fault=told)
        lost = [table for table in lost if table.phase is not Phase.CANCELLED]
        if not all(self._parts.reach.is_told_of(table.guild_id) for table in lost):
            await asyncio.sleep(GIVE_WAY * self._spacing_s)
        if not await lost_channels.tell(self._parts, lost, self._spacing_s):
            failed |= {Place(table.guild_id or 0, table.channel_id) for table in lost}
        return failed

    def forget_deleted(self) -> None:
        """Forget the deleted channels that discord.py knows as such, too, now that their tables know it."""
        listed = self._parts.client.get_channel
        self._parts.reach.deleted = {one for one in self._parts.reach.deleted if listed(one) is not None}

    async def _is_lost(self, table: Facts) -> bool:
        """Hold a table that is out of reach, or resume one that is back; whether its channel is gone."""
        where = await looked_for(self._parts, table)
        if where is Whereabouts.HERE and table.held:
            await self._resume(table)
        elif where in (Whereabouts.NO_SERVER, Whereabouts.HIDDEN):
            await self._parts.tables.happen(table.id, held)
        elif where is Whereabouts.NO_CHANNEL and await self._is_gone(table):
            await lost_channels.lose(self._parts, table)
            self._parts.refresher.mark(table.id)
            return True
        return False

    async def _resume(self, table: Facts) -> None:
        """Resume a table that can be reached again; a board that was deleted meanwhile is posted again."""
        messages = self._parts.tables.messages
        board = (await messages.get(table.id)).get(BOARD)
        if board is not None and not await has_message(self._parts, board.channel_id, board.message_id):
            await messages.remove(table.id, BOARD)
        await self._parts.tables.happen(table.id, resumed)
        self._parts.refresher.retry(table.id)
        self._parts.refresher.post(table.id)
        await asyncio.sleep(self._spacing_s)

    async def _is_gone(self, table: Facts) -> bool:
        """Whether a channel that the gateway did not tell of was deleted; Discord is asked only once."""
        if table.channel_id in self._parts.reach.deleted:
            return True
        if table.held and BOARD not in await self._parts.tables.messages.get(table.id):
            return True
        await self._ask_for({table.channel_id})
        return table.channel_id in self._parts.reach.deleted

    async def _ask_for(self, channel_ids: set[int]) -> None:
        """Ask Discord whether channels were deleted; only its error `Unknown Channel` says so."""
        for channel_id in sorted(channel_ids - self._parts.reach.deleted):
            try:
                await self._parts.client.http.get_channel(channel_id)
            except discord.NotFound as fault:
                if fault.code == UNKNOWN_CHANNEL:
                    self._parts.reach.deleted.add(channel_id)
            except TROUBLE as fault:
                log.info("channel_unknown", fault=type(fault).__name__)
            await asyncio.sleep(self._spacing_s)
