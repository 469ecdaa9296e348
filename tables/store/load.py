"""Loads a dump, which is an SQLite file, into a new or an empty database: all of it or nothing."""

from __future__ import annotations

from pathlib import Path

from tables.store.address import file_of, is_shared
from tables.store.signals import too_late
from tables.store.sqlite.beside import put


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
        from tables.store.postgres.copying import fill  # Only who has a PostgreSQL loads its driver.

        await fill(target, file)
    else:
        too_late()
        put(file, file_of(target))
