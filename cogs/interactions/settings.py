"""Clicks that change a person's settings, and clicks that show, send or delete a person's stored data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import chain
from typing import Any, Final, NoReturn

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import SIGN, refusal
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import submitted
from cogs.people.contacts import OFF
from cogs.text import ui
from cogs.text.ids import Setting
from cogs.text.language import Localizer
from cogs.text.names import LIST
from cogs.text.ui import message, plain, text
from cogs.views.my_data import data_message, question_message
from cogs.views.settings import FORMS, LIKE_DISCORD, REMINDERS_S, form, settings_message
from locales import in_language, languages
from locales import typed as read
from tables import PersonNotes, Refused, StorageFailed
from tables.timing.clock import (
    FARTHEST_DAYS,
    WELL_KNOWN,
    local,
    offsets,
    one_clock,
    until,
    written_quiet,
    zones,
)
from tables.timing.preferences import Coach, Notice, OnlyMove, preferences, with_away, with_preferences

FILE: Final = "my-data.json"
NO: Final = "off"
AWAY_DAYS: Final = {"tomorrow": 1, "three_days": 3, "week": 7, "two_weeks": 14}
QUIET: Final = ("22:00-08:00", "23:00-07:00", "00:00-09:00")
MOST_CHOICES: Final = 25

Offer = tuple[str, str]
"""A choice: the name that is shown, and the value that Discord sends if it is chosen."""


@button("set")
async def changed_setting(click: Click) -> Reply:
    """Change a setting by the detail (a `Setting`) or a sent form, and show all settings; or open a form."""
    data: Mapping[str, Any] = {**(click.interaction.data or {})}
    values, now, setting = data.get("values"), click.parts.now(), Setting.parse(click.detail)
    told, changes = list[str](), list[Callable[[PersonNotes], dict[str, Any]]]()
    if setting.name in FORMS and not setting.value:
        if click.interaction.type is not discord.InteractionType.modal_submit:
            prefs = click.tables.people.preferences(click.user_id)
            return Reply(plain(click.words("set_up.again")), form=form(setting.name, prefs, click.words, now))
        # An input left empty switches its setting off, but an empty time zone changes nothing.
        typed = {setting.name: NO, **submitted(click.interaction)}
        locale = locale_of(click.interaction, click.words)
        changes += (partial(as_typed, {name: typed[name]}, locale, click.words, now) for name in typed)
    else:
        changes.append(partial(revision, setting, values, now))
    for change in changes:
        try:
            await click.tables.people.revise(click.user_id, change)
        except Refused as fault:  # The other settings stay as they were.
            if click.interaction.type is not discord.InteractionType.modal_submit or isinstance(
                fault, StorageFailed
            ):
                raise
            told.append(f"{SIGN} {refusal(fault, click.words, None)}")
    # The click may have changed the language of the reply.
    words = click.parts.people.words_for(click.interaction)
    notes = click.tables.people.get(click.user_id)
    return Reply(settings_message(notes, words, now, *told), edit=click.is_private)


def revision(setting: Setting, values: list[str] | None, now: float, notes: PersonNotes) -> dict[str, Any]:
    """Return the fields of a person's stored data (`notes`) that a click changes, by the fields' names.

    `setting`: the setting in the button's or list's id, with its new value.  `values`: the values chosen in a
    list; None: a button was clicked.

    Raises:
        Refused: There is no such setting or value (`unknown_button`).
    """
    settings = notes.settings
    match setting:
        case Setting(("language" | "only_move") as name, "") if values:
            return revision(Setting(name, values[0]), None, now, notes)
        case Setting("language", code) if code == LIKE_DISCORD or code in languages():  # Old buttons.
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
        case Setting("profile", ("on" | "off") as chosen):
            return {"settings": with_preferences(settings, shows_profile=chosen == "on")}
        case _:
            raise Refused("unknown_button")


@button("data")
async def my_data(click: Click) -> Reply:
    """Show a summary of the clicker's stored data; with the detail `file`, send the data as a file."""
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
    """Ask the clicker whether to delete all data stored on the clicker; with the detail `yes`, delete all."""
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


# Typed texts


def locale_of(interaction: discord.Interaction, words: Localizer) -> str:
    """Return the locale for reading typed dates: the one of the author's Discord, such as `en-GB`.

    If the author has chosen another language, return that language.
    """
    locale = str(interaction.locale)
    return locale if in_language(locale).language == words.language else words.language


def as_typed(
    typed: Mapping[str, str | None], locale: str, words: Localizer, now: float, notes: PersonNotes
) -> dict[str, Any]:
    """Return the fields of a person's stored data (`notes`) that typed settings change, by the fields' names.

    `typed`: the text typed for `away`, `time_zone` and `quiet`; None, or left out: no text.  `locale`: the
    locale by which dates are read.

    Raises:
        Refused: The typed text can't be used: `unknown_zone`, `unclear_zone`, `bad_quiet_hours`, `bad_date`,
            `date_in_the_past`, `date_too_far`.
    """
    settings = dict(notes.settings)
    if (place := typed.get("time_zone")) not in (None, preferences(notes).zone):
        settings = with_preferences(settings, zone=one_clock(zones_meant(place)))
    if (hours := typed.get("quiet")) is not None:
        chosen = meant(hours, quiet_offers("", words))
        quiet = None if chosen == NO else read.hours(chosen) or refuse("bad_quiet_hours")
        settings = with_preferences(settings, quiet=quiet)
    if (last := typed.get("away")) is not None:
        # The end of a day depends on the time zone, which the same form or command may have changed.
        zone = preferences(PersonNotes(notes.person_id, settings=settings)).zone
        today = local(now, zone).date()
        chosen = meant(last, away_offers("", today, words, locale))
        day = None if chosen == NO else read.day(chosen, today, locale) or refuse("bad_date")
        settings = with_away(settings, now, until(day, now, zone) if day else None)
    return {} if settings == notes.settings else {"settings": settings}


def refuse(code: str) -> NoReturn:
    """Raise `Refused` with the code `code`; this function can be called inside an expression."""
    raise Refused(code)


# Offers


def away_offers(typed: str, today: date, words: Localizer, locale: str) -> list[Offer]:
    """Suggest values of "away until": the typed day or, if the text is none, the common days that match."""
    day = read.day(typed, today, locale)
    if day is not None and today <= day <= today + timedelta(FARTHEST_DAYS):
        return [(words.date(day), day.isoformat())]
    offers = [(words("settings.offer_back"), NO)]
    for name, days in AWAY_DAYS.items():
        day = today + timedelta(days=days)
        offers.append((f"{words(f'settings.offer_{name}')}{LIST}{words.date(day)}", day.isoformat()))
    return fitting(typed, offers)


def place_names() -> dict[str, tuple[str, ...]]:
    """Return the names that people may type for time zones, each with the zones that the name may mean."""
    return read.place_names(zones(), WELL_KNOWN)


def zones_meant(typed: str) -> Sequence[str]:
    """Return the time zones that a typed place or UTC offset may mean, the best known first; may be empty."""
    names = place_names()
    ahead = read.offset(typed)
    if ahead is not None:
        return [zone for zone in dict.fromkeys(chain(*names.values())) if ahead in offsets(zone)]
    return names.get(read.place(typed)) or names.get(read.place(re.split("[,(·]", typed)[0]), ())


def zone_offers(typed: str, now: float) -> list[Offer]:
    """Return the time zones that match the typed text (without text, the best known), each with its time."""
    wanted, names = read.place(typed), place_names()
    like = [name for name in names if wanted in name]
    like.sort(key=lambda name: not name.startswith(wanted))
    found = [*zones_meant(typed), *chain(*(names[name] for name in like))] if wanted else WELL_KNOWN
    return [
        (f"{zone.replace('_', ' ')}{LIST}{local(now, zone):%H:%M}", zone)
        for zone in list(dict.fromkeys(found))[:MOST_CHOICES]
    ]


def quiet_offers(typed: str, words: Localizer) -> list[Offer]:
    """Return the typed quiet hours; if the text can't be read, the common quiet hours that match it."""
    quiet = read.hours(typed)
    if quiet is None:
        return fitting(typed, [(words("settings.offer_off"), NO), *((hours, hours) for hours in QUIET)])
    return [(written_quiet(quiet), written_quiet(quiet))]


def fitting(typed: str, offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers whose name or value contains the typed text."""
    wanted = typed.strip().casefold()
    return [offer for offer in offers if wanted in LIST.join(offer).casefold()]


def meant(typed: str, offers: Sequence[Offer]) -> str:
    """Return the value of the offer whose whole name was typed; otherwise, the typed text."""
    wanted = typed.strip().casefold()
    for name, value in offers:
        if wanted in (name.casefold(), name.partition(LIST)[0].casefold(), value):
            return value
    return typed
