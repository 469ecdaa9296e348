"""The two databases of a move: each is used by it alone, in one transaction.

Nobody else writes there meanwhile, and all that was written is gone if the move ends before its `commit`.
What is written to is first only read, as it is: where it is refused, not even its schema was changed.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg

from tables.model.errors import StorageProblem
from tables.store.address import is_shared, path_of, shown, sqlite_uri
from tables.store.check import copied
from tables.store.postgres.connecting import adapt, connection_options, native
from tables.store.postgres.connecting import problem as postgres_problem
from tables.store.postgres.leases import LEASE_S
from tables.store.postgres.prepare import newest
from tables.store.postgres.prepare import prepare as prepare_postgres
from tables.store.sqlite.lockfile import LockFile
from tables.store.sqlite.moving import COPY, delete_left, folder_for_a_copy
from tables.store.sqlite.prepare import is_new as is_new_file
from tables.store.sqlite.prepare import is_newest, make_folder, prepare
from tables.store.sqlite.prepare import problem as sqlite_problem

Row = tuple[Any, ...]
ROWS_AT_ONCE: Final = 1000
AT_WORK: Final = f"""
SELECT id FROM workers WHERE seen BETWEEN clock_timestamp() - interval '{LEASE_S} seconds'
  AND clock_timestamp() + interval '{LEASE_S} seconds'"""
"""The bots that are there: they say so more often, and none will be seen later on."""


class Side(Protocol):
    """One of the two databases.  Everything it does waits for the disk.

    Attributes:
        address: Where it is, as it may be printed.
        faults: The exceptions of its driver.
        is_newest: Its schema is.
    """

    address: str
    faults: tuple[type[Exception], ...]
    is_newest: bool

    async def prepare(self) -> None:
        """Bring the schema of what is written to up to date; until then it is only read.

        Raises:
            StorageProblem: It can't be; it is as it was.
        """

    def has(self, table: str) -> bool:
        """Whether the schema has this table: an older one may lack some."""

    def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """The rows of a query, with the parameters of `tables.store.database`."""

    def run(self, sql: str) -> None:
        """Run a statement."""

    def rows(self, table: str, columns: Sequence[str], key: Sequence[str]) -> Iterator[list[Row]]:
        """All rows of a table of the schema in the order of their keys, so many at once."""

    def put(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Add rows to a table of the schema."""

    def begin(self, tables: Sequence[str], *, writes: bool) -> None:
        """Begin the transaction, in which nobody else writes to these tables.

        Raises:
            StorageProblem: `in_use`.
        """

    def check_unused(self) -> None:
        """Refuse to go on where a bot is there.

        Raises:
            StorageProblem: `in_use`.
        """

    def commit(self) -> None:
        """Keep what was written; on return it is on the disk."""

    def problem(self, fault: Exception) -> StorageProblem:
        """What a fault of the driver means for whoever moves."""

    def close(self) -> None:
        """Let go of it; what was not committed is gone."""


def is_one_file(source: str, target: str) -> bool:
    """Whether two addresses are of the same SQLite file, by other paths, links or names."""
    if is_shared(source) or is_shared(target):
        return False
    paths = path_of(source), path_of(target)
    with suppress(OSError):  # One is missing, or may not be seen, as whoever opens it says.
        return os.path.samefile(*paths)
    return os.path.realpath(paths[0]) == os.path.realpath(paths[1])


def is_one_server(old: Side, new: Side) -> bool:
    """Whether two sides, of which the old one has begun, are the same database of PostgreSQL.

    A lock that one takes is then there for the other: no address tells that, nor a number that a copy of the
    server has too.
    """
    if not (isinstance(old, PostgresSide) and isinstance(new, PostgresSide)):
        return False
    key = (secrets.randbits(63),)
    old.read("SELECT pg_advisory_xact_lock(?)", key)
    return new.read("SELECT pg_try_advisory_xact_lock(?), current_schema()", key) == [
        (False, *old.read("SELECT current_schema()")[0])
    ]


async def opened(address: str, *, is_new: bool) -> Side:
    """A side, checked, and with the newest schema where it is only read.

    Args:
        address: As `tables.store.address` says.
        is_new: It is written to, after `prepare`, which makes one that is missing.  Else it stays as it is.

    Raises:
        StorageProblem: It can't be used, or `in_use` by a bot.
    """
    if is_shared(address):
        return await PostgresSide.open(address, is_new=is_new)
    return SQLiteSide(path_of(address), is_new=is_new)


class SQLiteSide:
    """An SQLite file, whose lock keeps bots out; where it is only read, a copy is brought up to date."""

    faults: tuple[type[Exception], ...] = (sqlite3.Error, UnicodeError)

    def __init__(self, path: str, *, is_new: bool) -> None:
        self.address = path
        self._file = Path(os.path.realpath(path))
        if not is_new and not self._file.exists():
            raise StorageProblem("no_database", path=path)
        make_folder(self._file)
        with ExitStack() as stack:
            stack.callback(LockFile(self._file).release)
            with self._named():
                self._connection = self._looked_at() if is_new else self._copied(stack)
            self._stack = stack.pop_all()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Have what goes wrong with the file raised as what it means."""
        try:
            yield
        except StorageProblem as fault:
            raise StorageProblem(fault.code, **{**fault.facts, "path": self.address}) from fault
        except sqlite3.Error as fault:
            raise self.problem(fault) from fault
        except OSError as fault:
            raise StorageProblem("read_only", path=self.address) from fault

    def _looked_at(self) -> sqlite3.Connection:
        if is_new_file(self._file):
            self.is_newest = False
            return sqlite3.connect(":memory:")  # Nothing is in there either.
        self.is_newest = is_newest(self._file)
        # One that may write puts what a killed bot has left beside the file into it, when it is closed.
        return sqlite3.connect(sqlite_uri(self._file, "ro"), uri=True, isolation_level=None)

    def _copied(self, stack: ExitStack) -> sqlite3.Connection:
        delete_left(self._file)
        used = Path(stack.enter_context(folder_for_a_copy(self._file))) / COPY
        copied(str(self._file), used)
        return self._prepared(used)

    async def prepare(self) -> None:
        """As `Side.prepare`."""
        self._connection.close()
        with self._named():
            self._connection = self._prepared(self._file)

    def _prepared(self, used: Path) -> sqlite3.Connection:
        prepare(used)
        self.is_newest = True
        connection = sqlite3.connect(used, isolation_level=None)
        for setting in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            connection.execute(f"PRAGMA {setting}")
        return connection

    def has(self, table: str) -> bool:
        """As `Side.has`."""
        return bool(self.read("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,)))

    def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """As `Side.read`."""
        return self._connection.execute(sql, parameters).fetchall()

    def run(self, sql: str) -> None:
        """As `Side.run`."""
        self._connection.execute(sql)

    def rows(self, table: str, columns: Sequence[str], key: Sequence[str]) -> Iterator[list[Row]]:
        """As `Side.rows`."""
        found = self._connection.execute(_in_order(table, columns, key))
        while rows := found.fetchmany(ROWS_AT_ONCE):
            yield rows

    def put(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """As `Side.put`."""
        places = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)

    def begin(self, tables: Sequence[str], *, writes: bool) -> None:
        """As `Side.begin`."""
        self._connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")

    def check_unused(self) -> None:
        """As `Side.check_unused`: we have the lock of bots."""

    def commit(self) -> None:
        """As `Side.commit`."""
        self._connection.execute("COMMIT")

    def problem(self, fault: Exception) -> StorageProblem:
        """As `Side.problem`."""
        if isinstance(fault, sqlite3.Error):
            return sqlite_problem(self._file, fault)
        return StorageProblem("damaged", path=self.address, fault=str(fault))

    def close(self) -> None:
        """As `Side.close`."""
        self._connection.close()
        self._stack.close()


class PostgresSide:
    """A PostgreSQL database; its bots can't write to tables that are locked."""

    faults: tuple[type[Exception], ...] = (psycopg.Error,)

    def __init__(self, address: str, connection: psycopg.Connection[Any], *, is_newest: bool) -> None:
        self.address = shown(address)
        self.is_newest = is_newest
        self._whole_address = address
        self._connection = connection

    @classmethod
    async def open(cls, address: str, *, is_new: bool) -> PostgresSide:
        """Check a database, which is left as it is.

        Raises:
            StorageProblem: It can't be used; `database_older`: it is only read, and isn't up to date.
        """
        options = connection_options(address)
        try:
            is_newest = await prepare_postgres(address, options, may_change=False) == newest()
        except StorageProblem as fault:
            if not is_new or fault.code != "no_database":
                raise
            is_newest = False  # It is empty.
        if not is_new and not is_newest:
            raise StorageProblem("database_older", path=shown(address))
        try:
            connection = psycopg.Connection.connect(
                **options, autocommit=True, cursor_factory=psycopg.RawCursor
            )
        except psycopg.Error as fault:
            raise postgres_problem(address, fault) from fault
        adapt(connection)
        # All of a large table is one statement, and a long game is replayed between two of them.
        for setting in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(f"SET {setting} = 0")
        return cls(address, connection, is_newest=is_newest)

    async def prepare(self) -> None:
        """As `Side.prepare`."""
        await prepare_postgres(self._whole_address, connection_options(self._whole_address))
        self.is_newest = True

    def has(self, table: str) -> bool:
        """As `Side.has`."""
        return self.read("SELECT to_regclass(?) IS NOT NULL", (table,)) == [(True,)]

    def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """As `Side.read`."""
        return self._connection.execute(native(sql), parameters).fetchall()

    def run(self, sql: str) -> None:
        """As `Side.run`."""
        self._connection.execute(sql)

    def rows(self, table: str, columns: Sequence[str], key: Sequence[str]) -> Iterator[list[Row]]:
        """As `Side.rows`."""
        # With a name it stays at the server, and gives what is asked for.
        with psycopg.RawServerCursor(self._connection, "rows") as found:
            found.execute(_in_order(table, columns, key))
            while rows := found.fetchmany(ROWS_AT_ONCE):
                yield rows

    def put(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """As `Side.put`."""
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)

    def look(self) -> None:
        """Begin a transaction that sees all as of one moment, while others go on writing."""
        self._connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def begin(self, tables: Sequence[str], *, writes: bool) -> None:
        """As `Side.begin`."""
        self._connection.execute("BEGIN")
        mode = "EXCLUSIVE" if writes else "SHARE"
        try:
            self._connection.execute(f"LOCK TABLE {', '.join(tables)} IN {mode} MODE")
        except psycopg.errors.LockNotAvailable as fault:
            raise StorageProblem("in_use", path=self.address) from fault

    def check_unused(self) -> None:
        """As `Side.check_unused`."""
        if self.has("workers") and self.read(AT_WORK):
            raise StorageProblem("in_use", path=self.address)

    def commit(self) -> None:
        """As `Side.commit`."""
        self._connection.execute("COMMIT")

    def problem(self, fault: Exception) -> StorageProblem:
        """As `Side.problem`."""
        if isinstance(fault, psycopg.Error):
            return postgres_problem(self._whole_address, fault)
        return StorageProblem("database_odd", path=self.address, fault=str(fault))

    def close(self) -> None:
        """As `Side.close`."""
        with suppress(psycopg.Error):
            self._connection.close()


def _in_order(table: str, columns: Sequence[str], key: Sequence[str]) -> str:
    return f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(key)}"
