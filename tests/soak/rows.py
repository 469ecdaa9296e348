"""Reads the rows of a store, SQLite or PostgreSQL, while the bot uses it, all at the same moment."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg

from tables.store.postgres.connecting import native

SNAPSHOT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
Rows = Callable[..., list[Any]]
"""Returns the rows of a query, given the query and its parameters."""


@contextmanager
def reading(database: Path | str) -> Iterator[Rows]:
    """Read an SQLite file, or a PostgreSQL database by its address, within this context."""
    if isinstance(database, Path):
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as file:
            file.execute("BEGIN")
            yield lambda sql, parameters=(): file.execute(sql, parameters).fetchall()
        return
    with psycopg.connect(database, autocommit=True, cursor_factory=psycopg.RawCursor) as connection:
        connection.execute(SNAPSHOT)

        def rows(sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
            return connection.execute(native(sql), parameters).fetchall()

        yield rows
