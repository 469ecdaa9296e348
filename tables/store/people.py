"""The rows `people`: a person's language, direct channel and settings; and locks of people and channels."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final
from weakref import WeakValueDictionary

import structlog
from msgspec.structs import replace

from engine.game import Struct
from tables.model.errors import frames
from tables.model.table import Ending, Phase
from tables.model.texts import texts
from tables.model.values import PersonNotes
from tables.session import Sessions
from tables.store.database import PERSON, Cluster, Database, Statement
from tables.store.journal import FORGET_DUE, OF_PERSON, read_ids
from tables.timing.preferences import Preferences, preferences

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

READ: Final = "SELECT person_id, locale, dm_channel_id, dm_state, settings FROM people WHERE person_id = ?"
PUT: Final = """
INSERT INTO people (person_id, locale, dm_channel_id, dm_state, settings) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (person_id) DO UPDATE SET locale = excluded.locale, dm_channel_id = excluded.dm_channel_id,
dm_state = excluded.dm_state, settings = excluded.settings"""
IS_STORED: Final = """
SELECT EXISTS (SELECT 1 FROM people WHERE person_id = ?1)
    OR EXISTS (SELECT 1 FROM seats WHERE person_id = ?1)
    OR EXISTS (SELECT 1 FROM followers WHERE person_id = ?1)"""

FINISHED: Final = f"""
SELECT count(*) FROM (
  SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id
  WHERE s.person_id = ? AND s.conceded = 0
  AND t.game = ? AND t.phase = '{Phase.OVER}' AND t.ending = '{Ending.NONE}' LIMIT ?) found"""

REMEMBERED: Final = 2_000
"""How many people's rows are cached, since each click and move reads them."""

Row = tuple[int, str | None, int | None, str, str]
"""A row of `people`."""
Revision = Callable[[PersonNotes], Mapping[str, Any]]
"""Takes a person's row; returns the new values of the fields to change, by name; empty: change nothing."""


class Known(Struct, frozen=True):
    """A person's cached row, and the preferences parsed from it, which each move needs."""

    notes: PersonNotes
    preferences: Preferences = Preferences()


class Locks:
    """The locks of people and channels, by name, shared by all processes.

    Tables have no such lock: a table's session has one for this process alone, and between processes the
    journal's key decides.
    """

    def __init__(self, cluster: Cluster | None = None) -> None:
        self._cluster = cluster or Cluster()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, *names: str, long: bool = False) -> AsyncIterator[None]:
        """Hold several locks, taken in the order of their names, which prevents deadlocks.

        `long`: Whether the locks are held for longer than a few statements take.

        Raises:
            StorageFailed: The store could not give the locks.
        """
        wanted = sorted(set(names))
        async with AsyncExitStack() as held:
            for lock in [self._locks.setdefault(name, asyncio.Lock()) for name in wanted]:
                await held.enter_async_context(lock)
            async with self._cluster.hold(wanted, long=long):
                yield

    def is_held(self, name: str) -> bool:
        """Whether a task of this process holds the lock `name`, or waits for it."""
        return name in self._locks


class People:
    """Reads and writes the rows `people`, with a cache that always equals the disk.

    Code that writes or deletes a row holds the person's lock.
    """

    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        locks: Locks,
        decided: Callable[[Sequence[str]], Awaitable[None]],
        whole: Callable[[Coroutine[Any, Any, PersonNotes]], Coroutine[Any, Any, PersonNotes]],
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._locks = locks
        self._decided = decided
        self._whole = whole
        self._known: dict[int, Known] = {}

    def get(self, person_id: int) -> PersonNotes:
        """A person's row, or an empty one if the store has none. May raise `StorageFailed`."""
        return self._of(person_id).notes

    def preferences(self, person_id: int) -> Preferences:
        """A person's preferences, with defaults for all they haven't set. May raise `StorageFailed`."""
        return self._of(person_id).preferences

    async def revise(self, person_id: int, revision: Revision, *, only_of_known: bool = False) -> PersonNotes:
        """Change a person's row, and return it; changes of one person's row run one after the other.

        `revision` returns the changes to the row that is on the disk; it may be called twice.
        `only_of_known`: whether to write nothing if the store has nothing of the person, who may just have
        asked to be forgotten.

        Raises:
            StorageFailed: The store could not write.
            Exception: What `revision` raises; then nothing has changed.
        """
        if not self._locks.is_held(lock_name(person_id)):
            known = self._of(person_id).notes
            if not revision(known):
                return known  # Nothing is to be changed, as with most clicks.
        return await self._whole(self._revise(person_id, revision, only_of_known=only_of_known))

    async def _revise(self, person_id: int, revision: Revision, *, only_of_known: bool) -> PersonNotes:
        async with self._locks.hold(lock_name(person_id)):
            if self._database.cluster.is_shared:
                self.forget(person_id)  # Another process may have written the row just now.
            before = self._of(person_id)
            named = revision(before.notes)
            if not named or (only_of_known and not await self._is_stored(person_id)):
                return before.notes
            notes = replace(before.notes, **named)
            after = Known(notes, preferences(notes))
            settings = json.dumps(dict(notes.settings))
            row: Row = (person_id, notes.locale, notes.dm_channel_id, notes.dm_state, settings)
            if after.preferences == before.preferences:
                await self._database.write([(PUT, [row])], lock_name(person_id))
                self._keep(after)
            else:
                await self._decide(after, row)
            return notes

    async def _decide(self, after: Known, row: Row) -> None:
        """Write and cache a person's `row` with changed preferences; recompute their tables' due times."""
        person_id = after.notes.person_id
        tables = await read_ids(self._database, OF_PERSON, person_id)
        # Without the locks, a change of a table could now store a due time by the former preferences.
        async with self._sessions.hold(tables):
            statements: list[Statement] = [(PUT, [row]), (FORGET_DUE, [(person_id,)])]
            await self._database.write(statements, lock_name(person_id), *tables)
            self._keep(after)
        await self._decided(tables)

    async def finished(self, person_id: int, game_id: str, most: int) -> int:
        """How many times a person has played the game `game_id` to its end, at most `most`."""
        ((count,),) = await self._database.read(FINISHED, person_id, game_id, most)
        return int(count)

    def forget(self, person_id: int) -> None:
        """Drop a person from the cache, since their row was deleted or has changed."""
        self._known.pop(person_id, None)

    def forget_all(self) -> None:
        """Empty the cache."""
        self._known.clear()

    def _of(self, person_id: int) -> Known:
        if person_id not in self._known:
            rows = self._database.read_now(READ, person_id)
            self._keep(_read(rows[0]) if rows else Known(PersonNotes(person_id)))
        return self._known[person_id]

    def _keep(self, known: Known) -> None:
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[known.notes.person_id] = known

    async def _is_stored(self, person_id: int) -> bool:
        ((is_stored,),) = await self._database.read(IS_STORED, person_id)
        return bool(is_stored)


def _read(row: Row) -> Known:
    """Parse a person's row; preferences that can't be read become the defaults."""
    person_id, locale, dm_channel_id, dm_state, settings = row
    notes = PersonNotes(person_id, locale, dm_channel_id, dm_state, texts(settings))
    try:
        return Known(notes, preferences(notes))
    except Exception as fault:
        log.error("preferences_unread", fault=frames(fault))
        return Known(notes)


def lock_name(person_id: int) -> str:
    """The name of a person's lock."""
    return f"{PERSON}:{person_id}"
