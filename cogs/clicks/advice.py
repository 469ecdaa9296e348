"""Clicks that ask for advice: *Hint*, and why a computer player moved as it did."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import discord

from cogs.clicks.parts import ClickParts
from cogs.clicks.play import own_look, panel_reply
from cogs.kit import details
from cogs.kit.ids import TableId
from cogs.kit.people import by, person
from cogs.kit.reply import Reply
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
    done, advice = await parts.tables.hint(clicked.table, *by(interaction), asked)
    return await _told(parts, interaction, done.look, advice, HINT)


async def why(parts: ClickParts, interaction: Interaction, clicked: TableId) -> Reply:
    """Say why a computer player made a move, by what the clicker can see."""
    number = details.number(clicked.detail)
    advice = await parts.tables.why(clicked.table, person(interaction), number)
    look = await own_look(parts, interaction, clicked.table)
    return await _told(parts, interaction, look, advice, WHY)


async def _told(
    parts: ClickParts, interaction: Interaction, look: Look, advice: Advice | None, about: str
) -> Reply:
    """The advice, right below the panel clicked; if the table has moved on, the panel as it is now."""
    words = parts.people.words_for(interaction)
    if advice is None:
        return await panel_reply(parts, interaction, look, f"-# {words('table.stale')}")
    return Reply(advice_message(advice, look, words, about))
