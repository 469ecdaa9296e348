"""One message of ours: what it shows, and whether it may be repainted now.

A message changes by two ways that don't wait for each other: our repaints, and the answers to clicks on it.
Where they cross, nobody knows which of the two lies on top, and the message is drawn anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

import discord
from discord import ui

from cogs.kit.components import digest
from cogs.kit.faults import is_too_old
from cogs.live.notes import TurnMark

UNSURE: Final = "unsure"
"""Stands for the digest of what a message shows where nobody knows that."""
ANSWERED_S: Final = 3.0
"""So long Discord waits for the answer to a click."""


class Way(Protocol):
    """How one message is brought to Discord and noted; made for one repaint of it."""

    @property
    def is_call(self) -> bool:
        """Whether it calls somebody: only a new message makes a notice, and comes last in the channel."""

    @property
    def is_reminder(self) -> bool:
        """Whether it calls somebody who was called before, so that it is new though it shows the same."""

    @property
    def is_old(self) -> bool:
        """Whether Discord allows few edits of the message by now."""

    @property
    def may_be_answered(self) -> bool:
        """Whether the answer to a click may bring what it is posted anew for, so that it waits for that."""

    async def edit(self, view: ui.LayoutView, surface: Surface) -> bool:
        """Put a view into the message; whether it is there.

        Raises:
            discord.NotFound: It isn't.
            discord.HTTPException, discord.RateLimited: Discord is not at its best, or the message too old.
        """

    async def post(self, view: ui.LayoutView, former: Surface) -> None:
        """Post the view as a new message in place of the former one.

        Raises:
            discord.HTTPException: Discord is not at its best; try again later.
        """

    async def note(self, surface: Surface) -> None:
        """Note that the message is up to date."""

    async def gone(self) -> None:
        """Note that the message was deleted."""

    def wait(self) -> None:
        """Have the table painted again, once a click on the message has been answered."""


class Surface:
    """A message that we keep up to date, as this process knows it.

    Attributes:
        message_id: The message; 0: it was deleted.
        told: The turn to which an answer to a click has called its player; None: none did.
        stamp: A number that changes with each repaint, at its beginning and at its end.
        is_replaced: Its successor was sent, or is about to be, and isn't noted yet.
        barred_until: When Discord lets us edit it again, in seconds since 1970.
    """

    def __init__(self, message_id: int) -> None:
        self.message_id = message_id
        self.told: TurnMark | None = None
        self.stamp = 0
        self.is_replaced = False
        self.barred_until = 0.0
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
        """Whether nothing is known of it."""
        known = (self._clicks, self._digest, self.stamp, self.told, self.is_replaced, self.barred_until)
        return not any(known)

    def digest(self, kept: str = "") -> str:
        """That of what it shows: as this process knows, else as an earlier one kept; empty: nobody knows."""
        return self._digest or kept

    def shows(self, view: ui.LayoutView, kept: str = "") -> bool:
        """Whether it shows just this, by what this process knows or an earlier one kept."""
        return self.digest(kept) == digest(view)

    async def show(self, view: ui.LayoutView, way: Way, kept: str = "") -> None:
        """Bring it to what a view says: by nothing, an edit, or a new message in its place.

        Raises:
            discord.HTTPException: Discord is not at its best; try again later.
        """
        if self.shows(view, kept) and not way.is_reminder:
            await way.note(self)
        elif way.is_call or way.is_old:
            await self._replace(view, way)
        else:
            await self._edit(view, way)

    async def _edit(self, view: ui.LayoutView, way: Way) -> None:
        try:
            is_there = await way.edit(view, self)
        except discord.NotFound:
            is_there = False
        except (discord.HTTPException, discord.RateLimited) as fault:
            if not is_too_old(fault):
                raise
            await self._replace(view, way)
            return
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

    def posted(self, view: ui.LayoutView) -> None:
        """Note that it shows this, for sure."""
        self._digest = digest(view)

    @contextmanager
    def repaint(self, view: ui.LayoutView) -> Iterator[None]:
        """While it is being edited; after it, it shows the view, if no answer has crossed that."""
        self.stamp += 1
        self._is_edited, self._is_crossed = True, False
        try:
            yield
        except BaseException:
            self._digest = UNSURE  # A connection that was cut may have brought it all the same.
            raise
        else:
            self._digest = UNSURE if self._is_crossed else digest(view)
        finally:
            self.stamp += 1
            self._is_edited = False

    def answered(self, view: ui.LayoutView, stamp: int, is_sure: bool = True) -> bool:
        """Note that the answer to a click, begun at that stamp, put a view on it; whether that is sure."""
        self._is_crossed = True
        is_sure = is_sure and self.stamp == stamp and not self._is_edited
        self._digest = digest(view) if is_sure else UNSURE
        return is_sure

    @contextmanager
    def clicked(self) -> Iterator[None]:
        """While a click on it is being answered."""
        self._clicks += 1
        self._answered.clear()
        try:
            yield
        finally:
            self._clicks -= 1
            if not self._clicks:
                self._answered.set()

    async def unclicked(self) -> None:
        """Wait until no click on it is being answered, no longer than Discord waits for an answer."""
        if self.is_clicked:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._answered.wait(), ANSWERED_S)


class Surfaces:
    """All messages that this process has to do with, and what an earlier one left undone."""

    def __init__(self) -> None:
        self._known: dict[int, Surface] = {}
        self._behind: set[str] = set()
        self._sent: set[tuple[str, str]] = set()

    def of(self, message_id: int) -> Surface:
        """The surface that is a message; for 0, which is none, a new one each time."""
        if not message_id:
            return Surface(0)
        return self._known.setdefault(message_id, Surface(message_id))

    def forget(self, message_id: int) -> None:
        """Forget a message: it is gone, or shows something else for good."""
        self._known.pop(message_id, None)

    @contextmanager
    def clicked(self, message_id: int) -> Iterator[None]:
        """While a click on a message is being answered, nothing may take its place: the answer needs it."""
        surface = self.of(message_id)
        with surface.clicked():
            yield
        if surface.is_blank:
            self.forget(message_id)

    def behind(self, table_id: str) -> None:
        """Hear that an earlier process left messages of a table in a state that it did not note."""
        self._behind.add(table_id)

    def was_behind(self, table_id: str) -> bool:
        """Whether an earlier process left messages of a table in a state that it did not note."""
        return table_id in self._behind

    def is_doubtful(self, table_id: str, name: str) -> bool:
        """Whether the first post of this process may be one that another process sent and died of.

        Discord then gives back the post of that time, by its nonce, and it may show an older state.
        """
        if table_id not in self._behind or (table_id, name) in self._sent:
            return False
        self._sent.add((table_id, name))
        return True
