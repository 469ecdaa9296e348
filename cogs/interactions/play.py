"""A player's private panel as the answer to a click."""

from __future__ import annotations

from functools import partial

import discord
import msgspec

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import is_private
from cogs.interactions.parts import ClickParts
from cogs.messages.private_panels import reader_of
from cogs.messages.whereabouts import message_url
from cogs.views.panel import panel_message
from tables import Look, Phase, Refused

Interaction = discord.Interaction


async def own_look(parts: ClickParts, interaction: Interaction, table_id: str) -> Look:
    """The table as the clicker sees it, who has to sit at it; its game has to have begun.

    Raises:
        Refused: `not_your_table`, `not_started`, `table_cancelled`.
    """
    look = await parts.tables.look(table_id, interaction.user.id)
    if look.seat is None:
        raise Refused("not_your_table", table=table_id)
    if look.observation is None:
        code = "table_cancelled" if look.table.phase is Phase.CANCELLED else "not_started"
        raise Refused(code, table=table_id)
    return look


async def new_panel(
    parts: ClickParts, interaction: Interaction, look: Look, note: str = "", picked: str = ""
) -> Reply:
    """The panel in the clicker's language, as a new message that only they see; it is kept up to date."""
    words = parts.people.words_for(interaction)
    shown = await parts.tables.messages.get(look.table.id)
    url = message_url(look, shown)
    reader = await reader_of(parts, interaction.user.id, look)
    view = panel_message(look, words, url, note, picked=picked, reader=reader)
    # The panel without the note counts as shown, so the note stays until something else changes.
    kept = panel_message(look, words, url, reader=reader) if note else None
    answered = partial(parts.painters.ephemerals.answered, interaction, look, bool(picked))
    return Reply(view, kept=kept, shown=answered)


async def panel_reply(
    parts: ClickParts, interaction: Interaction, look: Look, note: str = "", picked: str = ""
) -> Reply:
    """The private panel: in place of the clicked one, or as a new message that only its player sees."""
    message = interaction.message
    # Never on a message that others can read, whatever custom_id was sent from there.
    if message is None or not is_private(interaction):
        return await new_panel(parts, interaction, look, note, picked)
    if message.flags.ephemeral:
        reply = await new_panel(parts, interaction, look, note, picked)
        return msgspec.structs.replace(reply, edit=True)
    await parts.people.came_by(interaction.user.id, parts.now())
    direct_panels = parts.painters.direct_panels
    await direct_panels.adopt(
        look, message.channel.id, message.id, await parts.tables.messages.get(look.table.id)
    )
    panel = await direct_panels.panel(look, note, picked)
    kept = (await direct_panels.panel(look, "", picked)).view if note else None
    shown = partial(direct_panels.answered, look, panel.turn, picked)
    return Reply(panel.view, edit=True, kept=kept, shown=shown)
