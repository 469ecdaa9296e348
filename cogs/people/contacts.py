"""What the bot knows of a person: their language, and whether their direct messages are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import discord

from cogs.discord_io.faults import NO_COMMON_SERVER, code_of, is_final
from cogs.text.language import Localizer
from tables import Person, PersonNotes, StorageFailed
from tables.model.texts import cleaned
from tables.store.people import People
from tables.timing.preferences import NO_DIRECT, Notice

CLOSED: Final = "closed"
"""A direct message was refused: none is sent until the person asks for them, or one gets through again."""
CLOSED_AT: Final = "closed_at"
"""The setting that remembers when that was, in seconds since 1970: a week before one may be tried again."""
WEEK_S: Final = 7 * 24 * 3600.0
"""Seconds after a refusal without direct messages to somebody: each refusal counts against the bot."""
HOUR_S: Final = 3600.0
"""A click in their direct messages lets one be tried again, if the refusal is so many seconds ago."""
OFF: Final = NO_DIRECT
"""The person wants no direct messages."""
SEEN_LOCALE: Final = "seen_locale"
"""The setting that remembers the language of a person's Discord, for messages that answer no click."""


class Contacts:
    """People as the bot meets them: what `tables.store.people` keeps of them, in the bot's terms."""

    def __init__(self, people: People, words: Callable[[str | None], Localizer]) -> None:
        self._people = people
        self._words = words

    def get(self, person_id: int) -> PersonNotes:
        """What is known of a person."""
        return self._people.get(person_id)

    async def direct_channel(self, bot: discord.Client, person_id: int, *, is_noted: bool = True) -> int:
        """The channel of a person's direct messages; a new one is remembered at once, or else by `opened`.

        Raises:
            discord.HTTPException: Discord opens none.
        """
        notes = self.get(person_id)
        if notes.dm_channel_id is not None:
            return notes.dm_channel_id
        channel = await bot.create_dm(discord.Object(person_id))
        if is_noted:
            found = {"dm_channel_id": channel.id}
            await self._people.revise(person_id, lambda _: found, only_of_known=True)
        return channel.id

    async def closed(self, person_id: int, now: float, fault: Exception) -> None:
        """Remember that a direct message was refused: for a week, or an hour where that may pass."""
        lasts = is_final(fault) and code_of(fault) != NO_COMMON_SERVER
        at = str(round(now if lasts else now - WEEK_S + HOUR_S))

        def refused(notes: PersonNotes) -> dict[str, Any]:
            return {"dm_state": CLOSED, "settings": {**notes.settings, CLOSED_AT: at}}

        await self._people.revise(person_id, refused, only_of_known=True)

    async def opened(self, person_id: int, channel_id: int) -> None:
        """Remember that a direct message got through, and in which channel."""

        def taken(notes: PersonNotes) -> dict[str, Any]:
            found = {} if notes.dm_channel_id == channel_id else {"dm_channel_id": channel_id}
            if notes.dm_state != CLOSED:
                return found
            kept = {name: value for name, value in notes.settings.items() if name != CLOSED_AT}
            return {**found, "dm_state": "", "settings": kept}

        await self._people.revise(person_id, taken, only_of_known=True)

    async def came_by(self, person_id: int, now: float) -> None:
        """Note that somebody has clicked in their direct messages, which may thus be open again."""

        def there(notes: PersonNotes) -> dict[str, Any]:
            left_s = closed_at(notes) + WEEK_S - now
            if notes.dm_state != CLOSED or not HOUR_S < left_s <= WEEK_S - HOUR_S:
                return {}
            return {"settings": {**notes.settings, CLOSED_AT: str(0)}}

        await self._people.revise(person_id, there, only_of_known=True)

    def notice(self, person_id: int) -> Notice:
        """Where a person is told of their turn: in the thread, if direct messages are closed or off."""
        wanted = self._people.preferences(person_id).notice
        no_direct = self.get(person_id).dm_state in (CLOSED, OFF)
        return Notice.THREAD if wanted is Notice.DIRECT and no_direct else wanted

    def words(self, person_id: int) -> Localizer:
        """The sentences in a person's language: the one chosen, else their Discord's."""
        notes = self.get(person_id)
        return self._words(notes.locale or notes.settings.get(SEEN_LOCALE))

    def words_for(self, interaction: discord.Interaction[Any]) -> Localizer:
        """The sentences for an interaction's author: in the language chosen, else their Discord's."""
        try:
            chosen = self.get(interaction.user.id).locale
        except StorageFailed:  # Just that has to be said in some language.
            chosen = None
        return self._words(chosen or str(interaction.locale))

    async def note_locale(self, interaction: discord.Interaction[Any], *, of_anybody: bool = False) -> None:
        """Remember the language of a person who sits at a table, for the messages that will reach them.

        `of_anybody`: Also of a person of whom nothing is stored, as they are about to sit down.
        """
        locale = str(interaction.locale)

        def noted(notes: PersonNotes) -> dict[str, Any]:
            if notes.settings.get(SEEN_LOCALE) == locale:
                return {}
            return {"settings": {**notes.settings, SEEN_LOCALE: locale}}

        await self._people.revise(interaction.user.id, noted, only_of_known=not of_anybody)


def closed_at(notes: PersonNotes) -> float:
    """When a direct message was refused, in seconds since 1970; 0 if that is not known."""
    text = notes.settings.get(CLOSED_AT, "")
    return float(text) if text.isdecimal() else 0.0


def may_be_open(notes: PersonNotes, now: float) -> bool:
    """Whether direct messages were refused, but long enough ago to try again."""
    return notes.dm_state == CLOSED and now - closed_at(notes) >= WEEK_S


def person(interaction: discord.Interaction[Any]) -> Person:
    """An interaction's author, as `tables` knows people."""
    return Person(interaction.user.id, cleaned(interaction.user.display_name))
