"""Sentences of a process that died before they became messages: their turns may be over by now."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import structlog

from cogs.discord_io.faults import TROUBLE
from cogs.messages.parts import Parts
from cogs.messages.surfaces import THREAD, channel
from cogs.text.names import written_table_name
from cogs.views import calls
from tables import Facts

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LATEST: Final = 10
"""So many of the latest messages in a place are looked at."""


async def delete_bare_calls(parts: Parts, table: Facts, people: Iterable[int]) -> None:
    """Delete what calls people to a table, by direct message or in its thread, and is only a sentence.

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
    """The same in one channel of direct messages."""
    await _delete(parts, table, place, re.compile(f"{table.id}| {re.escape(written_table_name(table))}\\s?:"))


async def _delete(parts: Parts, table: Facts, place: int, about: re.Pattern[str]) -> None:
    try:
        async for message in channel(parts, place).history(limit=LATEST):
            is_ours = parts.client.user is not None and message.author.id == parts.client.user.id
            if is_ours and not message.components and about.search(message.content):
                await message.delete()
    except TROUBLE as fault:
        log.info("bare_calls_stay", table=table.id, fault=type(fault).__name__)
