"""The stores that the tests' tables are kept in, each folder a database, and their rows past the bot.

Tests with the mark `both_stores` run on SQLite and PostgreSQL, all others on SQLite.  With `STORE=postgres`
in the environment all run on PostgreSQL, except those with the mark `sqlite`, which are about its files.
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
    """Databases of one kind."""

    def address(self, folder: Path) -> str:
        """Where the tables of a folder are kept, for `Tables.open`."""

    def run(self, folder: Path, sql: str, parameters: Sequence[Any]) -> list[Any]:
        """Run a statement there past the bot; the rows that it gives."""

    def everything(self, folder: Path) -> dict[str, list[Any]]:
        """All rows there, by their table, but for those by which processes know of each other."""

    def let_go(self, folder: Path) -> None:
        """Keep the tables of a folder no longer than its files."""


class SQLiteStore:
    """Files in the folders."""

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
    """Databases of a cluster; those that are used no more are emptied and used again, which is quicker."""

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
        """Let go of all folders that a test has used."""
        for folder in list(self._used):
            self.let_go(folder)


ALONE: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid != pg_backend_pid()"""
"""Ends the connections of what a failed test did not close, which would hold locks for ever."""
PASSING: Final = ("news", "workers", "leases")
"""What is written all the time, and kept for minutes."""
IS_MADE: Final = "SELECT to_regclass('tables') IS NOT NULL"
EMPTY: Final = "; ".join(
    [
        *(f"DELETE FROM {table}" for table in (*COLUMNS, "news", "workers", "waiting") if table != "tables"),
        "DELETE FROM tables",
        "UPDATE leases SET owner = NULL, until = '-infinity' WHERE owner IS NOT NULL",
    ]
)
"""For few rows that takes half as long as cutting the tables off."""

BY_NAME: Final[dict[str, Store]] = {"sqlite": SQLiteStore()}
"""What evenings of `tests/play` may have; `postgres` is there where a test of the session wants it."""

_used: list[Store] = [SQLiteStore()]


def use(store: Store) -> None:
    """Have the tables of all folders kept there from now on."""
    _used[:] = [store]


def address(folder: Path) -> str:
    """Where the tables of a folder are kept, for `Tables.open`."""
    return _used[0].address(folder)


def run(folder: Path, sql: str, *parameters: Any) -> list[Any]:
    """Run a statement (parameters: `?` or `?1`) on the tables of a folder past the bot; the rows it gives."""
    return _used[0].run(folder, sql, parameters)


def lived(folder: Path, now: float) -> None:
    """Have it that the bot lived until now, though nothing looked at its tables."""
    run(folder, "UPDATE secrets SET value = ? WHERE name = 'alive'", repr(now).encode())
