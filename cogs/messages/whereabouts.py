"""Whether a table's channel and server still exist, by what the gateway has told, without a request.

Without the gateway nothing is known, and `looked_for` asks Discord.

The painters ask it whether to paint, and `cogs.ops` whether to hold a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from cogs.discord_io.faults import MISSING_ACCESS, TROUBLE, UNKNOWN_CHANNEL, code_of
from cogs.messages.parts import Parts
from tables import Facts


class Whereabouts(Enum):
    """Whether the bot can reach a table's channel, and if not, why."""

    HERE = auto()
    """Its channel exists, and the bot may see it."""
    UNKNOWN = auto()
    """The gateway has not told yet, or the server has an outage."""
    NO_CHANNEL = auto()
    """Its channel was deleted; its players can still get direct messages."""
    HIDDEN = auto()
    """Its channel exists, but the bot may not see it any more."""
    NO_SERVER = auto()
    """The bot was removed from the server."""


BY_CODE: Final[Mapping[int | None, Whereabouts]] = {
    UNKNOWN_CHANNEL: Whereabouts.NO_CHANNEL,
    MISSING_ACCESS: Whereabouts.HIDDEN,
}
"""What Discord's errors say of a channel that the bot asks for."""


def whereabouts(parts: Parts, table: Facts) -> Whereabouts:
    """Whether the bot can reach a table's channel now.

    The gateway also tells of channels that the bot may not see, without their names, so a channel that is
    missing was deleted (discord-api-docs pull request 8454).
    """
    if table.guild_id is None or not parts.reach.has_heard or not parts.reach.is_told_of(table.guild_id):
        return Whereabouts.UNKNOWN
    guild = parts.client.get_guild(table.guild_id)
    if guild is None:
        return Whereabouts.NO_SERVER
    if guild.unavailable:
        return Whereabouts.UNKNOWN
    place = guild.get_channel(table.channel_id)
    if place is None or place.id in parts.reach.deleted:
        return Whereabouts.NO_CHANNEL
    if guild.me is None:  # Usually told with the server; without it the bot's permissions aren't known.
        return Whereabouts.HERE
    return Whereabouts.HERE if place.permissions_for(guild.me).view_channel else Whereabouts.HIDDEN


async def looked_for(parts: Parts, table: Facts) -> Whereabouts:
    """As `whereabouts`; without the gateway, what Discord says when it is asked."""
    if parts.reach.is_told_of(table.guild_id) or table.guild_id is None:
        return whereabouts(parts, table)
    try:
        await parts.client.http.get_channel(table.channel_id)
    except TROUBLE as fault:
        return BY_CODE.get(code_of(fault), Whereabouts.UNKNOWN)
    return Whereabouts.HERE


def is_painted(parts: Parts, table: Facts) -> bool:
    """Whether board and story of a table are kept up to date: only where they can be reached."""
    where = whereabouts(parts, table)
    return where is Whereabouts.HERE or (where is Whereabouts.UNKNOWN and not table.held)


def has_panels(parts: Parts, table: Facts) -> bool:
    """Whether its players' panels are kept up to date: also without the channel, not without the server."""
    where = whereabouts(parts, table)
    if not parts.reach.is_told_of(table.guild_id):
        return True
    return where is not Whereabouts.NO_SERVER and (where is not Whereabouts.UNKNOWN or not table.held)
