"""A summary of the data that are stored of a person, and the question whether to delete them."""

from __future__ import annotations

from typing import Any, Final

import discord

from cogs.people.contacts import CLOSED, CLOSED_AT, OFF, SEEN_LOCALE
from cogs.text import ui
from cogs.text.ids import OtherId
from cogs.text.language import Localizer
from cogs.text.ui import Button, message, text
from locales import in_language, languages
from tables import Phase

Stored = dict[str, Any]
"""All data that is stored of a person, as `Tables.export_person` returns it."""
OPEN: Final = frozenset({Phase.LOBBY.value, Phase.RUNNING.value})
COUNTED: Final = {
    "seats_left": "seats_left",
    "moves": "moves",
    "standing_answers": "standing_answers",
    "followed": "followed_tables",
    "seats_offered": "seats_offered",
    "lessons": "lessons",
    "leagues": "leagues",
    "leagues_opened": "leagues_opened",
    "messages": "messages",
}
"""The parts of `Stored` shown as a mere number of entries, each with the key of its sentence."""


def data_message(stored: Stored, words: Localizer) -> ui.LayoutView:
    """A summary of the data stored of a person, with buttons to download and to delete these data."""
    title = f"## {words('table.privacy')}"
    lines = data_lines(stored, words)
    if not lines:
        return message([text(title, words("mine.nothing"))])
    file = Button(words("mine.button_file"), custom_id=str(OtherId("data", "file")))
    buttons = ui.ActionRow(file, forget_button("", words("table.button_forget")))
    return message([text(title, *(f"- {line}" for line in lines)), text(words("mine.all")), buttons])


def data_lines(stored: Stored, words: Localizer) -> list[str]:
    """A line for each kind of data that is stored of a person; empty if nothing is stored."""
    lines: list[str] = []
    notes = stored["notes"]
    if notes is not None:
        seen = notes["settings"].get(SEEN_LOCALE)
        if notes["locale"] in languages():
            lines.append(words("mine.language", language=in_language(notes["locale"])("table.language")))
        elif seen:
            lines.append(words("mine.language_seen", language=in_language(seen)("table.language")))
        chosen = notes["settings"].keys() - {SEEN_LOCALE, CLOSED_AT}
        if chosen or notes["dm_state"] == OFF:
            lines.append(words("mine.settings"))
        if notes["dm_state"] == CLOSED:
            lines.append(words("mine.closed"))
        if notes["dm_channel_id"] is not None:
            lines.append(words("mine.direct"))
    counted = [*table_counts(stored), *((key, len(stored[kind])) for kind, key in COUNTED.items())]
    return lines + [words.count(f"mine.{key}", number) for key, number in counted if number]


def table_counts(stored: Stored) -> list[tuple[str, int]]:
    """The numbers of a person's open, ended and named tables, each with the key of its sentence."""
    tables = stored["tables"]
    still = sum(table["phase"] in OPEN for table in tables)
    named = sum(bool(table["called"]) for table in tables)
    return [("tables_open", still), ("tables_ended", len(tables) - still), ("tables_named", named)]


def question_message(stored: Stored, words: Localizer) -> ui.LayoutView:
    """The question whether to delete all data of a person, with the consequences and buttons to answer."""
    phases = [table["phase"] for table in stored["tables"]]
    running, lobbies = phases.count(Phase.RUNNING.value), phases.count(Phase.LOBBY.value)
    lines = [words.count("mine.ask_running", running)] if running else []
    lines += [words.count("mine.ask_lobbies", lobbies)] if lobbies else []
    lines += [words("mine.ask_ended"), words("mine.stays")]
    keep = Button(words("mine.button_keep"), custom_id=str(OtherId("data")))
    asked = text(f"## {words('mine.ask')}", *(f"- {line}" for line in lines))
    return message([asked, ui.ActionRow(forget_button("yes", words("mine.button_really")), keep)])


def forget_button(detail: str, label: str) -> Button:
    """A button to delete a person's data: at once if the detail is `yes`, after a question if it is empty."""
    return Button(label=label, style=discord.ButtonStyle.danger, custom_id=str(OtherId("forget", detail)))
