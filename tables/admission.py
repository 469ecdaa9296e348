"""Opens tables, seats and forgets people: what depends on the other tables of a person or a channel."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final

import msgspec

from engine.game import AnyGame
from tables import privacy
from tables.changes import ATTEMPTS, Changes, Decide
from tables.model.errors import Conflict, Refused, StorageFailed
from tables.model.fold import opened
from tables.model.ids import id_of
from tables.model.limits import (
    HOUR_S,
    LOBBIES_PER_OWNER,
    OPENED_PER_HOUR,
    TABLES_PER_CHANNEL,
    TABLES_PER_PERSON,
)
from tables.model.table import Entry, Kind, Opening, Table
from tables.model.values import Person, Status
from tables.session import Sessions
from tables.store import journal
from tables.store.cluster import FORGOTTEN, OPENED
from tables.store.database import Database
from tables.store.locks import Locks
from tables.store.people import lock_name as person_lock
from tables.store.reading import Reader
from tables.verbs import lobby

LARGEST_SERIAL: Final = 2**40
"""A row with a larger number is taken as damaged: counting on from it would exceed SQLite's integers."""
SERIALS_OF: Final = 20
"""What an era adds to numbers of questions, divided by this, is more than any table's number before it."""
SPREAD: Final = 8
"""Processes that open tables at once draw from so many times more numbers at each try, so as not to meet."""
LATEST: Final = "SELECT coalesce(max(serial), 0) FROM tables WHERE serial BETWEEN 0 AND ?"


class Admission:
    """The verbs that hold a person's lock, so that no two of them pass a limit together."""

    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        reader: Reader,
        locks: Locks,
        changes: Changes,
        now: Callable[[], float],
        forgetting: Callable[[int], AbstractContextManager[None]],
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._reader = reader
        self._locks = locks
        self._changes = changes
        self._now = now
        self._forgetting = forgetting
        self._serial = 0
        self._opened: dict[int, list[float]] = {}

    async def prepare(self) -> None:
        """Read the number of the latest table."""
        ((latest,),) = await self._database.read(LATEST, LARGEST_SERIAL)
        lost = max((added // SERIALS_OF for _, added in self._database.eras), default=0)
        self._serial = max(self._serial, latest, lost)  # Higher ones are being written just now.

    async def open(
        self, game: AnyGame, opening: Opening, person: Person, click: str, computers: Sequence[str] = ()
    ) -> tuple[Status, Table]:
        """Open a lobby with `person` on seat 0 and computer players on the next seats, in one transaction.

        Raises:
            Refused: `too_many_tables`, `too_many_lobbies`, `opens_too_many`.
            StorageFailed: It could not be written, or others were first again and again.
        """
        channel = opening.channel_id
        async with self._locks.hold(f"channel:{channel}", person_lock(person.id)):
            for (known,) in await self._database.read(journal.OPENED_BY, click):
                return "repeated", await self._reader.read(known)
            here = await self._count(journal.IN_CHANNEL, channel)
            if here >= TABLES_PER_CHANNEL:
                raise Refused("too_many_tables", where="channel", limit=TABLES_PER_CHANNEL)
            if await self._count(journal.LOBBIES_OF_OWNER, channel, person.id) >= LOBBIES_PER_OWNER:
                raise Refused("too_many_lobbies", limit=LOBBIES_PER_OWNER)
            _check_person(await self._open_tables_of(person))
            self._check_pace(person)
            text = msgspec.json.encode(opening).decode()
            entry = Entry(1, Kind.OPEN, 0, text, click, self._now())
            for attempt in range(ATTEMPTS):
                if self._database.others.are_there:
                    await self.prepare()
                self._serial += 1 + secrets.randbelow(SPREAD**attempt)
                table = opened(game, id_of(self._serial), entry, person, self._database.eras)
                for player in computers:
                    table = lobby.joined_by_computer(table, player, None, self._now())
                try:
                    await self._changes.open(table, self._serial, f"{OPENED}:{person.id}")
                except Conflict:
                    for (known,) in await self._database.read(journal.OPENED_BY, click):
                        return "repeated", await self._reader.read(known)
                    continue  # Another process has opened a table with that number meanwhile.
                self.note_opened(person.id)
                return "done", table
        raise StorageFailed("error")

    def note_opened(self, person_id: int) -> None:
        """Note that somebody has just opened a table, here or at another process."""
        self._forget_old()
        self._opened.setdefault(person_id, []).append(self._now())

    def _forget_old(self) -> None:
        since = self._now() - HOUR_S
        late = {one: [at for at in opened if at > since] for one, opened in self._opened.items()}
        self._opened = {one: opened for one, opened in late.items() if opened}

    def _check_pace(self, person: Person) -> None:
        self._forget_old()
        if len(self._opened.get(person.id, ())) >= OPENED_PER_HOUR:
            raise Refused("opens_too_many", limit=OPENED_PER_HOUR)

    async def seat(self, table_id: str, person: Person, click: str, decide: Decide) -> tuple[Status, Table]:
        """Let `person` sit down, by `decide`.

        Raises:
            Refused: What `decide` raises, and `too_many_tables`.
        """
        async with self._locks.hold(person_lock(person.id)):
            sitting = await self._open_tables_of(person)

            def checked(table: Table, at: float) -> Table:
                after = decide(table, at)
                _check_person(sitting)
                return after

            return await self._changes.change(table_id, click, checked)

    async def forget(self, person_id: int, successor: str) -> None:
        """Delete what is stored of a person, in the database and in memory.

        The computer player `successor` gets their seats at unreadable tables.

        Raises:
            Refused: `still_playing`.
        """
        async with self._locks.hold(person_lock(person_id)):
            while not await self._forgotten(person_id, await self._named_at(person_id), successor):
                pass  # Another table names them by now, as where they were offered a seat.

    async def _forgotten(self, person_id: int, ids: list[str], successor: str) -> bool:
        """Delete a person, if only these tables name them; whether that was so."""
        async with self._sessions.hold(ids):
            if await self._named_at(person_id) != ids:
                return False
            with self._forgetting(person_id):
                touched = [f"{FORGOTTEN}:{person_id}", *ids]
                await self._database.write(privacy.forgetting(person_id, successor), None, touched)
            for table_id in ids:
                session = self._sessions.of(table_id)
                session.outdate()
                session.former = None  # It names them, too.
                self._changes.tell(table_id)
            return True

    async def _named_at(self, person_id: int) -> list[str]:
        return await privacy.seated_at(self._database, person_id, self._is_unreadable)

    async def _open_tables_of(self, person: Person) -> int:
        return await self._count(journal.OF_PERSON, person.id)

    async def _count(self, where: str, *parameters: int) -> int:
        """The number of tables that fit a condition, without unreadable ones, at which nobody can play."""
        found = await journal.read_ids(self._database, where, *parameters)
        return sum(not self._is_unreadable(table_id) for table_id in found)

    def _is_unreadable(self, table_id: str) -> bool:
        session = self._sessions.known(table_id)
        return session is not None and session.is_unreadable


def _check_person(sitting: int) -> None:
    if sitting >= TABLES_PER_PERSON:
        raise Refused("too_many_tables", where="person", limit=TABLES_PER_PERSON)
