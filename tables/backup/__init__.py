"""Copies a database that may be in use, and proves the copy by replaying every table of it.

`python -m tables.backup` says on the terminal what was done.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from engine.game import AnyGame, Struct
from tables.model.errors import StorageProblem
from tables.store.address import is_shared, shown
from tables.store.check import Findings, check, copied, existing
from tables.store.half_moved import IS_MARKED
from tables.store.sqlite.beside import hand_over, make_folder

FORM: Final = "tables-%Y-%m-%dT%H%M%SZ.sqlite3"
"""The name of a copy made at that time, UTC: names stand in the order of their times."""
NAME: Final = re.compile(r"tables-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite3")
"""All that is ever deleted as an older copy."""

UNFINISHED: Final = "unfinished-"
"""The names of folders begin so in which copies are made."""
ABANDONED_S: Final = 24 * 3600.0
"""A folder that old is of a backup that was killed."""


class Backup(Struct, frozen=True):
    """A copy that was made.

    Attributes:
        path: Its file.
        findings: What replaying every table of it has found.
        deleted: So many older copies were deleted.
    """

    path: Path
    findings: Findings
    deleted: int


async def back_up(
    source: str,
    folder: Path,
    keep: int | None = None,
    games: Mapping[str, AnyGame] | None = None,
    begun: Callable[[Path], None] = lambda _folder: None,
    too_late: Callable[[], None] = lambda: None,
) -> Backup:
    """Copy a database, which may be in use, into a folder, and replay every table of the copy.

    Older copies are deleted only where all of the new one could be replayed, or would by other rules.

    Args:
        source: Where the database is, as `store.address` says; it is only read.  Of one that PostgreSQL
            keeps the copy is an SQLite file, which `tables.move` moves back.
        folder: Where copies lie; made if it is missing.  It needs room for two of them for a while.
        keep: So many copies stay there, the newest; None: all.
        games: The games that there are, by id; default: the catalogue.
        begun: Called with the folder that is deleted with all that is in it when this ends; whoever ends the
            process before has to delete it (`tables.store.signals.break_off`).
        too_late: Called before the copy is put in its place, and older ones are deleted.

    Raises:
        StorageProblem: No copy was made: the database can't be read; `no_room`, `no_place`: the copy can't be
            written; `unproven`: it is damaged; `half_moved`: it was not filled to the end.
    """
    owned = folder if is_shared(source) else existing(source)  # Before a folder is made for nothing.
    try:
        await asyncio.to_thread(make_folder, folder, owned)
        await asyncio.to_thread(_clear, folder)
        with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=folder) as name:
            begun(Path(name))
            made = Path(name) / "copy.sqlite3"
            if is_shared(source):
                await _fetched(source, made)
            else:
                await asyncio.to_thread(copied, source, made)
            try:
                # On a copy of the copy: to be read, one of an older version is brought up to date.
                findings = await check(str(made), games, every=True, folder=Path(name))
            except StorageProblem as fault:
                code = "unproven" if fault.code == "damaged" else fault.code
                raise StorageProblem(code, **{**fault.facts, "path": shown(source)}) from fault
            too_late()
            kept = folder / datetime.now(UTC).strftime(FORM)
            hand_over(made, owned)
            await asyncio.to_thread(_put, made, kept)
        is_whole = not any(one.is_damaged for one in findings.unreadable)
        deleted = _pruned(folder, keep) if keep is not None and is_whole else 0
    except OSError as fault:
        raise StorageProblem("no_place", folder=str(folder), fault=str(fault)) from fault
    return Backup(kept, findings, deleted)


async def _fetched(source: str, made: Path) -> None:
    """Copy a PostgreSQL database, which may be in use, as it is at one moment into a new SQLite file.

    Its bots don't wait for it; the loop of this process does.

    Raises:
        StorageProblem: It can't be read, or the copy can't be written; `half_moved`.
    """
    from tables.move import KEYS, copy_all, named  # Only who has a PostgreSQL loads its driver.
    from tables.move.sides import PostgresSide, SQLiteSide

    with closing(await PostgresSide.open(source, is_new=False)) as old:
        with named(old):
            old.look()
            if old.read(IS_MARKED):
                raise StorageProblem("half_moved", path=old.address)
        with closing(SQLiteSide(str(made), is_new=True)) as new:
            await new.prepare()
            with named(new):
                new.begin(list(KEYS), writes=True)
            copy_all(old, new)
            with named(new):
                new.commit()


def _clear(folder: Path) -> None:
    """Delete what killed backups have left: whole copies, with all that somebody may want to be forgotten."""
    for path in folder.glob(f"{UNFINISHED}*"):
        if time.time() - path.stat().st_mtime > ABANDONED_S:
            shutil.rmtree(path, ignore_errors=True)


def _put(made: Path, kept: Path) -> None:
    """Give a copy its name, once all of it is on the disk."""
    made.chmod(0o600)  # It has people's ids and names.
    _synced(made)
    made.replace(kept)
    _synced(kept.parent)


def _synced(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _pruned(folder: Path, keep: int) -> int:
    """Delete all copies but the newest `keep`; how many that were."""
    copies = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))
    for path in copies[:-keep]:
        path.unlink()
    return len(copies[:-keep])
