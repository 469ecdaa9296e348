"""The threads of tables: how long they stay awake, and what happens when one is lost.

A thread that has fallen asleep wakes up by the next post.  One that was locked takes none: from then on the
moves are told in the channel, which is said once.  One that was deleted comes back with the next thing that
is told, but only once: the first time it may be a slip, or somebody tidying up; whoever deletes it again
means it, and is not argued with.  `/table show` begins anew, for somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal

import discord
import structlog
from discord import ui

from cogs.kit.components import plain
from cogs.kit.faults import THREAD_LOST, UNKNOWN_CHANNEL
from cogs.live.notes import ThreadNote
from cogs.live.parts import Parts
from cogs.live.surfaces import (
    BOARD,
    FRESH_S,
    THREAD,
    UNTIL_THE_END,
    age_s,
    channel,
    nonce,
)
from tables import Look, Phase

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Reopen = Callable[[Look], Awaitable[None]]

AWAKE_MINUTES: Final[Literal[10080]] = 10080
"""A thread falls asleep after so long without a post: a week, the longest that there is."""


async def told(
    parts: Parts, reopen: Reopen, look: Look, draw: Callable[[str], ui.LayoutView], **how: Any
) -> int:
    """Post to a table's thread or, where it is lost or there is none, to the channel; the message's id.

    Args:
        parts: The parts of the bot.
        reopen: Opens another thread in place of one that was deleted.
        look: The table.
        draw: Makes the post; begins it with a line, where it is given one.
        how: As `Gallery.send`.

    Raises:
        discord.HTTPException: The channel takes it neither, or Discord is not at its best.
    """
    table_id = look.table.id
    thread = (await parts.tables.messages.get(table_id))[THREAD]
    if thread.message_id:
        try:
            return (await parts.gallery.send(channel(parts, thread.message_id), draw(""), **how)).id
        except discord.HTTPException as fault:
            if fault.code not in THREAD_LOST:
                raise
            log.info("thread_lost", table=table_id, code=fault.code)
            await lost(parts, look, thread.message_id, is_deleted=fault.code == UNKNOWN_CHANNEL)
            thread = (await parts.tables.messages.get(table_id))[THREAD]
    note = ThreadNote.parse(thread.extra)
    if note is ThreadNote.DELETED:
        await reopen(look)
        return await told(parts, reopen, look, draw, **how)
    line = ""
    if note is ThreadNote.UNSAID:
        line = "-# " + parts.speech(look.table.locale)("housekeeping.thread_lost")
    sent = await parts.gallery.send(channel(parts, thread.channel_id), draw(line), **how)
    if line:
        await parts.tables.messages.put(table_id, THREAD, thread.channel_id, 0, UNTIL_THE_END)
    return sent.id


async def lost(parts: Parts, look: Look, thread_id: int, *, is_deleted: bool) -> None:
    """Take down that a table's thread takes no more posts; its board, while it is fresh, names it no more."""
    messages = parts.tables.messages
    shown = await messages.get(look.table.id)
    thread, board = shown.get(THREAD), shown.get(BOARD)
    if thread is None or thread.message_id != thread_id:
        return
    is_first = ThreadNote.parse(thread.extra) is not ThreadNote.AGAIN
    note = ThreadNote.DELETED if is_deleted and is_first else ThreadNote.UNSAID
    await messages.put(look.table.id, THREAD, thread.channel_id, 0, UNTIL_THE_END, note.value)
    is_fresh = board is not None and age_s(board.message_id, parts.now()) < FRESH_S
    if is_fresh and look.table.phase is Phase.RUNNING:
        parts.refresher.mark(look.table.id)


async def retold(parts: Parts, look: Look, thread_id: int, lines: list[str]) -> None:
    """Begin a new thread with what an earlier one told, calling nobody."""
    if not lines:
        return
    head = "-# " + parts.speech(look.table.locale)("housekeeping.so_far")
    try:
        await channel(parts, thread_id).send(
            view=plain(head, *lines),
            nonce=nonce(parts, look.table.id, "so-far", thread_id),
            silent=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except (discord.NotFound, discord.Forbidden) as fault:
        log.info("not_retold", table=look.table.id, code=fault.code)
