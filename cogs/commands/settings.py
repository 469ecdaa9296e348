"""`/settings`: shows a person's settings, and changes those that are easier to type than to click."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.clicks.answer import answer
from cogs.clicks.parts import ClickParts
from cogs.kit.language import Localizer
from cogs.kit.reply import Reply
from cogs.kit.translator import said
from cogs.views.settings import settings_message
from tables import PersonNotes, Refused
from tables.local_time import (
    last_day,
    local,
    parse_quiet,
    parse_until,
    written_quiet,
    zone_named,
    zones_like,
)
from tables.preferences import preferences, with_away, with_preferences

Interaction = discord.Interaction

OFF: Final = "off"
AWAY_DAYS: Final = {"tomorrow": 1, "three_days": 3, "week": 7, "two_weeks": 14}
QUIET: Final = ("22:00-08:00", "23:00-07:00", "00:00-09:00")
MOST_CHOICES: Final = 25
BETWEEN: Final = " · "

Offer = tuple[str, str]
"""A choice: the name that is shown, and the value that Discord sends if it is chosen."""


class SettingsCommand(commands.Cog):
    """Receives `/settings`; clicks on its reply go to `cogs/clicks/settings.py`."""

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
        interaction: Interaction,
        away: str | None = None,
        time_zone: str | None = None,
        quiet: str | None = None,
    ) -> None:
        """Change the settings that were given, and show all."""

        async def work() -> Reply:
            words, now = self._parts.people.words_for(interaction), self._parts.now()
            typed = Typed(away, time_zone, quiet, words, now)
            notes = await self._parts.people.revise(interaction.user.id, typed.revision)
            return Reply(settings_message(notes, words, now))

        await answer(self._parts, interaction, work())

    @settings.autocomplete("away")
    async def days(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Days until which somebody may be away; called while they type, as the next two."""
        words = self._parts.people.words_for(interaction)
        zone = preferences(self._parts.people.get(interaction.user.id)).zone
        return choices(away_offers(typed, zone, words, self._parts.now()))

    @settings.autocomplete("time_zone")
    async def zones(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Time zones, with the time there now."""
        return choices(zone_offers(typed, self._parts.now()))

    @settings.autocomplete("quiet")
    async def hours(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Common quiet hours, or those typed."""
        return choices(quiet_offers(typed, self._parts.people.words_for(interaction)))


class Typed:
    """What somebody typed for each option, in their language; None: nothing."""

    def __init__(
        self, away: str | None, time_zone: str | None, quiet: str | None, words: Localizer, now: float
    ) -> None:
        self._away = away
        self._time_zone = time_zone
        self._quiet = quiet
        self._words = words
        self._now = now

    def revision(self, notes: PersonNotes) -> dict[str, Any]:
        """What that changes in a person's notes, by field.

        Raises:
            Refused: What was typed can't be used: `unknown_zone`, `bad_quiet_hours`, `bad_date`,
                `date_in_the_past`, `date_too_far`.
        """
        settings = dict(notes.settings)
        if self._time_zone is not None:
            settings = with_preferences(settings, zone=zone_named(self._time_zone))
        if self._quiet is not None:
            chosen = meant(self._quiet, quiet_offers("", self._words))
            settings = with_preferences(settings, quiet=None if chosen == OFF else parse_quiet(chosen))
        if self._away is not None:
            # A day ends by the time zone that was chosen along with it.
            zone = preferences(PersonNotes(notes.person_id, settings=settings)).zone
            chosen = meant(self._away, away_offers("", zone, self._words, self._now))
            until = None if chosen == OFF else parse_until(chosen, self._now, zone)
            settings = with_away(settings, self._now, until)
        return {} if settings == notes.settings else {"settings": settings}


# Offers


def away_offers(typed: str, zone: str, words: Localizer, now: float) -> list[Offer]:
    """The days to choose from, or the one typed, with the date written out."""
    try:
        day = last_day(parse_until(typed, now, zone), zone)
    except Refused:
        pass
    else:
        return [(words.date(day), day.isoformat())]
    today = local(now, zone).date()
    offers = [(words("settings.offer_back"), OFF)]
    for name, days in AWAY_DAYS.items():
        day = today + timedelta(days=days)
        offers.append((f"{words(f'settings.offer_{name}')}{BETWEEN}{words.date(day)}", day.isoformat()))
    return fitting(typed, offers)


def zone_offers(typed: str, now: float) -> list[Offer]:
    """The time zones that match what was typed, with the time there."""
    return [
        (f"{zone.replace('_', ' ')}{BETWEEN}{local(now, zone):%H:%M}", zone)
        for zone in zones_like(typed)[:MOST_CHOICES]
    ]


def quiet_offers(typed: str, words: Localizer) -> list[Offer]:
    """The quiet hours to choose from, or those typed."""
    try:
        own = written_quiet(parse_quiet(typed))
    except Refused:
        return fitting(typed, [(words("settings.offer_off"), OFF), *((hours, hours) for hours in QUIET)])
    return [(own, own)]


def fitting(typed: str, offers: Sequence[Offer]) -> list[Offer]:
    """The offers whose name or value contains `typed`."""
    wanted = typed.strip().casefold()
    return [offer for offer in offers if wanted in BETWEEN.join(offer).casefold()]


def meant(typed: str, offers: Sequence[Offer]) -> str:
    """The value of the offer whose name was typed in full instead of chosen; else what was typed."""
    wanted = typed.strip().casefold()
    for name, value in offers:
        if wanted in (name.casefold(), name.partition(BETWEEN)[0].casefold(), value):
            return value
    return typed


def choices(offers: Sequence[Offer]) -> list[Choice[str]]:
    """Offers within Discord's limits: at most 25, each of at most 100 characters."""
    return [Choice(name=name[:100], value=value) for name, value in offers[:MOST_CHOICES]]
