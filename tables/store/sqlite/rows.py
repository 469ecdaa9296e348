"""The rows of two databases of the same schema, of which one is an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from tables.store.sqlite.prepare import opened

ROOTS: Final = {"tables", "people", "lessons"}
"""All other tables of the schema refer to one of these, or have rows in a new database, too."""
Row = tuple[Any, ...]
Ask = Callable[[str], Iterable[Row]]
"""Gives the rows of a query to one of two databases."""


def queries(file: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """For each table of a file's schema: its columns, and the query for its rows in the order of its key.

    `tables` comes first: rows of other tables refer to it.
    """
    names = file.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name != 'tables', name"
    )
    found = {}
    for (name,) in names.fetchall():
        columns = file.execute(f"SELECT name, pk FROM pragma_table_info('{name}') ORDER BY cid").fetchall()
        listed = ", ".join(column for column, _ in columns)
        key = ", ".join(column for place, column in sorted((pk, column) for column, pk in columns if pk))
        found[name] = listed, f"SELECT {listed} FROM {name} ORDER BY {key}"
    return found


def differs(query: str, one: Ask, other: Ask) -> bool:
    """Whether two databases give different rows."""
    return any(repr(left) != repr(right) for left, right in zip_longest(one(query), other(query)))


def counts(file: Path) -> dict[str, int]:
    """The number of rows of each table of a file's schema."""
    with opened(file, "ro") as connection:
        rows = [connection.execute(f"SELECT '{name}', count(*) FROM {name}") for name in queries(connection)]
        return dict(one.fetchone() for one in rows)


def are_same(one: Path, other: Path) -> bool:
    """Whether two files of the newest schema have the same rows."""
    with opened(one, "ro") as here, opened(other, "ro") as there:
        return not any(differs(query, here.execute, there.execute) for _, query in queries(here).values())
