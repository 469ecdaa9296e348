"""A person's own settings, each with controls to change it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord

from cogs.people.contacts import CLOSED, OFF
from cogs.text import ui
from cogs.text.ids import OtherId, Setting
from cogs.text.language import Localizer
from cogs.text.names import LIST
from cogs.text.ui import Item, list_row, message, style_if, text
from cogs.views.times import UNITS
from locales import in_language, languages
from tables import PersonNotes
from tables.model.limits import AWAY_S, DAY_S
from tables.timing.clock import AROUND, UTC_NAME, local, offsets, written_quiet
from tables.timing.preferences import Coach, Notice, OnlyMove, Preferences, is_away, preferences

AWAY_DAYS: Final = round(AWAY_S / DAY_S)
LIKE_DISCORD: Final = "auto"
FORMS: Final = {"quiet": ("quiet", "time_zone"), "away": ("away",)}
"""The settings that a form changes, by the form's name."""
MOST_TYPED: Final = 60
"""The most characters that can be typed into one input."""
REMINDERS_S: Final = (600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 2 * 86400)
"""The reminders to choose from: how many seconds before the end of a player's time each comes."""


def settings_message(notes: PersonNotes, words: Localizer, now: float, *told: str) -> ui.LayoutView:
    """All settings of a person, with controls to change them; `told`: lines below the absence."""
    prefs = preferences(notes)
    return message(
        [
            *language_part(notes, words),
            heading(words("settings.notice")),
            switch("notice", Notice, prefs.notice, words),
            *direct_part(notes, words),
            *reminders_part(prefs, words),
            *times_part(prefs, words, now, told),
            heading(words("settings.only_move"), words("settings.only_move_text")),
            one_of("only_move", OnlyMove, prefs.only_move, words),
            heading(words("settings.coach"), words("settings.coach_text")),
            switch("coach", Coach, prefs.coach, words),
            heading(words("settings.describe"), words("settings.describe_text")),
            switch("describe", ("on", "off"), "on" if prefs.describes else "off", words),
            profile_part(prefs, words),
        ]
    )


def button(setting: str, value: str, label: str, *, chosen: bool = False) -> ui.Button:
    """A button that sets a setting to a value; coloured if that value is set already (`chosen`)."""
    custom_id = str(OtherId("set", str(Setting(setting, value))))
    return ui.Button(label, style_if(chosen), custom_id)


def switch(setting: str, values: Iterable[str], chosen: str, words: Localizer) -> Item:
    """A row of buttons, one for each value, labelled `settings.button_<setting>_<value>`.

    `chosen`: The present value, whose button is coloured.
    """
    return ui.ActionRow(
        *(
            button(setting, value, words(f"settings.button_{setting}_{value}"), chosen=value == chosen)
            for value in values
        )
    )


def one_of(setting: str, values: Iterable[str], chosen: str, words: Localizer) -> Item:
    """A list of the values, labelled as in `switch`; unlike a button for each, a list is one component."""
    options = [
        discord.SelectOption(
            label=words(f"settings.button_{setting}_{value}"), value=value, default=value == chosen
        )
        for value in values
    ]
    return list_row(str(OtherId("set", setting)), words(f"settings.{setting}"), options)


def profile_part(prefs: Preferences, words: Localizer) -> Item:
    """A text that says whether others may see the person's profile, with a button to change that."""
    now, then = ("on", "off") if prefs.shows_profile else ("off", "on")
    lines = f"**{words('settings.profile')}**", words(f"settings.profile_{now}")
    return ui.Section(
        text(*lines), accessory=button("profile", then, words(f"settings.button_profile_{then}"))
    )


def heading(title: str, *lines: str) -> Item:
    """A text: `title` as a heading, and `lines` below it."""
    return text(f"**{title}**", *lines)


def language_part(notes: PersonNotes, words: Localizer) -> list[Item]:
    """The message's heading, and a list of the bot's languages, each by its own name."""
    names = {LIKE_DISCORD: words("table.language_auto")}
    names |= {code: in_language(code)("table.language") for code in languages()}
    options = [
        discord.SelectOption(label=name, value=code, default=(notes.locale or LIKE_DISCORD) == code)
        for code, name in names.items()
    ]
    title = words("table.settings_language")
    heads = text(f"## {words('table.settings')}", f"**{title}**")
    return [heads, list_row(str(OtherId("set", "language")), title, options)]


def direct_part(notes: PersonNotes, words: Localizer) -> list[Item]:
    """Controls to get one's cards by direct message, with a line if Discord refuses direct messages."""
    closed = [f"-# {words('table.direct_closed')}"] if notes.dm_state == CLOSED else []
    return [
        heading(words("table.settings_direct"), *closed),
        ui.ActionRow(
            button("direct", "on", words("table.direct_on"), chosen=notes.dm_state not in (OFF, CLOSED)),
            button("direct", "off", words("table.direct_off"), chosen=notes.dm_state == OFF),
        ),
    ]


def reminders_part(prefs: Preferences, words: Localizer) -> list[Item]:
    """A list to choose reminders, each named by how long before the end of a turn's time it comes."""
    options = [
        discord.SelectOption(
            label=before(seconds, words), value=str(seconds), default=seconds in prefs.reminders_s
        )
        for seconds in REMINDERS_S
    ]
    menu = ui.Select(
        custom_id=str(OtherId("set", "reminders")),
        placeholder=words("settings.no_reminders"),
        options=options,
        min_values=0,
        max_values=len(options),
    )
    return [heading(words("settings.reminders"), words("settings.reminders_text")), ui.ActionRow(menu)]


def before(seconds: int, words: Localizer) -> str:
    """The label of a reminder that comes `seconds` before the end of a player's time."""
    unit, length = next(one for one in UNITS if seconds >= one[1])
    return words.count(f"settings.before_{unit}", seconds // length)


def times_part(prefs: Preferences, words: Localizer, now: float, told: Iterable[str]) -> list[Item]:
    """The texts and buttons for a person's quiet hours, time zone and absence, with the lines `told`."""
    zone = f"{prefs.zone.replace('_', ' ')}{LIST}{local(now, prefs.zone):%H:%M}"
    known = "zone_unset" if prefs.zone == UTC_NAME else "zone"
    labels = {name: words(f"settings.button_{name}") for name in FORMS}
    quiet, buttons = words("settings.quiet_none"), [button("quiet", "", labels["quiet"])]
    if prefs.quiet is not None:
        begin, end = written_quiet(prefs.quiet).split("-")
        quiet = words("settings.quiet_set", begin=begin, end=end)
        buttons.append(button("quiet", "off", words("settings.button_quiet_off")))
    until, away = is_away(prefs, now), words("settings.away_none", days=AWAY_DAYS, button=labels["away"])
    buttons.append(button("away", "", labels["away"]))
    if until is not None:
        # `until` is the first moment of the day after the absence.
        away = words("settings.away_until", day=f"<t:{int(until) - 1}:D>", days=AWAY_DAYS)
        buttons.append(button("away", "off", words("settings.button_back")))
    about = words(f"settings.{known}", zone=zone, button=labels["quiet"])
    lines = (quiet, about, f"**{words('settings.away')}**", away, *told)
    return [heading(words("settings.quiet"), *lines), ui.ActionRow(*buttons)]


def zones_part(prefs: Preferences, words: Localizer, now: float) -> discord.ui.Select[discord.ui.Modal]:
    """A list of time zones, each with its present time and cities; the person's own zone is preselected."""
    groups, own = list(AROUND), offsets(prefs.zone)
    same = next((group for group in groups if offsets(group[0]) == own), ())
    if prefs.zone != UTC_NAME and not same:
        groups[-1:] = [(prefs.zone,)]  # Discord's lists have room for 25 options.
    options = [
        discord.SelectOption(
            label=f"{local(now, group[0]):%H:%M}{LIST}{words.comma.join(map(words.city, group))}",
            value=prefs.zone if group in (same, (prefs.zone,)) else group[0],
            default=group in (same, (prefs.zone,)) and prefs.zone != UTC_NAME,
        )
        for group in groups
    ]
    return discord.ui.Select(custom_id="time_zone", options=options, min_values=0, required=False)


def form(setting: str, prefs: Preferences, words: Localizer, now: float) -> discord.ui.Modal:
    """The form of a setting in `FORMS`, with the inputs for that setting."""
    inputs = []
    for name in FORMS[setting]:
        label, how = words(f"settings.form_{name}"), words(f"settings.form_{name}_how")
        if name == "time_zone":
            inputs.append(ui.Input(text=label, description=how, component=zones_part(prefs, words, now)))
            continue
        typed = written_quiet(prefs.quiet) if name == "quiet" and prefs.quiet else None
        inputs.append(ui.field(name, label, how, default=typed, max_length=MOST_TYPED))
    return ui.form(words(f"settings.{setting}"), str(OtherId("set", setting)), inputs)
