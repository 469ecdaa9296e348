"""Reads tables from their journals, when they are wanted and not in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

import structlog
from msgspec.structs import replace

from engine.catalogue import find
from engine.game import AnyGame
from tables.model.errors import Conflict, Refused, StorageFailed
from tables.model.fold import Unreadable, opening, replayed, set_aside
from tables.model.table import Facts, Fault, Phase, Table
from tables.session import Session, Sessions
from tables.store import journal
from tables.store.database import Database

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

VERSION: Final = "SELECT version FROM tables WHERE id = ?"


class Reader:
    """Reads tables.  Whoever changes one holds its session's lock from `read_locked` to `Sessions.put`."""

    def __init__(self, database: Database, games: Mapping[str, AnyGame], sessions: Sessions) -> None:
        self._database = database
        self._games = games
        self._sessions = sessions

    def game_of(self, facts: Facts) -> AnyGame | None:
        """The game of a table in the version that it began with, in a lobby the newest; None: it is gone."""
        if facts.phase is Phase.LOBBY:
            return self._games.get(facts.game_id)
        return find(self._games, facts.game_id, facts.rules_version)

    async def read(self, table_id: str, *, newest: bool = False) -> Table:
        """A table as it was last committed, from memory or replayed from its journal.

        `newest`: Another process may have changed the table, of which this one has not heard yet.

        Raises:
            Refused: `no_such_table`.
        """
        session = self._sessions.get(table_id)
        if newest and session.table is not None and not await self._is_current(session.table):
            session.outdate()
        if session.table is not None:
            return session.table
        async with session.lock:
            return await self.read_locked(session)

    async def read_locked(self, session: Session) -> Table:
        """A table as it was last committed, for a caller who holds the session's lock."""
        while session.table is None:
            session.is_outdated = False
            table = await self._replayed(session.id)
            self._sessions.put(session, table)
            if not session.is_outdated:
                return table
        return session.table

    async def facts(self, table_id: str) -> Facts:
        """The facts of a table, without a replay, so also where its journal can't be read.

        Raises:
            Refused: `no_such_table`.
        """
        session = self._sessions.known(table_id)
        if session is not None and session.table is not None:
            return session.table.facts
        found = await journal.read_facts(self._database, "id = ?", table_id)
        if not found:
            raise Refused("no_such_table", table=table_id)
        return found[0]

    async def _is_current(self, table: Table) -> bool:
        """Whether no other process has changed a table since."""
        rows = await self._database.read(VERSION, table.facts.id) if self._database.cluster.is_shared else []
        return all(version == table.facts.version for (version,) in rows)

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
        game = self.game_of(facts) or self._games.get(facts.game_id)
        table = set_aside(game, facts, stored.known_entries(), fault)
        return replace(table, off=self._database.off)

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
