"""Files beside a database: its lock, the note of its newest entry, copies under way, and whose they are."""

from __future__ import annotations

import errno
import glob
import os
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tables.model.errors import StorageProblem
from tables.store.journal import LOOKED_AFTER

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


ROOM: Final = 64 << 10
"""Bytes that a database needs beside it to be opened."""
COPY: Final = "copy.sqlite3"
"""The name of a copy under way, in a folder that is deleted with it."""
UNFINISHED: Final = "unfinished-"
"""The names of such folders begin so among backups."""
MOVING: Final = "-moving-"
"""What stands in the name of such a folder of a move, after the name of the file beside which it lies."""
FOLDER: Final = "backups"
"""The folder beside a database in which copies of it lie."""
STAMP: Final = "%Y-%m-%dT%H%M%SZ"
STAMPED: Final = "????-??-??T??????Z"
REASONS: Final = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EFBIG: "disk_full",
    errno.EIO: "io_error",
}
"""What is wrong where the system refuses to write a file; else it may not be written."""


def reason(fault: OSError) -> str:
    """The code of the `StorageProblem` for a file that can't be made or written."""
    return REASONS.get(fault.errno or 0, "read_only")


def obstacle(database: Path) -> str | None:
    """What keeps a file from being written beside a database, as `reason`; None: nothing does."""
    try:
        with tempfile.TemporaryFile(dir=database.parent) as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        return reason(fault)
    return None


def make_folder(folder: Path, database: Path) -> None:
    """Make a folder for a database or copies of it, with those around it, for whoever owns the database.

    Raises:
        OSError: It can't be made.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(0o700, parents=True, exist_ok=True)
    for one in reversed(missing):
        hand_over(one, database)


def hand_over(made: Path, database: Path) -> None:
    """Give what was made beside a database its owner; where there is none, its folder's.

    Root may do so, and would keep out the bot's own user else; whoever else made it owns the database too.
    """
    model = database if database.exists() else made.parent
    with suppress(OSError):
        facts = model.stat()
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            os.chown(made, facts.st_uid, facts.st_gid)


def clear(folder: Path, prefix: str, age_s: float = 0.0) -> None:
    """Delete what killed programs have left: folders with whole copies, with people's ids and names.

    Blocks: call it in a thread.

    Args:
        folder: Where they lie.
        prefix: Their names begin so.
        age_s: So long nobody has touched them, in seconds.
    """
    with suppress(OSError):  # They are in nobody's way.
        for left in list(folder.glob(f"{glob.escape(prefix)}?*")):
            with suppress(OSError):
                is_old = not age_s or time.time() - left.stat().st_mtime > age_s
                files = [one for one in left.rglob("*") if not one.is_dir()]
                # Somebody else may have put something there, under such a name.
                if is_old and not left.is_symlink() and all(one.name.startswith(COPY) for one in files):
                    shutil.rmtree(left, ignore_errors=True)


def put(made: Path, kept: Path, owner: Path | None = None) -> None:
    """Give a copy its name and its owner, once all of it is on the disk; what has that name is gone.

    Args:
        made: The copy, on the disk of its place.
        kept: Its place; nobody has that file open.
        owner: A file or folder of whom the copy is to be; default: what it takes the place of, or its folder.

    Raises:
        OSError: It can't be done.
    """
    made.chmod(kept.stat().st_mode if kept.exists() else 0o600)  # It has people's ids and names.
    hand_over(made, owner or (kept if kept.exists() else kept.parent))
    _synced(made)
    for end in ("-wal", "-shm", "-journal"):
        kept.with_name(kept.name + end).unlink(missing_ok=True)
    made.replace(kept)
    with suppress(PermissionError):  # Windows opens no folder.
        _synced(kept.parent)


def _synced(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def put_among(made: Path, folder: Path, kind: str, owner: Path, most: int | None) -> tuple[Path, int]:
    """Put a copy into a folder, named by the time.

    Args:
        made: As of `put`.
        folder: Where copies lie.
        kind: Their names begin so: no other files are deleted.
        owner: As of `put`.
        most: So many of that kind stay, the newest; None: all.

    Returns:
        Its place, and how many older ones were deleted.

    Raises:
        OSError: It can't be done.
    """
    kept = folder / f"{kind}-{datetime.now(UTC).strftime(STAMP)}.sqlite3"
    put(made, kept, owner)
    older = sorted(folder.glob(f"{kind}-{STAMPED}.sqlite3"))[:-most] if most is not None else []
    for path in older:
        path.unlink()
    return kept, len(older)


class LockFile:
    """The lock of a database, held from construction until `release`."""

    def __init__(self, database: Path) -> None:
        """Take the lock.

        Raises:
            StorageProblem: `in_use`; or as `reason` says, with the lock's path.
        """
        self._released = False
        path = database.with_name(database.name + ".lock")
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            raise StorageProblem(reason(fault), path=str(path)) from fault
        hand_over(path, database)
        if database.exists():
            with suppress(OSError):  # Somebody else's, who shares it.
                path.chmod(stat.S_IMODE(database.stat().st_mode))
        try:
            _lock(self._handle)
        except OSError as fault:
            os.close(self._handle)
            raise StorageProblem("in_use", path=str(database)) from fault

    def release(self) -> None:
        """Let another process have the database.  The file stays: deleting it could make two locks of one."""
        if not self._released:
            self._released = True
            os.close(self._handle)


LACKS: Final = """
SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM journal WHERE table_id = ? AND number = ? AND at = ?)"""
NEWEST: Final = """
SELECT table_id, number, at FROM journal
WHERE (table_id, number) = (SELECT id, version FROM tables ORDER BY changed_at DESC LIMIT 1)"""
WIDTH: Final = 64


class Latest:
    """Notes the entry that was written last: a database that lacks it is an older copy.

    The note's name does not begin with the database's, as do all files that a copy replaces.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(f".{database.name}.latest")

    def missing(self, version: str) -> tuple[str, tuple[Any, ...]]:
        """A query that finds something where the database is an older copy, and its parameters."""
        with suppress(OSError, ValueError):
            table_id, number, at = self._path.read_text("ascii").split()
            return LACKS, (table_id, int(number), float(at))
        return LOOKED_AFTER, (version,)

    def put(self, table_id: str, number: int, at: float) -> None:
        """Note an entry that is on the disk; where that fails, an older one stays noted."""
        with suppress(OSError):
            is_new = not self._path.exists()
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
            os.write(handle, f"{table_id} {number} {at!r}".ljust(WIDTH).encode())
            os.close(handle)
            if is_new:
                hand_over(self._path, self._database)
