"""One message of ours that is kept up to date: what it shows, how that changes, and what is noted of it.

Answers to clicks, repaints and pictures that follow an answer all edit a message by `show`, one at a time.

The text that is noted with each message of a table, in `MessageRef.extra`, by the name of the message, with
an example and what reads and writes the text:

    board          "5f1c0a…"       the digest of what it shows (`ui.digest`); empty: not known
    panel:0        "12.2 5f1c0a…"  `PanelNote`: the turn that its player was called to, and the digest
    reminder:0     "12.2"          `TurnMark`: the reminder that was sent; no message: it was answered
    thread         "unsaid 7215"   `ThreadNote`: what became of the thread, and the id of one that was left
    story          "41 12 5f1c0a…" `StoryNote`: the post under way, and the newest one
    lost_channel:0 "41"            the entry with which the table lost its channel
    closed:0       ""              nothing
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum, StrEnum, auto
from typing import Any, Final, TypeVar
from weakref import ref

import discord

from cogs.discord_io.faults import MESSAGE_GONE, code_of, is_too_old
from cogs.text import ui
from cogs.text.ids import Pick
from cogs.text.ui import digest
from engine.game import Struct
from tables.model.texts import number, one_of

BOARD: Final = "board"
PANEL: Final = "panel:"
_TURN: Final = re.compile(r"([0-9]{1,18})(?:\.([1-9][0-9]{0,8}))?")


class TurnMark(Struct, frozen=True):
    """A turn that a player is called to: `12`, and `12.2` for its second reminder.

    Attributes:
        since: The journal's entry since which they owe a decision.
        reminder: So many reminders of this turn have fallen due; 0: none.
    """

    since: int
    reminder: int = 0

    @property
    def is_reminder(self) -> bool:
        """Whether it reminds a player who was already called to this turn."""
        return self.reminder > 0

    def encode(self) -> str:
        """The mark as text: `TurnMark(12, 2).encode() == "12.2"`."""
        return f"{self.since}.{self.reminder}" if self.is_reminder else str(self.since)

    @staticmethod
    def parse(text: str) -> TurnMark | None:
        """The mark that a text holds; None where the text is empty or no mark."""
        found = _TURN.fullmatch(text)
        return TurnMark(int(found[1]), int(found[2] or 0)) if found else None


class PanelNote(Struct, frozen=True):
    """What is noted of a panel in direct messages: `12.2 5f1c0a`.

    Attributes:
        turn: The turn that its player was called to; None: none.
        digest: The digest of what it shows; empty: not known.
    """

    turn: TurnMark | None
    digest: str = ""

    def encode(self) -> str:
        """The note as text: `PanelNote(None, "5f1c0a").encode() == " 5f1c0a"`."""
        return f"{self.turn.encode() if self.turn else ''} {self.digest}"

    @staticmethod
    def parse(text: str) -> PanelNote:
        """The note that a text holds; a turn that can't be read counts as none."""
        turn, _, digest = text.partition(" ")
        return PanelNote(TurnMark.parse(turn), digest)


class StoryNote(Struct, frozen=True):
    """What is noted of the newest post of the story: `41 12 5f1c0a`.

    Attributes:
        until: The last entry that a post under way after it tells of; None: none is under way.
        since: The entry after which it begins to tell; None: it isn't known, so it is never edited.
        digest: The digest of what it shows; empty: not known.
    """

    until: int | None = None
    since: int | None = None
    digest: str = ""

    def under_way(self, until: int | None) -> StoryNote:
        """This note with another post under way, or with none."""
        return StoryNote(until, self.since, self.digest)

    def encode(self) -> str:
        """The note as text: `StoryNote(since=12).encode() == " 12 "`."""
        until, since = ("" if one is None else str(one) for one in (self.until, self.since))
        return f"{until} {since} {self.digest}"

    @staticmethod
    def parse(text: str) -> StoryNote:
        """The note that a text holds; a number that can't be read counts as none."""
        until, _, shown = text.partition(" ")
        since, _, digest = shown.partition(" ")
        return StoryNote(number(until), number(since), digest)


class ThreadNote(StrEnum):
    """What became of a table's thread; the value is the text that is noted."""

    NOTHING = ""
    """It exists, or the channel has been told that it doesn't."""
    UNSAID = "unsaid"
    """It is lost, and the channel has not been told."""
    DELETED = "deleted"
    """It was deleted, or none was allowed: one is opened, once it may be, when there is something to tell."""
    AGAIN = "again"
    """It was opened in place of a deleted one."""

    def leaving(self, thread_id: int) -> str:
        """The note with the id of a thread that takes no posts; 0: none is left."""
        return f"{self} {thread_id}" if thread_id else self.value

    @staticmethod
    def parse(text: str) -> ThreadNote:
        """The note that a text holds; any other text counts as `NOTHING`, and is logged."""
        return one_of(ThreadNote.NOTHING, text.rpartition(" ")[0] if ThreadNote.left(text) else text)

    @staticmethod
    def left(text: str) -> int:
        """The id of the thread that was left by what a text holds; 0: none was."""
        return number(text.partition(" ")[2]) or 0


T = TypeVar("T")

ANSWERED_S: Final = 3.0
"""Seconds that Discord waits for the answer to a click."""


class Update(Enum):
    """What a repaint did to a message."""

    SHOWN = auto()
    """The message shows the view, by an edit if need be."""
    POSTED = auto()
    """A new message shows the view, in place of this one."""
    GONE = auto()
    """The message was deleted."""
    CLICKED = auto()
    """Nothing: a click on the message is being answered, after which the message is to be repainted."""


class TrackedMessage:
    """A message of ours, as this process knows it.

    Attributes:
        message_id: The message's id; 0: it was deleted, or there is none yet.
        digest: The digest of the view that the message shows for certain; empty: not known.
        has_note: The message shows a line to its reader besides, which `digest` leaves out, or may show one.
        pictures: The drawing of the pictures that the message still lacks; None: it lacks none.
        following: Sends those pictures once they are drawn.
        told: The turn of which the answer to a click has told the message's reader; None: no answer has.
        choice: How far its reader has come in choosing a move, by their latest click; None: not begun.
        is_replaced: A message in its place is being posted, or was posted and isn't noted yet.
        panel_of: The `Display` of the table whose private panel it is, weakly; None: it is no private panel.
    """

    def __init__(self, message_id: int, digest: str = "") -> None:
        self.message_id = message_id
        self.digest = digest
        self.has_note = True
        self.pictures: asyncio.Future[Any] | None = None
        self.following: asyncio.Task[None] | None = None
        self.told: TurnMark | None = None
        self.choice: Pick | None = None
        self.is_replaced = False
        self.panel_of: ref[Any] | None = None
        self._lock = asyncio.Lock()
        self._clicks = 0
        self._answered = asyncio.Event()

    def picked(self, asked: int | None) -> str:
        """The steps of a choice that the reader has made so far in answer to a question; empty: none."""
        return self.choice.picked if self.choice is not None and self.choice.asked == asked else ""

    def shows(self, view: ui.LayoutView) -> bool:
        """Whether the message shows that view, with all its pictures."""
        return self.pictures is None and self.digest == digest(view)

    async def show(
        self,
        view: ui.LayoutView,
        send: Callable[[], Awaitable[T]],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> T | None:
        """Have the message show a view by `send`, while nothing else edits the message.

        `is_wanted` is asked once it is this edit's turn: whether the view is to be shown still.

        Returns:
            What `send` gives; None: nothing was sent.

        Raises:
            Exception: As `send`; what the message shows is not known then.
        """
        async with self._lock:
            return await self._sent(view, send()) if is_wanted() and not self.shows(view) else None

    async def answer(
        self,
        view: ui.LayoutView,
        send: Callable[[], Awaitable[asyncio.Future[Any] | None]],
        kept: ui.LayoutView | None = None,
    ) -> bool:
        """Have the message show the answer to a click, while nothing else edits the message.

        Nothing is sent if the message shows the view already, though perhaps without its pictures.

        Args:
            view: What it is to show.
            send: Edits the message; gives the drawing of the pictures that are still to follow, if any are.
            kept: `view` without a note to its reader, for a view that has one.

        Returns:
            Whether anything was sent.
        """
        async with self._lock:
            if kept is None and not self.has_note and self.digest == digest(view):
                return False
            pictures = await self._sent(view, send(), kept)
            self.pictures = pictures
            return True

    async def _sent(self, view: ui.LayoutView, sending: Awaitable[T], kept: ui.LayoutView | None = None) -> T:
        self.digest, self.pictures = "", None  # Discord may make the edit although the connection is cut.
        sent = await sending
        self.posted(kept or view, has_note=kept is not None)
        return sent

    def posted(self, view: ui.LayoutView, *, has_note: bool = False) -> None:
        """Note that the message shows this view for certain; `has_note`: and a line to its reader besides."""
        self.digest, self.has_note, self.pictures = digest(view), has_note, None

    async def update(
        self,
        view: ui.LayoutView,
        edit: Callable[[], Awaitable[None]],
        post: Callable[[], Awaitable[None]],
        *,
        is_post: bool = False,
        is_again: bool = False,
        gives_way: bool = True,
    ) -> Update:
        """Have the message show a view, unless it does already: by an edit, or by a new post in its place.

        Args:
            view: What it is to show.
            edit: Edits the message.
            post: Posts the view in the message's place.
            is_post: The view is posted: it calls somebody, whom an edit would not notify, or the message is
                so old that Discord allows few edits.
            is_again: The view calls somebody again: it is posted even if it shows the same as before.
            gives_way: A post waits for the answer to a click, which may make the post needless.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        if self.shows(view) and not is_again:
            return Update.SHOWN
        if not is_post:
            try:
                await self.show(view, edit)
            except (discord.HTTPException, discord.RateLimited) as fault:
                if code_of(fault) in MESSAGE_GONE:
                    return Update.GONE
                if not is_too_old(fault):
                    raise
            else:
                return Update.SHOWN
        if self.is_clicked and gives_way:
            return Update.CLICKED
        self.is_replaced = True
        try:
            await post()
        except BaseException:
            self.is_replaced = False
            raise
        return Update.POSTED

    @property
    def is_clicked(self) -> bool:
        """Whether a click on the message is being answered."""
        return self._clicks > 0

    @contextmanager
    def clicked(self) -> Iterator[None]:
        """Have `is_clicked` hold while a click on the message is worked on."""
        self._clicks += 1
        self._answered.clear()
        try:
            yield
        finally:
            self._clicks -= 1
            if not self._clicks:
                self._answered.set()

    async def unclicked(self) -> None:
        """Wait until no click on the message is being answered, for at most `ANSWERED_S`."""
        if self.is_clicked:
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWERED_S):
                    await self._answered.wait()
