"""`/settings`: shows a person's settings, and changes those that are easier to type than to click."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import chain
from typing import Any, Final, NoReturn

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.discord_io.delivery import Reply
from cogs.interactions.answer import answer
from cogs.interactions.click import Click, ClickParts
from cogs.text.language import Localizer, said
from cogs.text.names import LIST
from cogs.views.settings import settings_message
from engine.game import Struct
from locales import in_language
from locales import typed as read
from tables import PersonNotes, Refused
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
from tables.timing.preferences import preferences, with_away, with_preferences

OFF: Final = "off"
AWAY_DAYS: Final = {"tomorrow": 1, "three_days": 3, "week": 7, "two_weeks": 14}
QUIET: Final = ("22:00-08:00", "23:00-07:00", "00:00-09:00")
MOST_CHOICES: Final = 25

Offer = tuple[str, str]
"""A choice: the name that is shown, and the value that Discord sends if it is chosen."""


class SettingsCommand(commands.Cog):
    """Receives `/settings`; clicks on its reply go to `cogs/interactions/settings.py`."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts

    @app_commands.command(name=said("commands.name_settings"), description=said("commands.settings"))
    @app_commands.rename(
        away=said("commands.name_away"),
        time_zone=said("commands.name_time_zone"),
        quiet=said("commands.name_quiet"),
    )
    @app_commands.describe(
        away=said("commands.settings_away"),
        time_zone=said("commands.settings_time_zone"),
        quiet=said("commands.settings_quiet"),
    )
    async def settings(
        self,
        interaction: discord.Interaction,
        away: str | None = None,
        time_zone: str | None = None,
        quiet: str | None = None,
    ) -> None:
        """Change the settings whose options were given, and show all settings."""

        async def work() -> Reply:
            words, now = self._parts.people.words_for(interaction), self._parts.now()
            typed = Typed(away, time_zone, quiet, locale_of(interaction, words))
            notes = await self._parts.tables.people.revise(
                interaction.user.id, lambda notes: revision(notes, typed, words, now)
            )
            return Reply(settings_message(notes, words, now))

        await answer(Click(self._parts, interaction), work())

    @settings.autocomplete("away")
    async def days(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Suggest days until which the author may be away; called while they type."""
        words = self._parts.people.words_for(interaction)
        zone = preferences(self._parts.people.get(interaction.user.id)).zone
        today = local(self._parts.now(), zone).date()
        return choices(away_offers(typed, today, words, locale_of(interaction, words)))

    @settings.autocomplete("time_zone")
    async def zones(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Suggest time zones, with the present time in each; called while somebody types."""
        return choices(zone_offers(typed, self._parts.now()))

    @settings.autocomplete("quiet")
    async def hours(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Suggest common quiet hours, or those typed; called while somebody types."""
        return choices(quiet_offers(typed, self._parts.people.words_for(interaction)))


class Typed(Struct, frozen=True):
    """The options of `/settings` as typed (None: not given), and the locale by which dates are read."""

    away: str | None
    time_zone: str | None
    quiet: str | None
    locale: str


def locale_of(interaction: discord.Interaction, words: Localizer) -> str:
    """Return the locale by which dates are read: Discord's, or the author's language if that is another."""
    locale = str(interaction.locale)
    return locale if in_language(locale).language == words.language else words.language


def revision(notes: PersonNotes, typed: Typed, words: Localizer, now: float) -> dict[str, Any]:
    """Return the fields of a person's stored data that the typed options change, by the fields' names.

    Raises:
        Refused: The typed text can't be used: `unknown_zone`, `unclear_zone`, `bad_quiet_hours`, `bad_date`,
            `date_in_the_past`, `date_too_far`.
    """
    settings = dict(notes.settings)
    if typed.time_zone is not None:
        settings = with_preferences(settings, zone=one_clock(zones_meant(typed.time_zone)))
    if typed.quiet is not None:
        chosen = meant(typed.quiet, quiet_offers("", words))
        quiet = None if chosen == OFF else read.hours(chosen) or refuse("bad_quiet_hours")
        settings = with_preferences(settings, quiet=quiet)
    if typed.away is not None:
        # A day ends by the time zone, which may have been chosen by the same command.
        zone = preferences(PersonNotes(notes.person_id, settings=settings)).zone
        today = local(now, zone).date()
        chosen = meant(typed.away, away_offers("", today, words, typed.locale))
        day = None if chosen == OFF else read.day(chosen, today, typed.locale) or refuse("bad_date")
        settings = with_away(settings, now, until(day, now, zone) if day else None)
    return {} if settings == notes.settings else {"settings": settings}


def refuse(code: str) -> NoReturn:
    """Raise `Refused` with a code; a function, so that it can stand in an expression."""
    raise Refused(code)


# Offers


def away_offers(typed: str, today: date, words: Localizer, locale: str) -> list[Offer]:
    """Return the days to be away until: the typed day or, if none was typed, the common ones that match."""
    day = read.day(typed, today, locale)
    if day is not None and today <= day <= today + timedelta(FARTHEST_DAYS):
        return [(words.date(day), day.isoformat())]
    offers = [(words("settings.offer_back"), OFF)]
    for name, days in AWAY_DAYS.items():
        day = today + timedelta(days=days)
        offers.append((f"{words(f'settings.offer_{name}')}{LIST}{words.date(day)}", day.isoformat()))
    return fitting(typed, offers)


def place_names() -> dict[str, tuple[str, ...]]:
    """Return the names that people may type for time zones, each with the zones that it can mean."""
    return read.place_names(zones(), WELL_KNOWN)


def zones_meant(typed: str) -> Sequence[str]:
    """Return the time zones that a typed place or UTC offset can mean, the best known first; may be empty."""
    names = place_names()
    ahead = read.offset(typed)
    if ahead is not None:
        return [zone for zone in dict.fromkeys(chain(*names.values())) if ahead in offsets(zone)]
    return names.get(read.place(typed)) or names.get(read.place(re.split("[,(·]", typed)[0]), ())


def zone_offers(typed: str, now: float) -> list[Offer]:
    """Return the time zones that match the typed text, with the time there; no text: the best-known zones."""
    wanted, names = read.place(typed), place_names()
    like = [name for name in names if wanted in name]
    like.sort(key=lambda name: not name.startswith(wanted))
    found = [*zones_meant(typed), *chain(*(names[name] for name in like))] if wanted else WELL_KNOWN
    return [
        (f"{zone.replace('_', ' ')}{LIST}{local(now, zone):%H:%M}", zone)
        for zone in list(dict.fromkeys(found))[:MOST_CHOICES]
    ]


def quiet_offers(typed: str, words: Localizer) -> list[Offer]:
    """Return the typed quiet hours or, if these can't be read, the common quiet hours that match the text."""
    quiet = read.hours(typed)
    if quiet is None:
        return fitting(typed, [(words("settings.offer_off"), OFF), *((hours, hours) for hours in QUIET)])
    return [(written_quiet(quiet), written_quiet(quiet))]


def fitting(typed: str, offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers whose name or value contains the typed text."""
    wanted = typed.strip().casefold()
    return [offer for offer in offers if wanted in LIST.join(offer).casefold()]


def meant(typed: str, offers: Sequence[Offer]) -> str:
    """Return the value of the offer whose name was typed in full; if there is none, the typed text."""
    wanted = typed.strip().casefold()
    for name, value in offers:
        if wanted in (name.casefold(), name.partition(LIST)[0].casefold(), value):
            return value
    return typed


def choices(offers: Sequence[Offer]) -> list[Choice[str]]:
    """Return offers as choices within Discord's limits: at most 25, each of at most 100 characters."""
    return [Choice(name=name[:100], value=value) for name, value in offers[:MOST_CHOICES]]
