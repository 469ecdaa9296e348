"""What a person decides for themselves: their language, how they are told, and when they are left alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ids import OtherId
from cogs.layout import message
from cogs.people import CLOSED, OFF
from cogs.places import is_private
from cogs.reply import Reply
from cogs.screens.contract import Item, text
from cogs.speech import Speech
from locales import languages, words
from tables import PersonNotes, Refused
from tables.limits import AWAY_S, DAY_S
from tables.local_time import UTC_NAME, written_quiet
from tables.preferences import Notice, Preferences, is_away, preferences, with_away, with_preferences

if TYPE_CHECKING:
    from cogs.client import TableBot

AWAY_DAYS: Final = round(AWAY_S / DAY_S)
LIKE_DISCORD: Final = "auto"
UNITS: Final = {"days": 86400, "hours": 3600, "minutes": 60}
REMINDERS_S: Final = (600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 2 * 86400)
"""The reminders to choose from."""

Button = ui.Button[ui.LayoutView]


def settings_message(notes: PersonNotes, speech: Speech, now: float) -> ui.LayoutView:
    """What is set, and a button for each thing that can be set by one."""
    prefs = preferences(notes)
    return message(
        [
            text(f"## {speech('table.settings')}"),
            *language_part(notes, speech),
            *notice_part(prefs, speech),
            *direct_part(notes, speech),
            *reminders_part(prefs, speech),
            *quiet_part(prefs, speech),
            *away_part(prefs, speech, now),
            *only_move_part(prefs, speech),
        ]
    )


def button(setting: str, value: str, label: str, *, chosen: bool = False) -> Button:
    """A button that sets something; coloured where that is so already."""
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    return ui.Button(label=label, style=style, custom_id=str(OtherId("set", f"{setting}.{value}")))


def heading(title: str, *lines: str) -> Item:
    """What a part is about."""
    return text(f"**{title}**", *lines)


def language_part(notes: PersonNotes, speech: Speech) -> list[Item]:
    """The language: a button for each there is."""
    by_language = [
        button("language", code, words(code)("table.language"), chosen=notes.locale == code)
        for code in languages()
    ]
    auto = button("language", LIKE_DISCORD, speech("table.language_auto"), chosen=notes.locale is None)
    return [heading(speech("table.settings_language")), ui.ActionRow(auto, *by_language[:4])]


def notice_part(prefs: Preferences, speech: Speech) -> list[Item]:
    """Where the notice comes that it is their turn."""
    buttons = [
        button("notice", notice, speech(f"settings.button_notice_{notice}"), chosen=prefs.notice is notice)
        for notice in Notice
    ]
    return [heading(speech("settings.notice")), ui.ActionRow(*buttons)]


def direct_part(notes: PersonNotes, speech: Speech) -> list[Item]:
    """Whether their cards come by direct message."""
    closed = [f"-# {speech('table.direct_closed')}"] if notes.dm_state == CLOSED else []
    return [
        heading(speech("table.settings_direct"), *closed),
        ui.ActionRow(
            button("direct", "on", speech("table.direct_on"), chosen=notes.dm_state not in (OFF, CLOSED)),
            button("direct", "off", speech("table.direct_off"), chosen=notes.dm_state == OFF),
        ),
    ]


def reminders_part(prefs: Preferences, speech: Speech) -> list[Item]:
    """How long before their time runs out they are reminded."""
    options = [
        discord.SelectOption(
            label=before(seconds, speech), value=str(seconds), default=seconds in prefs.reminders_s
        )
        for seconds in REMINDERS_S
    ]
    menu: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(OtherId("set", "reminders")),
        placeholder=speech("settings.no_reminders"),
        options=options,
        min_values=0,
        max_values=len(options),
    )
    return [heading(speech("settings.reminders"), speech("settings.reminders_text")), ui.ActionRow(menu)]


def before(seconds: int, speech: Speech) -> str:
    """So long before, in words."""
    unit = next(unit for unit, length in UNITS.items() if seconds >= length)
    return speech.count(f"settings.before_{unit}", seconds // UNITS[unit])


def quiet_part(prefs: Preferences, speech: Speech) -> list[Item]:
    """Their quiet hours, in their zone."""
    zone = prefs.zone.replace("_", " ")
    known = "zone_unset" if prefs.zone == UTC_NAME else "zone"
    about = speech(f"settings.{known}", zone=zone)
    if prefs.quiet is None:
        return [heading(speech("settings.quiet"), speech("settings.quiet_none"), about)]
    begin, end = written_quiet(prefs.quiet).split("-")
    return [
        heading(speech("settings.quiet"), speech("settings.quiet_set", begin=begin, end=end), about),
        ui.ActionRow(button("quiet", "off", speech("settings.button_quiet_off"))),
    ]


def away_part(prefs: Preferences, speech: Speech, now: float) -> list[Item]:
    """Until when they are away."""
    until = is_away(prefs, now)
    if until is None:
        return [heading(speech("settings.away"), speech("settings.away_none", days=AWAY_DAYS))]
    # An absence ends with its last day, at the first moment of the next one.
    day = f"<t:{int(until) - 1}:D>"
    return [
        heading(speech("settings.away"), speech("settings.away_until", day=day, days=AWAY_DAYS)),
        ui.ActionRow(button("away", "off", speech("settings.button_back"))),
    ]


def only_move_part(prefs: Preferences, speech: Speech) -> list[Item]:
    """Whether the only legal move is made for them."""
    return [
        heading(speech("settings.only_move"), speech("settings.only_move_text")),
        ui.ActionRow(
            button("only_move", "on", speech("settings.button_on"), chosen=prefs.only_move),
            button("only_move", "off", speech("settings.button_off"), chosen=not prefs.only_move),
        ),
    ]


# Clicks


async def changed_setting(bot: TableBot, interaction: discord.Interaction[TableBot], detail: str) -> Reply:
    """Set one thing and show all settings again.

    Raises:
        Refused: There is no such setting (`unknown_button`).
    """
    data: Mapping[str, Any] = {**(interaction.data or {})}
    values, now = data.get("values"), bot.now()
    notes = await bot.people.revise(interaction.user.id, lambda notes: revision(notes, detail, values, now))
    speech = await bot.people.words_for(interaction)
    return Reply(settings_message(notes, speech, now), edit=is_private(interaction))


def revision(notes: PersonNotes, detail: str, values: list[str] | None, now: float) -> dict[str, Any]:
    """What a click changes in a person's notes.

    Args:
        notes: As they are.
        detail: What the button says.
        values: What was chosen, where it was a menu.
        now: Seconds since 1970.

    Raises:
        Refused: There is no such setting (`unknown_button`).
    """
    settings = notes.settings
    match detail.split("."):
        case ["language", code] if code == LIKE_DISCORD or code in languages():
            return {"locale": None if code == LIKE_DISCORD else code}
        case ["direct", "on"]:
            return {"dm_state": ""}
        case ["direct", "off"] if preferences(notes).notice is Notice.DIRECT:
            return {"dm_state": OFF, "settings": with_preferences(settings, notice=Notice.THREAD)}
        case ["direct", "off"]:
            return {"dm_state": OFF}
        case ["notice", Notice.DIRECT]:
            return {"dm_state": "", "settings": with_preferences(settings, notice=Notice.DIRECT)}
        case ["notice", (Notice.THREAD | Notice.NONE) as notice]:
            return {"settings": with_preferences(settings, notice=Notice(notice))}
        case ["reminders"] if values is not None and set(values) <= set(map(str, REMINDERS_S)):
            return {"settings": with_preferences(settings, reminders_s=map(int, values))}
        case ["quiet", "off"]:
            return {"settings": with_preferences(settings, quiet=None)}
        case ["away", "off"]:
            return {"settings": with_away(settings, now, None)}
        case ["only_move", ("on" | "off") as chosen]:
            return {"settings": with_preferences(settings, only_move=chosen == "on")}
        case _:
            raise Refused("unknown_button")
