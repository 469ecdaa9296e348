"""What is stored of a person, in sentences, and the question whether to delete it."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from cogs.kit.components import Item, message, text
from cogs.kit.ids import OtherId
from cogs.kit.language import Speech
from cogs.kit.people import CLOSED, CLOSED_AT, OFF, SEEN_LOCALE
from locales import languages, words
from tables import Phase

Button = ui.Button[ui.LayoutView]
Stored = dict[str, Any]
"""What is stored of a person, as `Tables.export_person` gives it."""
OPEN: Final = frozenset({Phase.LOBBY.value, Phase.RUNNING.value})
COUNTED: Final = {
    "moves": "moves",
    "standing_answers": "standing_answers",
    "followed": "followed_tables",
    "seats_offered": "seats_offered",
    "messages": "messages",
}
"""The parts of `Stored` of which only the number of entries is told, and the sentence that tells it."""


def data_message(stored: Stored, speech: Speech) -> ui.LayoutView:
    """What is stored of a person, with buttons to get all of it and to delete it."""
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
    """A button that asks whether to delete all that is stored (`detail` empty), or deletes it (`yes`)."""
    return ui.Button(label=label, style=discord.ButtonStyle.danger, custom_id=str(OtherId("forget", detail)))
