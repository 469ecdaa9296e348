"""Copies a database before a newer version of the bot brings its schema up to date: the way back."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tables.model.errors import StorageProblem
from tables.store.address import is_shared, path_of, shown
from tables.store.check import copied
from tables.store.sqlite.beside import hand_over, make_folder, reason
from tables.store.sqlite.lockfile import LockFile
from tables.store.sqlite.prepare import is_new, is_newest

FOLDER: Final = "backups"
NAME: Final = "before-update-%Y-%m-%dT%H%M%SZ.sqlite3"
KEPT: Final = 3
"""So many of these copies stay, the newest."""


async def copied_before_update(address: str) -> tuple[str, str] | None:
    """Copy a database whose schema is an older one; what is to be said of which place, `kept` or `not_kept`.

    None: it is new, or nothing is to be changed in it.

    Raises:
        StorageProblem: It can't be copied, so no bot should be started; or a start would be refused.
    """
    if not is_shared(address):
        made = await asyncio.to_thread(_copied, path_of(address))
        return None if made is None else ("kept", str(made))
    from tables.store.postgres.connecting import connection_options  # Only who has one loads its driver.
    from tables.store.postgres.prepare import newest, prepare

    try:
        found = await prepare(address, connection_options(address), may_change=False)
    except StorageProblem as problem:
        if problem.code == "no_database":
            return None  # It is empty.
        raise
    return ("not_kept", shown(address)) if found < newest() else None


def _copied(name: str) -> Path | None:
    path = Path(os.path.realpath(name))
    if is_new(path) or is_newest(path):
        return None
    folder = path.parent / FOLDER
    made = folder / datetime.now(UTC).strftime(NAME)
    part = made.with_suffix(".part")
    lock = LockFile(path)  # Else a bot that is refused since another one runs would leave copies.
    try:
        make_folder(folder, path)
        part.touch(0o600)  # It has people's ids and names.
        copied(str(path), part)
        hand_over(part, path)
        part.replace(made)
        for older in sorted(folder.glob("before-update-*.sqlite3"))[:-KEPT]:
            older.unlink()
    except OSError as fault:
        raise StorageProblem(reason(fault), path=str(made)) from fault
    finally:
        part.unlink(missing_ok=True)
        lock.release()
    return made
