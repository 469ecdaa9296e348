"""What is kept of people beside their seats: language, direct messages, settings."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tables.database import Database
from tables.odd import texts
from tables.shelf import Locks
from tables.values import PersonNotes

READ: Final = "SELECT person_id, locale, dm_channel_id, dm_state, settings FROM people WHERE person_id = ?"
PUT: Final = """
INSERT OR REPLACE INTO people (person_id, locale, dm_channel_id, dm_state, settings) VALUES (?, ?, ?, ?, ?)"""


class People:
    """The rows `people`."""

    def __init__(
        self, database: Database, locks: Locks, changed: Callable[[PersonNotes], Awaitable[None]]
    ) -> None:
        self._database = database
        self._locks = locks
        self._changed = changed

    async def get(self, person_id: int) -> PersonNotes:
        """What is kept of a person; empty notes for somebody unknown."""
        for _, locale, dm_channel_id, dm_state, settings in await self._database.read(READ, person_id):
            return PersonNotes(person_id, locale, dm_channel_id, dm_state, texts(settings))
        return PersonNotes(person_id)

    async def put(
        self,
        person_id: int,
        *,
        locale: str | UnsetType | None = UNSET,
        dm_channel_id: int | UnsetType | None = UNSET,
        dm_state: str | UnsetType = UNSET,
        settings: Mapping[str, str] | UnsetType = UNSET,
    ) -> PersonNotes:
        """Keep what is named, leave the rest as it was; all of it as it is then.

        Raises:
            StorageFailed: The disk would not take it.
        """
        named = {"locale": locale, "dm_channel_id": dm_channel_id, "dm_state": dm_state, "settings": settings}
        async with self._locks.hold(lock_name(person_id)):
            before = await self.get(person_id)
            notes = replace(before, **{name: value for name, value in named.items() if value is not UNSET})
            row = (
                person_id,
                notes.locale,
                notes.dm_channel_id,
                notes.dm_state,
                json.dumps(dict(notes.settings)),
            )
            await self._database.write([(PUT, [row])], lock_name(person_id))
        await self._changed(notes)
        return notes


def lock_name(person_id: int) -> str:
    """The name of a person's lock."""
    return f"person:{person_id}"
