"""Whether somebody sees a table's channel now, and moderates there; asked of Discord where nobody has told.

The bot hears of no members (that would be a privileged intent), so a member is fetched, and kept for a
moment: fifty clicks are one question.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import discord
import structlog

from cogs.kit.faults import TROUBLE, UNKNOWN_MEMBER, UNKNOWN_USER
from cogs.kit.places import board_channel
from cogs.kit.reach import Reach
from tables.access import NOWHERE, Presence

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction[Any]

KEPT_S: Final = 60.0
"""So long a member's roles are believed; what their channel allows is always as the gateway told last."""
KEPT: Final = 1_000
PATIENCE_S: Final = 5.0
"""Who has not been heard of after so long isn't known."""


class Membership:
    """Knows who is in a channel."""

    def __init__(self, client: discord.Client, reach: Reach, now: Callable[[], float]) -> None:
        self._client = client
        self._reach = reach
        self._now = now
        self._members: OrderedDict[tuple[int, int], tuple[float, discord.Member | None]] = OrderedDict()

    async def of(self, interaction: Interaction, guild_id: int | None, channel_id: int) -> Presence | None:
        """What who clicked may do in a channel of a server now; None where Discord doesn't say."""
        by_click = presence_by(interaction, guild_id, channel_id)
        if by_click is not None:
            return by_click
        return await self.presence(guild_id, channel_id, interaction.user.id)

    async def presence(self, guild_id: int | None, channel_id: int, person_id: int) -> Presence | None:
        """What a person may do in a channel of a server now; None where Discord doesn't say.

        `NOWHERE`: the person, the channel or the bot is not there, so far as is known for sure.
        """
        if guild_id is None or not self._reach.has_heard:
            return None
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return NOWHERE
        if guild.unavailable:
            return None
        try:
            async with asyncio.timeout(PATIENCE_S):
                member = await self._member(guild, person_id)
        except TROUBLE as fault:
            log.info("member_unknown", fault=type(fault).__name__)
            return None
        return NOWHERE if member is None else in_channel(guild, channel_id, member)

    async def _member(self, guild: discord.Guild, person_id: int) -> discord.Member | None:
        """A member as Discord knows them, or as it did a moment ago; None: there is none.

        Raises:
            discord.HTTPException: Discord does not say.
        """
        key, now = (guild.id, person_id), self._now()
        known = self._members.get(key)
        if known is not None and now - known[0] < KEPT_S:
            return known[1]
        member: discord.Member | None = None
        try:
            member = await guild.fetch_member(person_id)
        except discord.NotFound as fault:
            if fault.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
                raise
        self._members[key] = now, member
        self._members.move_to_end(key)
        if len(self._members) > KEPT:
            self._members.popitem(last=False)
        return member


def presence_by(interaction: Interaction, guild_id: int | None, channel_id: int) -> Presence | None:
    """What who clicked may do in a channel, by what came with the click; None: it came from elsewhere.

    In that very channel or a thread of it, Discord says so; elsewhere in its server, their roles tell.
    """
    is_there = channel_id in (interaction.channel_id, board_channel(interaction))
    if is_there and interaction.guild_id == guild_id:
        return Presence(sees=True) if guild_id is None else _presence(interaction.permissions)
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != guild_id or not isinstance(member, discord.Member):
        return None
    return in_channel(guild, channel_id, member)


def in_channel(guild: discord.Guild, channel_id: int, member: discord.Member) -> Presence:
    """What a member may do in a channel, as far as the gateway has told; nothing where it is not there.

    Who is in a private thread isn't told: there, only a click in it says so.
    """
    place = guild.get_channel_or_thread(channel_id)
    if place is None or (isinstance(place, discord.Thread) and (place.is_private() or place.parent is None)):
        return NOWHERE
    return _presence(place.permissions_for(member))


def _presence(allowed: discord.Permissions) -> Presence:
    sees = allowed.view_channel
    return Presence(sees=sees, moderates=sees and allowed.manage_messages)
