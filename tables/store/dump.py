"""Dumps a snapshot of a database, which may be in use, into an SQLite file; and loads such a dump."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from tables.model.errors import StorageProblem
from tables.store.address import file_of, is_shared, path_of, shown, sqlite_uri
from tables.store.signals import folder_for_copies, too_late
from tables.store.sqlite.files import (
    COPY,
    FOLDER,
    UNFINISHED,
    LockFile,
    is_missing,
    make_folder,
    put,
    put_among,
    reason,
)
from tables.store.sqlite.prepare import is_new, is_newest, problem

PATIENCE_S: Final = 30.0
"""Seconds for which a dump waits while a writer locks the database."""
BEFORE_UPDATE: Final = "before-update"
COPIES_BEFORE_UPDATE: Final = 3
"""How many of the copies that were made before updates are kept, the newest ones."""


async def dump(source: str, file: Path) -> None:
    """Copy the database at the address `source`, while others write to it, into an empty or missing file.

    The file gets the schema version of the database, which may be an older one.

    Raises:
        StorageProblem: The database can't be read; `no_database`: there is none; `no_room`, `disk_full`: the
            file's disk is full; `move_differs`: the rows written are not the rows read.
    """
    if not is_shared(source):
        await asyncio.to_thread(copied, source, file)
        return
    from tables.store.postgres.copying import fetch  # Only bots with PostgreSQL load its driver.

    await fetch(source, file)


async def load(file: Path, target: str) -> None:
    """Load a dump of the newest schema into an empty database, and compare the rows.

    A program stopped before it calls `too_late` (`tables.store.signals`) has loaded nothing.

    Args:
        file: The dump. For an SQLite target, it lies on the target's disk, and is renamed to the target.
        target: The empty database's address, as `tables.store.address` says. For an SQLite file, the caller
            holds the lock, and has found the file empty.

    Raises:
        StorageProblem: The target can't be used; `in_use`: a bot uses it; `move_not_empty`; `move_differs`:
            the rows that arrived are not those of the dump.
        OSError: The file can't be renamed.
    """
    if is_shared(target):
        from tables.store.postgres.copying import fill

        await fill(target, file)
    else:
        too_late()
        put(file, file_of(target))


def existing(name: str) -> Path:
    """The file of the SQLite database at the address `name`, which exists.

    Raises:
        StorageProblem: `no_database`: it doesn't exist; `read_only`: this user may not look into its folder.
    """
    path = file_of(name)
    if is_missing(path):
        raise StorageProblem("no_database", path=path_of(name))
    return path


def copied(name: str, copy: Path) -> None:
    """Copy the SQLite database with the address `name` into the file `copy`. Blocks: call it in a thread."""
    path = existing(name)
    try:
        with (
            closing(sqlite3.connect(sqlite_uri(path, "ro"), uri=True, timeout=PATIENCE_S)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as fault:
        found = problem(path, fault)
        # Reading needs no room.
        raise StorageProblem("no_room", **found.facts) if found.code == "disk_full" else found from fault


async def copied_before_update(address: str) -> tuple[str, str] | None:
    """Copy a database before its schema is updated; return the code of a sentence and a fact for it.

    The result is `kept` and the copy's path, or `not_kept` and the address of a PostgreSQL database, which
    isn't copied. None: no update is due, since the database is new, or its schema is the newest.

    Raises:
        StorageProblem: The copy can't be made, or the database can't be used: the bot must not start.
    """
    if not is_shared(address):
        return await asyncio.to_thread(_kept, address)
    from tables.store.postgres.connecting import connection_options  # Only bots with PostgreSQL load it.
    from tables.store.postgres.prepare import newest, prepare

    try:
        found = await prepare(address, connection_options(address), may_change=False)
    except StorageProblem as problem:
        if problem.code == "no_database":
            return None  # The file is empty.
        raise
    return ("not_kept", shown(address)) if found < newest() else None


def _kept(address: str) -> tuple[str, str] | None:
    path = file_of(address)
    if is_new(path) or is_newest(path):
        return None
    folder = path.parent / FOLDER
    lock = LockFile(path)  # Else starts that are refused while another bot runs would leave copies.
    try:
        make_folder(folder, path)
        with folder_for_copies(UNFINISHED, folder) as place:
            made = place / COPY
            copied(address, made)
            return "kept", str(put_among(made, folder, BEFORE_UPDATE, path, COPIES_BEFORE_UPDATE)[0])
    except OSError as fault:
        raise StorageProblem(reason(fault), path=str(folder)) from fault
    finally:
        lock.release()
