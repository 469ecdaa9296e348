"""Files beside a database: whose they are, and what keeps one from being written."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

ROOM: Final = 64 << 10
"""Bytes that a database needs beside it to be opened."""
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
