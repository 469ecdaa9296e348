"""Private panels (ephemeral messages) in a channel, kept up to date while Discord lets us edit them.

That is for 15 minutes (one is to spare) after the last click on one; after that, the next click on it allows
another 15 minutes.  What comes beside it, as advice does, is sent such that the panel can be edited, too
(`Reply.beside`).  Which panels there are is known in memory only, until the process ends.  The panel of
*Set up…* is one of them: once the game has begun, its owner's own panel stands in its place.
"""

from __future__ import annotations

from functools import partial

import discord
import structlog

from cogs.discord_io.delivery import TOKEN_LASTS_S
from cogs.discord_io.faults import TROUBLE, code_of
from cogs.discord_io.kept_files import NO_FILES
from cogs.discord_io.reply import edit_answer
from cogs.messages.display import Display, PrivatePanel
from cogs.messages.gravity import Trying
from cogs.messages.parts import Parts
from cogs.messages.readers import reader_of
from cogs.messages.surfaces import Shown, age_s, answered, message_url
from cogs.text import ui
from cogs.text.components import plain
from cogs.views.set_up import set_up_message
from tables import Look, Phase
from tables.model.table import OPEN_PHASES

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction


class EphemeralPainter:
    """Keeps each player's latest private panel in a channel up to date; former ones say so."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def answered(
        self,
        interaction: Interaction,
        look: Look,
        is_choosing: bool,
        message_id: int,
        is_sure: bool,
        *,
        opened: str = "",
    ) -> None:
        """Note that an interaction was answered with a panel in that message; called in the click's task.

        `is_sure`: Discord has confirmed the answer.
        """
        message = self._parts.displays.message(message_id)
        self._keep(look, PrivatePanel(interaction, message, look.asked, is_choosing, opened))
        answered(self._parts, look.table, message_id, is_sure)

    def _keep(self, look: Look, panel: PrivatePanel) -> None:
        """Note that a panel is its reader's latest one; the one before is to say so."""
        display = self._parts.displays.of(look.table.id)
        self._forget_expired(display)
        reader, message_id = panel.interaction.user.id, panel.message.message_id
        former = display.panels.get(reader)
        if former is not None and former.message is not panel.message:
            display.former[former.message.message_id] = former
            self._parts.refresher.changed(look.table.id)
        display.former.pop(message_id, None)
        display.panels[reader] = panel
        if look.table.phase not in OPEN_PHASES:
            self.end(look.table.id)

    def end(self, table_id: str) -> None:
        """Forget the messages of a table that has ended, once no private panel of it can be edited."""
        if self._parts.displays.has_panels(table_id):
            self._parts.refresher.mark_at(table_id, self._parts.now() + TOKEN_LASTS_S + 1)
        else:
            self._parts.displays.forget(table_id)

    def keeps(self, table_id: str, message_id: int) -> bool:
        """Whether a message is a private panel of a table, a reader's latest or a former one."""
        display = self._parts.displays.of(table_id)
        latest = (panel.message.message_id for panel in display.panels.values())
        return message_id in display.former or message_id in latest

    def renewed(self, interaction: Interaction, look: Look, was_kept: bool) -> None:
        """Note that the panel clicked can be edited by that interaction, whose answer stands beside it.

        Meanwhile the panel may have been clicked again: it stays with the latest click, and where something
        else was opened in its place that stays.  `was_kept`: whether it was a panel of ours when the click
        came.
        """
        clicked = interaction.message
        if clicked is None or (was_kept and not self.keeps(look.table.id, clicked.id)):
            return
        panel = self._parts.displays.of(look.table.id).panels.get(interaction.user.id)
        if panel is None or panel.message.message_id != clicked.id:
            # The panel was too old to be edited: what it shows is not known.
            message = self._parts.displays.message(clicked.id)
            self._keep(look, PrivatePanel(interaction, message, None, is_choosing=False))
        elif interaction.id > panel.interaction.id:
            self._keep(look, panel._replace(interaction=interaction))
        self._parts.refresher.changed(look.table.id)  # A repaint that had begun gives way to a later click.

    async def paint(self, table_id: str, shown: Shown, tried: Trying) -> None:
        """Bring the private panels of a table up to date; called for each repaint of the table."""
        display = self._parts.displays.of(table_id)
        self._forget_expired(display)
        for reader in list(display.panels):
            if (panel := display.panels.get(reader)) is not None:
                await tried(f"panel:{panel.message.message_id}", self._paint, display, table_id, panel, shown)
        for former in list(display.former.values()):
            await self._retire(display, former)

    async def _paint(self, display: Display, table_id: str, panel: PrivatePanel, shown: Shown) -> None:
        reader = panel.interaction.user.id
        look = await self._parts.tables.look(table_id, reader)
        if not has_panel(look):
            del display.panels[reader]
            return
        if panel.is_choosing and look.asked == panel.asked:
            return
        view = await self._view(panel, look, shown)
        if panel.message.shows(view):
            return
        drawn, files = await self._parts.attachments.hung(view)
        if panel.message.is_clicked:
            self._parts.refresher.changed(table_id)  # In case the answer to the click does not show this.
            return
        kept = self._parts.attachments.kept

        def is_latest() -> bool:
            return display.panels.get(reader) is panel  # Else a click was answered meanwhile.

        async def edit() -> bool:
            display.panels[reader] = panel._replace(asked=look.asked, is_choosing=False)
            return await edit_answer(panel.interaction, panel.message.message_id, drawn, files, kept)

        if await panel.message.show(view, edit, is_latest) is False:
            self._parts.displays.covered(panel.message.message_id)  # Its reader has dismissed it.

    async def _view(self, panel: PrivatePanel, look: Look, shown: Shown) -> ui.LayoutView:
        """What a panel shows now."""
        words = self._parts.people.words_for(panel.interaction)
        if look.observation is None:
            return set_up_message(look, words, panel.opened)
        reader = await reader_of(self._parts, panel.interaction.user.id, look)
        return self._parts.panels.panel(look, words, message_url(look, shown), reader=reader)

    async def _retire(self, display: Display, former: PrivatePanel) -> None:
        """Have a former panel say that there is a newer one, unless a click has made it the latest again."""
        message = former.message
        await message.unclicked()
        if display.former.pop(message.message_id, None) is None:
            return
        view = plain(self._parts.people.words_for(former.interaction)("table.opened_anew"))
        kept = self._parts.attachments.kept
        edit = partial(edit_answer, former.interaction, message.message_id, view, NO_FILES, kept)
        try:
            await message.show(view, edit)
        except TROUBLE as fault:
            log.info("former_panel_stays", code=code_of(fault), fault=type(fault).__name__)

    def _forget_expired(self, display: Display) -> None:
        now = self._parts.discord_clock.now()
        for kept in (display.panels, display.former):
            for key, panel in list(kept.items()):
                if age_s(panel.interaction.id, now) > TOKEN_LASTS_S:
                    del kept[key]


def has_panel(look: Look) -> bool:
    """Whether a private panel shows the viewer this table: that they play at, or set up."""
    if look.observation is not None:
        return look.seat is not None
    is_owner = look.seat is not None and look.seat == look.table.owner_seat
    return look.table.phase is Phase.CANCELLED or (look.table.phase is Phase.LOBBY and is_owner)
