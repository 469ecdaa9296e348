"""Opens the store that an address names."""

from __future__ import annotations

from tables.store.address import is_shared, path_of
from tables.store.database import Database
from tables.store.sqlite.database import SQLiteDatabase


async def open_database(address: str) -> Database:
    """Check the store at an address (see `tables.store.address`), update its schema, and return it, opened.

    Raises:
        StorageProblem: The store can't be used; it is unchanged.
    """
    if is_shared(address):
        from tables.store.postgres.database import PostgresDatabase  # Only bots with PostgreSQL load it.

        return await PostgresDatabase.open(address)
    return await SQLiteDatabase.open(path_of(address))
