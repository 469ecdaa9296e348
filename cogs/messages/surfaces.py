"""What the painters share: the names of a table's messages, how to reach them, and how old they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from cogs.discord_io.faults import TROUBLE, UNKNOWN_MESSAGE, code_of
from cogs.messages.notes import BOARD as BOARD
from cogs.messages.notes import PANEL
from cogs.messages.parts import Parts
from tables import Facts, Look, MessageRef
from tables.model.table import OPEN_PHASES

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
    """Note that the answer to a click made a message show a table, and have it repainted if need be.

    `is_sure`: Discord has confirmed the answer.
    """
    if table.phase in OPEN_PHASES or not is_sure:
        parts.displays.of(table.id).messages[message_id] = parts.displays.message(message_id)
    if not (is_sure and parts.tables.hearing.is_newest(table.id, table.version)):
        parts.refresher.mark(table.id)
