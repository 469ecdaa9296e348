"""Clicks on what is stored of a person: shown, given as a file, deleted on request."""

from __future__ import annotations

import json
from typing import Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import is_private
from cogs.interactions.parts import ClickParts
from cogs.text import ui
from cogs.text.components import message, plain, text
from cogs.views.my_data import data_message, question_message
from tables import Refused

Interaction = discord.Interaction

FILE: Final = "my-data.json"


async def my_data(parts: ClickParts, interaction: Interaction, *, edit: bool = False) -> Reply:
    """The reply that shows what is stored of the clicker, with buttons to get it and to delete it."""
    stored = await parts.tables.export_person(interaction.user.id)
    return Reply(data_message(stored, parts.people.words_for(interaction)), edit=edit)


async def clicked_data(parts: ClickParts, interaction: Interaction, detail: str) -> Reply:
    """Show what is stored again, or give it as a file.

    Raises:
        Refused: There is no such button (`unknown_button`).
    """
    if detail == "":
        return await my_data(parts, interaction, edit=is_private(interaction))
    if detail != "file":
        raise Refused("unknown_button")
    stored = await parts.tables.export_person(interaction.user.id)
    content = json.dumps(stored, ensure_ascii=False, indent=1, default=str).encode()
    words = parts.people.words_for(interaction)
    return Reply(message([text(words("mine.file")), ui.File(f"attachment://{FILE}")]), files={FILE: content})


async def clicked_forget(parts: ClickParts, interaction: Interaction, detail: str) -> Reply:
    """Ask whether to delete what is stored of the clicker, or do it.

    Raises:
        Refused: `unknown_button`; as `Tables.forget_person`.
    """
    who = interaction.user.id
    words = parts.people.words_for(interaction)
    if detail == "":
        stored = await parts.tables.export_person(who)
        return Reply(question_message(stored, words), edit=is_private(interaction))
    if detail != "yes":
        raise Refused("unknown_button")
    await parts.tables.forget_person(who, is_leaving=True)
    parts.attachments.forget()
    return Reply(plain(words("table.forgotten"), words("mine.stays")), edit=is_private(interaction))
