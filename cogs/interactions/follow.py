"""Clicks by which people follow a table, and choose what they are told of it."""

from __future__ import annotations

from typing import Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import board_channel, is_ephemeral, is_private
from cogs.interactions.parts import ClickParts
from cogs.messages.whereabouts import message_url
from cogs.text import ui
from cogs.text.ids import TableId
from cogs.text.language import Localizer
from cogs.views.follow import STOP, choice_message, stopped_message
from tables import Facts, Follower, Refused, What
from tables.model.table import OPEN_PHASES
from tables.store.followers import check_may_follow

Interaction = discord.Interaction
Button = ui.Button

UNFOLLOW: Final = "unfollow"
"""The verb by which `tables.verbs.access` knows the button that stops following."""


def is_stop(clicked: TableId) -> bool:
    """Whether a click is on the button that stops following."""
    return clicked.verb == "follow" and clicked.detail == STOP


async def clicked_follow(parts: ClickParts, interaction: Interaction, clicked: TableId) -> Reply:
    """Show what one can be told of a table, or do what was chosen.

    Raises:
        Refused: As `Followers.follow`; `follow_closed`, `unknown_button`.
    """
    table = await parts.tables.table(clicked.table)
    if clicked.detail == STOP:
        return await _stopped(parts, interaction, table)
    if clicked.detail and clicked.detail not in list(What):
        raise Refused("unknown_button")
    check_may_follow(table, interaction.user.id)
    follower = await parts.tables.followers.get(table.id, interaction.user.id)
    words = parts.people.words_for(interaction)
    if not clicked.detail:
        return Reply(choice_message(table, follower, words))
    try:
        with parts.painters.followers.confirming(table.id, interaction.user.id):
            follower = await _chosen(parts, interaction, table, What(clicked.detail), words)
    finally:
        parts.refresher.mark(table.id)  # It may have ended meanwhile.
    return Reply(choice_message(table, follower, words), edit=is_private(interaction))


async def follow_choice(parts: ClickParts, interaction: Interaction, table_id: str, note: str) -> Reply:
    """What one can be told of a table, in place of the choice clicked, with a line on top.

    Raises:
        Refused: As `access.checked` and `check_may_follow`; `not_now`: it is no such choice that was clicked.
    """
    if not is_ephemeral(interaction):
        raise Refused("not_now")
    await parts.access.checked(interaction, table_id, "follow")
    table = await parts.tables.table(table_id)
    check_may_follow(table, interaction.user.id)
    follower = await parts.tables.followers.get(table_id, interaction.user.id)
    words = parts.people.words_for(interaction)
    return Reply(choice_message(table, follower, words, note), edit=True)


async def _chosen(
    parts: ClickParts, interaction: Interaction, table: Facts, what: What, words: Localizer
) -> Follower:
    follower = await parts.tables.followers.follow(table.id, interaction.user.id, what, interaction.id)
    if not follower.is_confirmed:
        look = await parts.tables.look(table.id, None)
        shown = await parts.tables.messages.get(table.id)
        if not await parts.painters.followers.confirm(look, follower, shown, words):
            raise Refused("follow_closed")
    await parts.people.note_locale(interaction)
    return follower


async def _stopped(parts: ClickParts, interaction: Interaction, table: Facts) -> Reply:
    former = await parts.tables.followers.unfollow(table.id, interaction.user.id)
    here = interaction.message.id if interaction.message is not None else 0
    if former is not None and former.message_id != here:
        await parts.painters.followers.leave(table, former)
    words = parts.people.words_for(interaction)
    if table.phase in OPEN_PHASES and table.channel_id == board_channel(interaction):
        return Reply(choice_message(table, None, words), edit=is_private(interaction))
    look = await parts.tables.look(table.id, None)
    url = message_url(look, await parts.tables.messages.get(table.id))
    return Reply(stopped_message(table, words, url), edit=is_private(interaction))
