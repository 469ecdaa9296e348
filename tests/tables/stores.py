"""The stores in which tests keep their tables: each folder of a test has a database.

Tests with the mark `both_stores` run on SQLite and PostgreSQL, all others on SQLite.  With `STORE=postgres`
in the environment, all run on PostgreSQL, except those with the mark `sqlite`, which are about its files.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg

from tables.store.postgres.connecting import adapt, native
from tests.postgres import Cluster
from tests.tables.columns import COLUMNS

NAME: Final = "tables.sqlite3"


class Store(Protocol):
    """A kind of store, with a database for each folder."""

    def address(self, folder: Path) -> str:
        """Return the address of a folder's database, for `Tables.open`."""

    def run(self, folder: Path, sql: str, parameters: Sequence[Any]) -> list[Any]:
        """Run a statement directly in a folder's database; return the rows of its result."""

    def everything(self, folder: Path) -> dict[str, list[Any]]:
        """Return all rows of a folder's database, by database table, except those about the processes."""

    def let_go(self, folder: Path) -> None:
        """Free a folder's database, since its files are about to be deleted."""


class SQLiteStore:
    """SQLite files in the folders."""

    def address(self, folder: Path) -> str:
        return str(folder / NAME)

    def run(self, folder: Path, sql: str, parameters: Sequence[Any]) -> list[Any]:
        with closing(sqlite3.connect(folder / NAME, timeout=30)) as connection, connection:
            return connection.execute(sql, parameters).fetchall()

    def everything(self, folder: Path) -> dict[str, list[Any]]:
        names = self.run(folder, "SELECT name FROM sqlite_master WHERE type = 'table'", ())
        return {name: self.run(folder, f"SELECT * FROM {name}", ()) for (name,) in names}

    def let_go(self, folder: Path) -> None:
        pass


class PostgresStore:
    """Databases of a cluster; freed ones are emptied and used again, which is faster than making new ones."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._empty: list[str] = []
        self._used: dict[Path, str] = {}

    def address(self, folder: Path) -> str:
        if folder not in self._used:
            self._used[folder] = self._empty.pop() if self._empty else self._cluster.create()
        return self._used[folder]

    def run(self, folder: Path, sql: str, parameters: Sequence[Any]) -> list[Any]:
        with psycopg.connect(self.address(folder), cursor_factory=psycopg.RawCursor) as connection:
            adapt(connection)
            asked = connection.execute(native(sql), parameters)
            return asked.fetchall() if asked.description else []

    def everything(self, folder: Path) -> dict[str, list[Any]]:
        names = self.run(folder, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'", ())
        return {
            name: sorted(self.run(folder, f"SELECT * FROM {name}", ()), key=repr)
            for (name,) in names
            if name not in PASSING
        }

    def let_go(self, folder: Path) -> None:
        address = self._used.pop(folder)
        with psycopg.connect(address) as connection:
            connection.execute(ALONE)
            if connection.execute(IS_MADE).fetchone() == (True,):
                connection.execute(EMPTY.encode())
        self._empty.append(address)

    def empty(self) -> None:
        """Free the databases of all folders that a test has used."""
        for folder in list(self._used):
            self.let_go(folder)


ALONE: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid != pg_backend_pid()"""
"""Ends the connections that a failed test has left open, as they would hold locks for ever."""
PASSING: Final = ("news", "workers", "leases")
"""Database tables with data that change all the time and are kept for minutes only."""
IS_MADE: Final = "SELECT to_regclass('tables') IS NOT NULL"
EMPTY: Final = "; ".join(
    [
        *(f"DELETE FROM {table}" for table in (*COLUMNS, "news", "workers", "waiting") if table != "tables"),
        "DELETE FROM tables",
        "UPDATE leases SET owner = NULL, until = '-infinity' WHERE owner IS NOT NULL",
    ]
)
"""Deletes all rows; for few rows, this takes half as long as `TRUNCATE`."""

BY_NAME: Final[dict[str, Store]] = {"sqlite": SQLiteStore()}
"""The stores of the evenings of `tests/play`; `postgres` is added if a test of the session needs it."""

_used: list[Store] = [SQLiteStore()]


def use(store: Store) -> None:
    """Keep the tables of all folders in this store from now on."""
    _used[:] = [store]


def address(folder: Path) -> str:
    """Return the address of a folder's database, for `Tables.open`."""
    return _used[0].address(folder)


def run(folder: Path, sql: str, *parameters: Any) -> list[Any]:
    """Run a statement (parameters: `?` or `?1`) directly in a folder's database; return its rows."""
    return _used[0].run(folder, sql, parameters)


def lived(folder: Path, now: float) -> None:
    """Note in the database that the bot was alive until `now`, though it did nothing at its tables."""
    run(folder, "UPDATE secrets SET value = ? WHERE name = 'alive'", repr(now).encode())
