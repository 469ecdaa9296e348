"""Messages that a process has sent and was killed before it noted them: sentences of calls, and lobbies."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from typing import Final

import discord
import structlog

from cogs.discord_io.faults import TROUBLE
from cogs.messages.parts import Parts
from cogs.messages.whereabouts import THREAD, channel
from cogs.text.ids import TableId
from cogs.text.names import written_table_name
from cogs.views import calls
from tables import Facts

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LATEST_CALLS: Final = 10
"""So many of the latest messages in a place are looked at for calls."""
LATEST_IN_CHANNEL: Final = 50
"""So many of the latest messages in a channel are looked at for a lobby."""


async def delete_bare_calls(parts: Parts, table: Facts, people: Iterable[int]) -> None:
    """Delete calls to a table, in direct messages and in its thread, that are only a sentence.

    Called once for a table whose messages an earlier process left behind, after its first whole repaint: a
    call that still holds has become its message by then, as its nonce finds it.
    """
    for person_id in people:
        place = parts.people.get(person_id).dm_channel_id
        if place is not None:
            await delete_bare_calls_in(parts, table, place)
    thread = (await parts.tables.messages.get(table.id)).get(THREAD)
    if thread is not None:
        of_thread = calls.of_thread(table, parts.words(table.locale))
        await _delete(parts, table, thread.message_id or thread.channel_id, of_thread)


async def delete_bare_calls_in(parts: Parts, table: Facts, place: int) -> None:
    """Delete sentences that call to a table in one channel of direct messages."""
    await _delete(parts, table, place, re.compile(f"{table.id}| {re.escape(written_table_name(table))}\\s?:"))


async def _delete(parts: Parts, table: Facts, place: int, about: re.Pattern[str]) -> None:
    try:
        async for message in _ours(parts, place, LATEST_CALLS):
            if not message.components and about.search(message.content):
                await message.delete()
    except TROUBLE as fault:
        log.info("bare_calls_stay", table=table.id, fault=type(fault).__name__)


async def _ours(parts: Parts, place: int, limit: int) -> AsyncIterator[discord.Message]:
    """Those of a channel's latest messages that are the bot's."""
    async for message in channel(parts, place).history(limit=limit):
        if parts.client.user is not None and message.author.id == parts.client.user.id:
            yield message


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
        async for message in _ours(parts, table.channel_id, LATEST_IN_CHANNEL):
            if is_lobby_of(message, table):
                return message.id
    except TROUBLE as fault:
        log.info("no_lobby_looked_for", table=table.id, fault=type(fault).__name__)
    return None
