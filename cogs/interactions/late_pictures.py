"""An answer waits for its pictures only a little: those that come later follow it, as an edit of it."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple
from weakref import ref

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.attachments import PURPOSE, pictures, without_pictures
from cogs.discord_io.delivery import Delivery
from cogs.discord_io.faults import TROUBLE, code_of
from cogs.discord_io.kept_files import NO_FILES, Files
from cogs.discord_io.reply import Reply, edit_answer
from cogs.discord_io.waiting import done_within
from cogs.messages.parts import Parts
from cogs.messages.surface import Surface
from cogs.text import ui
from pictures import Purpose, Rank, Unwanted

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

TASK_NAME: Final = "late-pictures"
"""The name of the tasks that send pictures after the answers."""


Drawn = tuple[ui.LayoutView, Files]
"""A message and the files of its pictures."""


class Ready(NamedTuple):
    """A reply that can be sent.

    Attributes:
        reply: It, with texts in place of pictures that can't be drawn, or not yet.
        files: The files that go with it.
        is_shown: The message that was clicked shows it already.
        late: The pictures that follow it; None: it has them all.
    """

    reply: Reply
    files: Files = NO_FILES
    is_shown: bool = False
    late: LatePictures | None = None


async def ready(parts: Parts, delivery: Delivery, reply: Reply, patience_s: float) -> Ready:
    """A reply with those of its pictures that can be drawn within `patience_s`; others are to follow.

    A reply to a table's message waits, one that isn't kept up to date has its pictures from the beginning.
    """
    if not pictures(reply.view):
        return Ready(reply, reply.files)
    late = LatePictures(parts, delivery, reply)
    is_patient = reply.shown is None or reply.is_whole
    if not is_patient and not await done_within(late.drawing, patience_s):
        return Ready(replace(reply, view=without_pictures(reply.view)), reply.files, late=late)
    view, files = await late.drawing or (without_pictures(reply.view), NO_FILES)
    return Ready(replace(reply, view=view), {**reply.files, **files})


async def _drawn(parts: Parts, view: ui.LayoutView) -> Drawn | None:
    # Not by an exception of the task: that would keep whoever waits for the task, and so the task itself.
    try:
        return await parts.attachments.hung(view)
    except Unwanted:
        return None


class LatePictures:
    """The pictures of a reply, which are being drawn.

    Attributes:
        drawing: Gives the reply's view and the files of its pictures; None: nobody wanted them any more.
    """

    drawing: asyncio.Task[Drawn | None]
    _following: asyncio.Task[None]

    def __init__(self, parts: Parts, delivery: Delivery, reply: Reply) -> None:
        self._parts = parts
        self._delivery = delivery
        self._reply = reply
        self._surface: Surface | None = None
        self._begin()

    def _begin(self) -> None:
        # Weakly, since the task keeps its purpose: so all of it is gone at once when it is done, and no
        # garbage that has to be looked for.
        asker = ref(self)
        PURPOSE.set(Purpose(Rank.CLICK, lambda: (late := asker()) is not None and late._is_wanted()))
        self.drawing = asyncio.create_task(_drawn(self._parts, self._reply.view), name="pictures")

    def _is_wanted(self) -> bool:
        """Whether anybody will see them: not if a further reply, or a repaint, has brought its own."""
        if self._surface is None:
            return not self._delivery.is_lost
        return self._is_awaited

    @property
    def _is_awaited(self) -> bool:
        return self._surface is not None and self._surface.awaits is self

    def follow(self, interaction: discord.Interaction, message_id: int) -> None:
        """Have them sent to the message that shows the reply, if it still shows that when they are drawn."""
        self._surface = surface = self._parts.surfaces.of(message_id)
        surface.awaits = self
        if self._parts.capacity.is_closed:
            return  # Nobody would wait for them, and they would outlive the connection.
        self._following = asyncio.create_task(self._follow(interaction, surface), name=TASK_NAME)

    async def _follow(self, interaction: discord.Interaction, surface: Surface) -> None:
        with self._parts.capacity.answering():  # Which keeps the task, too.
            while self._is_awaited:
                drawn = await self.drawing
                await surface.unclicked()
                if drawn is not None:
                    async with surface.editing():
                        if self._is_awaited:
                            await self._send(interaction, surface, *drawn)
                elif self._is_awaited:
                    self._begin()
            self._parts.surfaces.leave(surface)

    async def _send(
        self, interaction: discord.Interaction, surface: Surface, view: ui.LayoutView, files: Files
    ) -> None:
        try:
            with surface.repaint(view):
                await edit_answer(interaction, surface.message_id, view, files, self._parts.attachments.kept)
            if surface.tell is not None:
                surface.tell(not surface.is_unsure)
        except TROUBLE as fault:
            log.info("pictures_not_sent", code=code_of(fault), fault=type(fault).__name__)
            assert self._reply.shown is not None
            self._reply.shown(surface.message_id, False)
