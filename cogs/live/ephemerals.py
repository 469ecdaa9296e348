"""Private panels that were asked for in the channel: they follow the game while Discord lets us edit them.

That is for 15 minutes after the last click on them; then *Refresh* serves, and brings the next 15 minutes.
Nothing of it outlives the process.
"""

from __future__ import annotations

from typing import NamedTuple

import discord
from discord import ui

from cogs.kit.delivery import TOKEN_LASTS_S
from cogs.kit.reply import edit_answer
from cogs.live.parts import Parts
from cogs.live.surfaces import Drawn, Shown, age_s, message_url
from cogs.views.panel import panel_message
from tables import Look

Interaction = discord.Interaction


class Ephemeral(NamedTuple):
    """A private panel in a channel.

    Attributes:
        interaction: What it answered last.
        message_id: The message.
        asked: The question that it puts.
        is_choosing: Its player is half-way through a choice.
    """

    interaction: Interaction
    message_id: int
    asked: int | None
    is_choosing: bool


class EphemeralPainter:
    """Keeps each player's latest private panel in a channel up to date."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._drawn = Drawn()
        self._panels: dict[tuple[str, int], Ephemeral] = {}

    def stamp(self, message_id: int) -> int:
        """A number that changes with each repaint of a message."""
        return self._drawn.stamp(message_id)

    def answered(
        self,
        interaction: Interaction,
        look: Look,
        view: ui.LayoutView,
        is_choosing: bool,
        stamp: int,
        message_id: int,
        is_sure: bool,
    ) -> None:
        """Note that an interaction was answered with such a panel, or may have been, in that message."""
        self._forget_expired()
        key = look.table.id, interaction.user.id
        former = self._panels.get(key)
        if former is not None and former.message_id != message_id:
            self._drawn.forget(former.message_id)
        self._panels[key] = Ephemeral(interaction, message_id, look.asked, is_choosing)
        is_sure = self._drawn.answered(message_id, view, stamp, is_sure)
        self._parts.refresher.answered(look.table.id, look.table.version, is_sure=is_sure)

    def covered(self, message_id: int) -> None:
        """Note that something else stands in a message now: what its reader opened there stays."""
        for key, panel in list(self._panels.items()):
            if panel.message_id == message_id:
                self._forget(key)

    async def paint(self, table_id: str, shown: Shown) -> None:
        """Bring the private panels of a table to what the journal says."""
        self._forget_expired()
        for key in [key for key in self._panels if key[0] == table_id]:
            if key in self._panels:
                await self._paint(key, shown)

    async def _paint(self, key: tuple[str, int], shown: Shown) -> None:
        panel = self._panels[key]
        look = await self._parts.tables.look(*key)
        if look.seat is None or look.observation is None:
            self._forget(key)
            return
        if panel.is_choosing and look.asked == panel.asked:
            return
        speech = await self._parts.people.words_for(panel.interaction)
        view = panel_message(look, speech, message_url(look, shown))
        if self._drawn.shows(panel.message_id, "", view):
            return
        drawn, files = await self._parts.gallery.hung(view)
        if self._panels.get(key) is not panel:
            return  # Its reader opened something else meanwhile, or a newer one.
        if self._parts.refresher.is_clicked(panel.message_id):
            self._parts.refresher.mark(look.table.id)  # Later, if the answer does not show it.
            return
        self._panels[key] = panel._replace(asked=look.asked, is_choosing=False)
        self._drawn.touch(panel.message_id)
        is_there = await edit_answer(panel.interaction, drawn, files)
        self._drawn.touch(panel.message_id)
        now = self._panels.get(key)
        if not is_there:
            self.covered(panel.message_id)  # Its reader has put it away.
        elif now is not None and now.message_id == panel.message_id:
            self._drawn.note(panel.message_id, view)

    def _forget_expired(self) -> None:
        now = self._parts.now()
        for key, panel in list(self._panels.items()):
            if age_s(panel.interaction.id, now) > TOKEN_LASTS_S:
                self._forget(key)

    def _forget(self, key: tuple[str, int]) -> None:
        self._drawn.forget(self._panels.pop(key).message_id)
