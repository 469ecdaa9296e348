"""Sitting down by a click."""

from __future__ import annotations

from contextlib import suppress

import discord

from cogs.interactions.parts import ClickParts
from cogs.people.contacts import by
from tables import Outcome, Refused
from tables.verbs import P, Verb


async def seated(
    parts: ClickParts,
    interaction: discord.Interaction,
    table_id: str,
    verb: Verb[P],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Outcome:
    """Run a verb that seats the clicker.

    Their language is noted before it: as soon as they sit, any worker may write to them.

    Raises:
        Refused: As `Tables.do`.
    """
    who, click = by(interaction)
    with suppress(Refused):  # `do` says it, or knows that this very click has seated them.
        await parts.tables.check(table_id, who, verb, *args, **kwargs)
        await parts.people.note_locale(interaction, of_anybody=True)
    return await parts.tables.do(table_id, who, click, verb, *args, **kwargs)
