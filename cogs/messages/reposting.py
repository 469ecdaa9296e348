"""`/table show`: posts a board again that was deleted, or that may have scrolled away."""

from __future__ import annotations

from typing import Final

import discord

from cogs.discord_io.faults import TROUBLE, UNKNOWN_CHANNEL, code_of
from cogs.discord_io.places import check_bot
from cogs.discord_io.reply import Reply
from cogs.messages.board import BoardPainter
from cogs.messages.display import age_s
from cogs.messages.parts import Parts
from cogs.messages.surfaces import BOARD, THREAD, has_message, is_there, message_url
from cogs.text.components import message, text
from cogs.views.board import board_message, done_message, title
from tables import Facts, Look, MessageRef, Refused
from tables.verbs.access import Relation

Interaction = discord.Interaction

APART_S: Final = 60.0
"""A board that was posted less than so many seconds ago is not brought down the channel."""


class Reposting:
    """Posts boards anew for `/table show`."""

    def __init__(self, parts: Parts, board: BoardPainter) -> None:
        self._parts = parts
        self._board = board

    async def show(self, interaction: Interaction, table: Facts, who: Relation) -> Reply:
        """Post a table's board anew, or reply with a link to it.

        A board that is gone is posted for anybody who sees its channel.  One that exists is posted anew for
        players and moderators, unless it is new; all others get a link.

        Raises:
            Refused: `not_in_its_channel`, `you_may_not_post`: it is gone, and the asker can't see the channel
                or may not write there; as `check_bot`.
        """
        async with self._parts.displays.of(table.id).reposting:
            return await self._show(interaction, table, who)

    async def _show(self, interaction: Interaction, table: Facts, who: Relation) -> Reply:
        messages, words = self._parts.tables.messages, self._parts.people.words_for(interaction)
        shown = await messages.get(table.id)
        look = await self._parts.tables.look(table.id, None)
        board = shown.get(BOARD)
        is_gone = board is None or not await has_message(self._parts, board.channel_id, board.message_id)
        if who.presence.posts and (board is None or is_gone or self._may_move(board, who)):
            check_bot(interaction)
            await self._post(look, interaction.id)
            return Reply(done_message(look, message_url(look, await messages.get(table.id)), words))
        url = message_url(look, shown)
        if is_gone or url is None:
            raise Refused("you_may_not_post" if who.presence.sees else "not_in_its_channel", table=table.id)
        return Reply(message([text(title(table, words), words("table.see_board", url=url))]))

    def _may_move(self, board: MessageRef, who: Relation) -> bool:
        is_due = age_s(board.message_id, self._parts.discord_clock.now()) >= APART_S
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
        self._parts.refresher.mark(table_id)

    async def _has_thread(self, thread_id: int) -> bool:
        try:
            await self._parts.client.fetch_channel(thread_id)
        except TROUBLE as fault:
            return code_of(fault) != UNKNOWN_CHANNEL
        return True
