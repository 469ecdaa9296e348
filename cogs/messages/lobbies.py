"""Lobbies that are a table's board without our knowing: the reply to `/table new`, before that is noted."""

from __future__ import annotations

from typing import Final

import discord
import structlog

from cogs.discord_io.faults import TROUBLE
from cogs.messages.parts import Parts
from cogs.messages.surfaces import channel
from cogs.text.ids import TableId
from tables import Facts

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LATEST: Final = 50
"""So many of a channel's latest messages are looked at."""


def is_lobby_of(message: discord.Message, table: Facts) -> bool:
    """Whether a message of ours can be a table's board: in its channel, with its buttons on it.

    The id clicked is not enough: a forged one can name any table, on any message of ours.
    """
    is_public = not message.flags.ephemeral and message.channel.id == table.channel_id
    return is_public and any(
        isinstance(one, discord.Button) and one.custom_id == str(TableId(table.id, "join"))
        for part in message.components
        for row in getattr(part, "children", ())
        for one in getattr(row, "children", ())
    )


async def left_lobby(parts: Parts, table: Facts) -> int | None:
    """The message that a process posted as a table's lobby before it was killed; None: none is found.

    Where the bot may not read what was posted before, none is.
    """
    try:
        async for message in channel(parts, table.channel_id).history(limit=LATEST):
            is_ours = parts.client.user is not None and message.author.id == parts.client.user.id
            if is_ours and is_lobby_of(message, table):
                return message.id
    except TROUBLE as fault:
        log.info("no_lobby_looked_for", table=table.id, fault=type(fault).__name__)
    return None
