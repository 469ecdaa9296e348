"""Shows the review of a finished game: as far as it is known at once, and the rest when it is ready."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Final

import discord
import structlog

from cogs.discord_io.attachments import without_pictures
from cogs.discord_io.delivery import Reply, edited
from cogs.discord_io.faults import TROUBLE, code_of, refusal
from cogs.discord_io.places import is_private
from cogs.messages.parts import Parts
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.ui import message, text
from cogs.views.board import table_button
from cogs.views.review import ANEW, review_message
from tables import Facts, Refused, Review
from tables.views.replay import of_table

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction

MOST_FOLLOWED: Final = 100
"""So many messages are waited for at most; in others, the button in them shows what is ready."""


class Reviewer:
    """Answers with reviews, and brings those to their messages that were not ready."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._following: dict[int, asyncio.Task[None]] = {}

    async def clicked(self, interaction: Interaction, table_id: str, detail: str) -> Reply:
        """The review of a table's game or, at once and in words, how far it has come; the rest follows."""
        table = await self._parts.tables.table(table_id)
        review = await self._parts.tables.reviews.review(table_id)
        words = self._parts.people.words_for(interaction)
        view = await self._view(interaction, table, review, words)
        edit = detail == ANEW and is_private(interaction)
        if review.is_ready:
            return Reply(view, edit=edit, is_whole=True)
        # Without its picture: an answer that came too late for Discord could not be edited any more.
        shown = partial(self._follow, interaction, table.id, words)
        return Reply(without_pictures(view), edit=edit, is_whole=True, shown=shown)

    async def close(self) -> None:
        """Wait for nothing any more."""
        tasks = list(self._following.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _view(
        self, interaction: Interaction, table: Facts, review: Review, words: Localizer
    ) -> ui.LayoutView:
        frames: list[int] = []
        if review.told:
            replay = await self._parts.tables.read(table.id, of_table, True)
            frames = [replay.number_at(one.place) for one in review.told]
        describes = self._parts.tables.people.preferences(interaction.user.id).describes is True
        return review_message(table, review, frames, words, describes=describes)

    def _follow(
        self, interaction: Interaction, table_id: str, words: Localizer, message_id: int, _is_sure: bool
    ) -> None:
        former = self._following.pop(interaction.user.id, None)
        if former is not None:
            former.cancel()
        if len(self._following) >= MOST_FOLLOWED:
            return
        following = self._bring(interaction, table_id, words, message_id)
        task = asyncio.create_task(following, name="review")
        self._following[interaction.user.id] = task
        task.add_done_callback(partial(self._ended, interaction.user.id))

    def _ended(self, person_id: int, task: asyncio.Task[None]) -> None:
        if self._following.get(person_id) is task:
            del self._following[person_id]

    async def _bring(
        self, interaction: Interaction, table_id: str, words: Localizer, message_id: int
    ) -> None:
        """Show a review in a message: its picture, then all of it once it is ready; or that it failed."""
        try:
            async for view in self._views(interaction, table_id, words):
                drawn, files = await self._parts.attachments.hung(view)
                await edited(interaction, drawn, files, self._parts.attachments.kept, message_id)
        except TROUBLE as fault:
            # Most often its reader has dismissed the message; a further click finds the review made.
            log.info("review_not_shown", fault=type(fault).__name__, code=code_of(fault))
        except Exception:
            log.exception("review_not_shown")

    async def _views(
        self, interaction: Interaction, table_id: str, words: Localizer
    ) -> AsyncIterator[ui.LayoutView]:
        """What a review looks like as it comes about."""
        tables = self._parts.tables
        table = await tables.table(table_id)
        try:
            begun = await tables.reviews.begun(table_id)
            yield await self._view(interaction, table, begun, words)
            if not begun.is_ready:
                made = await tables.reviews.made(table_id)
                table = await tables.table(table_id)  # Somebody may have been forgotten meanwhile.
                yield await self._view(interaction, table, made, words)
        except Refused as refused:
            again = table_button(table_id, "review", words, detail=ANEW, label=words("review.button_again"))
            yield message([text(f"⚠️ {refusal(refused, words, table.game_id)}"), ui.ActionRow(again)])
