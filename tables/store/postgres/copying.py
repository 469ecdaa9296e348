"""Copies between a PostgreSQL database and an SQLite file."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg

from tables.model.errors import StorageProblem
from tables.store.address import shown
from tables.store.postgres.connecting import adapt, connection_options, problem
from tables.store.postgres.leases import LEASE_S
from tables.store.postgres.prepare import prepare
from tables.store.signals import too_late
from tables.store.sqlite.prepare import ROOTS, Ask, Row, differs, opened, queries
from tables.store.sqlite.prepare import prepare as prepare_file

Server = psycopg.Connection[Any]
ROWS_AT_ONCE: Final = 1000
SCHEMA: Final = "SELECT current_schema()"
TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
AT_WORK: Final = f"""
SELECT id FROM workers WHERE seen BETWEEN clock_timestamp() - interval '{LEASE_S} seconds'
  AND clock_timestamp() + interval '{LEASE_S} seconds'"""
"""Finds the bots' processes that use the database: each has renewed its row within `LEASE_S` seconds."""


@contextmanager
def linked(address: str) -> Iterator[Server]:
    """A blocking connection to the server at `address`, without time limits for statements.

    Raises:
        StorageProblem: The server can't be reached, or a statement on the connection fails.
    """
    options = connection_options(address)
    try:
        with closing(psycopg.Connection.connect(**options, autocommit=True)) as server:
            adapt(server)
            for setting in ("statement_timeout", "idle_in_transaction_session_timeout"):
                server.execute(f"SET {setting} = 0")
            yield server
    except psycopg.Error as fault:
        raise problem(address, fault) from fault


def asking(server: Server) -> Ask:
    """A function that yields the rows of a query, in batches; `server` must have an open transaction."""

    def rows(query: str) -> Iterator[Row]:
        with server.cursor("rows") as found:  # A cursor with a name leaves the rows at the server until read.
            found.itersize = ROWS_AT_ONCE
            yield from found.execute(query.encode())

    return rows


async def fetch(address: str, file: Path) -> None:
    """Copy a PostgreSQL database into `file`, as `store.dump.dump` does; blocks the event loop.

    Raises:
        StorageProblem: What `dump` raises.
    """
    number = await prepare(address, connection_options(address), may_change=False)
    prepare_file(file, most=number)  # Schema versions have the same numbers in both stores.
    with linked(address) as server, opened(file, "rw") as copy:
        server.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        ask = asking(server)
        for table, (columns, query) in queries(copy).items():
            places = ", ".join("?" * len(columns.split(",")))
            copy.execute(f"DELETE FROM {table}")
            copy.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", ask(query))
            if differs(query, ask, copy.execute):
                raise StorageProblem("move_differs", path=str(file), table=table)
        copy.commit()


@contextmanager
def held(address: str) -> Iterator[Server]:
    """Lock a database of any schema, by an open transaction: nobody else can write, and no bot can start.

    Yields the connection that has the transaction.

    Raises:
        StorageProblem: `in_use`: a bot uses the database.
    """
    with linked(address) as server:
        server.execute("BEGIN")
        there = [name for (name,) in server.execute(TABLES).fetchall()]
        try:
            if there:
                server.execute(f"LOCK TABLE {', '.join(there)} IN EXCLUSIVE MODE".encode())
        except psycopg.errors.LockNotAvailable as fault:
            raise StorageProblem("in_use", path=shown(address)) from fault
        if "workers" in there and server.execute(AT_WORK.encode()).fetchone():
            raise StorageProblem("in_use", path=shown(address))
        yield server


def is_here(server: Server, address: str) -> bool:
    """Whether `address` leads to the database to which `server`, with an open transaction, is connected.

    The test is a lock: only a connection to the same database sees it. Addresses prove nothing, since several
    may lead to one database; nor do the servers' ids, since a copy of a server has the same id.
    """
    key = secrets.randbits(63)
    server.execute("SELECT pg_advisory_xact_lock(%s)", [key])
    ((schema,),) = server.execute(SCHEMA).fetchall()
    with linked(address) as other:
        ((others, is_free),) = other.execute(f"{SCHEMA}, pg_try_advisory_xact_lock(%s)", [key]).fetchall()
    return others == schema and not is_free


async def fill(address: str, file: Path) -> None:
    """Load a dump into a PostgreSQL database, as `store.dump.load` does; blocks the event loop."""
    with held(address):
        pass  # Raises here if a bot uses the database, before the schema is changed.
    await prepare(address, connection_options(address))
    with held(address) as server, opened(file, "ro") as copy:
        ask = asking(server)
        if any(server.execute(f"SELECT 1 FROM {name} LIMIT 1".encode()).fetchone() for name in ROOTS):
            raise StorageProblem("move_not_empty", path=shown(address))  # Filled before we got the lock.
        for table, (columns, query) in queries(copy).items():
            server.execute(f"DELETE FROM {table}".encode())
            into = f"COPY {table} ({columns}) FROM STDIN".encode()
            with server.cursor() as cursor, cursor.copy(into) as rows:
                for row in copy.execute(query):
                    rows.write_row(row)
            if differs(query, copy.execute, ask):
                raise StorageProblem("move_differs", path=shown(address), table=table)
        too_late()
        server.execute("COMMIT")
