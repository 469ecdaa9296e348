"""Posts to the threads of tables, and what happens when a thread is lost.

The next post to an archived thread unarchives it.  While a thread takes no posts, as where it is locked, the
moves are told in the channel, which is said there once; it is tried again now and then (`Rests`), and when
the gateway tells that something has changed.  A deleted thread is replaced by a new one at the next post,
but only once: the first time it may have been a slip, or somebody tidying up; somebody who deletes it again
means it.  `/table show` opens a new one in any case, since somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, NamedTuple

import discord
import structlog

from cogs.discord_io.faults import UNKNOWN_CHANNEL, is_denied, is_unfit
from cogs.messages.display import age_s
from cogs.messages.notes import ThreadNote
from cogs.messages.noting import behind
from cogs.messages.parts import Parts
from cogs.messages.whereabouts import BOARD, FRESH_S, THREAD, UNTIL_THE_END, channel, nonce
from cogs.text import ui
from cogs.text.components import plain
from tables import Facts, Look, Phase
from tables.store.messages import Note

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Reopen = Callable[[Look], Awaitable[None]]

AWAKE_MINUTES: Final[Literal[10080]] = 10080
"""Minutes without a post after which Discord archives a thread: a week, the most that Discord allows."""


class Told(NamedTuple):
    """A post that was made, and the line at its top that says what became of the thread; mostly empty."""

    message: discord.PartialMessage | discord.Message
    line: str


def is_awake(parts: Parts, table: Facts, thread_id: int) -> bool:
    """Whether messages in a table's thread can be edited: not while it is archived, by what is known.

    Without the gateway that isn't known; an edit that Discord refuses then becomes a post.
    """
    if not parts.reach.is_told_of(table.guild_id):
        return True
    guild = None if table.guild_id is None else parts.client.get_guild(table.guild_id)
    return guild is not None and guild.get_thread(thread_id) is not None


async def told(
    parts: Parts, reopen: Reopen, look: Look, draw: Callable[[str], ui.LayoutView], **how: Any
) -> Told:
    """Post to a table's thread or, where it is lost or there is none, to the channel.

    Args:
        parts: The parts of the bot.
        reopen: Opens another thread in place of one that was deleted.
        look: The table.
        draw: Makes the post, with the line that it is given at the top, unless that is empty.
        how: Arguments for `Attachments.send`.

    Raises:
        discord.HTTPException: The channel doesn't take it either, or Discord failed.
    """
    table_id, rests = look.table.id, parts.displays.of(look.table.id).rests
    thread = (await parts.tables.messages.get(table_id))[THREAD]
    left = 0 if rests.is_resting(THREAD) else ThreadNote.left(thread.extra)
    if thread_id := thread.message_id or left:
        try:
            sent = await parts.attachments.send(channel(parts, thread_id), draw(""), **how)
        except discord.HTTPException as fault:
            if is_unfit(fault) or not rests.failed(THREAD, fault):
                raise
            log.info("thread_lost", table=table_id, code=fault.code)
            await lost(parts, look, thread_id, is_deleted=fault.code == UNKNOWN_CHANNEL)
            thread = (await parts.tables.messages.get(table_id))[THREAD]
        else:
            rests.worked(THREAD)
            if not thread.message_id:
                await _noted(parts, look, Note(THREAD, thread.channel_id, thread_id, UNTIL_THE_END))
            return Told(sent, "")
    note = ThreadNote.parse(thread.extra)
    if note is ThreadNote.DELETED and not rests.is_resting(THREAD):
        await reopen(look)
        return await told(parts, reopen, look, draw, **how)
    line = ""
    if note is ThreadNote.UNSAID:
        line = "-# " + parts.words(look.table.locale)("housekeeping.thread_lost")
    sent = await parts.attachments.send(channel(parts, thread.channel_id), draw(line), **how)
    if line:
        said = ThreadNote.NOTHING.leaving(ThreadNote.left(thread.extra))
        await parts.tables.messages.put(table_id, THREAD, thread.channel_id, 0, UNTIL_THE_END, said)
    return Told(sent, line)


async def lost(parts: Parts, look: Look, thread_id: int, *, is_deleted: bool) -> None:
    """Note that a table's thread takes no posts, or is gone, and have the board repainted without it.

    Called when a post to it was refused, and when Discord tells that a thread was deleted.
    """
    thread = (await parts.tables.messages.get(look.table.id)).get(THREAD)
    is_left = thread is not None and not thread.message_id and ThreadNote.left(thread.extra) == thread_id
    if thread is None or not (thread.message_id == thread_id or (is_left and is_deleted)):
        return
    is_first = ThreadNote.parse(thread.extra) is not ThreadNote.AGAIN
    note = ThreadNote.DELETED if is_deleted and is_first else ThreadNote.UNSAID
    if is_deleted:
        parts.displays.of(look.table.id).rests.worked(THREAD)  # Another one may be opened at once.
    extra = note.leaving(0 if is_deleted else thread_id)
    await _noted(parts, look, Note(THREAD, thread.channel_id, 0, UNTIL_THE_END, extra))


async def _noted(parts: Parts, look: Look, note: Note) -> None:
    """Note what became of a thread, and have the board, which links it, repainted if it is fresh."""
    messages, notes = parts.tables.messages, [note]
    board = (await messages.get(look.table.id)).get(BOARD)
    is_fresh = board is not None and age_s(board.message_id, parts.discord_clock.now()) < FRESH_S
    if board is None or not is_fresh or look.table.phase is not Phase.RUNNING:
        await messages.put_all(look.table.id, notes)
        return
    await messages.put_all(look.table.id, [*notes, behind(board)])
    parts.refresher.mark(look.table.id)


async def retold(parts: Parts, look: Look, thread_id: int, lines: list[str]) -> None:
    """Begin a new thread with lines of an earlier one, without notifying anybody."""
    if not lines:
        return
    head = "-# " + parts.words(look.table.locale)("housekeeping.so_far")
    try:
        await channel(parts, thread_id).send(
            view=ui.sendable(plain(head, *lines)),
            nonce=nonce(parts, look.table.id, "so-far", thread_id),
            silent=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except discord.HTTPException as fault:
        if not is_denied(fault):
            raise
        log.info("not_retold", table=look.table.id, code=fault.code)
