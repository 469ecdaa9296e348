"""Ending a table: at once in a lobby; where a game is running, after a question whether one is sure."""

from __future__ import annotations

import discord

from cogs.discord_io.delivery import Reply
from cogs.interactions.parts import ClickParts
from cogs.people.contacts import by
from cogs.views.menu import sure_message
from tables import Outcome, Phase
from tables.verbs.access import Relation
from tables.verbs.lobby import cancelled


async def ended(
    parts: ClickParts, interaction: discord.Interaction, table_id: str, who: Relation, *, is_sure: bool
) -> Outcome | Reply:
    """End a table; or the question, while a game is running and the person has not said that they are sure.

    Raises:
        Refused: As `lobby.cancelled`, before anybody is asked.
    """
    person, click = by(interaction)
    moderates = who.presence.moderates
    look = await parts.tables.look(table_id, None)
    is_played = look.table.phase is Phase.RUNNING and look.fault is None
    if is_sure or not is_played:
        return await parts.tables.do(table_id, person, click, cancelled, moderates)
    await parts.tables.check(table_id, person, cancelled, moderates)
    return Reply(sure_message(look, "cancel", parts.people.words_for(interaction)))
