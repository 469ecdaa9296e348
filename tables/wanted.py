"""What each person decided for themselves, ready in memory: tables ask for it at every move."""

from __future__ import annotations

from typing import Final

import structlog

from tables.database import Database
from tables.errors import frames
from tables.odd import texts
from tables.preferences import Preferences, preferences
from tables.values import PersonNotes

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

READ_ALL: Final = "SELECT person_id, dm_state, settings FROM people"


class WantedByPeople:
    """The preferences of all people who have decided anything."""

    def __init__(self) -> None:
        self._known: dict[int, Preferences] = {}
        self._usual = preferences(PersonNotes(0))

    async def read(self, database: Database) -> None:
        """Bring all to memory; what can't be understood of one person counts as not decided."""
        for person_id, dm_state, settings in await database.read(READ_ALL):
            try:
                self.note(PersonNotes(person_id, dm_state=dm_state, settings=texts(settings)))
            except Exception as fault:
                log.error("wishes_unread", fault=frames(fault))

    def note(self, notes: PersonNotes) -> None:
        """Take down what somebody decided."""
        decided = preferences(notes)
        if decided == self._usual:
            self._known.pop(notes.person_id, None)
        else:
            self._known[notes.person_id] = decided

    def forget(self, person_id: int) -> None:
        """Forget what somebody decided."""
        self._known.pop(person_id, None)

    def __call__(self, person_id: int) -> Preferences:
        """What a person decided; what is usual where they said nothing."""
        return self._known.get(person_id, self._usual)
