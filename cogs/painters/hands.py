"""Each player's panel as a direct message: new when it becomes their turn, else kept up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import structlog
from discord import ui

from cogs.layout import plain
from cogs.painters.canvas import (
    CLOSED_TO_US,
    FRESH_S,
    NO_COMMON_SERVER,
    THREAD,
    UNTIL_THE_END,
    Drawn,
    Shown,
    age_s,
    channel,
    hand,
    is_too_old,
    message_url,
    nonce,
    partial,
)
from cogs.panel import panel_message
from cogs.people import CLOSED, OFF
from engine.game import Seat
from tables import Look, Phase, Screen

if TYPE_CHECKING:
    from cogs.client import TableBot

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class HandPainter:
    """Keeps every player's own panel in their direct messages; without them, *My cards* serves."""

    def __init__(self, bot: TableBot) -> None:
        self._bot = bot
        self._drawn = Drawn()

    def drawn(self, message_id: int, view: ui.LayoutView) -> None:
        """Note that a message already shows this, as the answer to a click."""
        self._drawn.note(message_id, view)

    async def paint(self, table_id: str, seat: Seat, person_id: int, shown: Shown) -> None:
        """Bring one player's panel to what the journal says.

        Raises:
            discord.HTTPException: Discord is not at its best; try again later.
        """
        notes = await self._bot.people.get(person_id)
        if notes.dm_state in (CLOSED, OFF):
            await self._tell_closed(table_id, seat, person_id, shown, was_closed=notes.dm_state == CLOSED)
            return
        look = await self._bot.tables.look(table_id, person_id)
        screen = shown.get(hand(seat))
        view = panel_message(look, await self._bot.people.words(person_id), message_url(look, shown))
        turn = str(look.owed_since[seat]) if seat in look.to_move else ""
        if screen is None:
            if look.table.phase is Phase.RUNNING:
                await self._send(look, seat, person_id, view, turn, None)
            return
        told = told_turn(screen)
        kept = "" if self._bot.refresher.was_behind(table_id) else screen.extra.partition(" ")[2]
        is_call = bool(turn) and turn != told
        if not screen.message_id and not is_call:
            return  # It was deleted; the next turn brings a new one.
        if self._drawn.shows(screen.message_id, kept, view):
            if screen.version < look.table.version:
                await self._note(look, seat, screen.channel_id, screen.message_id, told, kept)
        elif is_call or age_s(screen.message_id, self._bot.now()) > FRESH_S:
            await self._send(look, seat, person_id, view, turn, screen)
        else:
            await self._edit(look, seat, person_id, view, screen)

    async def _send(
        self, look: Look, seat: Seat, person_id: int, view: ui.LayoutView, turn: str, former: Screen | None
    ) -> None:
        name = hand(seat)
        try:
            channel_id = await self._direct_channel(person_id)
            sent = await self._bot.gallery.send(
                channel(self._bot, channel_id),
                view,
                nonce=nonce(look.table.id, name, turn, former.message_id if former else 0),
                silent=True,  # The call in the thread has pinged them already.
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.Forbidden as fault:
            if fault.code not in (CLOSED_TO_US, NO_COMMON_SERVER):
                raise
            if await self._bot.housekeeping.absent.refused(look.table, person_id, fault.code):
                return  # They have left the server, which the board says.
            await self._bot.people.change(person_id, dm_state=CLOSED)
            shown = await self._bot.tables.screens.get(look.table.id)
            await self._tell_closed(look.table.id, seat, person_id, shown, was_closed=True)
            return
        if self._bot.refresher.is_doubtful(look.table.id, name):
            self._bot.refresher.mark(look.table.id)
        else:
            self.drawn(sent.id, view)
        await self._note(look, seat, channel_id, sent.id, turn)
        if former is not None and former.message_id:
            await self._delete(former)

    async def adopt(self, look: Look, channel_id: int, message_id: int, shown: Shown) -> None:
        """Take a newer panel for the player's own, which a process posted that died before it noted that."""
        if look.seat is None:
            return
        former = shown.get(hand(look.seat))
        if former is not None and former.message_id and message_id > former.message_id:
            await self._note(look, look.seat, channel_id, message_id, told_turn(former))
            await self._delete(former)

    async def _direct_channel(self, person_id: int) -> int:
        notes = await self._bot.people.get(person_id)
        if notes.dm_channel_id is not None:
            return notes.dm_channel_id
        opened = await self._bot.create_dm(discord.Object(person_id))
        await self._bot.people.change(person_id, dm_channel_id=opened.id)
        return opened.id

    async def _delete(self, former: Screen) -> None:
        self._drawn.forget(former.message_id)
        try:
            await partial(self._bot, former.channel_id, former.message_id).delete()
        except (discord.HTTPException, discord.RateLimited) as fault:
            log.info("old_panel_stays", table=former.table_id, fault=str(fault))

    async def _edit(
        self, look: Look, seat: Seat, person_id: int, view: ui.LayoutView, screen: Screen
    ) -> None:
        try:
            message = partial(self._bot, screen.channel_id, screen.message_id)
            await self._bot.gallery.edit(message, view)
        except discord.NotFound:
            await self._note(look, seat, screen.channel_id, 0, "")
        except (discord.HTTPException, discord.RateLimited) as fault:
            if not is_too_old(fault):
                raise
            await self._send(look, seat, person_id, view, told_turn(screen), screen)
        else:
            self.drawn(screen.message_id, view)
            await self._note(look, seat, screen.channel_id, screen.message_id, told_turn(screen))

    async def _note(
        self, look: Look, seat: Seat, channel_id: int, message_id: int, turn: str, kept: str = ""
    ) -> None:
        table = look.table
        extra = f"{turn} {self._drawn.known(message_id) or kept}"
        await self._bot.tables.screens.put(table.id, hand(seat), channel_id, message_id, table.version, extra)

    async def _tell_closed(
        self, table_id: str, seat: Seat, person_id: int, shown: Shown, *, was_closed: bool
    ) -> None:
        """Say once, in the thread, that *My cards* serves instead; whoever switched them off knows it."""
        thread = shown.get(THREAD)
        if thread is None or f"closed:{seat}" in shown or not was_closed:
            return
        place = thread.message_id or thread.channel_id
        table = await self._bot.tables.table(table_id)
        line = self._bot.speech(table.locale)("table.dm_closed", who=f"<@{person_id}>")
        await self._bot.tables.screens.put(table_id, f"closed:{seat}", place, 0, UNTIL_THE_END)
        try:
            await channel(self._bot, place).send(
                view=plain(line),
                nonce=nonce(table_id, f"closed:{seat}"),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(person_id)]),
            )
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("closed_untold", table=table_id, code=fault.code)


def told_turn(screen: Screen) -> str:
    """The turn that a panel called its player to: since when they owed a decision."""
    return screen.extra.partition(" ")[0]
