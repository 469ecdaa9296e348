"""The entry that was written last, noted beside the database: a file that lacks it is an older copy."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tables.store.journal import LOOKED_AFTER
from tables.store.sqlite.beside import hand_over

LACKS: Final = """
SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM journal WHERE table_id = ? AND number = ? AND at = ?)"""
NEWEST: Final = """
SELECT table_id, number, at FROM journal
WHERE (table_id, number) = (SELECT id, version FROM tables ORDER BY changed_at DESC LIMIT 1)"""
WIDTH: Final = 64


class Latest:
    """The note.  Its name does not begin with the database's, as do all files that a copy replaces."""

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
