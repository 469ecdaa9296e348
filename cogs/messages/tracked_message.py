"""One message of ours that is kept up to date: what it shows, and the one way by which that changes.

Answers to clicks, repaints and pictures that follow an answer all edit a message by `show`, one at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from typing import Any, Final, TypeVar
from weakref import ref

import discord

from cogs.discord_io.faults import MESSAGE_GONE, code_of, is_too_old
from cogs.messages.notes import TurnMark
from cogs.text import ui
from cogs.text.ids import Pick
from cogs.text.ui import digest

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
        is_call: bool = False,
        is_old: bool = False,
        is_again: bool = False,
        gives_way: bool = True,
    ) -> Update:
        """Have the message show a view, unless it does already: by an edit, or by a new post in its place.

        Args:
            view: What it is to show.
            edit: Edits the message.
            post: Posts the view in the message's place.
            is_call: The view calls somebody: it is posted, since edits notify nobody.
            is_old: The message is so old that Discord allows few edits: the view is posted.
            is_again: The view calls somebody again: it is posted even if it shows the same as before.
            gives_way: A post waits for the answer to a click, which may make the post needless.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        if self.shows(view) and not is_again:
            return Update.SHOWN
        if not (is_call or is_old):
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
