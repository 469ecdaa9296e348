"""Opens the store that an address names."""

from __future__ import annotations

from tables.address import is_shared, path_of
from tables.database import Database
from tables.sqlite.database import SQLiteDatabase


async def open_database(address: str) -> Database:
    """Check a store, bring its schema up to date and open it; for addresses see `tables.address`.

    Raises:
        StorageProblem: It can't be used; it is as it was.
    """
    if is_shared(address):
        from tables.postgres.database import PostgresDatabase  # Only who has one loads its driver.

        return await PostgresDatabase.open(address)
    return await SQLiteDatabase.open(path_of(address))
