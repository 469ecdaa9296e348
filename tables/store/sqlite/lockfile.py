"""Keeps a database to one bot process: a file beside it is locked until the process ends, however it ends."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from tables.model.errors import StorageProblem
from tables.store.sqlite.beside import hand_over, reason

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockFile:
    """The lock of a database, held from construction until `release`."""

    def __init__(self, database: Path) -> None:
        """Take the lock.

        Raises:
            StorageProblem: `in_use`; as `beside.reason`, with the lock's path.
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
