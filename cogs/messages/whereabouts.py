"""Where a table's messages stand: their names and addresses, and whether their channel still exists.

What exists is known by what the gateway has told, without a request; without the gateway nothing is known,
and `looked_for` asks Discord.  The painters ask it whether to paint, `cogs.ops` whether to hold a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

import discord

from cogs.discord_io.faults import MISSING_ACCESS, TROUBLE, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, code_of
from cogs.messages.notes import BOARD as BOARD
from cogs.messages.notes import PANEL
from cogs.messages.parts import Parts
from tables import Facts, Look, MessageRef
from tables.model.table import OPEN_PHASES


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
    """Whether the bot can reach a table's channel; without the gateway, Discord is asked."""
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


FRESH_S: Final = 3600.0
"""Messages older than so many seconds can be edited only rarely (Discord's error 30046)."""
UNTIL_THE_END: Final = 2**60
"""Stands as the version of a message that never needs to be drawn again."""

OLD: Final = "old:"
"""Begins the name of a former board that still has its buttons: `old:` and the message's id."""
THREAD: Final = "thread"
STORY: Final = "story"

Shown = Mapping[str, MessageRef]
"""The messages of a table by name: `Messages.get` gives them."""


def hand(seat: int) -> str:
    """The name of the message that is a player's own panel: `panel:0`."""
    return f"{PANEL}{seat}"


def is_there(ref: MessageRef | None) -> bool:
    """Whether a message was posted and, as far as the bot knows, not deleted since."""
    return ref is not None and ref.message_id != 0


def message_url(look: Look, shown: Shown) -> str | None:
    """The address of the board message; None where there is none."""
    ref = shown.get(BOARD)
    if ref is None or not ref.message_id:
        return None
    return f"https://discord.com/channels/{look.table.guild_id or '@me'}/{ref.channel_id}/{ref.message_id}"


def message_at(parts: Parts, channel_id: int, message_id: int) -> discord.PartialMessage:
    """A message to edit or delete, without a request to get it."""
    return parts.client.get_partial_messageable(channel_id).get_partial_message(message_id)


def channel(parts: Parts, channel_id: int) -> discord.PartialMessageable:
    """A channel to post to, without a request to get it."""
    return parts.client.get_partial_messageable(channel_id)


async def has_message(parts: Parts, channel_id: int, message_id: int) -> bool:
    """Whether a message exists, by asking Discord; True also where Discord doesn't say."""
    if not message_id:
        return False
    try:
        await message_at(parts, channel_id, message_id).fetch()
    except TROUBLE as fault:
        return code_of(fault) != UNKNOWN_MESSAGE
    return True


def nonce(parts: Parts, *named: str | int) -> str:
    """A text that is the same for the same post, so that Discord posts it only once (25 characters at most).

    Everybody in the channel can read it: `named` holds only what everybody may know, and is sealed besides.
    """
    return parts.tables.seal(*named)


def answered(parts: Parts, table: Facts, message_id: int, is_sure: bool) -> None:
    """Note that the answer to a click made a message show a table; have the table repainted if need be.

    `is_sure`: Discord has confirmed the answer.
    """
    if table.phase in OPEN_PHASES or not is_sure:
        parts.displays.of(table.id).messages[message_id] = parts.displays.message(message_id)
    if not (is_sure and parts.tables.sessions.is_newest(table.id, table.version)):
        parts.refresher.mark(table.id)
