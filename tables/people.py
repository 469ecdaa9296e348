"""What is kept of people beside their seats: language, direct messages, settings."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tables.cache import Locks
from tables.database import Database
from tables.odd import texts
from tables.values import PersonNotes

READ: Final = "SELECT person_id, locale, dm_channel_id, dm_state, settings FROM people WHERE person_id = ?"
PUT: Final = """
INSERT OR REPLACE INTO people (person_id, locale, dm_channel_id, dm_state, settings) VALUES (?, ?, ?, ?, ?)"""
HAS_SOMETHING: Final = """
SELECT EXISTS (SELECT 1 FROM people WHERE person_id = ?1) OR EXISTS (SELECT 1 FROM seats WHERE person_id = ?1)
    OR EXISTS (SELECT 1 FROM followers WHERE person_id = ?1)"""

Revision = Callable[[PersonNotes], Mapping[str, Any]]
"""A person's notes -> what is to be another, by its name in `PersonNotes`; nothing: all stays."""


class People:
    """The rows `people`, with a memory in front of them that is never ahead of the disk, nor behind it.

    Who reads or writes holds the person's lock, as does who forgets them.
    """

    def __init__(
        self,
        database: Database,
        locks: Locks,
        changed: Callable[[PersonNotes], Awaitable[None]],
        whole: Callable[[Coroutine[Any, Any, PersonNotes]], Coroutine[Any, Any, PersonNotes]],
    ) -> None:
        self._database = database
        self._locks = locks
        self._changed = changed
        self._whole = whole
        self._known: dict[int, PersonNotes] = {}

    async def get(self, person_id: int) -> PersonNotes:
        """What is kept of a person; empty notes for somebody unknown."""
        if person_id in self._known:
            return self._known[person_id]
        async with self._locks.hold(lock_name(person_id)):
            return await self._read(person_id)

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
        kept = {name: value for name, value in named.items() if value is not UNSET}
        return await self.revise(person_id, lambda _: kept)

    async def revise(self, person_id: int, revision: Revision, *, only_of_known: bool = False) -> PersonNotes:
        """Keep what a revision makes of a person's notes: one after the other, so that none is lost.

        Args:
            person_id: Whose notes.
            revision: It is given them as they are on the disk.
            only_of_known: Keep nothing of somebody of whom nothing else is kept: they may have asked to be
                forgotten while this was under way.

        Raises:
            StorageFailed: The disk would not take it.
            Exception: What `revision` raises; then nothing has changed.
        """
        return await self._whole(self._revise(person_id, revision, only_of_known=only_of_known))

    async def _revise(self, person_id: int, revision: Revision, *, only_of_known: bool) -> PersonNotes:
        async with self._locks.hold(lock_name(person_id)):
            before = await self._read(person_id)
            named = revision(before)
            if not named or (only_of_known and not await self._has_something(person_id)):
                return before
            notes = replace(before, **named)
            settings = json.dumps(dict(notes.settings))
            row = (person_id, notes.locale, notes.dm_channel_id, notes.dm_state, settings)
            await self._database.write([(PUT, [row])], lock_name(person_id))
            self._known[person_id] = notes
            await self._changed(notes)
            return notes

    def forgotten(self, person_id: int) -> None:
        """Hear, from who holds the person's lock, that their row was deleted."""
        self._known.pop(person_id, None)

    async def _read(self, person_id: int) -> PersonNotes:
        if person_id not in self._known:
            notes = PersonNotes(person_id)
            for _, locale, dm_channel_id, dm_state, settings in await self._database.read(READ, person_id):
                notes = PersonNotes(person_id, locale, dm_channel_id, dm_state, texts(settings))
            self._known[person_id] = notes
        return self._known[person_id]

    async def _has_something(self, person_id: int) -> bool:
        ((known,),) = await self._database.read(HAS_SOMETHING, person_id)
        return bool(known)


def lock_name(person_id: int) -> str:
    """The name of a person's lock."""
    return f"person:{person_id}"
