"""The public board message of a table, edited while fresh and posted anew when old; and the table's thread.

`Updaters` calls `BoardUpdater` at each repaint of a table; so does `/table new` once the command's reply is
the board.  `/table show` posts a board again that was deleted, or that may have scrolled away.

A post to an archived thread unarchives the thread.  While a thread takes no posts (because it is locked, for
example), the play-by-play goes to the channel, after a line that gives the reason.  Posts to the thread are
retried now and then (`Rests`), and when the gateway reports a change of the thread.  A deleted thread is
replaced at the next post, but only once: somebody who deletes the second thread wants none.  `/table show`
always opens a new thread.

A table in a thread, a forum post or a voice channel has no thread of its own: its play-by-play stands below
the board.  A table in direct messages has no play-by-play, since the player's panel and *Log* give the same
facts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal, NamedTuple, cast

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.attachments import NOBODY
from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import (
    THREAD_EXISTS,
    TROUBLE,
    UNKNOWN_CHANNEL,
    code_of,
    is_denied,
    is_too_old,
    is_unfit,
)
from cogs.discord_io.origin import check_bot, may_write_here
from cogs.messages.display import ByToken, age_s
from cogs.messages.parts import Parts
from cogs.messages.repaint import BEHIND, Noting, behind
from cogs.messages.tracked_message import ThreadNote, TrackedMessage, Update
from cogs.messages.whereabouts import (
    BOARD,
    FRESH_S,
    OLD,
    STORY,
    THREAD,
    UNTIL_THE_END,
    Shown,
    answered,
    channel,
    has_message,
    is_deleted,
    is_there,
    left_lobby,
    message_at,
    message_url,
    nonce,
)
from cogs.text import ui
from cogs.text.names import table_name, unbroken
from cogs.text.ui import message, plain, text
from cogs.views.board import board_message, done_message, moved_message, signed_name, title
from cogs.views.story_lines import newest_lines, story_lines
from tables import Facts, Look, MessageRef, Phase, Refused
from tables.model.table import OPEN_PHASES
from tables.store.messages import Note
from tables.verbs.access import Relation
from tables.views.looks import log_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

APART_S: Final = 60.0
"""`/table show` posts a board anew only if the board's last post was at least this many seconds ago."""
LATER_S: Final = 60.0
"""Seconds until the edit of a former board is retried, if Discord's refusal names no time."""


class BoardUpdater:
    """Keeps each table's board up to date, posts it anew when asked, and opens the table's thread."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def posted(
        self,
        look: Look,
        channel_id: int,
        message_id: int,
        view: ui.LayoutView | None = None,
        by: discord.Interaction | None = None,
    ) -> None:
        """Note in the database that a message is the table's board.

        `look`: the table as a spectator sees it.  `view`: the view that the message shows, perhaps without
        its pictures yet; None: not known.  `by`: the interaction whose answer the message is; None: none.
        """
        message = self._parts.displays.noted(look.table.id, message_id, "")
        if view is not None and message.pictures is None:
            message.posted(view)
        await self._parts.tables.messages.put_all(look.table.id, [noted(look, channel_id, message)])
        if look.table.guest and by is not None:
            await self._hosted(look, ByToken(by, message))
        if view is not None:
            # If the upload of the board's pictures failed before this note, no repaint has retried it yet.
            answered(self._parts, look.table, message_id, bool(message.digest))

    async def clicked(self, table_id: str, interaction: discord.Interaction) -> None:
        """If a click was on the board, use the click's token for the next edits of it; else do nothing.

        The id of the clicked button doesn't prove that the message is the board: a forged id can name any
        table.

        Raises:
            Refused: There is no such table.
        """
        await self._parts.tables.facts(table_id)
        board, message = (await self._parts.tables.messages.get(table_id)).get(BOARD), interaction.message
        if board is not None and message is not None and board.message_id == message.id:
            known = self._parts.displays.message(message.id)
            self._parts.displays.of(table_id).host = ByToken(interaction, known)
            self._parts.refresher.changed(table_id)

    async def _hosted(self, look: Look, host: ByToken) -> None:
        """Edit the board by the token of `host` from now on; try to reduce the former board to a link."""
        display = self._parts.displays.of(look.table.id)
        display.forget_expired()
        former, display.host = display.host, host
        if former is None or former.message is host.message:
            return
        url = message_url(look, await self._parts.tables.messages.get(look.table.id))
        view = moved_message(look.table, url, self._parts.words(look.table.locale))
        try:
            await former.show(self._parts.attachments.kept, view, view)
        except TROUBLE as fault:
            log.info("old_board_stays", table=look.table.id, fault=type(fault).__name__)

    async def paint(self, look: Look, noting: Noting) -> None:
        """Bring the board up to date, and open a running game's thread; called at each repaint of the table.

        `look`: the table as a spectator sees it.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        async with self._parts.displays.of(look.table.id).board:
            shown = await self._parts.tables.messages.get(look.table.id)
            await self._paint_message(look, shown, noting)
            if look.table.phase is Phase.RUNNING and THREAD not in shown and look.table.has_server:
                board = (await self._parts.tables.messages.get(look.table.id)).get(BOARD)
                if board is not None and is_there(board) and await open_thread(self._parts, look, board):
                    linked = await self._parts.tables.messages.get(look.table.id)
                    await self._paint_message(look, linked, noting)
            for name, former in shown.items():
                if name.startswith(OLD):
                    await self._retire(look, former)

    async def _paint_message(self, look: Look, shown: Shown, noting: Noting) -> None:
        ref = shown.get(BOARD)
        if ref is not None and not ref.message_id:
            return  # Only `/table show` posts a deleted board again.
        thread = shown.get(THREAD)
        thread_id = thread.message_id if thread and thread.message_id else None
        view = board_message(look, self._parts.words(look.table.locale), thread_id)
        if look.table.guest:
            await self._paint_as_guest(look, view, ref, noting)
            return
        if ref is None:
            ref = await self._left(look)
        if ref is None:
            await self.post(look, view, None)
            return
        message = self._parts.displays.noted(look.table.id, ref.message_id, ref.extra)
        is_old = age_s(ref.message_id, self._parts.discord_clock.now()) > FRESH_S
        if not is_awake(self._parts, look.table, ref.channel_id):
            is_old = True  # Discord refuses edits in an archived thread; a new post unarchives it.
        done = await message.update(
            view,
            partial(
                self._parts.attachments.edit, message_at(self._parts, ref.channel_id, ref.message_id), view
            ),
            partial(self.post, look, view, ref),
            # The board of a finished game changes only if a player asks to be forgotten.
            is_post=is_old and (look.table.phase in OPEN_PHASES or ref.version < look.table.version),
            gives_way=False,
        )
        if done is Update.SHOWN:
            noting.put(replace(noted(look, ref.channel_id, message), still=ref.message_id))
        elif done is Update.GONE:
            await self._gone(look, ref)

    async def _paint_as_guest(
        self, look: Look, view: ui.LayoutView, ref: MessageRef | None, noting: Noting
    ) -> None:
        """Edit the board by the token of the latest click on it; without a token, leave the board unchanged.

        The next click on the board brings a new token, and updates the board.
        """
        display = self._parts.displays.of(look.table.id)
        display.forget_expired()
        host = display.host
        if ref is None or host is None or host.message.message_id != ref.message_id:
            return
        message = self._parts.displays.noted(look.table.id, ref.message_id, ref.extra)
        drawn = await self._parts.attachments.rendered(view)
        if await host.show(self._parts.attachments.kept, view, *drawn) is not False:
            noting.put(replace(noted(look, ref.channel_id, message), still=ref.message_id))
        elif display.host is host:
            display.host = None

    async def _gone(self, look: Look, ref: MessageRef) -> None:
        """Note at once that the board was deleted, so that this repaint opens no thread on the board."""
        log.info("board_deleted", table=look.table.id)
        note = noted(look, ref.channel_id, TrackedMessage(0))
        await self._parts.tables.messages.put_all(look.table.id, [replace(note, still=ref.message_id)])
        if not self._parts.reach.covers(look.table.guild_id):  # The channel may be gone, too.
            await self._parts.refresher.report(look.table.id)

    async def _left(self, look: Look) -> MessageRef | None:
        """Find and note a board that a killed process posted but did not note; None: there is none."""
        if not self._parts.displays.of(look.table.id).is_behind:
            return None
        found = await left_lobby(self._parts, look.table)
        if found is None:
            return None
        await self.posted(look, look.table.channel_id, found)
        return (await self._parts.tables.messages.get(look.table.id)).get(BOARD)

    async def post(
        self, look: Look, view: ui.LayoutView, former: MessageRef | None, asked_by: int = 0, place: int = 0
    ) -> None:
        """Post the board; the message of the `former` board (None: none) becomes a link to the new board.

        `place`: the id of the channel or thread to post in; 0: the table's thread if the former board is
        in the thread, else the table's channel.

        The nonce names the former message and the command that asked for the board (`asked_by`; 0: none).  So
        Discord does not post the board a second time if the bot is killed after sending.
        """
        former_id = former.message_id if former else 0
        thread = (await self._parts.tables.messages.get(look.table.id)).get(THREAD)
        is_in_thread = thread and former and thread.message_id == former.channel_id
        place = place or (former.channel_id if former and is_in_thread else look.table.channel_id)
        message = await self._parts.attachments.send(
            channel(self._parts, place),
            view,
            silent=look.table.is_direct,  # In direct messages, each new message would notify.
            nonce=nonce(self._parts, look.table.id, BOARD, asked_by, former_id),
        )
        posted = self._parts.displays.noted(look.table.id, message.id, "")
        if self._parts.displays.of(look.table.id).is_behind:
            self._parts.refresher.mark(look.table.id)
        else:
            posted.posted(view)
        note = noted(look, message.channel.id, posted, still=former_id or None)
        if former is None or not former_id:
            await self._parts.tables.messages.put_all(look.table.id, [note])
            return
        notes = [Note(f"{OLD}{former_id}", former.channel_id, former_id, BEHIND), note]
        messages = self._parts.tables.messages
        if BOARD not in await messages.put_all(look.table.id, notes):
            ours = noted(look, message.channel.id, posted)  # The former board was deleted meanwhile.
            if is_there((await messages.get(look.table.id)).get(BOARD)):
                # Another process has posted a newer board: the message posted here becomes a link to it.
                ours = Note(f"{OLD}{message.id}", message.channel.id, message.id, BEHIND)
            await messages.put_all(look.table.id, [ours])
            self._parts.refresher.mark(look.table.id)
        await self._retire(look, former)

    async def _retire(self, look: Look, former: MessageRef) -> None:
        """Reduce a former board to a link to the new one, but not while a click on it is being answered."""
        messages, name = self._parts.tables.messages, f"{OLD}{former.message_id}"
        shown = await messages.get(look.table.id)
        board = shown.get(BOARD)
        if board is not None and board.message_id == former.message_id:
            await messages.remove(look.table.id, name)  # No new board was noted: this is the board.
            return
        displays = self._parts.displays
        message, rests = displays.message(former.message_id), displays.of(look.table.id).rests
        if rests.is_resting(name):
            self._parts.refresher.mark_at(look.table.id, rests.wakes_at(name))
            return
        if message.is_clicked:
            self._parts.refresher.mark(look.table.id)  # The click's answer would restore the buttons.
            return
        view = moved_message(look.table, message_url(look, shown), self._parts.words(look.table.locale))
        try:
            edit = message_at(self._parts, former.channel_id, former.message_id).edit
            await message.show(view, partial(edit, view=ui.sendable(view), allowed_mentions=NOBODY))
        except TROUBLE as fault:
            code, kind = code_of(fault), type(fault).__name__
            if is_too_old(fault) or not (is_unfit(fault) or rests.failed(name, fault)):
                wait_s = fault.retry_after if isinstance(fault, discord.RateLimited) else LATER_S
                log.info("old_board_not_yet", table=look.table.id, code=code, fault=kind, again_in_s=wait_s)
                rests.put_off(name, wait_s)
                self._parts.refresher.mark_at(look.table.id, rests.wakes_at(name))
                return
            log.info("old_board_stays", table=look.table.id, code=code, fault=kind)
        rests.worked(name)
        await messages.remove(look.table.id, name)

    async def show_anew(self, interaction: discord.Interaction, table: Facts, who: Relation) -> Reply:
        """Post a table's board anew for `/table show`, or reply with a link to the board.

        A deleted board is posted for anybody who may post in its channel.  An existing board is posted anew
        for players and moderators, unless it is younger than `APART_S`; other people get a link.  If the
        command is used in the table's thread, the board is posted there.

        Raises:
            Refused: The board is gone, and the asker can't see its channel (`not_in_its_channel`) or may not
                write there (`you_may_not_post`); and whatever `check_bot` raises.
        """
        messages, words = self._parts.tables.messages, self._parts.people.words_for(interaction)
        async with self._parts.displays.of(table.id).reposting:
            shown = await messages.get(table.id)
            look = await self._parts.tables.look(table.id, None)
            board = shown.get(BOARD)
            is_gone = board is None or not await has_message(self._parts, board.channel_id, board.message_id)
            may_move = who.seated or who.presence.moderates
            is_in_thread = THREAD in shown and shown[THREAD].message_id == interaction.channel_id
            place = shown[THREAD].message_id if is_in_thread else table.channel_id
            may_post = may_write_here(interaction) if is_in_thread else who.presence.posts
            is_due = board is None or age_s(board.message_id, self._parts.discord_clock.now()) >= APART_S
            if may_post and (is_gone or (may_move and is_due)):
                check_bot(interaction, place)
                await self._repost(look, interaction.id, place)
                return Reply(done_message(look, message_url(look, await messages.get(table.id)), words))
        url = message_url(look, shown)
        if is_gone or url is None:
            raise Refused("you_may_not_post" if who.presence.sees else "not_in_its_channel", table=table.id)
        return Reply(message([text(title(table, words), words("table.see_board", url=url))]))

    async def _repost(self, look: Look, asked_by: int, place: int) -> None:
        """Post the board anew in `place`; if the thread was deleted, the next repaint opens another."""
        table_id, messages = look.table.id, self._parts.tables.messages
        shown = await messages.get(table_id)
        thread = shown.get(THREAD)
        if thread is not None and (not is_there(thread) or await is_deleted(self._parts, thread.message_id)):
            await messages.remove(table_id, THREAD)
            thread = None
        thread_id = thread.message_id if thread else None
        view = board_message(look, self._parts.words(look.table.locale), thread_id)
        async with self._parts.displays.of(table_id).board:  # A running repaint is finished first.
            await self.post(look, view, (await messages.get(table_id)).get(BOARD), asked_by, place)
        self._parts.refresher.mark(table_id)


def noted(look: Look, channel_id: int, message: TrackedMessage, *, still: int | None = None) -> Note:
    """Return the database note of a board.

    `still`: Write the note only if the stored note of the board has this message id; None: in any case.
    """
    return Note(BOARD, channel_id, message.message_id, look.table.version, message.digest, still=still)


AWAKE_MINUTES: Final[Literal[10080]] = 10080
"""Minutes without a post after which Discord archives a thread: a week, the most that Discord allows."""
MOST_OF_A_NAME: Final = 100
"""The most characters of a thread's name, by Discord's limit."""


class Posted(NamedTuple):
    """A new post; `line`: its first line, if that says that the thread is lost; else empty."""

    message: discord.PartialMessage | discord.Message
    line: str


def is_awake(parts: Parts, table: Facts, place: int) -> bool:
    """Whether messages in a table's channel or thread `place` can be edited: False if `place` is archived.

    While the gateway hasn't reported the server's channels, as in the first moments of a connection, return
    True: after a refused edit, the caller posts a new message.
    """
    guild = table.guild_id and parts.client.get_guild(table.guild_id)
    return not guild or guild.unavailable or guild.get_channel_or_thread(place) is not None


async def tell_in_thread(
    parts: Parts, look: Look, draw: Callable[[str], ui.LayoutView], **how: Any
) -> Posted:
    """Post to a table's thread or, if there is none or the thread takes no posts, to the table's channel.

    `look`: the table as a spectator sees it.  `draw`: returns the view to post, given a line for the top of
    the view (empty: none).  `how`: arguments for `Attachments.send`.

    Raises:
        discord.HTTPException: The channel doesn't take the post either, or Discord failed.
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
            await thread_lost(parts, look, thread_id, is_deleted=fault.code == UNKNOWN_CHANNEL)
            thread = (await parts.tables.messages.get(table_id))[THREAD]
        else:
            rests.worked(THREAD)
            if not thread.message_id:
                await _note_thread(parts, look, Note(THREAD, thread.channel_id, thread_id, UNTIL_THE_END))
            return Posted(sent, "")
    note = ThreadNote.parse(thread.extra)
    if note is ThreadNote.DELETED and not rests.is_resting(THREAD):
        await open_thread(parts, look, None)  # Afterwards, the note is new, or the thread rests.
        return await tell_in_thread(parts, look, draw, **how)
    line = ""
    if note is ThreadNote.UNSAID:
        line = "-# " + parts.words(look.table.locale)("housekeeping.thread_lost")
    sent = await send(channel(parts, thread.channel_id), draw(line), **how)
    if line:
        said = ThreadNote.NOTHING.leaving(ThreadNote.left(thread.extra))
        await parts.tables.messages.put(table_id, THREAD, thread.channel_id, 0, UNTIL_THE_END, said)
    return Posted(sent, line)


async def thread_lost(parts: Parts, look: Look, thread_id: int, *, is_deleted: bool) -> None:
    """Note that a table's thread takes no posts or was deleted; a repaint removes the board's link to it.

    Called when Discord refuses a post to the thread, and when the gateway reports the thread's deletion.
    """
    thread = (await parts.tables.messages.get(look.table.id)).get(THREAD)
    is_left = thread is not None and not thread.message_id and ThreadNote.left(thread.extra) == thread_id
    if thread is None or not (thread.message_id == thread_id or (is_left and is_deleted)):
        return
    is_first = ThreadNote.parse(thread.extra) is not ThreadNote.AGAIN
    note = ThreadNote.DELETED if is_deleted and is_first else ThreadNote.UNSAID
    if is_deleted:
        parts.displays.of(look.table.id).rests.worked(THREAD)  # The next post may open another thread.
    extra = note.leaving(0 if is_deleted else thread_id)
    await _note_thread(parts, look, Note(THREAD, thread.channel_id, 0, UNTIL_THE_END, extra))


async def _note_thread(parts: Parts, look: Look, note: Note) -> None:
    """Write a thread's note to the database; repaint a board that isn't old, since it links to the thread."""
    messages, notes = parts.tables.messages, [note]
    board = (await messages.get(look.table.id)).get(BOARD)
    is_fresh = board is not None and age_s(board.message_id, parts.discord_clock.now()) < FRESH_S
    if board is None or not is_fresh or look.table.phase is not Phase.RUNNING:
        await messages.put_all(look.table.id, notes)
        return
    await messages.put_all(look.table.id, [*notes, behind(board)])
    parts.refresher.mark(look.table.id)


async def open_thread(parts: Parts, look: Look, board: MessageRef | None) -> bool:
    """Open a table's thread; note the thread, or why there is none; return whether there is one now.

    `board`: The board message on which the thread is opened; None: the thread replaces a deleted one.  Then
    it is not opened on the board message, as Discord doesn't document whether a message can get a second
    thread.

    Raises:
        discord.HTTPException: Discord failed; try again later.
    """
    table, thread_id = look.table, 0  # Without a thread, the play-by-play goes to the channel.
    place, note = board.channel_id if board else table.channel_id, ThreadNote.NOTHING
    kind = await _kind_of_thread(parts, table)
    if isinstance(kind, ThreadNote):
        await _begin(parts, look, Note(THREAD, place, 0, UNTIL_THE_END, kind.value))
        return False
    # discord.py's `create_thread` can't be used, since it needs a server that the gateway has reported.
    http, number = parts.client.http, cast(Any, kind.value)
    how: dict[str, Any] = {"name": thread_name(parts, table), "auto_archive_duration": AWAKE_MINUTES}
    try:
        if board:
            opened = await http.start_thread_with_message(place, board.message_id, **how)
        else:
            note = ThreadNote.AGAIN
            opened = await http.start_thread_without_message(place, type=number, **how)
        thread_id = int(opened["id"])
    except discord.HTTPException as fault:
        if board and fault.code == THREAD_EXISTS:
            thread_id = board.message_id  # A thread opened on a message has the message's id.
        elif not _gives_up(parts, table, fault):
            raise
        elif not is_unfit(fault):
            note = ThreadNote.DELETED
        elif not board:
            note = ThreadNote.UNSAID
    await _begin(parts, look, Note(THREAD, place, thread_id, UNTIL_THE_END, note.value))
    return thread_id != 0


LACKING_S: Final = 3600.0
"""Seconds until the bot looks again whether it may open a thread, unless its permissions change before."""


async def _kind_of_thread(parts: Parts, table: Facts) -> discord.ChannelType | ThreadNote:
    """Return the kind of thread that the bot can open in a table's channel, or a note that it can open none.

    If the bot's permissions aren't known, return the kind of a public thread; Discord may still refuse it.
    """
    known = (
        None if table.guild_id is None else await parts.membership.of_bot(table.guild_id, table.channel_id)
    )
    if known is None:
        return discord.ChannelType.public_thread
    place, allowed = known
    if not isinstance(place, discord.TextChannel):
        return ThreadNote.NOTHING  # The place is a thread, a forum post or a voice channel.
    if not (allowed.create_public_threads and allowed.read_message_history):
        parts.displays.of(table.id).rests.put_off(THREAD, LACKING_S)
        return ThreadNote.DELETED
    return discord.ChannelType.news_thread if place.is_news() else discord.ChannelType.public_thread


def thread_name(parts: Parts, table: Facts) -> str:
    """Return a thread's or post's name: the table's name, then the game's, since lists cut the end off."""
    game = signed_name(table.game_id, parts.words(table.locale))
    return f"{table_name(table)} · {unbroken(game)}"[:MOST_OF_A_NAME]


def _gives_up(parts: Parts, table: Facts, fault: discord.HTTPException) -> bool:
    """Whether to do without a thread, because Discord refuses one for good (`fault`), or too often."""
    if gives_up := is_unfit(fault) or parts.displays.of(table.id).rests.failed(THREAD, fault):
        log.info("no_thread", table=table.id, code=fault.code)
    return gives_up


async def _begin(parts: Parts, look: Look, thread: Note) -> None:
    """Write a thread's note; in a new thread, repost the play-by-play so far, without notifying anybody."""
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
            allowed_mentions=NOBODY,
        )
    except discord.HTTPException as fault:
        if not is_denied(fault):
            raise
        log.info("not_retold", table=table_id, code=fault.code)
