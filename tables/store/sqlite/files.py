"""The files beside a database, and their owners: the lock, the newest entry's name, unfinished copies."""

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
"""Bytes that must be free on a database's disk so that it can be opened."""
COPY: Final = "copy.sqlite3"
"""The file name of an unfinished copy, in a temporary folder of its own."""
UNFINISHED: Final = "unfinished-"
"""The beginning of the name of an unfinished backup's temporary folder, which lies among the backups."""
MOVING: Final = "-moving-"
"""Part of the name of `tables.move`'s temporary folder, after the file name of the database beside it."""
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
"""`StorageProblem` codes for the system's errors when a file is written; `read_only` for all others."""


def reason(fault: OSError) -> str:
    """The `StorageProblem` code for the exception when a file can't be made or written."""
    return REASONS.get(fault.errno or 0, "read_only")


def is_missing(path: Path) -> bool:
    """Whether the file `path` doesn't exist.

    Raises:
        StorageProblem: `read_only`: this user may not look into the file's folder.
    """
    try:
        path.stat()
    except PermissionError as fault:
        raise StorageProblem("read_only", path=str(path)) from fault
    except (OSError, ValueError):
        return True
    return False


def obstacle(database: Path) -> str | None:
    """Why no file can be written beside a database: a code of the function `reason`; None: a file can be."""
    try:
        with tempfile.TemporaryFile(dir=database.parent) as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        return reason(fault)
    return None


def make_folder(folder: Path, database: Path) -> None:
    """Make a folder and its missing parents, for a database or its copies, all with the database's owner.

    Raises:
        OSError: The folder can't be made.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(0o700, parents=True, exist_ok=True)
    for one in reversed(missing):
        hand_over(one, database)


def hand_over(made: Path, database: Path) -> None:
    """Give the file or folder `made` the owner of `database` or, if that is missing, of the folder around it.

    Only root does this, so that the bot's own user can open the file; other users own what they make.
    """
    model = database if database.exists() else made.parent
    with suppress(OSError):
        facts = model.stat()
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            os.chown(made, facts.st_uid, facts.st_gid)


def clear(folder: Path, prefix: str, age_s: float = 0.0) -> None:
    """Delete temporary folders of killed programs: they hold whole copies, with people's ids and names.

    Their names in `folder` begin with `prefix`. `age_s`: delete only folders that have not changed for more
    than this many seconds. Blocks: call it in a thread.
    """
    with suppress(OSError):  # A folder that can't be deleted does no harm.
        for left in list(folder.glob(f"{glob.escape(prefix)}?*")):
            with suppress(OSError):
                is_old = not age_s or time.time() - left.stat().st_mtime > age_s
                files = [one for one in left.rglob("*") if not one.is_dir()]
                # A folder with other files belongs to another program.
                if is_old and not left.is_symlink() and all(one.name.startswith(COPY) for one in files):
                    shutil.rmtree(left, ignore_errors=True)


def put(made: Path, kept: Path, owner: Path | None = None) -> None:
    """Sync the copy `made` to the disk, set its owner, and rename it to `kept`, on the same disk.

    If there is a file `kept`, the copy replaces it; no program may have it open. `owner`: a file or folder
    that has the owner to set; default: the replaced file, or else its folder.

    Raises:
        OSError: The copy can't be moved.
    """
    made.chmod(kept.stat().st_mode if kept.exists() else 0o600)  # A copy holds ids and names.
    hand_over(made, owner or (kept if kept.exists() else kept.parent))
    _synced(made)
    for end in ("-wal", "-shm", "-journal"):
        kept.with_name(kept.name + end).unlink(missing_ok=True)
    made.replace(kept)
    with suppress(PermissionError):  # Windows opens no folder.
        _synced(kept.parent)


def _synced(path: Path) -> None:
    """Sync a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def put_among(made: Path, folder: Path, kind: str, owner: Path, most: int | None) -> tuple[Path, int]:
    """Move a copy into a folder on its disk, under a name with the time; delete all but `most` of its kind.

    `kind`: the beginning of the names of such copies; no other files are deleted. `owner`: a file or folder
    that has the owner to set. `most`: how many copies are kept, the newest; None: all. Returns the copy's
    path, and how many older copies were deleted.

    Raises:
        OSError: The copy can't be moved, or an older one can't be deleted.
    """
    kept = folder / f"{kind}-{datetime.now(UTC).strftime(STAMP)}.sqlite3"
    put(made, kept, owner)
    older = sorted(folder.glob(f"{kind}-{STAMPED}.sqlite3"))[:-most] if most is not None else []
    for path in older:
        path.unlink()
    return kept, len(older)


class LockFile:
    """The lock file of a database, locked from construction until `release`."""

    def __init__(self, database: Path) -> None:
        """Take the lock.

        Raises:
            StorageProblem: `in_use`: a bot has the lock; a code of `reason`: the lock file can't be opened.
        """
        self._released = False
        path = database.with_name(database.name + ".lock")
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            raise StorageProblem(reason(fault), path=str(path)) from fault
        hand_over(path, database)
        if database.exists():
            with suppress(OSError):  # Fails if another user owns the lock file, and shares it.
                path.chmod(stat.S_IMODE(database.stat().st_mode))
        try:
            _lock(self._handle)
        except OSError as fault:
            os.close(self._handle)
            raise StorageProblem("in_use", path=str(database)) from fault

    def release(self) -> None:
        """Free the lock. The file stays: deleting it could give two processes a lock of one database."""
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
    """The file that names the latest journal entry: a database without that entry is a restored backup.

    The file's name begins differently from the database's name, so the file stays when a backup is restored.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(f".{database.name}.latest")

    def missing(self, version: str) -> tuple[str, tuple[Any, ...]]:
        """A query that finds a row if the database is a restored backup, and the query's parameters."""
        with suppress(OSError, ValueError):
            table_id, number, at = self._path.read_text("ascii").split()
            return LACKS, (table_id, int(number), float(at))
        return LOOKED_AFTER, (version,)

    def put(self, table_id: str, number: int, at: float) -> None:
        """Name in the file an entry that is on the disk; if that fails, the file still names an older one."""
        with suppress(OSError):
            is_new = not self._path.exists()
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
            os.write(handle, f"{table_id} {number} {at!r}".ljust(WIDTH).encode())
            os.close(handle)
            if is_new:
                hand_over(self._path, self._database)
