"""What the painters share: how to reach messages, and how old they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import ui
from discord.utils import snowflake_time

from cogs.kit.faults import TROUBLE, UNKNOWN_MESSAGE, code_of
from cogs.live.parts import Parts
from tables import Facts, Look, MessageRef

FRESH_S: Final = 3600.0
"""Older messages can be edited only rarely (Discord's error 30046)."""
UNTIL_THE_END: Final = 2**60
"""The version of a screen that never needs to be drawn again."""

BOARD: Final = "board"
OLD: Final = "old:"
"""Begins the name of a screen that is a former board, which still has its buttons."""
THREAD: Final = "thread"
STORY: Final = "story"

Shown = Mapping[str, MessageRef]
"""What a table shows where, by name."""


def hand(seat: int) -> str:
    """The name of the screen that is a player's own panel."""
    return f"hand:{seat}"


def seen(seat: int) -> str:
    """The name under which it is kept what a player has seen of a table."""
    return f"seen:{seat}"


def is_there(screen: MessageRef | None) -> bool:
    """Whether a screen has a message: it was posted, and nobody was seen to delete it."""
    return screen is not None and screen.message_id != 0


def age_s(message_id: int, now: float) -> float:
    """How old a message is, in seconds."""
    return now - snowflake_time(message_id).timestamp()


def message_url(look: Look, shown: Shown) -> str | None:
    """The address of the board message."""
    screen = shown.get(BOARD)
    if screen is None or not screen.message_id:
        return None
    return (
        f"https://discord.com/channels/{look.table.guild_id or '@me'}/{screen.channel_id}/{screen.message_id}"
    )


def partial(
    parts: Parts, channel_id: int, message_id: int, guild_id: int | None = None
) -> discord.PartialMessage:
    """A message to edit or delete without asking for it first; opening a thread on it needs the guild."""
    return parts.client.get_partial_messageable(channel_id, guild_id=guild_id).get_partial_message(message_id)


def channel(parts: Parts, channel_id: int) -> discord.PartialMessageable:
    """A channel to post to without asking for it first."""
    return parts.client.get_partial_messageable(channel_id)


async def has_message(parts: Parts, channel_id: int, message_id: int) -> bool:
    """Whether a message is there, or Discord does not say."""
    if not message_id:
        return False
    try:
        await partial(parts, channel_id, message_id).fetch()
    except TROUBLE as fault:
        return code_of(fault) != UNKNOWN_MESSAGE
    return True


def nonce(parts: Parts, *named: str | int) -> str:
    """A text that is the same for the same post, so that Discord posts it once (25 characters at most).

    Discord shows it to everybody.  What it is made of is known to everybody, and it is sealed besides.
    """
    return parts.tables.seal(*named)


def answered(
    parts: Parts, table: Facts, view: ui.LayoutView, stamp: int, message_id: int, is_sure: bool
) -> None:
    """Note that the answer to a click, begun at that stamp, put a view on a message, as far as is sure."""
    is_sure = parts.surfaces.of(message_id).answered(view, stamp, is_sure)
    parts.refresher.answered(table.id, table.version, is_sure=is_sure)
