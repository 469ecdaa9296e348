"""Whether somebody can see a table's channel now, and moderates there.

The gateway doesn't tell the bot of members (that would be a privileged intent), so a member is fetched, and
remembered for `KEPT_S`: fifty clicks need one request.
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
"""Seconds for which a member's roles are remembered; a channel's permissions are always the newest."""
KEPT: Final = 1_000
PATIENCE_S: Final = 5.0
"""Seconds to wait for Discord's answer; then it isn't known what somebody may do."""


class Membership:
    """Knows who can see a channel."""

    def __init__(self, client: discord.Client, reach: Reach, now: Callable[[], float]) -> None:
        self._client = client
        self._reach = reach
        self._now = now
        self._members: OrderedDict[tuple[int, int], tuple[float, discord.Member | None]] = OrderedDict()

    async def of(self, interaction: Interaction, guild_id: int | None, channel_id: int) -> Presence | None:
        """What an interaction's author may do in a channel of a server now; None: not known."""
        by_click = presence_by(interaction, guild_id, channel_id)
        if by_click is not None:
            return by_click
        return await self.presence(guild_id, channel_id, interaction.user.id)

    async def presence(self, guild_id: int | None, channel_id: int, person_id: int) -> Presence | None:
        """What a person may do in a channel of a server now; None: not known.

        `NOWHERE`: the person or the bot certainly is not in the server, or the channel doesn't exist.
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
        """A member, as fetched now or up to `KEPT_S` ago; None: the person is not in the server.

        Raises:
            discord.HTTPException: Discord doesn't say.
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
    """What an interaction's author may do in a channel, by what came with it; None: it came from elsewhere.

    From the channel itself or a thread of it, the interaction holds their permissions; from elsewhere in the
    server, they follow from their roles.
    """
    is_there = channel_id in (interaction.channel_id, board_channel(interaction))
    if is_there and interaction.guild_id == guild_id:
        return Presence(sees=True) if guild_id is None else _presence(interaction.permissions)
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != guild_id or not isinstance(member, discord.Member):
        return None
    return in_channel(guild, channel_id, member)


def in_channel(guild: discord.Guild, channel_id: int, member: discord.Member) -> Presence:
    """What a member may do in a channel, by what the gateway has told; `NOWHERE` if it doesn't exist.

    The gateway doesn't tell who is in a private thread, so that gives `NOWHERE` too; only a click from inside
    shows that somebody is in it.
    """
    place = guild.get_channel_or_thread(channel_id)
    if place is None or (isinstance(place, discord.Thread) and (place.is_private() or place.parent is None)):
        return NOWHERE
    return _presence(place.permissions_for(member))


def _presence(allowed: discord.Permissions) -> Presence:
    sees = allowed.view_channel
    return Presence(sees=sees, moderates=sees and allowed.manage_messages)
