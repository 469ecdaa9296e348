"""Clicks that change a person's settings, and that show, send or delete all that is stored of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, button
from cogs.people.contacts import OFF
from cogs.text import ui
from cogs.text.ids import Setting
from cogs.text.ui import message, plain, text
from cogs.views.my_data import data_message, question_message
from cogs.views.settings import LIKE_DISCORD, REMINDERS_S, settings_message
from locales import languages
from tables import PersonNotes, Refused
from tables.timing.preferences import Coach, Notice, OnlyMove, preferences, with_away, with_preferences

FILE: Final = "my-data.json"


@button("set")
async def changed_setting(click: Click) -> Reply:
    """Change the setting in the detail, a `Setting`, and show all settings."""
    data: Mapping[str, Any] = {**(click.interaction.data or {})}
    values, now, setting = data.get("values"), click.parts.now(), Setting.parse(click.detail)
    notes = await click.tables.people.revise(
        click.user_id, lambda notes: revision(notes, setting, values, now)
    )
    # In the language that they may just have chosen.
    words = click.parts.people.words_for(click.interaction)
    return Reply(settings_message(notes, words, now), edit=click.is_private)


def revision(notes: PersonNotes, setting: Setting, values: list[str] | None, now: float) -> dict[str, Any]:
    """Return the fields of a person's stored data that a click changes, by the fields' names.

    Args:
        notes: The person's stored data before the click.
        setting: The setting in the button's or list's id, with its new value.
        values: The values that were chosen in a list; None for a button.
        now: The present time, in seconds since 1970.

    Raises:
        Refused: There is no such setting or value (`unknown_button`).
    """
    settings = notes.settings
    match setting:
        case Setting("language", "") if values:
            return revision(notes, Setting("language", values[0]), None, now)
        case Setting("language", code) if code == LIKE_DISCORD or code in languages():  # An old button.
            return {"locale": None if code == LIKE_DISCORD else code}
        case Setting("direct", "on"):
            return {"dm_state": ""}
        case Setting("direct", "off") if preferences(notes).notice is Notice.DIRECT:
            return {"dm_state": OFF, "settings": with_preferences(settings, notice=Notice.THREAD)}
        case Setting("direct", "off"):
            return {"dm_state": OFF}
        case Setting("notice", Notice.DIRECT):
            return {"dm_state": "", "settings": with_preferences(settings, notice=Notice.DIRECT)}
        case Setting("notice", (Notice.THREAD | Notice.NONE) as notice):
            return {"settings": with_preferences(settings, notice=Notice(notice))}
        case Setting("reminders", "") if values is not None and set(values) <= set(map(str, REMINDERS_S)):
            return {"settings": with_preferences(settings, reminders_s=map(int, values))}
        case Setting("quiet", "off"):
            return {"settings": with_preferences(settings, quiet=None)}
        case Setting("away", "off"):
            return {"settings": with_away(settings, now, None)}
        case Setting("only_move", (OnlyMove.ALWAYS | OnlyMove.OPEN | OnlyMove.NEVER) as chosen):
            return {"settings": with_preferences(settings, only_move=OnlyMove(chosen))}
        case Setting("coach", (Coach.AUTO | Coach.ON | Coach.OFF) as coach):
            return {"settings": with_preferences(settings, coach=Coach(coach))}
        case Setting("describe", ("on" | "off") as chosen):
            return {"settings": with_preferences(settings, describes=chosen == "on")}
        case _:
            raise Refused("unknown_button")


@button("data")
async def my_data(click: Click) -> Reply:
    """Show what is stored of the clicker; with the detail `file`, send it as a file."""
    stored = await click.tables.export_person(click.user_id)
    if click.detail == "":
        return Reply(data_message(stored, click.words), edit=click.is_private)
    if click.detail != "file":
        raise Refused("unknown_button")
    content = json.dumps(stored, ensure_ascii=False, indent=1, default=str).encode()
    view = message([text(click.words("mine.file")), ui.File(f"attachment://{FILE}")])
    return Reply(view, files={FILE: content})


@button("forget")
async def forgotten(click: Click) -> Reply:
    """Ask whether to delete all that is stored of the clicker; with the detail `yes`, delete it."""
    who, words = click.user_id, click.words
    if click.detail == "":
        stored = await click.tables.export_person(who)
        return Reply(question_message(stored, words), edit=click.is_private)
    if click.detail != "yes":
        raise Refused("unknown_button")
    await click.tables.forget_person(who, is_leaving=True)
    click.parts.attachments.forget()
    told = plain(words("table.forgotten"), words("mine.stays"))
    return Reply(told, edit=click.is_private)
