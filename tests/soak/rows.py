"""Reads the rows of either store while the bot is using it, all as of one moment."""

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
"""Gives the rows of a query with its parameters."""


@contextmanager
def reading(database: Path | str) -> Iterator[Rows]:
    """Read a file, or a database of PostgreSQL by its address."""
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
