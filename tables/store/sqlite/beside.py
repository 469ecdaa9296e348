"""Files beside a database: whose they are, what keeps one from being written, and copies under way."""

from __future__ import annotations

import errno
import glob
import os
import shutil
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

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
