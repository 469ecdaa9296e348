"""The mark on a database that `python -m tables.move` fills, or was stopped while it did: no bot opens it."""

from __future__ import annotations

from typing import Final

from tables.model.errors import StorageProblem
from tables.store.address import shown
from tables.store.database import Database

MARK: Final = "INSERT INTO chores (name) VALUES ('moving') ON CONFLICT DO NOTHING"
IS_MARKED: Final = "SELECT name FROM chores WHERE name = 'moving'"


async def refuse_half_moved(database: Database, address: str) -> None:
    """Refuse a database that was not filled to the end.

    Raises:
        StorageProblem: `half_moved`.
        StorageFailed: The disk would not say.
    """
    if await database.read(IS_MARKED):
        raise StorageProblem("half_moved", path=shown(address))
