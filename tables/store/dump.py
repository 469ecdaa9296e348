"""Dumps a database, which may be in use, into an SQLite file, all as of one moment; and loads such a dump."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from tables.model.errors import StorageProblem
from tables.store.address import file_of, is_shared, path_of, shown, sqlite_uri
from tables.store.signals import folder_for_copies, too_late
from tables.store.sqlite.files import COPY, FOLDER, UNFINISHED, LockFile, make_folder, put, put_among, reason
from tables.store.sqlite.prepare import is_new, is_newest, problem

PATIENCE_S: Final = 30.0
"""Seconds that the copying waits for a database that is being written."""
BEFORE_UPDATE: Final = "before-update"
COPIES_BEFORE_UPDATE: Final = 3
"""So many copies of that kind stay."""


async def dump(source: str, file: Path) -> None:
    """Copy a database into a file that is missing or empty; those who write there don't wait for it.

    Args:
        source: Where the database is, as `tables.store.address` says.
        file: Has its schema, which may be an older one.

    Raises:
        StorageProblem: It can't be read; `no_database`: there is none; `no_room`, `disk_full`: the file's
            disk is full; `move_differs`: what was written is not what was read.
    """
    if not is_shared(source):
        await asyncio.to_thread(copied, source, file)
        return
    from tables.store.postgres.copying import fetch  # Only who has a PostgreSQL loads its driver.

    await fetch(source, file)


async def load(file: Path, target: str) -> None:
    """Have a database hold what a dump of the newest schema does, and compare.

    Whoever stops it has loaded nothing, until it is `too_late` (`tables.store.signals`).

    Args:
        file: The dump; it lies on the disk of an SQLite file that it is to become.
        target: Where the database is, as `tables.store.address` says; whoever calls holds the lock of an
            SQLite file, and has found nothing in it.

    Raises:
        StorageProblem: It can't be used; `in_use`: a bot is there; `move_not_empty`; `move_differs`: what
            arrived is not what was sent.
        OSError: The file can't be put there.
    """
    if is_shared(target):
        from tables.store.postgres.copying import fill

        await fill(target, file)
    else:
        too_late()
        put(file, file_of(target))


def existing(name: str) -> Path:
    """Where an SQLite database lies.

    Raises:
        StorageProblem: `no_database`: there is none.
    """
    path = file_of(name)
    if not path.exists():
        raise StorageProblem("no_database", path=path_of(name))
    return path


def copied(name: str, copy: Path) -> None:
    """Dump an SQLite database, as `dump` does.  Blocks: call it in a thread."""
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
    """Copy a database whose schema is an older one; what is to be said of which place, `kept` or `not_kept`.

    None: it is new, or nothing is to be changed in it.

    Raises:
        StorageProblem: It can't be copied, so no bot should be started; or a start would be refused.
    """
    if not is_shared(address):
        return await asyncio.to_thread(_kept, address)
    from tables.store.postgres.connecting import connection_options  # Only who has one loads its driver.
    from tables.store.postgres.prepare import newest, prepare

    try:
        found = await prepare(address, connection_options(address), may_change=False)
    except StorageProblem as problem:
        if problem.code == "no_database":
            return None  # It is empty.
        raise
    return ("not_kept", shown(address)) if found < newest() else None


def _kept(address: str) -> tuple[str, str] | None:
    path = file_of(address)
    if is_new(path) or is_newest(path):
        return None
    folder = path.parent / FOLDER
    lock = LockFile(path)  # Else a bot that is refused since another one runs would leave copies.
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
