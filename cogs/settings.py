"""What a person decides for themselves: their language, and direct messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from cogs.ids import OtherId
from cogs.layout import message
from cogs.people import CLOSED, OFF
from cogs.reply import Reply
from cogs.screens.contract import text
from cogs.speech import Speech
from locales import languages, words
from tables import PersonNotes, Refused

if TYPE_CHECKING:
    from cogs.client import TableBot

LIKE_DISCORD: Final = "auto"


def settings_message(notes: PersonNotes, speech: Speech) -> ui.LayoutView:
    """What is set, and a button for each thing that can be set."""

    def button(setting: str, value: str, label: str, *, chosen: bool) -> ui.Button[ui.LayoutView]:
        style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
        return ui.Button(label=label, style=style, custom_id=str(OtherId("set", f"{setting}.{value}")))

    by_language = [
        button("language", code, words(code)("table.language"), chosen=notes.locale == code)
        for code in languages()
    ]
    like_discord = button(
        "language", LIKE_DISCORD, speech("table.language_auto"), chosen=notes.locale is None
    )
    messages = [
        button("direct", "on", speech("table.direct_on"), chosen=notes.dm_state not in (OFF, CLOSED)),
        button("direct", "off", speech("table.direct_off"), chosen=notes.dm_state == OFF),
    ]
    closed = [text(f"-# {speech('table.direct_closed')}")] if notes.dm_state == CLOSED else []
    return message(
        [
            text(f"## {speech('table.settings')}", f"**{speech('table.settings_language')}**"),
            ui.ActionRow(like_discord, *by_language[:4]),
            text(f"**{speech('table.settings_direct')}**"),
            *closed,
            ui.ActionRow(*messages),
        ]
    )


async def changed_setting(bot: TableBot, interaction: discord.Interaction[TableBot], detail: str) -> Reply:
    """Set one thing and show all settings again.

    Raises:
        Refused: There is no such setting (`unknown_button`).
    """
    who = interaction.user.id
    match detail.split("."):
        case ["language", code] if code == LIKE_DISCORD or code in languages():
            await bot.people.change(who, locale=None if code == LIKE_DISCORD else code)
        case ["direct", "on"]:
            await bot.people.change(who, dm_state="")
        case ["direct", "off"]:
            await bot.people.change(who, dm_state=OFF)
        case _:
            raise Refused("unknown_button")
    speech = await bot.people.words_for(interaction)
    return Reply(settings_message(await bot.people.get(who), speech), edit=True)
