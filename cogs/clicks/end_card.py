"""Shows the end card of a game to the clicker alone and, if they ask for it, to the channel."""

from __future__ import annotations

import discord

from cogs.clicks.parts import ClickParts
from cogs.kit.ids import TableId
from cogs.kit.language import Localizer
from cogs.kit.places import board_channel
from cogs.kit.reply import Reply
from cogs.views.end_card import end_card_message
from tables import Facts, Refused


async def shown_card(parts: ClickParts, interaction: discord.Interaction, clicked: TableId) -> Reply:
    """The end card, for the clicker alone.

    Raises:
        Refused: As `Tables.replay`; `not_over`.
    """
    table = await parts.tables.facts(clicked.table)
    words = parts.people.words_for(interaction)
    return await _card(parts, table, words, may_post=_may_post(interaction, table))


async def posted_card(parts: ClickParts, interaction: discord.Interaction, clicked: TableId) -> Reply:
    """The end card, for everybody in the table's channel, in the table's language.

    Raises:
        Refused: As `Tables.replay`; `not_over`, `not_in_its_channel`.
    """
    table = await parts.tables.facts(clicked.table)
    card = await _card(parts, table, parts.words(table.locale), may_post=False)
    if not _may_post(interaction, table):
        raise Refused("not_in_its_channel", table=table.id)

    async def late() -> Reply:
        return await _card(parts, table, parts.people.words_for(interaction), may_post=True)

    return Reply(card.view, public=True, is_whole=True, late=late)


async def _card(parts: ClickParts, table: Facts, words: Localizer, *, may_post: bool) -> Reply:
    replay = await parts.tables.replay(table.id, False)
    if replay.result is None:
        raise Refused("not_over")
    return Reply(end_card_message(table, replay, words, may_post=may_post), is_whole=True)


def _may_post(interaction: discord.Interaction, table: Facts) -> bool:
    """Whether the clicker sits at the table and is in its channel."""
    is_seated = table.seat_of(interaction.user.id) is not None
    return is_seated and board_channel(interaction) == table.channel_id
