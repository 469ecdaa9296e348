"""`/table show`: posts a board again that was deleted or has scrolled away, at most once a minute."""

from __future__ import annotations

from typing import Final

import discord

from cogs.kit.components import message, text
from cogs.kit.reply import Reply
from cogs.live.board import BoardPainter
from cogs.live.parts import Parts
from cogs.live.surfaces import BOARD, THREAD, has_message, is_there, message_url
from cogs.views.board import board_message, done_message, title
from tables import Facts, Look, Refused
from tables.access import Relation
from tables.cache import Locks

Interaction = discord.Interaction

APART_S: Final = 60.0
"""Seconds between two posts by which a board that exists is brought down the channel."""


class Reposting:
    """Posts boards anew for `/table show`."""

    def __init__(self, parts: Parts, board: BoardPainter) -> None:
        self._parts = parts
        self._board = board
        self._locks = Locks()
        self._posted: dict[str, float] = {}

    async def show(self, interaction: Interaction, table: Facts, who: Relation) -> Reply:
        """Post a table's board anew, or reply with a link to it.

        A board that is gone is posted for anybody who sees its channel.  One that exists is posted anew for
        players and moderators, at most once a minute; all others get a link.

        Raises:
            Refused: `not_in_its_channel`: it is gone, and the asker, a player, can't see the channel.
        """
        async with self._locks.hold(table.id):
            shown = await self._parts.tables.messages.get(table.id)
            look = await self._parts.tables.look(table.id, None)
            board = shown.get(BOARD)
            is_gone = board is None or not await has_message(self._parts, board.channel_id, board.message_id)
            words = self._parts.people.words_for(interaction)
            if who.presence.sees and (is_gone or self._may_move(table.id, who)):
                await self._post(look, interaction.id)
                shown = await self._parts.tables.messages.get(table.id)
                return Reply(done_message(look, message_url(look, shown), words))
        url = message_url(look, shown)
        if is_gone or url is None:
            raise Refused("not_in_its_channel", table=table.id)
        return Reply(message([text(title(table, words), words("table.see_board", url=url))]))

    def _may_move(self, table_id: str, who: Relation) -> bool:
        is_due = self._parts.now() - self._posted.get(table_id, -APART_S) >= APART_S
        return is_due and (who.seated or who.presence.moderates)

    async def _post(self, look: Look, asked_by: int) -> None:
        """Post the board anew, and forget a thread that is gone, so that a new one is opened."""
        table_id, messages = look.table.id, self._parts.tables.messages
        shown = await messages.get(table_id)
        thread = shown.get(THREAD)
        if thread is not None and not (is_there(thread) and await self._has_thread(thread.message_id)):
            await messages.remove(table_id, THREAD)
            thread = None
        drawn = board_message(
            look, self._parts.words(look.table.locale), thread.message_id if thread else None
        )
        await self._board.repost(look, drawn, asked_by)
        now = self._parts.now()
        self._posted = {one: at for one, at in self._posted.items() if now - at < APART_S} | {table_id: now}
        self._parts.refresher.mark(table_id)

    async def _has_thread(self, thread_id: int) -> bool:
        try:
            await self._parts.client.fetch_channel(thread_id)
        except discord.NotFound:
            return False
        return True
