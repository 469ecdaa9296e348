"""Knows each person's language, and whether the bot can send them direct messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import discord

from cogs.discord_io.faults import NO_COMMON_SERVER, code_of, is_final
from cogs.text.language import Localizer
from locales import in_language
from tables import Facts, Person, PersonNotes, StorageFailed
from tables.model.texts import cleaned
from tables.store.people import People
from tables.timing.preferences import NO_DIRECT, Notice, silence

CLOSED: Final = "closed"
"""The state of direct messages (`dm_state`) after a refusal: no more are sent, except one as a test."""
CLOSED_AT: Final = "closed_at"
"""The setting with the time of the refusal, in seconds since 1970; a week later, a test is allowed."""
WEEK_S: Final = 7 * 24 * 3600.0
"""Seconds from a refused direct message to the next try, since Discord counts refusals against the bot."""
HOUR_S: Final = 3600.0
"""Seconds after a refusal during which even a click in the person's direct messages allows no retry."""
OFF: Final = NO_DIRECT
"""The state of direct messages (`dm_state`) of a person who wants none."""
SEEN_LOCALE: Final = "seen_locale"
"""The setting with the locale of a person's Discord, for messages that don't answer a click."""


class Contacts:
    """Stores people's languages and whether they take direct messages, in `tables.store.people`."""

    def __init__(self, people: People, words: Callable[[str | None], Localizer]) -> None:
        self._people = people
        self._words = words

    async def direct_channel(self, bot: discord.Client, person_id: int, *, is_noted: bool = True) -> int:
        """Return the id of a person's direct-message channel; if none is known, open one.

        `is_noted`: Whether to store the id of the opened channel.

        Raises:
            discord.HTTPException: Discord refuses to open the channel, or failed.
        """
        notes = self._people.get(person_id)
        if notes.dm_channel_id is not None:
            return notes.dm_channel_id
        channel = await bot.create_dm(discord.Object(person_id))
        if is_noted:
            found = {"dm_channel_id": channel.id}
            await self._people.revise(person_id, lambda _: found, only_of_known=True)
        return channel.id

    async def closed(self, person_id: int, now: float, fault: Exception) -> None:
        """Store that a direct message was refused: for a week or, if `fault` is temporary, for an hour."""
        lasts = is_final(fault) and code_of(fault) != NO_COMMON_SERVER
        at = str(round(now if lasts else now - WEEK_S + HOUR_S))

        def refused(notes: PersonNotes) -> dict[str, Any]:
            return {"dm_state": CLOSED, "settings": {**notes.settings, CLOSED_AT: at}}

        await self._people.revise(person_id, refused, only_of_known=True)

    async def opened(self, person_id: int, channel_id: int) -> None:
        """Store that a direct message reached a person, and the id of its channel."""

        def taken(notes: PersonNotes) -> dict[str, Any]:
            found = {} if notes.dm_channel_id == channel_id else {"dm_channel_id": channel_id}
            if notes.dm_state != CLOSED:
                return found
            kept = {name: value for name, value in notes.settings.items() if name != CLOSED_AT}
            return {**found, "dm_state": "", "settings": kept}

        await self._people.revise(person_id, taken, only_of_known=True)

    async def came_by(self, person_id: int, now: float) -> None:
        """Allow a retry of direct messages, since the person has clicked in a direct message of the bot."""

        def there(notes: PersonNotes) -> dict[str, Any]:
            left_s = closed_at(notes) + WEEK_S - now
            if notes.dm_state != CLOSED or not HOUR_S < left_s <= WEEK_S - HOUR_S:
                return {}
            return {"settings": {**notes.settings, CLOSED_AT: str(0)}}

        await self._people.revise(person_id, there, only_of_known=True)

    def takes_direct(self, person_id: int) -> bool:
        """Whether a person takes direct messages, as far as known."""
        return self._people.get(person_id).dm_state not in (CLOSED, OFF)

    def is_quiet(self, person_id: int, now: float) -> bool:
        """Whether a person has quiet hours now, or is away, so that messages must not notify them."""
        return silence(now, self._people.preferences(person_id)) is not None

    def notice(self, person_id: int, table: Facts) -> Notice:
        """Return where a person gets notices of turns: in the table's thread, by direct message, or nowhere.

        A person alone with computer players gets none.  If the chosen way isn't open, the other is used:
        direct messages may be refused, and a table outside of a server's channels has no thread.
        """
        wanted = self._people.preferences(person_id).notice
        if table.is_solo:
            return Notice.NONE
        if not table.has_server:
            return wanted if wanted is Notice.NONE else Notice.DIRECT
        no_direct = wanted is Notice.DIRECT and not self.takes_direct(person_id)
        return Notice.THREAD if no_direct else wanted

    def words(self, person_id: int) -> Localizer:
        """Return the sentences in the language that a person chose, else in the language of their Discord."""
        notes = self._people.get(person_id)
        return self._words(notes.locale or notes.settings.get(SEEN_LOCALE))

    def words_for(self, interaction: discord.Interaction[Any]) -> Localizer:
        """Return the sentences in the language that an interaction's author chose, else in their Discord's.

        An interaction without a token is a press on the Activity's page, which has none of our emojis.
        """
        try:
            chosen = self._people.get(interaction.user.id).locale
        except StorageFailed:  # A failure of the database must be reported in some language, too.
            chosen = None
        locale = chosen or str(interaction.locale)
        return self._words(locale) if interaction.token else Localizer(in_language(locale))

    async def note_locale(self, interaction: discord.Interaction[Any], *, of_anybody: bool = False) -> None:
        """Store the Discord locale of an interaction's author, for messages that don't answer a click.

        `of_anybody`: Whether to store the locale even of a person of whom nothing is stored yet, such as a
        person about to take a seat.
        """
        locale = str(interaction.locale)

        def noted(notes: PersonNotes) -> dict[str, Any]:
            if notes.settings.get(SEEN_LOCALE) == locale:
                return {}
            return {"settings": {**notes.settings, SEEN_LOCALE: locale}}

        await self._people.revise(interaction.user.id, noted, only_of_known=not of_anybody)


def closed_at(notes: PersonNotes) -> float:
    """Return when a person's direct message was last refused, in seconds since 1970; 0: never or unknown."""
    text = notes.settings.get(CLOSED_AT, "")
    return float(text) if text.isdecimal() else 0.0


def may_be_open(notes: PersonNotes, now: float) -> bool:
    """Whether the bot may try a direct message again, a week after Discord has refused one to the person.

    `now`: the time in seconds since 1970.
    """
    return notes.dm_state == CLOSED and now - closed_at(notes) >= WEEK_S


def person(interaction: discord.Interaction[Any]) -> Person:
    """Return an interaction's author as a `Person`."""
    return Person(interaction.user.id, cleaned(interaction.user.display_name))
