"""One message of ours that is kept up to date: its contents, its edits, and its database note.

Answers to clicks, repaints and late pictures all edit a message by its method `show`, one at a time.

The database note of each message has a text, `MessageRef.extra`.  This list has the messages' names, an
example of each text, and the type that reads and writes it or what the text means:

    board          "5f1c0a…"       the digest of what it shows (`LayoutView.digest`); empty: not known
    panel:0        "12.2 5f1c0a…"  `PanelNote`: the turn to which its player was called, and the digest
    reminder:0     "12.2"          `TurnMark`: the turn of the reminder; message id 0: it was deleted
    thread         "unsaid 7215"   `ThreadNote`: the thread's state, and the id of one that takes no posts
    story          "41 12 5f1c0a…" `StoryNote`: the post being sent, and the newest post
    lost_channel:0 "41"            the number of the journal entry with which the table lost its channel
    closed:0       ""              nothing
    call:7215      ""              nothing
    posted:7215    ""              nothing; message id 0: the result is being posted
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
from cogs.views.panel import Onward
from engine.game import Struct
from tables.model.texts import number, one_of

BOARD: Final = "board"
PANEL: Final = "panel:"
_TURN: Final = re.compile(r"([0-9]{1,18})(?:\.([1-9][0-9]{0,8}))?")


class TurnMark(Struct, frozen=True):
    """A turn to which a player is called, stored as `12`, and as `12.2` for its second reminder.

    Attributes:
        since: The number of the journal entry since which the player owes a decision.
        reminder: How many reminders of this turn have fallen due; 0: this is the first call to it.
    """

    since: int
    reminder: int = 0

    def encode(self) -> str:
        """Return the turn as text: `TurnMark(12, 2).encode() == "12.2"`."""
        return f"{self.since}.{self.reminder}" if self.reminder else str(self.since)

    @staticmethod
    def parse(text: str) -> TurnMark | None:
        """Return the turn that a text stands for; None: the text is empty or malformed."""
        found = _TURN.fullmatch(text)
        return TurnMark(int(found[1]), int(found[2] or 0)) if found else None


class PanelNote(Struct, frozen=True):
    """The text noted in the database for a panel in direct messages: `12.2 5f1c0a`.

    Attributes:
        turn: The turn to which the panel's player was called; None: no turn.
        digest: The digest of the panel's view; empty: not known.
    """

    turn: TurnMark | None
    digest: str = ""

    def encode(self) -> str:
        """Return the note as text: `PanelNote(None, "5f1c0a").encode() == " 5f1c0a"`."""
        return f"{self.turn.encode() if self.turn else ''} {self.digest}"

    @staticmethod
    def parse(text: str) -> PanelNote:
        """Return the note that a text stands for; a malformed turn counts as no turn."""
        turn, _, digest = text.partition(" ")
        return PanelNote(TurnMark.parse(turn), digest)


class StoryNote(Struct, frozen=True):
    """The text noted in the database for the newest post of the play-by-play: `41 12 5f1c0a`.

    Attributes:
        until: The last journal entry told by a further post that is being sent; None: none is being sent.
        since: The entry after which this post begins; None: not known, so the post is never edited.
        digest: The digest of the post's view; empty: not known.
    """

    until: int | None = None
    since: int | None = None
    digest: str = ""

    def under_way(self, until: int | None) -> StoryNote:
        """Return this note with a new `until`, the last entry of a post that is being sent; None: no post."""
        return StoryNote(until, self.since, self.digest)

    def encode(self) -> str:
        """Return the note as text: `StoryNote(since=12).encode() == " 12 "`."""
        until, since = ("" if one is None else str(one) for one in (self.until, self.since))
        return f"{until} {since} {self.digest}"

    @staticmethod
    def parse(text: str) -> StoryNote:
        """Return the note that a text stands for; a malformed number counts as None."""
        until, _, shown = text.partition(" ")
        since, _, digest = shown.partition(" ")
        return StoryNote(number(until), number(since), digest)


class ThreadNote(StrEnum):
    """The state of a table's thread; the value is the text noted in the database."""

    NOTHING = ""
    """The thread exists, or there is none and no line needs to say so (any more)."""
    UNSAID = "unsaid"
    """The thread is lost, and no line in the channel has said so yet."""
    DELETED = "deleted"
    """The thread was deleted, or could not be opened: the next post tries to open one."""
    AGAIN = "again"
    """The thread was opened to replace a deleted one."""

    def leaving(self, thread_id: int) -> str:
        """Return this note as text, with the id of a thread that takes no posts for now; 0: none."""
        return f"{self} {thread_id}" if thread_id else self.value

    @staticmethod
    def parse(text: str) -> ThreadNote:
        """Return the note that a text stands for; a malformed one counts as `NOTHING`, and is logged."""
        return one_of(ThreadNote.NOTHING, text.rpartition(" ")[0] if ThreadNote.left(text) else text)

    @staticmethod
    def left(text: str) -> int:
        """Return the id in a note's text of a thread that takes no posts; 0: the text names none."""
        return number(text.partition(" ")[2]) or 0


T = TypeVar("T")

ANSWERED_S: Final = 3.0
"""Seconds that Discord waits for the answer to a click."""


class Update(Enum):
    """The effect of a repaint on a message."""

    SHOWN = auto()
    """The message shows the view: it did before, or does after an edit."""
    POSTED = auto()
    """A new message shows the view, in place of the former one."""
    GONE = auto()
    """The message was deleted."""
    CLICKED = auto()
    """Nothing was done, since a click on the message is being answered: repaint the message afterwards."""


class TrackedMessage:
    """A message of ours in Discord, with this process's knowledge of it.

    Attributes:
        message_id: The message's id; 0: it was deleted, or there is none yet.
        digest: The digest of the view that the message shows for certain; empty: not known.
        has_note: Whether the message shows, or may show, a top line for its reader, not included in `digest`.
        pictures: The future of the pictures that the message still lacks; None: it lacks none.
        following: The task that uploads the pictures once they are drawn; None: there is none.
        told: The turn that the answer to a click has shown to the message's reader; None: no turn.
        choice: The steps of a move that the message's reader has chosen so far; None: none.
        menu_at: The number of the question (0: no question) at which the reader opened their menu here; None:
            the message shows no menu.
        onward: The other tables that waited for the reader when their latest click was answered; None: none.
        is_replaced: Whether a new message is taking this one's place, and has no database note yet.
        panel_of: A weak reference to the `Display` that has the message as an ephemeral panel; None: none.
    """

    def __init__(self, message_id: int, digest: str = "") -> None:
        self.message_id = message_id
        self.digest = digest
        self.has_note = True
        self.pictures: asyncio.Future[Any] | None = None
        self.following: asyncio.Task[None] | None = None
        self.told: TurnMark | None = None
        self.choice: Pick | None = None
        self.menu_at: int | None = None
        self.onward: Onward | None = None
        self.is_replaced = False
        self.panel_of: ref[Any] | None = None
        self._lock = asyncio.Lock()
        self._clicks = 0
        self._answered = asyncio.Event()

    def has_answered(
        self, asked: int | None, picked: str = "", onward: Onward | None = None, *, is_menu: bool = False
    ) -> None:
        """Remember the contents of the answer to a click on this panel, for repaints.

        `asked`: the number of the reader's question; None: no question.  `picked`: the steps of a move chosen
        so far, which repaints keep until the next question.  `onward`: the other tables that wait for the
        reader; None: none.  `is_menu`: whether the message shows the menu.
        """
        self.choice = Pick(asked, picked) if picked and asked is not None else None
        self.onward, self.menu_at = onward, (asked or 0) if is_menu else None

    def picked(self, asked: int | None) -> str:
        """Return the steps of a move that the reader has chosen so far for question `asked`; empty: none."""
        return self.choice.picked if self.choice is not None and self.choice.asked == asked else ""

    def shows(self, view: ui.LayoutView) -> bool:
        """Whether the message certainly shows `view`, with all its pictures."""
        return self.pictures is None and self.digest == view.digest

    async def show(
        self,
        view: ui.LayoutView,
        send: Callable[[], Awaitable[T]],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> T | None:
        """Wait until nothing else edits the message; then, unless it shows `view` already, call `send`.

        `is_wanted`: called after the wait; returns False if the view is not to be shown any more. Returns the
        result of `send`; None: `send` was not called.

        Raises:
            Exception: Whatever `send` raises; the digest counts as not known then.
        """
        async with self._lock:
            return await self._sent(view, send()) if is_wanted() and not self.shows(view) else None

    async def answer(
        self,
        view: ui.LayoutView,
        send: Callable[[], Awaitable[asyncio.Future[Any] | None]],
        kept: ui.LayoutView | None = None,
    ) -> bool:
        """Have the message show a click's answer once nothing else edits it; return whether an edit was sent.

        Nothing is sent if the message shows the view already, even if still without its pictures.  `send`
        edits the message, and returns the future of the pictures that still follow, or None.  `kept`: `view`
        without the top line for the reader; None: there is no such line.
        """
        async with self._lock:
            if kept is None and not self.has_note and self.digest == view.digest:
                return False
            pictures = await self._sent(view, send(), kept)
            self.pictures = pictures
            return True

    async def _sent(self, view: ui.LayoutView, sending: Awaitable[T], kept: ui.LayoutView | None = None) -> T:
        self.digest, self.pictures = "", None  # If the connection breaks, the edit may still be made.
        sent = await sending
        self.posted(kept or view, has_note=kept is not None)
        return sent

    def posted(self, view: ui.LayoutView, *, has_note: bool = False) -> None:
        """Remember that the message certainly shows `view`, with a top line for the reader if `has_note`."""
        self.digest, self.has_note, self.pictures = view.digest, has_note, None

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
        """Have a view shown by an edit or by a new post in the message's place, unless it is shown already.

        Args:
            view: The view that is to be shown.
            edit: Edits the message.
            post: Posts the view in the message's place.
            is_post: Whether to post rather than edit: an edit would not notify the person whom the view
                calls, or Discord allows only few edits of so old a message.
            is_again: Whether to post even if the message shows the view already, to call somebody again.
            gives_way: Whether not to post while a click on the message is answered: the answer may show the
                view.

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
        await self.replaced_by(post)
        return Update.POSTED

    async def replaced_by(self, post: Callable[[], Awaitable[None]]) -> None:
        """Call `post`, which posts another message in place of this one, and writes its database note."""
        self.is_replaced = True
        try:
            await post()
        finally:
            self.is_replaced = False

    @property
    def is_clicked(self) -> bool:
        """Whether a click on the message is being answered."""
        return self._clicks > 0

    @contextmanager
    def clicked(self) -> Iterator[None]:
        """Within this context, count a click on the message as being answered."""
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
