"""Private panels (ephemeral messages) in a channel, kept up to date while Discord lets us edit them.

That is for 15 minutes (one is to spare) after the last click on one; after that, the next click on it allows
another 15 minutes.  What comes beside it, as advice does, is sent such that the panel can be edited, too
(`Reply.beside`).  Which panels there are is known in memory only, until the process ends.  The panel of
*Set up…* is one of them: once the game has begun, its owner's own panel stands in its place.
"""

from __future__ import annotations

from typing import NamedTuple

import discord
import structlog

from cogs.discord_io.delivery import TOKEN_LASTS_S
from cogs.discord_io.faults import TROUBLE, code_of
from cogs.discord_io.kept_files import NO_FILES
from cogs.discord_io.reply import edit_answer
from cogs.messages.elsewhere import TOOK, Told
from cogs.messages.gravity import Trying
from cogs.messages.parts import Parts
from cogs.messages.readers import reader_of
from cogs.messages.surface import Surface
from cogs.messages.surfaces import Shown, age_s, answered, message_url
from cogs.text import ui
from cogs.text.components import plain
from cogs.views.set_up import set_up_message
from tables import Look, Phase

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction


class Ephemeral(NamedTuple):
    """A private panel in a channel.

    Attributes:
        interaction: The latest interaction that it was the reply to, by which it is edited.
        message_id: The message's id.
        asked: The number of the question that it shows; None: it shows none.
        is_choosing: Its player is in the middle of a choice of several steps.
        opened: The setting whose values it offers, on the panel of *Set up…*; empty: none.
    """

    interaction: Interaction
    message_id: int
    asked: int | None
    is_choosing: bool
    opened: str = ""


class EphemeralPainter:
    """Keeps each player's latest private panel in a channel up to date; former ones say so."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._panels: dict[tuple[str, int], Ephemeral] = {}
        self._former: dict[int, tuple[tuple[str, int], Ephemeral]] = {}

    def answered(
        self,
        interaction: Interaction,
        look: Look,
        view: ui.LayoutView,
        is_choosing: bool,
        has_note: bool,
        stamp: int,
        message_id: int,
        is_sure: bool,
        *,
        opened: str = "",
    ) -> None:
        """Note that an interaction was answered with a panel in that message; called in the click's task.

        `is_sure`: Discord has confirmed the reply; `stamp` is that of the surface when the reply was begun.
        """
        self._keep(look, Ephemeral(interaction, message_id, look.asked, is_choosing, opened))
        answered(self._parts, look.table, view, stamp, message_id, is_sure, has_note=has_note, is_own=True)

    def _keep(self, look: Look, panel: Ephemeral) -> None:
        """Note that a panel is somebody's latest one."""
        self._forget_expired()
        key = look.table.id, panel.interaction.user.id
        self._supersede(key, panel.message_id)
        self._former.pop(panel.message_id, None)
        self._panels[key] = panel
        if self._parts.elsewhere.are_there:
            self._parts.elsewhere.tell(TOOK, look.table.id, panel.message_id, key[1])

    def keeps(self, message_id: int) -> bool:
        """Whether a message is somebody's panel, the latest or a former one."""
        kept = (*self._panels.values(), *(former for _, former in self._former.values()))
        return any(panel.message_id == message_id for panel in kept)

    def renewed(self, interaction: Interaction, look: Look, was_kept: bool) -> None:
        """Note that the panel clicked can be edited by that interaction, whose answer stands beside it.

        Meanwhile it may have been clicked again: it stays with the latest click, and where something else was
        opened in its place that stays.  `was_kept`: whether it was a panel of ours when the click came.
        """
        message = interaction.message
        if message is None or (was_kept and not self.keeps(message.id)):
            return
        panel = self._panels.get((look.table.id, interaction.user.id))
        if panel is None or panel.message_id != message.id:
            # It was too old to be edited, or another process's: what it shows is not known.
            self._keep(look, Ephemeral(interaction, message.id, None, is_choosing=False))
        elif interaction.id > panel.interaction.id:
            self._keep(look, panel._replace(interaction=interaction))
        self._parts.refresher.changed(look.table.id)  # A repaint that had begun gives way to a later click.

    def taken(self, told: Told) -> None:
        """Note that another process has answered somebody with a panel in a message: the latest one is it."""
        self.replaced(told.message_id)
        key = told.table_id, told.person_id
        if self._supersede(key, told.message_id):
            del self._panels[key]

    def covered(self, told: Told) -> None:
        """Note that another process has answered a click by something else in the message's place."""
        self._parts.attachments.kept.forget(told.message_id)
        self._parts.surfaces.covered(told.message_id)
        self.replaced(told.message_id)

    def _supersede(self, key: tuple[str, int], message_id: int) -> bool:
        """Have somebody's panel say soon that there is a newer one, in another message; whether there is."""
        former = self._panels.get(key)
        if former is None or former.message_id == message_id:
            return False
        self._parts.surfaces.of(former.message_id).covered()
        self._former[former.message_id] = key, former
        self._parts.refresher.changed(key[0])
        return True

    def replaced(self, message_id: int) -> None:
        """Note that a message shows something else now, which its reader opened, and is not repainted."""
        self._former.pop(message_id, None)
        for key, panel in list(self._panels.items()):
            if panel.message_id == message_id:
                self._forget(key)

    def has(self, table_id: str) -> bool:
        """Whether there are any of a table."""
        former = (key for key, _ in self._former.values())
        return any(key[0] == table_id for key in (*self._panels, *former))

    async def paint(self, table_id: str, shown: Shown, tried: Trying) -> None:
        """Bring the private panels of a table up to date; called for each repaint of the table."""
        self._forget_expired()
        for key in [key for key in self._panels if key[0] == table_id]:
            if key in self._panels:
                await tried(f"panel:{self._panels[key].message_id}", self._paint, key, shown)
        for former in [one for key, one in self._former.values() if key[0] == table_id]:
            await self._retire(former)

    async def _paint(self, key: tuple[str, int], shown: Shown) -> None:
        panel = self._panels[key]
        look = await self._parts.tables.look(*key)
        if not has_panel(look):
            self._forget(key)
            return
        if panel.is_choosing and look.asked == panel.asked:
            return
        view = await self._view(panel, look, shown)
        if not self.is_latest(key, panel):
            return  # A click has been answered meanwhile, with what is newer.
        await self._parts.surfaces.of(panel.message_id).show(view, EphemeralWay(self, self._parts, key, look))

    async def _view(self, panel: Ephemeral, look: Look, shown: Shown) -> ui.LayoutView:
        """What a panel shows now."""
        words = self._parts.people.words_for(panel.interaction)
        if look.observation is None:
            return set_up_message(look, words, panel.opened)
        reader = await reader_of(self._parts, panel.interaction.user.id, look)
        return self._parts.panels.panel(look, words, message_url(look, shown), reader=reader)

    async def _retire(self, former: Ephemeral) -> None:
        """Have a former panel say that there is a newer one, unless a click has made it the latest again."""
        surface = self._parts.surfaces.of(former.message_id)
        await surface.unclicked()
        if self._former.pop(former.message_id, None) is None:
            return
        view = plain(self._parts.people.words_for(former.interaction)("table.opened_anew"))
        kept = self._parts.attachments.kept
        try:
            async with surface.editing():
                with surface.repaint(view):
                    await edit_answer(former.interaction, former.message_id, view, NO_FILES, kept)
        except TROUBLE as fault:
            log.info("former_panel_stays", code=code_of(fault), fault=type(fault).__name__)
        if not any(panel.message_id == former.message_id for panel in self._panels.values()):
            self._parts.surfaces.forget(former.message_id)

    def is_latest(self, key: tuple[str, int], panel: Ephemeral) -> bool:
        """Whether a panel is still the latest one of its reader at this table."""
        return self._panels.get(key) is panel

    def panel(self, key: tuple[str, int]) -> Ephemeral:
        """The latest panel of somebody at a table."""
        return self._panels[key]

    def asks(self, key: tuple[str, int], asked: int | None) -> None:
        """Note that somebody's panel shows that question now."""
        self._panels[key] = self._panels[key]._replace(asked=asked, is_choosing=False)

    def _forget_expired(self) -> None:
        now = self._parts.discord_clock.now()
        for key, panel in list(self._panels.items()):
            if age_s(panel.interaction.id, now) > TOKEN_LASTS_S:
                self._forget(key)
        for former_id, (_, former) in list(self._former.items()):
            if age_s(former.interaction.id, now) > TOKEN_LASTS_S:
                del self._former[former_id]
                self._parts.surfaces.forget(former_id)

    def _forget(self, key: tuple[str, int]) -> None:
        self._parts.surfaces.forget(self._panels.pop(key).message_id)


def has_panel(look: Look) -> bool:
    """Whether a private panel shows the viewer this table: that they play at, or set up."""
    if look.observation is not None:
        return look.seat is not None
    is_owner = look.seat is not None and look.seat == look.table.owner_seat
    return look.table.phase is Phase.CANCELLED or (look.table.phase is Phase.LOBBY and is_owner)


class EphemeralWay:
    """How a private panel in a channel is repainted (see `Way`): by an edit of the reply that it is."""

    is_call = is_reminder = is_old = may_be_answered = False

    def __init__(self, painter: EphemeralPainter, parts: Parts, key: tuple[str, int], look: Look) -> None:
        self._painter = painter
        self._parts = parts
        self._key = key
        self._look = look
        self._panel = painter.panel(key)

    async def edit(self, view: ui.LayoutView, surface: Surface) -> bool:
        """As `Way.edit`."""
        drawn, files = await self._parts.attachments.hung(view)
        if not self._painter.is_latest(self._key, self._panel):
            return True  # Its reader has opened something else meanwhile, or a newer panel.
        if surface.is_clicked:
            self.wait()  # For the case that the reply to the click does not show this.
            return True
        self._painter.asks(self._key, self._look.asked)
        with surface.repaint(view):
            return await edit_answer(
                self._panel.interaction, surface.message_id, drawn, files, self._parts.attachments.kept
            )

    async def post(self, view: ui.LayoutView, former: Surface) -> None:
        """As `Way.post`; does nothing, since only a click can open another one."""

    async def note(self, surface: Surface) -> None:
        """As `Way.note`; does nothing, since nothing of it is kept beyond the process."""

    async def gone(self) -> None:
        """As `Way.gone`: its reader has dismissed it."""
        self._painter.replaced(self._panel.message_id)

    def wait(self) -> None:
        """As `Way.wait`."""
        self._parts.refresher.changed(self._look.table.id)
