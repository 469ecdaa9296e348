"""One message of the bot: what it shows, and whether it may be repainted now.

A message is changed by our repaints (in the `Refresher`'s tasks) and by the replies to clicks on it (in the
tasks of the clicks), which don't wait for each other.  Where both change it at the same time, nobody knows
which of the two it shows in the end, and it is repainted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final, Protocol

import discord

from cogs.discord_io.faults import MESSAGE_GONE, code_of, is_too_old
from cogs.messages.notes import AnswerNote, TurnMark
from cogs.text import ui
from cogs.text.components import digest
from cogs.text.details import Pick

UNSURE: Final = "unsure"
"""Stands in place of the digest of a message where nobody knows what the message shows."""
ANSWERED_S: Final = 3.0
"""Seconds that Discord waits for the answer to a click."""


class Way(Protocol):
    """How one kind of message is edited, posted and noted; made for one repaint of one message.

    `Surface.show` calls all of it.
    """

    @property
    def is_call(self) -> bool:
        """Whether it calls somebody: then it is posted anew, since edits notify nobody."""

    @property
    def is_reminder(self) -> bool:
        """Whether it calls somebody again: then it is posted anew even if it shows the same as before."""

    @property
    def is_old(self) -> bool:
        """Whether the message is so old that Discord allows few edits: then it is posted anew."""

    @property
    def may_be_answered(self) -> bool:
        """Whether the reply to a click may make a new post needless: then the post waits for the reply."""

    async def edit(self, view: ui.LayoutView, surface: Surface) -> bool:
        """Edit the message to show a view; whether the message still exists.

        Raises:
            discord.HTTPException, discord.RateLimited: Discord failed, or the message is gone or too old.
        """

    async def post(self, view: ui.LayoutView, former: Surface) -> None:
        """Post the view as a new message in place of the former one.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """

    async def note(self, surface: Surface) -> None:
        """Note that the message is up to date."""

    async def gone(self) -> None:
        """Note that the message was deleted."""

    def wait(self) -> None:
        """Have the table repainted once the click on the message has been answered."""


class Surface:
    """A message that we keep up to date, as this process knows it.

    Attributes:
        message_id: The message's id; 0: it was deleted, or there is none yet.
        told: The turn of which the reply to a click has told its player; None: no reply has.
        choice: How far its player has come in choosing an answer, by their latest click; None: not begun.
        stamp: A number that changes with each repaint, at its beginning and at its end.
        is_replaced: A message in its place is being sent, or was sent and isn't noted yet.
        has_note: It shows a line to its reader besides, which its digest leaves out.
        awaits: The pictures that will follow: it shows texts in their place; None: it has all its pictures.
        is_over: Its table has ended: it is forgotten once it is settled.
        tell: Tells the process that repaints it that this one has answered a click on it, and whether it
            certainly shows that.  It is forgotten as soon as nothing happens to it.  None: we repaint it.
        clicked_at: When the first of the clicks on it came that are being answered, in seconds since 1970.
    """

    def __init__(self, message_id: int, now: Callable[[], float] = time.time) -> None:
        self.message_id = message_id
        self.told: TurnMark | None = None
        self.choice: Pick | None = None
        self.stamp = 0
        self.is_replaced = False
        self.has_note = False
        self.awaits: object | None = None
        self.is_over = False
        self.tell: Callable[[bool], None] | None = None
        self.clicked_at = 0.0
        self._now = now
        self._edited_at = 0.0
        self._editing = asyncio.Lock()
        self._digest = ""
        self._is_edited = False
        self._is_crossed = False
        self._clicks = 0
        self._answered = asyncio.Event()

    @property
    def is_clicked(self) -> bool:
        """Whether a click on it is being answered."""
        return self._clicks > 0

    @property
    def is_blank(self) -> bool:
        """Whether it may be forgotten: nothing is known of it, and no click on it is being answered."""
        known = (self._clicks, self._digest, self.stamp, self.told, self.is_replaced)
        return not any(known) and self.awaits is None and self.choice is None

    @property
    def is_settled(self) -> bool:
        """Whether all that is known of it is noted: it shows its digest, and nothing happens to it."""
        return not self.is_moving and self._digest != UNSURE

    @property
    def is_moving(self) -> bool:
        """Whether something happens to it, or is about to."""
        is_awaited = self.awaits is not None
        return any((self._clicks, self.is_replaced, self.stamp % 2, is_awaited))

    def picked(self, asked: int | None) -> str:
        """The steps that its player has chosen so far in answer to that question; empty: none."""
        return self.choice.picked if self.choice is not None and self.choice.asked == asked else ""

    def digest(self, kept: str = "") -> str:
        """The digest of what it shows: of this process, else `kept` by an earlier one; empty: not known."""
        return self._digest or kept

    @property
    def is_unsure(self) -> bool:
        """Whether nobody knows what it shows."""
        return self._digest == UNSURE

    def shows(self, view: ui.LayoutView, kept: str = "") -> bool:
        """Whether it shows this view already, by its `digest`."""
        return self.awaits is None and (self._digest or kept) == digest(view)

    async def show(self, view: ui.LayoutView, way: Way, kept: str = "") -> None:
        """Have it show a view: nothing is done if it does already, else it is edited or posted anew.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        if self.shows(view, kept) and not way.is_reminder:
            await way.note(self)
        elif way.is_call or way.is_old:
            await self._replace(view, way)
        else:
            await self._edit(view, way)

    async def _edit(self, view: ui.LayoutView, way: Way) -> None:
        try:
            async with self.editing():
                is_there = await way.edit(view, self)
        except (discord.HTTPException, discord.RateLimited) as fault:
            if is_too_old(fault):
                await self._replace(view, way)
                return
            if code_of(fault) not in MESSAGE_GONE:
                raise
            is_there = False
        await (way.note(self) if is_there else way.gone())

    async def _replace(self, view: ui.LayoutView, way: Way) -> None:
        if self.is_clicked and way.may_be_answered:
            way.wait()
            return
        self.is_replaced = True
        try:
            await way.post(view, self)
        except BaseException:
            self.is_replaced = False
            raise

    @asynccontextmanager
    async def editing(self) -> AsyncIterator[None]:
        """Surrounds our edit of it: of two edits at once nobody could say which it shows in the end."""
        async with self._editing:
            yield

    def needs(self, reply: ui.LayoutView) -> bool:
        """Whether the reply to a click on it has to be sent, since it may show something else.

        Pictures that are still to come will come all the same (see `unsent`).
        """
        return self.has_note or self._digest != digest(reply)

    @contextmanager
    def unsent(self) -> Iterator[None]:
        """Surrounds the noting of a reply that was not sent since it is shown: pictures are still awaited."""
        awaits = self.awaits
        yield
        self.awaits = awaits

    def posted(self, view: ui.LayoutView) -> None:
        """Note that it shows this view for certain, since it was just posted so."""
        self._is_crossed = True  # An edit that is under way may lie beneath it, or on top.
        self.has_note, self.awaits = False, None
        self._digest = digest(view)

    @contextmanager
    def repaint(self, view: ui.LayoutView) -> Iterator[None]:
        """Surrounds an edit; afterwards it shows the view, unless the reply to a click came in between."""
        self.stamp += 1
        self._is_edited, self._is_crossed = True, False
        self.has_note, self.awaits = False, None
        try:
            yield
        except BaseException:
            self._digest = UNSURE  # Discord may have made the edit although the connection was cut.
            raise
        else:
            self._digest = UNSURE if self._is_crossed else digest(view)
        finally:
            self.stamp += 1
            self._is_edited = False
            self._edited_at = self._now()

    def answered(self, view: ui.LayoutView, stamp: int, is_sure: bool = True, has_note: bool = False) -> bool:
        """Note that the reply to a click made it show a view; whether it certainly does.

        Args:
            view: What was sent, without a note to its reader that it is to keep.
            stamp: `stamp` as it was when the reply was begun.
            is_sure: Discord has confirmed the reply.
            has_note: What was sent has such a note.
        """
        self._is_crossed = True
        self.has_note, self.awaits = has_note, None
        is_sure = is_sure and self.stamp == stamp and not self._is_edited
        self._digest = digest(view) if is_sure else UNSURE
        return is_sure

    def answered_elsewhere(self, note: AnswerNote) -> bool:
        """Note that another process has answered a click on it; whether it certainly shows that.

        The next reply to a click is sent in any case: the other one may have had a line to its reader.
        """
        since = note.since_ms / 1000
        is_sure = bool(note.since_ms and note.digest) and not self._is_edited and self._edited_at < since
        self._is_crossed, self.has_note, self.awaits = True, True, None
        self._digest = note.digest if is_sure else UNSURE
        if is_sure and note.turn is not None:
            self.told = note.turn
        return is_sure

    def covered(self) -> None:
        """Note that the reply to a click made it show something else than what it is kept for."""
        self.awaits = None
        if self._digest:
            self._digest = UNSURE

    @contextmanager
    def clicked(self) -> Iterator[None]:
        """Surrounds the work on a click on it: `is_clicked` meanwhile."""
        self.clicked_at = self.clicked_at if self._clicks else self._now()
        self._clicks += 1
        self._answered.clear()
        try:
            yield
        finally:
            self._clicks -= 1
            if not self._clicks:
                self._answered.set()

    async def unclicked(self) -> None:
        """Wait until no click on it is being answered, for at most `ANSWERED_S`."""
        if self.is_clicked:
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWERED_S):
                    await self._answered.wait()


class Surfaces:
    """The surfaces of all messages that this process knows, and what an earlier process left unfinished.

    Args:
        now: Tells the time of all processes.
    """

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._known: dict[int, Surface] = {}
        self._behind: set[str] = set()
        self._unswept: set[str] = set()
        self._sent: set[tuple[str, str]] = set()

    def of(self, message_id: int) -> Surface:
        """The surface of a message, made if need be; for 0, which is no message, a new one each time."""
        if not message_id:
            return Surface(0)
        if message_id not in self._known:
            self._known[message_id] = Surface(message_id, self._now)
        return self._known[message_id]

    def forget(self, message_id: int) -> None:
        """Forget a message, because it is gone or will never be repainted again."""
        surface = self._known.pop(message_id, None)
        if surface is not None:
            surface.awaits = None

    def covered(self, message_id: int) -> None:
        """As `Surface.covered`, if this process knows the message."""
        if message_id in self._known:
            self._known[message_id].covered()

    def forget_settled(self) -> None:
        """Forget all messages to which nothing happens now."""
        for surface in [one for one in self._known.values() if one.is_settled]:
            self.forget(surface.message_id)

    def rest(self, message_id: int) -> None:
        """Forget a message of a table that has ended: now, or as soon as nothing happens to it."""
        surface = self._known.get(message_id)
        if surface is not None:
            surface.is_over = True
            self.leave(surface)

    @contextmanager
    def clicked(self, message_id: int) -> Iterator[None]:
        """Surrounds the work on a click on a message, which is not replaced meanwhile: the reply needs it."""
        surface = self.of(message_id)
        with surface.clicked():
            yield
        self.leave(surface)

    def leave(self, surface: Surface) -> None:
        """Forget a message, once something is done with it, if nothing needs to be known of it any more."""
        is_over = surface.is_over and surface.is_settled
        if surface.is_blank or is_over or (surface.tell is not None and not surface.is_moving):
            self.forget(surface.message_id)

    def behind(self, table_id: str) -> None:
        """Note that an earlier process may have changed messages of a table without noting that."""
        self._forget_posts(table_id)
        self._behind.add(table_id)
        self._unswept.add(table_id)

    def caught_up(self, table_id: str) -> None:
        """Note that a table has ended and that this process has noted all that its messages show."""
        self._forget_posts(table_id)
        self._behind.discard(table_id)
        self._unswept.discard(table_id)

    def _forget_posts(self, table_id: str) -> None:
        self._sent = {(table, name) for table, name in self._sent if table != table_id}

    def was_behind(self, table_id: str) -> bool:
        """Whether an earlier process may have changed messages of a table without noting that."""
        return table_id in self._behind

    def is_to_be_swept(self, table_id: str) -> bool:
        """Whether calls of an earlier process may stand around; True once for each time of being `behind`."""
        is_unswept = table_id in self._unswept
        self._unswept.discard(table_id)
        return is_unswept

    def is_doubtful(self, table_id: str, name: str) -> bool:
        """Whether a post that this process has just made may show an older state; True once for each name.

        If an earlier process sent the same post and was killed before it noted that, Discord makes no second
        one but gives back that post, by its nonce.
        """
        if table_id not in self._behind or (table_id, name) in self._sent:
            return False
        self._sent.add((table_id, name))
        return True
