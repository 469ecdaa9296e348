"""Finds the tables of a database that a bot of this version could not read (`bot.py --check`).

It works on a copy: the database may be in use by a running bot, and may have an older schema.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog

from engine.catalogue import games as all_games
from engine.game import AnyGame, Struct
from tables.model.errors import StorageFailed, StorageProblem
from tables.model.table import OPEN_PHASES
from tables.session import Sessions
from tables.store import journal
from tables.store.address import file_of, path_of, shown
from tables.store.database import Database
from tables.store.dump import dump
from tables.store.journal import Reader
from tables.store.signals import folder_for_copies
from tables.store.sqlite.database import SQLiteDatabase
from tables.store.sqlite.files import COPY
from tables.store.sqlite.prepare import check_whole

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

DAMAGED: Final = ("damaged", "not_a_database")
"""The codes of problems of the file itself; other problems, such as a lock, may pass."""


class Finding(Struct, frozen=True):
    """An open table that could not be read.

    Attributes:
        table: The table's id.
        game: The game's id.
        version: The version of the game's rules.
        code: The code of the table's `Fault`.
        number: The number of the journal's entry that can't be read, as in the `Fault`.
    """

    table: str
    game: str
    version: int
    code: str
    number: int

    @property
    def is_damaged(self) -> bool:
        """Whether the table is damaged; False: this version lacks its game or rules."""
        return self.code == "table_damaged"


class Findings(Struct, frozen=True):
    """How many tables were replayed (`read`), and which of them could not be (`unreadable`)."""

    read: int
    unreadable: tuple[Finding, ...]


async def check(
    path: str, games: Mapping[str, AnyGame] | None = None, *, every: bool = False, folder: Path | None = None
) -> Findings:
    """Replay all open tables of a database.

    Args:
        path: Where the database is (see `tables.store.address`); it is only read.
        games: The games that there are, by id; default: the catalogue.
        every: Replay ended tables, too.
        folder: A folder with room for a copy of the database; default: the system's temporary folder.

    Raises:
        StorageProblem: The database can't be used; `no_database`: there is none.
    """
    with folder_for_copies("tables-check-", folder) as place:
        copy = place / COPY
        await dump(path, copy)
        with named(shown(path_of(path))):
            await asyncio.to_thread(check_whole, copy)
            database = await SQLiteDatabase.open(str(copy))
            try:
                return await findings(Reader(database, games or all_games(), Sessions()), database, every)
            finally:
                await database.close()


@contextmanager
def named(path: str) -> Iterator[None]:
    """Have a `StorageProblem` with a copy name the original database's `path` instead.

    Raises:
        StorageProblem: The same problem, with `path`; `io_error`: the copy could not be read.
    """
    try:
        yield
    except StorageProblem as fault:
        raise StorageProblem(fault.code, **{**fault.facts, "path": path}) from fault
    except StorageFailed as fault:
        raise StorageProblem("io_error", path=path, fault=fault.reason) from fault


async def damage(path: str) -> StorageProblem | None:
    """Check the whole file of a database, which may be in use; return its damage, or None if it has none."""
    try:
        await asyncio.to_thread(lambda: check_whole(file_of(path)))
    except StorageProblem as fault:
        if fault.code in DAMAGED:
            log.error("database_damaged", fault=fault.facts.get("fault"))
            return fault
        log.warning("not_checked", code=fault.code)
    return None


async def findings(reader: Reader, database: Database, every: bool) -> Findings:
    """Replay the open tables of an open database; with `every`, all tables."""
    found: list[Finding] = []
    count = 0
    for sql in (journal.ALL,) if every else (journal.ALL_OPEN, journal.ODD_PHASE):
        for (table_id,) in await database.read(sql):
            table = await reader.read(table_id)
            if every or table.facts.phase in OPEN_PHASES:
                count += 1
                facts, fault = table.facts, table.fault
                if fault is not None:
                    one = Finding(facts.id, facts.game_id, facts.rules_version, fault.code, fault.number)
                    found.append(one)
    return Findings(count, tuple(found))
