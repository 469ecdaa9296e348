"""Private panels (ephemeral messages) in a channel, kept up to date while Discord lets us edit them.

That is for 15 minutes (one is to spare) after the last click on one; after that, the next click on it allows
another 15 minutes.  Advice that comes beside a panel is sent such that the panel can be edited, too
(`Reply.beside`).  Which panels there are is known in memory only, until the process ends.  The panel of
*Set up…* is one of them: once the game has begun, its owner's own panel stands in its place.

`reader_of` says how the panels of one person are made, in direct messages too.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import discord
import structlog

from cogs.discord_io.attachments import NO_FILES
from cogs.discord_io.delivery import edit_answer
from cogs.discord_io.faults import TROUBLE, code_of
from cogs.messages.display import Display, PrivatePanel
from cogs.messages.gravity import Trying
from cogs.messages.parts import Parts
from cogs.messages.whereabouts import Shown, answered, message_url
from cogs.text import ui
from cogs.text.ui import plain
from cogs.views.panel import Reader, panel_message
from cogs.views.set_up import set_up_message
from tables import Look, Phase
from tables.timing.preferences import Coach

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction


class EphemeralPainter:
    """Keeps each player's latest private panel in a channel up to date; former panels say so."""

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
        """Note a reader's latest panel; the panel before is to say that there is a newer one."""
        if self._parts.displays.of(look.table.id).keep(panel.interaction.user.id, panel):
            self._parts.refresher.changed(look.table.id)

    def renewed(self, interaction: Interaction, look: Look, was_kept: bool) -> None:
        """Note that the clicked panel can be edited by an interaction whose answer stands beside the panel.

        Meanwhile the panel may have been clicked again: it stays with the latest click, and where something
        else was opened in its place that stays.  `was_kept`: whether it was a panel of ours when the click
        came.
        """
        clicked, display = interaction.message, self._parts.displays.of(look.table.id)
        if clicked is None or (was_kept and not display.keeps(clicked.id)):
            return
        panel = display.panels.get(interaction.user.id)
        if panel is None or panel.message.message_id != clicked.id:
            # The panel was too old to be edited: what it shows is not known.
            message = self._parts.displays.message(clicked.id)
            self._keep(look, PrivatePanel(interaction, message, None, is_choosing=False))
        elif interaction.id > panel.interaction.id:
            self._keep(look, panel._replace(interaction=interaction))
        self._parts.refresher.changed(look.table.id)  # A repaint that had begun gives way to a later click.

    async def paint(self, display: Display, shown: Shown, tried: Trying) -> None:
        """Bring the private panels of a table up to date; called for each repaint of the table."""
        display.forget_expired()
        for reader in list(display.panels):
            if (panel := display.panels.get(reader)) is not None:
                await tried(f"panel:{panel.message.message_id}", self._paint, display, panel, shown)
        for former in list(display.former.values()):
            await self._retire(display, former)

    async def _paint(self, display: Display, panel: PrivatePanel, shown: Shown) -> None:
        reader = panel.interaction.user.id
        look = await self._parts.tables.look(display.table_id, reader)
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
            self._parts.refresher.changed(
                display.table_id
            )  # In case the answer to the click does not show this.
            return
        kept = self._parts.attachments.kept

        def is_latest() -> bool:
            return display.panels.get(reader) is panel  # Else a click was answered meanwhile.

        async def edit() -> bool:
            display.panels[reader] = panel._replace(asked=look.asked, is_choosing=False)
            return await edit_answer(panel.interaction, panel.message.message_id, drawn, files, kept)

        if await panel.message.show(view, edit, is_latest) is False:
            display.covered(panel.message.message_id)  # Its reader has dismissed it.

    async def _view(self, panel: PrivatePanel, look: Look, shown: Shown) -> ui.LayoutView:
        """What a panel shows now."""
        words = self._parts.people.words_for(panel.interaction)
        if look.observation is None:
            return set_up_message(look, words, panel.opened)
        reader = await reader_of(self._parts, panel.interaction.user.id, look)
        return panel_message(look, words, message_url(look, shown), reader=reader)

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


def has_panel(look: Look) -> bool:
    """Whether a private panel shows the viewer this table: that they play at, or set up."""
    if look.observation is not None:
        return look.seat is not None
    is_owner = look.seat is not None and look.seat == look.table.owner_seat
    return look.table.phase is Phase.CANCELLED or (look.table.phase is Phase.LOBBY and is_owner)


FIRST_GAMES: Final = 2
"""So many games of a kind somebody is helped, who has decided nothing about that."""


async def reader_of(parts: Parts, person_id: int, look: Look) -> Reader:
    """How the panel of somebody who sits at a table is made for them.

    Raises:
        StorageFailed: The disk would not say what they have decided or finished.
    """
    wanted = parts.tables.people.preferences(person_id)
    is_asked, is_coached = look.asked is not None, wanted.coach is Coach.ON
    # Discord doesn't say who listens, so a picture tells of the setting, until one has moved in a first game.
    is_offered = is_asked and wanted.describes is None and not look.may_ask_back
    if is_asked and (is_offered or wanted.coach is Coach.AUTO):
        finished = await parts.tables.people.finished(person_id, look.table.game_id, FIRST_GAMES)
        is_coached = is_coached or (wanted.coach is Coach.AUTO and finished < FIRST_GAMES)
        is_offered = is_offered and not finished
    return Reader(describes=wanted.describes is True, is_coached=is_coached, is_offered_words=is_offered)
