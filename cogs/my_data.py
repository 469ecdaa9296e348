"""What is stored of a person: shown in plain words, given as a file, deleted on request."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ids import OtherId
from cogs.layout import message, plain
from cogs.people import CLOSED, CLOSED_AT, OFF, SEEN_LOCALE
from cogs.places import is_private
from cogs.reply import Reply
from cogs.screens.contract import Item, text
from cogs.speech import Speech
from locales import languages, words
from tables import Phase, Refused

if TYPE_CHECKING:
    from cogs.client import TableBot

Interaction = discord.Interaction["TableBot"]
Button = ui.Button[ui.LayoutView]
Stored = dict[str, Any]
"""As `Tables.export_person` gives it."""

FILE: Final = "my-data.json"
OPEN: Final = frozenset({Phase.LOBBY.value, Phase.RUNNING.value})
COUNTED: Final = {
    "moves": "moves",
    "standing_answers": "standing_answers",
    "followed": "followed_tables",
    "seats_offered": "seats_offered",
    "messages": "messages",
}
"""What of the export is told by its number, and in which sentence."""


async def my_data(bot: TableBot, interaction: Interaction, *, edit: bool = False) -> Reply:
    """What is stored, in plain words, with buttons to have all of it and to delete it."""
    stored = await bot.tables.export_person(interaction.user.id)
    return Reply(data_message(stored, await bot.people.words_for(interaction)), edit=edit)


async def clicked_data(bot: TableBot, interaction: Interaction, detail: str) -> Reply:
    """Show what is stored again, or give it as a file.

    Raises:
        Refused: There is no such button (`unknown_button`).
    """
    if detail == "":
        return await my_data(bot, interaction, edit=is_private(interaction))
    if detail != "file":
        raise Refused("unknown_button")
    stored = await bot.tables.export_person(interaction.user.id)
    content = json.dumps(stored, ensure_ascii=False, indent=1, default=str).encode()
    speech = await bot.people.words_for(interaction)
    return Reply(message([text(speech("mine.file")), ui.File(f"attachment://{FILE}")]), files={FILE: content})


async def clicked_forget(bot: TableBot, interaction: Interaction, detail: str) -> Reply:
    """Ask whether to delete what is stored of the clicker, or do it.

    Raises:
        Refused: `unknown_button`; as `Tables.forget_person`.
    """
    who = interaction.user.id
    speech = await bot.people.words_for(interaction)
    if detail == "":
        stored = await bot.tables.export_person(who)
        return Reply(question_message(stored, speech), edit=is_private(interaction))
    if detail != "yes":
        raise Refused("unknown_button")
    await bot.tables.forget_person(who, is_leaving=True)
    return Reply(plain(speech("table.forgotten"), speech("mine.stays")), edit=is_private(interaction))


def data_message(stored: Stored, speech: Speech) -> ui.LayoutView:
    """What is stored, in plain words."""
    title = f"## {speech('table.privacy')}"
    lines = data_lines(stored, speech)
    if not lines:
        return message([text(title, speech("mine.nothing"))])
    buttons = [
        ui.Button(label=speech("mine.button_file"), custom_id=str(OtherId("data", "file"))),
        forget_button("", speech("table.button_forget")),
    ]
    listed = [f"- {line}" for line in lines]
    return message([text(title, *listed), text(speech("mine.all")), ui.ActionRow[ui.LayoutView](*buttons)])


def data_lines(stored: Stored, speech: Speech) -> list[str]:
    """A line for each kind of thing that is stored."""
    lines: list[str] = []
    notes = stored["notes"]
    if notes is not None:
        seen = notes["settings"].get(SEEN_LOCALE)
        if notes["locale"] in languages():
            lines.append(speech("mine.language", language=words(notes["locale"])("table.language")))
        elif seen:
            lines.append(speech("mine.language_seen", language=words(seen)("table.language")))
        chosen = notes["settings"].keys() - {SEEN_LOCALE, CLOSED_AT}
        if chosen or notes["dm_state"] == OFF:
            lines.append(speech("mine.settings"))
        if notes["dm_state"] == CLOSED:
            lines.append(speech("mine.closed"))
        if notes["dm_channel_id"] is not None:
            lines.append(speech("mine.direct"))
    still = sum(table["phase"] in OPEN for table in stored["tables"])
    ended = len(stored["tables"]) - still
    if still:
        lines.append(speech.count("mine.tables_open", still))
    if ended:
        lines.append(speech.count("mine.tables_ended", ended))
    counted = ((key, len(stored[kind])) for kind, key in COUNTED.items())
    return lines + [speech.count(f"mine.{key}", number) for key, number in counted if number]


def question_message(stored: Stored, speech: Speech) -> ui.LayoutView:
    """What deleting leads to, and the button that does it."""
    phases = [table["phase"] for table in stored["tables"]]
    running, lobbies = phases.count(Phase.RUNNING.value), phases.count(Phase.LOBBY.value)
    lines = [speech.count("mine.ask_running", running)] if running else []
    lines += [speech.count("mine.ask_lobbies", lobbies)] if lobbies else []
    lines += [speech("mine.ask_ended"), speech("mine.stays")]
    keep: Button = ui.Button(label=speech("mine.button_keep"), custom_id=str(OtherId("data")))
    items: list[Item] = [
        text(f"## {speech('mine.ask')}", *(f"- {line}" for line in lines)),
        ui.ActionRow(forget_button("yes", speech("mine.button_really")), keep),
    ]
    return message(items)


def forget_button(detail: str, label: str) -> Button:
    """Asks whether to delete all, or does it."""
    return ui.Button(label=label, style=discord.ButtonStyle.danger, custom_id=str(OtherId("forget", detail)))
