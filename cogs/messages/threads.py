"""The threads of tables: opened, posted to, and replaced when they are lost.

The next post to an archived thread unarchives it.  While a thread takes no posts, as where it is locked, the
moves are told in the channel, which is said there once; it is tried again now and then (`Rests`), and when
the gateway tells that something has changed.  A deleted thread is replaced by a new one at the next post,
but only once: the first time it may have been a slip, or somebody tidying up; somebody who deletes it again
means it.  `/table show` opens a new one in any case, since somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal, NamedTuple

import discord
import structlog

from cogs.discord_io.faults import THREAD_EXISTS, UNKNOWN_CHANNEL, is_denied, is_unfit
from cogs.messages.display import age_s
from cogs.messages.parts import Parts
from cogs.messages.repaint import behind
from cogs.messages.tracked_message import ThreadNote
from cogs.messages.whereabouts import BOARD, FRESH_S, STORY, THREAD, UNTIL_THE_END, channel, is_there, nonce
from cogs.text import ui
from cogs.text.names import table_name, unbroken
from cogs.text.ui import plain
from cogs.views.board import signed_name
from cogs.views.story_lines import newest_lines, story_lines
from tables import Facts, Look, MessageRef, Phase
from tables.store.messages import Note
from tables.views.looks import log_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AWAKE_MINUTES: Final[Literal[10080]] = 10080
"""Minutes without a post after which Discord archives a thread: a week, the most that Discord allows."""
MOST_OF_A_NAME: Final = 100
"""Characters of a thread's name; Discord's limit."""


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


async def told(parts: Parts, look: Look, draw: Callable[[str], ui.LayoutView], **how: Any) -> Told:
    """Post to a table's thread or, where it is lost or there is none, to the channel.

    Args:
        parts: The parts of the bot.
        look: The table.
        draw: Makes the post, with the line that it is given at the top, unless that is empty.
        how: Arguments for `Attachments.send`.

    Raises:
        discord.HTTPException: The channel doesn't take it either, or Discord failed.
    """
    table_id, display = look.table.id, parts.displays.of(look.table.id)
    rests, send = display.rests, partial(parts.attachments.send, begun=display.begun)
    thread = (await parts.tables.messages.get(table_id))[THREAD]
    left = 0 if rests.is_resting(THREAD) else ThreadNote.left(thread.extra)
    if thread_id := thread.message_id or left:
        try:
            sent = await send(channel(parts, thread_id), draw(""), **how)
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
        await _reopen(parts, look)
        return await told(parts, look, draw, **how)
    line = ""
    if note is ThreadNote.UNSAID:
        line = "-# " + parts.words(look.table.locale)("housekeeping.thread_lost")
    sent = await send(channel(parts, thread.channel_id), draw(line), **how)
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


async def open_on(parts: Parts, look: Look, board: MessageRef) -> bool:
    """Open a table's thread on its board, which is still to link the thread; whether there is one now.

    Raises:
        discord.HTTPException: Discord failed; try again later.
    """
    note = ThreadNote.NOTHING
    try:
        # Not by discord.py's `create_thread`, which wants the server to be known from the gateway.
        opened = await parts.client.http.start_thread_with_message(
            board.channel_id,
            board.message_id,
            name=_name(parts, look.table),
            auto_archive_duration=AWAKE_MINUTES,
        )
        thread_id = int(opened["id"])
    except discord.HTTPException as fault:
        if fault.code == THREAD_EXISTS:
            thread_id = board.message_id  # Discord gives a message's thread the message's id.
        elif not _gives_up(parts, look.table, fault):
            raise
        else:
            thread_id = 0  # The play-by-play goes to the channel.
            note = ThreadNote.NOTHING if is_unfit(fault) else ThreadNote.DELETED
    await _begin(parts, look, Note(THREAD, board.channel_id, thread_id, UNTIL_THE_END, note.value))
    return thread_id != 0


async def _reopen(parts: Parts, look: Look) -> None:
    """Open another thread in place of a deleted one; where that is refused, the channel is used instead.

    It isn't opened on the board: Discord doesn't document whether a message can get a second thread.
    """
    table, thread_id, note = look.table, 0, ThreadNote.AGAIN
    try:
        opened = await parts.client.http.start_thread_without_message(
            table.channel_id,
            name=_name(parts, table),
            auto_archive_duration=AWAKE_MINUTES,
            type=discord.ChannelType.public_thread.value,
        )
        thread_id = int(opened["id"])
    except discord.HTTPException as fault:
        if not _gives_up(parts, table, fault):
            raise
        note = ThreadNote.UNSAID if is_unfit(fault) else ThreadNote.DELETED
    await _begin(parts, look, Note(THREAD, table.channel_id, thread_id, UNTIL_THE_END, note.value))


def _name(parts: Parts, table: Facts) -> str:
    """A thread's name, which begins with what tells tables apart: lists show only the first letters."""
    game = signed_name(table.game_id, parts.words(table.locale))
    return f"{table_name(table)} · {unbroken(game)}"[:MOST_OF_A_NAME]


def _gives_up(parts: Parts, table: Facts, fault: discord.HTTPException) -> bool:
    """Whether no thread is opened, since Discord refuses that: for good, or too often."""
    if gives_up := is_unfit(fault) or parts.displays.of(table.id).rests.failed(THREAD, fault):
        log.info("no_thread", table=table.id, code=fault.code)
    return gives_up


async def _begin(parts: Parts, look: Look, thread: Note) -> None:
    """Note a thread, and repeat in it, without notifying anybody, what was told in an earlier one."""
    table_id, words = look.table.id, parts.words(look.table.locale)
    shown, notes = await parts.tables.messages.get(table_id), [thread]
    board, told = shown.get(BOARD), shown[STORY].version if STORY in shown else 0
    if thread.message_id and board is not None and is_there(board):
        notes.append(behind(board))
    await parts.tables.messages.put_all(table_id, notes)
    before = await parts.tables.read(table_id, log_of, None) if thread.message_id and told else ()
    lines = story_lines([entry for entry in before if entry.number <= told], look, words)
    if not lines:
        return
    head = "-# " + words("housekeeping.so_far")
    try:
        await channel(parts, thread.message_id).send(
            view=ui.sendable(plain(head, *newest_lines(lines, words))),
            nonce=nonce(parts, table_id, "so-far", thread.message_id),
            silent=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except discord.HTTPException as fault:
        if not is_denied(fault):
            raise
        log.info("not_retold", table=table_id, code=fault.code)
