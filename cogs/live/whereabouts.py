"""Whether the place of a table is there, as the gateway has told; asking costs no request."""

from __future__ import annotations

from enum import Enum, auto

from cogs.live.parts import Parts
from tables import Facts


class Whereabouts(Enum):
    """How a table can be reached."""

    HERE = auto()
    """Its channel is there."""
    UNKNOWN = auto()
    """The gateway has not told yet, or the server has an outage."""
    NO_CHANNEL = auto()
    """Its channel was deleted; its people can be written to."""
    HIDDEN = auto()
    """Its channel is there, and the bot may not see it any more."""
    NO_SERVER = auto()
    """The bot was removed from the server."""


def whereabouts(parts: Parts, table: Facts) -> Whereabouts:
    """Where a table stands now.

    The gateway tells of channels that the bot may not see as well, without their names: what is missing was
    deleted (discord-api-docs pull request 8454).
    """
    if table.guild_id is None or not parts.reach.has_heard:
        return Whereabouts.UNKNOWN
    guild = parts.client.get_guild(table.guild_id)
    if guild is None:
        return Whereabouts.NO_SERVER
    if guild.unavailable:
        return Whereabouts.UNKNOWN
    place = guild.get_channel(table.channel_id)
    if place is None or place.id in parts.reach.deleted:
        return Whereabouts.NO_CHANNEL
    if guild.me is None:  # It comes with the server; without it nobody knows what the bot may.
        return Whereabouts.HERE
    return Whereabouts.HERE if place.permissions_for(guild.me).view_channel else Whereabouts.HIDDEN


def is_painted(parts: Parts, table: Facts) -> bool:
    """Whether board and story of a table are kept up to date: not where they can't be reached."""
    where = whereabouts(parts, table)
    return where is Whereabouts.HERE or (where is Whereabouts.UNKNOWN and not table.held)


def has_panels(parts: Parts, table: Facts) -> bool:
    """Whether the panels of its players are kept up to date: they outlive the channel, not the server."""
    where = whereabouts(parts, table)
    return where is not Whereabouts.NO_SERVER and (where is not Whereabouts.UNKNOWN or not table.held)
