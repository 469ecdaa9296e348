"""Changes tables: runs a verb, commits and caches the result, and tells subscribers.

A change goes on even if its caller is cancelled. A change with a limit for a person or a channel, such as to
open a table or to sit down, holds the lock of that person or channel, so that no two such changes at the same
time exceed the limit.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import msgspec
import structlog

from engine.game import AnyGame
from tables.model.errors import Conflict, Refused, StorageFailed, frames
from tables.model.fold import opened
from tables.model.limits import (
    HOUR_S,
    LOBBIES_PER_OWNER,
    OPENED_PER_HOUR,
    TABLES_PER_CHANNEL,
    TABLES_PER_PERSON,
)
from tables.model.table import Entry, Kind, Opening, Table
from tables.model.texts import id_of
from tables.model.values import Person, Status
from tables.session import Session, Sessions
from tables.store import journal
from tables.store.database import OPENED, Database, Statement
from tables.store.journal import Reader
from tables.store.people import Locks
from tables.store.people import lock_name as person_lock
from tables.verbs.deadlines import Due

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

T = TypeVar("T")
Decide = Callable[[Table, float], Table]
"""Takes a table and the time; returns the table after a verb, or the same object if the verb does nothing."""
ATTEMPTS: Final = 5
"""How often a change is tried, if each time another process changes the table first."""
LARGEST_SERIAL: Final = 2**40
"""A row with a larger serial number counts as damaged: numbers after it could exceed SQLite's integers."""
SERIALS_OF: Final = 20
"""A new era adds some number to question numbers, and that number divided by this one to serial numbers."""
SPREAD: Final = 8
"""Each retry draws the serial number from a range this many times as large, lest processes collide again."""
MOST_SKIPPED: Final = 2_000
"""The most serial numbers that are skipped in search of one whose table this process would own."""
LATEST: Final = "SELECT coalesce(max(serial), 0) FROM tables WHERE serial BETWEEN 0 AND ?"


class Changes:
    """Runs verbs on tables; at each table, one verb at a time."""

    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        reader: Reader,
        locks: Locks,
        now: Callable[[], float],
        settled: Decide,
        due: Callable[[Table], Due],
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._reader = reader
        self._locks = locks
        self._now = now
        self._settled = settled
        self._due = due
        self._subscribers: list[Callable[[str], None]] = []
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._serial = 0
        self._opened: dict[int, list[float]] = {}

    def subscribe(self, subscriber: Callable[[str], None]) -> None:
        """Have `subscriber` called with the id of each table that has changed or must be repainted.

        The task that made the change calls the subscriber, which must be quick, and reads the table itself.
        The subscriber's exceptions are logged.
        """
        self._subscribers.append(subscriber)

    def tell(self, table_id: str) -> None:
        """Call the subscribers with the id of a table that has changed or must be repainted."""
        for subscriber in self._subscribers:
            try:
                subscriber(table_id)
            except Exception as fault:
                log.error("subscriber_failed", table=table_id, fault=frames(fault))

    async def shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` in a task and return its result; even if the caller is cancelled, the task goes on."""
        if self._closed:
            work.close()
            raise StorageFailed("closed")
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_report)  # The cancelled caller won't see the task's exception.
            raise

    async def close(self) -> None:
        """Refuse new work, and wait for the work under way."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)

    # One table

    async def change(self, table_id: str, click: str, decide: Decide) -> tuple[Status, Table]:
        """Change a table by `decide`, store the change, tell subscribers; return a status and the table.

        The status is `done`; `repeated`, without a change: the click with the key `click` has had its effect
        before; or `stale`: `decide` left the table unchanged.

        Raises:
            Refused: What `decide` raises, `no_such_table` or `storage_failed`.
        """
        session = self._sessions.of(table_id)
        async with session.lock:
            for _ in range(ATTEMPTS):
                before = await self._reader.read_locked(session)
                if click in before.clicks:
                    return "repeated", before
                now = self._now()
                after = decide(before, now)
                if after is before:
                    return "stale", before
                after = self._settled(after, now)
                rows = journal.changed_rows(before, after, self._due(after))
                if await self._is_written(session, rows, after):
                    self.tell(table_id)
                    return "done", after
        raise StorageFailed("error")

    async def amend(self, table_id: str, decide: Callable[[Table], Table]) -> None:
        """Change auto answers or people's names at a table by `decide`; tell subscribers if names changed.

        Raises:
            Refused: What `decide` raises, `no_such_table` or `storage_failed`.
        """
        session = self._sessions.of(table_id)
        async with session.lock:
            for _ in range(ATTEMPTS):
                before = await self._reader.read_locked(session)
                after = decide(before)
                rows = journal.auto_answer_rows(before, after) + journal.name_rows(before, after)
                if await self._is_written(session, rows, after):
                    if before.facts != after.facts:
                        self.tell(table_id)
                    return
        raise StorageFailed("error")

    async def note_due(self, table_id: str) -> None:
        """Write a table's due time into its row, as the time passed or people's preferences have changed it.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        session = self._sessions.of(table_id)
        async with session.lock:
            table = await self._reader.read_locked(session)
            await self._database.write(journal.due_row(table, self._due(table)), table_id)

    async def _is_written(self, session: Session, rows: Sequence[Statement], after: Table) -> bool:
        """Write the `rows` of a change, and cache the changed table, `after`.

        False: nothing was written, since another process changed the table first.
        """
        session.is_outdated = False
        try:
            await self._database.write(rows, session.id)
        except Conflict:
            log.warning("journal_conflict", table=session.id, version=after.facts.version)
            session.outdate()
            return False
        self._sessions.put(session, after)
        return True

    # Limits, which depend on other tables

    async def prepare(self) -> None:
        """Read the largest serial number of all tables; new tables get larger ones."""
        ((latest,),) = await self._database.read(LATEST, LARGEST_SERIAL)
        lost = max((added // SERIALS_OF for _, added in self._database.eras), default=0)
        self._serial = max(self._serial, latest, lost)  # Tables opened during the read have higher numbers.

    async def open(
        self, game: AnyGame, opening: Opening, person: Person, click: str, begin: Decide
    ) -> tuple[Status, Table]:
        """Open a lobby with `person` on seat 0 and, in the same transaction, change it by `begin`.

        Returns a status and the table: `done`, or `repeated` if `click` has opened a table before.

        Raises:
            Refused: `too_many_tables`, `too_many_lobbies`, `opens_too_many`; what `begin` raises.
            StorageFailed: The rows could not be written, or other processes took each serial number tried.
        """
        channel = opening.channel_id
        async with self._locks.hold(f"channel:{channel}", person_lock(person.id)):
            for (known,) in await self._database.read(journal.OPENED_BY, click):
                return "repeated", await self._reader.read(known)
            here = await self._count(journal.CROWDING, channel)
            if channel and here >= TABLES_PER_CHANNEL:  # 0: the table has no channel.
                raise Refused("too_many_tables", where="channel", limit=TABLES_PER_CHANNEL)
            if await self._count(journal.LOBBIES_OF_OWNER, channel, person.id) >= LOBBIES_PER_OWNER:
                raise Refused("too_many_lobbies", limit=LOBBIES_PER_OWNER)
            _check_person(await self._open_tables_of(person))
            self._forget_old()
            if len(self._opened.get(person.id, ())) >= OPENED_PER_HOUR:
                raise Refused("opens_too_many", limit=OPENED_PER_HOUR)
            done = await self._open(game, opening, person, click, begin, f"{OPENED}:{person.id}")
            if done[0] == "done":
                self.note_opened(person.id)
            return done

    async def open_for(
        self, game: AnyGame, opening: Opening, people: Sequence[Person], click: str, begin: Decide
    ) -> tuple[Status, Table]:
        """Open a table for people of a league, as `open` does, but without limits.

        The caller holds the people's locks, so that none of them can ask to be forgotten meanwhile.

        Raises:
            Refused: `not_in_league`: there are no `people`; what `begin` raises.
            StorageFailed: As for `open`.
        """
        for (known,) in await self._database.read(journal.OPENED_BY, click):
            return "repeated", await self._reader.read(known)
        if not people:
            raise Refused("not_in_league")
        return await self._open(game, opening, people[0], click, begin)

    async def _open(
        self, game: AnyGame, opening: Opening, person: Person, click: str, filled: Decide, *touched: str
    ) -> tuple[Status, Table]:
        text = msgspec.json.encode(opening).decode()
        entry = Entry(1, Kind.OPEN, 0, text, click, self._now())
        for attempt in range(ATTEMPTS):
            if self._database.cluster.is_shared:
                await self.prepare()
            self._serial += 1 + secrets.randbelow(SPREAD**attempt)
            for _ in range(MOST_SKIPPED):  # The process that opens a table is to own it.
                self._serial += not self._database.cluster.is_ours(id_of(self._serial))
            table = opened(game, id_of(self._serial), entry, person, self._database.eras)
            table = filled(table, self._now())
            try:
                await self._write_new(table, *touched)
            except Conflict:
                for (known,) in await self._database.read(journal.OPENED_BY, click):
                    return "repeated", await self._reader.read(known)
                continue  # Another process has just opened a table with that serial number.
            return "done", table
        raise StorageFailed("error")

    async def _write_new(self, table: Table, *touched: str) -> None:
        rows = journal.new_rows(table, self._serial, self._due(table))
        await self._database.write(rows, table.facts.id, *touched)
        self._sessions.put(self._sessions.of(table.facts.id), table)
        self.tell(table.facts.id)

    def note_opened(self, person_id: int) -> None:
        """Count a table that a person has just opened, in this process or in another one."""
        self._forget_old()
        self._opened.setdefault(person_id, []).append(self._now())

    def _forget_old(self) -> None:
        since = self._now() - HOUR_S
        late = {one: [at for at in opened if at > since] for one, opened in self._opened.items()}
        self._opened = {one: opened for one, opened in late.items() if opened}

    async def seat(self, table_id: str, person: Person, click: str, decide: Decide) -> tuple[Status, Table]:
        """Change a table by `decide`, which seats `person`; refuse a person who sits at too many tables.

        Raises:
            Refused: What `change` raises; `too_many_tables`: the person sits at `TABLES_PER_PERSON` tables.
        """
        async with self._locks.hold(person_lock(person.id)):
            sitting = await self._open_tables_of(person)

            def checked(table: Table, at: float) -> Table:
                after = decide(table, at)
                _check_person(sitting)
                return after

            return await self.change(table_id, click, checked)

    async def _open_tables_of(self, person: Person) -> int:
        return await self._count(journal.OF_PERSON, person.id)

    async def _count(self, where: str, *parameters: int) -> int:
        """Count the tables that fit the SQL condition `where`, except those known to be unreadable."""
        found = await journal.read_ids(self._database, where, *parameters)
        return sum(not self._sessions.is_unreadable(table_id) for table_id in found)


def _check_person(sitting: int) -> None:
    if sitting >= TABLES_PER_PERSON:
        raise Refused("too_many_tables", where="person", limit=TABLES_PER_PERSON)


def _report(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (fault := task.exception()) is not None and not isinstance(fault, Refused):
        log.error("verb_failed", fault=frames(fault))
