"""Shows the end card of a game to the clicker alone and, if they ask for it, to the channel."""

from __future__ import annotations

import discord

from cogs.discord_io.delivery import NOBODY, Reply
from cogs.discord_io.places import board_channel, is_private, may_write
from cogs.interactions.parts import ClickParts
from cogs.messages.whereabouts import channel, nonce
from cogs.text import ui
from cogs.text.ids import TableId
from cogs.text.language import Localizer
from cogs.views.end_card import POST, end_card_message
from tables import Facts, Refused
from tables.views.replay import of_table


async def shown_card(parts: ClickParts, interaction: discord.Interaction, clicked: TableId) -> Reply:
    """The end card, for the clicker alone.

    Raises:
        Refused: As `Tables.replay`; `not_over`.
    """
    table = await parts.tables.facts(clicked.table)
    words = parts.people.words_for(interaction)
    return Reply(await _card(parts, table, words, may_post=_may_post(interaction, table)), is_whole=True)


async def posted_card(parts: ClickParts, interaction: discord.Interaction, clicked: TableId) -> Reply:
    """Post the end card for everybody, in the table's language; the clicker's own says so from then on.

    It is a message of its own: a reply would quote the clicker's, which nobody else can see.

    Raises:
        Refused: As `Tables.replay`; `not_over`, `not_in_its_channel`, `you_may_not_post`.
        discord.HTTPException, aiohttp.ClientError, OSError: Discord didn't take it.
    """
    table = await parts.tables.facts(clicked.table)
    card = await _card(parts, table, parts.words(table.locale))
    if not _may_post(interaction, table):
        is_there = board_channel(interaction) == table.channel_id
        raise Refused("you_may_not_post" if is_there else "not_in_its_channel", table=table.id)
    place = channel(parts, interaction.channel_id or table.channel_id)
    asked = interaction.message.id if interaction.message is not None else interaction.id
    await parts.attachments.send(
        place, card, nonce=nonce(parts, table.id, POST, asked), allowed_mentions=NOBODY
    )
    own = await _card(parts, table, parts.people.words_for(interaction), is_posted=True)
    return Reply(own, edit=is_private(interaction), is_whole=True)


async def _card(
    parts: ClickParts, table: Facts, words: Localizer, *, may_post: bool = False, is_posted: bool = False
) -> ui.LayoutView:
    replay = await parts.tables.read(table.id, of_table, False)
    if replay.result is None:
        raise Refused("not_over")
    return end_card_message(table, replay, words, may_post=may_post, is_posted=is_posted)


def _may_post(interaction: discord.Interaction, table: Facts) -> bool:
    """Whether the clicker sits at the table, and is in its channel or a thread of it and may write there."""
    is_seated = table.seat_of(interaction.user.id) is not None
    is_thread = isinstance(interaction.channel, discord.Thread)
    writes = may_write(interaction.permissions, in_thread=is_thread)
    return is_seated and writes and board_channel(interaction) == table.channel_id
