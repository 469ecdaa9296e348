"""Has `tables` do what somebody clicked or typed."""

from __future__ import annotations

from typing import Any

import discord

from cogs.kit.people import person
from tables import Answer, Tables
from tables.verbs import P, Verb


async def do(
    tables: Tables,
    interaction: discord.Interaction[Any],
    table_id: str,
    verb: Verb[P],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Answer:
    """Do something at a table for who made an interaction, which is the click.

    Raises:
        Refused: As `Tables.do`.
    """
    return await tables.do(table_id, person(interaction), str(interaction.id), verb, *args, **kwargs)
