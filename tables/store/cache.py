"""A cache of tables, read from their journals on demand, and locks by name."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import structlog
from msgspec.structs import replace

from engine.catalogue import find
from engine.game import AnyGame
from tables.model.errors import Conflict, Refused, StorageFailed
from tables.model.fold import Unreadable, continued, opening, replayed
from tables.model.limits import TABLES_IN_MEMORY
from tables.model.table import OPEN_PHASES, Facts, Fault, Phase, Table
from tables.store import journal
from tables.store.database import Database
from tables.store.locks import Locks, lock_name
from tables.verbs import unreadable

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

VERSION: Final = "SELECT version FROM tables WHERE id = ?"


class TableCache:
    """The tables in memory.  Whoever changes a table holds its lock from `read_locked` to `put`.

    Attributes:
        unreadable: The ids of open tables that can't be replayed.
        found_unreadable: Called with each table that turns out to be unreadable; its lock is held.
    """

    def __init__(self, database: Database, games: Mapping[str, AnyGame], locks: Locks) -> None:
        self._database = database
        self._games = games
        self._locks = locks
        self.unreadable: set[str] = set()
        self.found_unreadable: Callable[[Table], None] = lambda _: None
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._behind: OrderedDict[str, Table] = OrderedDict()
        self._outdated: dict[str, bool] = {}

    def game_of(self, facts: Facts) -> AnyGame | None:
        """The game of a table in the version that it began with, in a lobby the newest; None: it is gone."""
        if facts.phase is Phase.LOBBY:
            return self._games.get(facts.game_id)
        return find(self._games, facts.game_id, facts.rules_version)

    async def read(self, table_id: str, *, newest: bool = False) -> Table:
        """A table as it was last committed, from memory or replayed from its journal.

        `newest`: Another process may have changed it, of which we have not heard yet.

        Raises:
            Refused: `no_such_table`.
        """
        known = self._tables.get(table_id)
        if newest and known is not None and not await self.is_current(known):
            self.drop(table_id)
        if table_id in self._tables:
            self._tables.move_to_end(table_id)
            return self._tables[table_id]
        async with self._locks.hold(lock_name(table_id)):
            return await self.read_locked(table_id)

    async def facts(self, table_id: str) -> Facts:
        """The facts of a table, without a replay, so also where its journal can't be read.

        Raises:
            Refused: `no_such_table`.
        """
        if table_id in self._tables:
            return self._tables[table_id].facts
        found = await journal.read_facts(self._database, "id = ?", table_id)
        if not found:
            raise Refused("no_such_table", table=table_id)
        return found[0]

    async def read_locked(self, table_id: str) -> Table:
        """The same as `read`, for a caller who holds the table's lock."""
        while table_id not in self._tables:
            with self.watched(table_id) as is_outdated:
                table = await self._load(table_id)
                if is_outdated():
                    self._keep_behind(table)
                else:
                    self.put(table)
        return self._tables[table_id]

    async def is_current(self, table: Table) -> bool:
        """Whether no other process has changed a table since."""
        rows = await self._database.read(VERSION, table.facts.id) if self._database.others.are_there else []
        return all(version == table.facts.version for (version,) in rows)

    @contextmanager
    def watched(self, table_id: str) -> Iterator[Callable[[], bool]]:
        """Surrounds work on a table by who holds its lock; gives whether others have changed it meanwhile."""
        self._outdated[table_id] = False
        try:
            yield lambda: self._outdated[table_id]
        finally:
            del self._outdated[table_id]

    def is_newest(self, table_id: str, version: int) -> bool:
        """Whether nothing newer than that version of a table has been committed here, or heard of."""
        known = self._tables.get(table_id)
        return known is not None and known.facts.version == version

    def put(self, table: Table) -> None:
        """Remember a table as it has just been committed."""
        self._tables[table.facts.id] = table
        if table.fault is not None and table.facts.phase in OPEN_PHASES:
            self.unreadable.add(table.facts.id)
        else:
            self.unreadable.discard(table.facts.id)
        self._tables.move_to_end(table.facts.id)
        while len(self._tables) > TABLES_IN_MEMORY:
            self._tables.popitem(last=False)

    def drop(self, table_id: str) -> None:
        """Forget a table, so that the next `read` takes it from the journal."""
        if table_id in self._outdated:
            self._outdated[table_id] = True
        former = self._tables.pop(table_id, None)
        if former is not None:
            self._keep_behind(former)

    def _keep_behind(self, table: Table) -> None:
        """Keep a table that others have changed, to go on from it instead of from the first entry."""
        if self._database.others.are_there and table.fault is None:
            table.looks.clear()  # They are of no more use.
            self._behind[table.facts.id] = table
            if len(self._behind) > TABLES_IN_MEMORY:
                self._behind.popitem(last=False)

    def drop_all(self) -> list[str]:
        """Forget all tables; the ids of those that were known, or were just being read."""
        known = list({**self._tables, **self._outdated})
        for table_id in known:
            self.drop(table_id)
        self._behind.clear()
        return known

    def __contains__(self, table_id: str) -> bool:
        """Whether a table is in memory."""
        return table_id in self._tables

    async def _load(self, table_id: str) -> Table:
        former = self._behind.pop(table_id, None)
        return (former and await self._continued(former)) or await self._replayed(table_id)

    async def _continued(self, former: Table) -> Table | None:
        """A table after what others have done since; None: that doesn't follow from what was in memory."""
        stored = await journal.read_table(self._database, former.facts.id, former.facts.version)
        if stored.facts is None:
            return None
        try:
            table = continued(former, stored.facts, stored.entries())
        except Unreadable:
            return None
        return replace(table, auto_answers=stored.auto_answers) if table.facts == stored.facts else None

    async def _replayed(self, table_id: str) -> Table:
        stored = await journal.read_table(self._database, table_id)
        facts = stored.facts
        if facts is None:
            raise Refused("no_such_table", table=table_id)
        try:
            entries = stored.entries()
            game = self._games.get(opening(entries).game_id)
            if game is None:
                return self._set_aside(facts, stored, Fault("game_gone", 1))
            # A long game takes 50 ms, in which the loop would answer nobody.
            table = await asyncio.to_thread(replayed, game, facts, entries, self._database.eras)
        except Unreadable as fault:
            log.error("unreadable", table=table_id, entry=fault.number, cause=type(fault.__cause__).__name__)
            code = "old_rules" if self.game_of(facts) is None else "table_damaged"
            return self._set_aside(facts, stored, Fault(code, fault.number))
        if table.facts != facts:
            await self._mend(facts, table.facts)
        return replace(table, auto_answers=stored.auto_answers, off=self._database.off)

    def _set_aside(self, facts: Facts, stored: journal.Stored, fault: Fault) -> Table:
        # Without those rules, the newest version of the game stands in; without the game, `Gone`.
        game = self.game_of(facts) or self._games.get(facts.game_id) or unreadable.gone(facts)
        table = unreadable.set_aside(game, facts, stored.known_entries(), fault)
        table = replace(table, off=self._database.off)
        self.found_unreadable(table)
        return table

    async def _mend(self, row: Facts, facts: Facts) -> None:
        """Rewrite a row that differs from the journal, which is the truth.

        Earlier versions changed `changed_at` at other entries: a difference in it alone is no damage.
        """
        is_damaged = replace(row, changed_at=facts.changed_at) != facts
        log.log(logging.ERROR if is_damaged else logging.INFO, "table_row_mended", table=facts.id)
        try:
            await self._database.write(journal.mended_rows(row, facts), facts.id)
        except (StorageFailed, Conflict) as fault:
            log.warning("table_row_not_mended", table=facts.id, fault=type(fault).__name__)
