"""Whether somebody can see a table's channel now, and moderates there.

The gateway doesn't tell the bot of members (that would be a privileged intent), so a member is fetched, and
remembered for `KEPT_S`: fifty clicks need one request.  Without the gateway, so are servers and channels.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import discord
import structlog

from cogs.kit.faults import (
    MISSING_ACCESS,
    TROUBLE,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    code_of,
)
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
        self._servers: OrderedDict[int, tuple[float, discord.Guild | None]] = OrderedDict()
        self._channels: OrderedDict[int, tuple[float, discord.abc.GuildChannel]] = OrderedDict()

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
        try:
            async with asyncio.timeout(PATIENCE_S):
                guild = await self.server(guild_id)
                if guild is None:
                    return NOWHERE
                if guild.unavailable:
                    return None
                member = await self._member(guild, person_id)
                if member is None:
                    return NOWHERE
                if self._reach.is_told:
                    return in_channel(guild, channel_id, member)
                return _presence((await self._channel(guild, channel_id)).permissions_for(member))
        except TROUBLE as fault:
            log.info("member_unknown", fault=type(fault).__name__)
            return NOWHERE if code_of(fault) == UNKNOWN_CHANNEL else None

    async def server(self, guild_id: int) -> discord.Guild | None:
        """A server as the gateway tells it; without the gateway, as fetched now or up to `KEPT_S` ago.

        None: the bot is not in it.

        Raises:
            discord.HTTPException: Discord doesn't say.
        """
        if self._reach.is_told:
            return self._client.get_guild(guild_id)
        guild: discord.Guild | None
        now = self._now()
        known = self._servers.get(guild_id)
        if known is not None and now - known[0] < KEPT_S:
            return known[1]
        try:
            guild = await self._client.fetch_guild(guild_id, with_counts=False)
        except (discord.NotFound, discord.Forbidden) as fault:
            if fault.code not in (UNKNOWN_GUILD, MISSING_ACCESS):
                raise
            guild = None
        _remember(self._servers, guild_id, (now, guild))
        return guild

    async def _channel(self, guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel:
        """A channel with its permissions, as fetched now or up to `KEPT_S` ago.

        Raises:
            discord.HTTPException: There is none, the bot doesn't see it, or Discord doesn't say.
        """
        now = self._now()
        known = self._channels.get(channel_id)
        if known is not None and now - known[0] < KEPT_S:
            return known[1]
        channel = await guild.fetch_channel(channel_id)
        assert isinstance(channel, discord.abc.GuildChannel)  # No table is in a thread.
        _remember(self._channels, channel_id, (now, channel))
        return channel

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
        _remember(self._members, key, (now, member))
        return member


def _remember(known: OrderedDict[Any, Any], key: Any, found: tuple[float, Any]) -> None:
    """Remember what was found, and forget the oldest where that is too much."""
    known[key] = found
    known.move_to_end(key)
    if len(known) > KEPT:
        known.popitem(last=False)


def presence_by(interaction: Interaction, guild_id: int | None, channel_id: int) -> Presence | None:
    """What an interaction's author may do in a channel, by what came with it; None: it came from elsewhere.

    From the channel itself or a thread of it, the interaction holds their permissions; from elsewhere in the
    server, they follow from their roles and what the gateway has told of the channel.
    """
    is_there = channel_id in (interaction.channel_id, board_channel(interaction))
    if is_there and interaction.guild_id == guild_id:
        return Presence(sees=True) if guild_id is None else _presence(interaction.permissions)
    # Not the interaction's own, which without the gateway has no channels and no roles.
    guild, member = interaction.client.get_guild(guild_id or 0), interaction.user
    if guild is None or interaction.guild_id != guild_id or not isinstance(member, discord.Member):
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
