"""Clicks that ask for advice: *Hint*, and why a computer player moved as it did."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import is_ephemeral
from cogs.interactions.parts import ClickParts
from cogs.interactions.play import own_look, panel_reply
from cogs.people.contacts import by, person
from cogs.text import details
from cogs.text.ids import TableId
from cogs.views.advice import HINT, WHY, advice_message
from tables import Advice, Look

Interaction = discord.Interaction
Handler = Callable[[Interaction, TableId], Awaitable[Reply]]


def advisers(parts: ClickParts) -> Mapping[str, Handler]:
    """The handler of each verb."""
    return {HINT: partial(hint, parts), WHY: partial(why, parts)}


async def hint(parts: ClickParts, interaction: Interaction, clicked: TableId) -> Reply:
    """Advise the clicker on what they are asked; all at the table are told that they were given a hint."""
    asked = details.number(clicked.detail)
    was_kept = _is_kept(parts, interaction, clicked.table)
    done, advice = await parts.tables.hint(clicked.table, *by(interaction), asked)
    return await _told(parts, interaction, done.look, advice, HINT, was_kept)


async def why(parts: ClickParts, interaction: Interaction, clicked: TableId) -> Reply:
    """Say why a computer player made a move, by what the clicker can see."""
    number = details.number(clicked.detail)
    was_kept = _is_kept(parts, interaction, clicked.table)
    advice = await parts.tables.why(clicked.table, person(interaction), number)
    look = await own_look(parts, interaction, clicked.table)
    return await _told(parts, interaction, look, advice, WHY, was_kept)


def _is_kept(parts: ClickParts, interaction: Interaction, table_id: str) -> bool:
    """Whether the panel clicked is one that is kept up to date in a channel."""
    clicked = interaction.message
    return clicked is not None and parts.displays.of(table_id).keeps(clicked.id)


async def _told(
    parts: ClickParts,
    interaction: Interaction,
    look: Look,
    advice: Advice | None,
    about: str,
    was_kept: bool,
) -> Reply:
    """The advice, right below the panel clicked; if the table has moved on, the panel as it is now.

    A panel in a channel follows the game on, as after a click on any other of its buttons.
    """
    words = parts.people.words_for(interaction)
    if advice is None:
        return await panel_reply(parts, interaction, look, f"-# {words('table.stale')}")
    view = advice_message(advice, look, words, about)
    if not is_ephemeral(interaction):
        return Reply(view)
    return Reply(view, beside=partial(parts.painters.ephemerals.renewed, interaction, look, was_kept))
