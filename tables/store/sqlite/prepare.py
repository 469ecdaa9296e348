"""Checks a database file, brings its schema up to date, and compares its rows with another database's."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from tables.model.errors import StorageProblem
from tables.store.address import sqlite_uri
from tables.store.sqlite import files
from tables.store.sqlite.files import hand_over, is_missing, obstacle, reason

APPLICATION_ID: Final = 0x52617061  # "Rapa", in the file's header
MIGRATIONS: Final = Path(__file__).with_name("migrations")
MAGIC: Final = b"SQLite format 3\x00"

PROBLEMS: Final = {
    sqlite3.SQLITE_BUSY: "in_use",
    sqlite3.SQLITE_LOCKED: "in_use",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "io_error",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "not_a_database",
}
ROOTS: Final = {"tables", "people", "lessons"}
"""Tables of the schema; a database in which they are empty has only the rows of a new database."""
Row = tuple[Any, ...]
Ask = Callable[[str], Iterable[Row]]
"""Takes a query; returns its rows in one of two compared databases."""


def make_folder(path: Path) -> None:
    """Make the folder of the database file `path`, if it is missing.

    Raises:
        StorageProblem: `no_folder`, `disk_full`.
    """
    try:
        files.make_folder(path.parent, path)
    except OSError as fault:
        code = reason(fault)
        raise StorageProblem(code if code == "disk_full" else "no_folder", path=str(path)) from fault


def prepare(path: Path, migrations: Path = MIGRATIONS, most: int | None = None) -> None:
    """Check a database and bring its schema up to date; a missing or empty file becomes a new database.

    Blocks: call it in a thread. The caller holds the lock file. `most`: the number of the last of the folder
    `migrations` to run; None: run all.

    Raises:
        StorageProblem: The file can't be used; it is unchanged.
    """
    steps = _migrations(migrations, most)
    new = is_new(path)
    if new:
        with suppress(OSError):  # If the file can't be made, `connect` below raises.
            path.touch(0o600)  # Private, since it will hold all hands, and people's ids and names.
            hand_over(path, path.parent)
    else:
        _check_file(path)
        _check_contents(path, newest=max(steps))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        if new:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA synchronous = FULL")
        _migrate(connection, path, steps)


def is_new(path: Path) -> bool:
    """Whether the file `path` is missing or empty, so that there is no database yet.

    Raises:
        StorageProblem: `read_only`: this user may not look into the file's folder.
    """
    return is_missing(path) or path.stat().st_size == 0


def is_newest(path: Path) -> bool:
    """Check a database without changing it, and return whether its schema is the newest.

    Blocks: call it in a thread.

    Raises:
        StorageProblem: What `prepare` would raise for this file.
    """
    _check_file(path)
    newest = max(_migrations(MIGRATIONS))
    return _check_contents(path, newest) == newest


def check_whole(path: Path) -> None:
    """Check a whole database file, which may be in use; some hundred megabytes take a second.

    Blocks: call it in a thread.

    Raises:
        StorageProblem: `damaged`, `not_a_database`, or why the database can't be read at the moment.
    """
    with opened(path, "ro") as connection:
        connection.text_factory = bytes
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != b"ok":
        raise StorageProblem("damaged", path=str(path), fault=verdict.decode(errors="replace"))


@contextmanager
def opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A connection to a database; `mode`: `ro` to read only, `rw` to read and write.

    Raises:
        StorageProblem: The database can't be opened, or a statement on the connection finds it damaged.
    """
    try:
        with closing(sqlite3.connect(sqlite_uri(path, mode), uri=True, timeout=1.0)) as connection:
            yield connection
    except sqlite3.DatabaseError as fault:
        raise problem(path, fault) from fault
    except UnicodeDecodeError as fault:  # From SQLite's message, which quotes damaged bytes.
        raise StorageProblem("damaged", path=str(path), fault=str(fault)) from fault


def problem(path: Path, fault: sqlite3.Error) -> StorageProblem:
    """The `StorageProblem` for an exception of SQLite while a database is opened or copied.

    On a full disk, SQLite may only say that a read or write failed: so this function tests the disk.
    """
    code = PROBLEMS.get(primary_code(fault), "damaged")
    if code in ("io_error", "read_only"):
        code = obstacle(path) or code
    return StorageProblem(code, path=str(path), fault=str(fault))


def _migrations(folder: Path, most: int | None = None) -> dict[int, str]:
    """The script of each migration, by its number, in order; `most`: the last number; None: all."""
    scripts = {int(file.name[:4]): file for file in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))}
    return {
        number: file.read_text(encoding="utf-8")
        for number, file in scripts.items()
        if most is None or number <= most
    }


def _check_file(path: Path) -> None:
    facts = {"path": str(path)}
    if not path.is_file():
        raise StorageProblem("not_a_database", **facts)
    if not (os.access(path, os.R_OK | os.W_OK) and os.access(path.parent, os.W_OK | os.X_OK)):
        raise StorageProblem("read_only", **facts)
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise StorageProblem("not_a_database", **facts)


def _check_contents(path: Path, newest: int) -> int:
    """Check the kind of database in a file, and return the number of the database's last migration."""
    facts = {"path": str(path)}
    # A first start that was killed leaves a rollback journal, which only a writer can apply.
    mode = "rw" if path.with_name(path.name + "-journal").exists() else "ro"
    with opened(path, mode) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
        (things,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION_ID and (application or things):
        raise StorageProblem("other_database", **facts)
    if schema > newest:
        raise StorageProblem("newer_schema", **facts, found=schema, known=newest)
    if application and schema < newest:
        check_whole(path)  # A damaged database must not be changed.
    return int(schema)


def _migrate(connection: sqlite3.Connection, path: Path, steps: dict[int, str]) -> None:
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    for number in [one for one in steps if one > schema]:
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{steps[number]}\n;PRAGMA user_version = {number};\nCOMMIT;"
            )
        except sqlite3.Error as fault:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if primary_code(fault) in PROBLEMS:
                raise problem(path, fault) from fault
            raise StorageProblem(
                "migration_failed", path=str(path), number=number, fault=str(fault)
            ) from fault


def primary_code(fault: Exception) -> int:
    """SQLite's result code for a fault, the low byte of an extended code; 0 for other exceptions."""
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF


def queries(file: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """For each table of a file's schema, by name: the columns, and a query for the rows in the key's order.

    `tables` comes first, since rows of other tables refer to its rows.
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
    """Whether a query finds different rows in two databases; `one` and `other` ask these."""
    return any(repr(left) != repr(right) for left, right in zip_longest(one(query), other(query)))


def counts(file: Path) -> dict[str, int]:
    """The number of rows of each table of a file's schema, by its name."""
    with opened(file, "ro") as connection:
        rows = [connection.execute(f"SELECT '{name}', count(*) FROM {name}") for name in queries(connection)]
        return dict(one.fetchone() for one in rows)


def are_same(one: Path, other: Path) -> bool:
    """Whether two database files, both of the newest schema, have the same rows."""
    with opened(one, "ro") as here, opened(other, "ro") as there:
        return not any(differs(query, here.execute, there.execute) for _, query in queries(here).values())
