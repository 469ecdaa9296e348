"""Finds the tables of a database that this version of the bot can't replay (`bot.py --check`).

The check works on a copy: the database may be in use by a running bot, and may have an older schema.
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
from tables.model.table import OPEN_PHASES, Facts, Fault
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
"""The codes of damage to the database file; other problems, such as a lock, may be temporary."""


class Finding(Struct, frozen=True):
    """A table that could not be replayed, and the reason."""

    facts: Facts
    fault: Fault

    @property
    def is_damaged(self) -> bool:
        """Whether the journal is damaged; False: only this version of the bot lacks the game or its rules."""
        return self.fault.code == "table_damaged"


class Findings(Struct, frozen=True):
    """How many tables a check has tried to replay (`read`), and which of them failed (`unreadable`)."""

    read: int
    unreadable: tuple[Finding, ...]


async def check(
    path: str, games: Mapping[str, AnyGame] | None = None, *, every: bool = False, folder: Path | None = None
) -> Findings:
    """Replay all open tables of the database at the address `path`; with `every`, the ended tables, too.

    `games`: the games by id; default: the catalogue. `folder`: a folder with room for a copy of the database;
    default: the system's temporary folder.

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
    """A context for work on a copy: a `StorageProblem` in it is raised with the original database's `path`.

    Raises:
        StorageProblem: The problem, with `path`; `io_error`: the copy could not be read.
    """
    try:
        yield
    except StorageProblem as fault:
        raise StorageProblem(fault.code, **{**fault.facts, "path": path}) from fault
    except StorageFailed as fault:
        raise StorageProblem("io_error", path=path, fault=fault.reason) from fault


async def damage(path: str) -> StorageProblem | None:
    """Check a whole database file, which may be in use; return its damage, or None if none is found."""
    try:
        await asyncio.to_thread(lambda: check_whole(file_of(path)))
    except StorageProblem as fault:
        if fault.code in DAMAGED:
            log.error("database_damaged", fault=fault.facts.get("fault"))
            return fault
        log.warning("not_checked", code=fault.code)
    return None


async def findings(reader: Reader, database: Database, every: bool) -> Findings:
    """Replay the open tables of `database`, which `reader` reads; with `every`, the ended tables, too."""
    found: list[Finding] = []
    count = 0
    for sql in (journal.ALL,) if every else (journal.ALL_OPEN, journal.ODD_PHASE):
        for (table_id,) in await database.read(sql):
            table = await reader.read(table_id)
            if every or table.facts.phase in OPEN_PHASES:
                count += 1
                if table.fault is not None:
                    found.append(Finding(table.facts, table.fault))
    return Findings(count, tuple(found))
