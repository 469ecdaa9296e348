"""`/table show`: brings a board back that is gone, and down to where people write; never again and again."""

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
"""A board that is there is posted anew no sooner after the last time."""


class Reposting:
    """Posts boards because somebody asked for it."""

    def __init__(self, parts: Parts, board: BoardPainter) -> None:
        self._parts = parts
        self._board = board
        self._locks = Locks()
        self._posted: dict[str, float] = {}

    async def show(self, interaction: Interaction, table: Facts, who: Relation) -> Reply:
        """The board, posted anew or linked to.

        A board that is gone comes back for everybody in its channel.  One that is there is posted anew for
        those who play or moderate, once a minute; all others find it by its link.

        Raises:
            Refused: `not_in_its_channel`: it is gone, and the asker sits there and isn't in the channel.
        """
        async with self._locks.hold(table.id):
            shown = await self._parts.tables.messages.get(table.id)
            look = await self._parts.tables.look(table.id, None)
            board = shown.get(BOARD)
            is_gone = board is None or not await has_message(self._parts, board.channel_id, board.message_id)
            speech = self._parts.people.words_for(interaction)
            if who.presence.sees and (is_gone or self._may_move(table.id, who)):
                await self._post(look, interaction.id)
                shown = await self._parts.tables.messages.get(table.id)
                return Reply(done_message(look, message_url(look, shown), speech))
        url = message_url(look, shown)
        if is_gone or url is None:
            raise Refused("not_in_its_channel", table=table.id)
        return Reply(message([text(title(table, speech), speech("table.see_board", url=url))]))

    def _may_move(self, table_id: str, who: Relation) -> bool:
        is_due = self._parts.now() - self._posted.get(table_id, -APART_S) >= APART_S
        return is_due and (who.seated or who.presence.moderates)

    async def _post(self, look: Look, asked_by: int) -> None:
        """Post the board, with a new thread if the old one is gone."""
        table_id, messages = look.table.id, self._parts.tables.messages
        shown = await messages.get(table_id)
        thread = shown.get(THREAD)
        if thread is not None and not (is_there(thread) and await self._has_thread(thread.message_id)):
            await messages.remove(table_id, THREAD)
            thread = None
        drawn = board_message(
            look, self._parts.speech(look.table.locale), thread.message_id if thread else None
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
