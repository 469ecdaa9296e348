"""`/settings`: shows a person's settings, and changes the settings that are typed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord
from discord.app_commands import Choice
from discord.ext import commands

from cogs.commands.naming import command
from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.settings import (
    MOST_CHOICES,
    Offer,
    as_typed,
    away_offers,
    locale_of,
    quiet_offers,
    zone_offers,
)
from cogs.views.settings import settings_message
from tables.timing.clock import local


class SettingsCommand(commands.Cog):
    """Receives `/settings`; clicks on its reply go to `cogs/interactions/settings.py`."""

    def __init__(self, parts: ClickParts) -> None:
        self.parts = parts

    @command("settings", time_zone="commands.settings_time_zone")
    async def settings(
        self, click: Click, away: str | None = None, time_zone: str | None = None, quiet: str | None = None
    ) -> Reply:
        """Change the settings whose options were given (None: not given), and reply with all settings."""
        words, now = click.words, click.parts.now()
        typed = {"away": away, "time_zone": time_zone, "quiet": quiet}
        change = partial(as_typed, typed, locale_of(click.interaction, words), words, now)
        notes = await click.tables.people.revise(click.user_id, change)
        return Reply(settings_message(notes, words, now))

    @settings.autocomplete("away")
    async def days(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Suggest last days of an absence; called while the author types."""
        words = self.parts.people.words_for(interaction)
        zone = self.parts.tables.people.preferences(interaction.user.id).zone
        today = local(self.parts.now(), zone).date()
        return choices(away_offers(typed, today, words, locale_of(interaction, words)))

    @settings.autocomplete("time_zone")
    async def zones(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Suggest time zones, with the present time in each; called while somebody types."""
        return choices(zone_offers(typed, self.parts.now()))

    @settings.autocomplete("quiet")
    async def hours(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Suggest quiet hours: the typed ones, or common ones; called while the author types."""
        return choices(quiet_offers(typed, self.parts.people.words_for(interaction)))


def choices(offers: Sequence[Offer]) -> list[Choice[str]]:
    """Return offers as choices within Discord's limits: at most 25, each of at most 100 characters."""
    return [Choice(name=name[:100], value=value) for name, value in offers[:MOST_CHOICES]]
