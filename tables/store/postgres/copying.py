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
"""The bots that are there: they say so more often, and none will be seen later on."""


@contextmanager
def linked(address: str) -> Iterator[Server]:
    """A connection for statements that may take long, on which whoever uses it waits.

    Raises:
        StorageProblem: It can't be made, or what is asked for on it fails.
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
    """Gives the rows of a query of any length, in a transaction."""

    def rows(query: str) -> Iterator[Row]:
        with server.cursor("rows") as found:  # With a name it stays at the server.
            found.itersize = ROWS_AT_ONCE
            yield from found.execute(query.encode())

    return rows


async def fetch(address: str, file: Path) -> None:
    """As `dump` of a PostgreSQL database; the event loop waits for it.

    Raises:
        StorageProblem: As `dump`.
    """
    number = await prepare(address, connection_options(address), may_change=False)
    prepare_file(file, most=number)  # The two stores have the same numbers.
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
    """Keep all others from writing to a database, whatever its schema, and bots from starting there.

    Gives a connection whose transaction does that.

    Raises:
        StorageProblem: `in_use`: a bot is there.
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
    """Whether an address is that of the database of a connection, which has a transaction.

    A lock that one connection takes is then there for the other: no address tells that, nor a number that a
    copy of the server has too.
    """
    key = secrets.randbits(63)
    server.execute("SELECT pg_advisory_xact_lock(%s)", [key])
    ((schema,),) = server.execute(SCHEMA).fetchall()
    with linked(address) as other:
        ((others, is_free),) = other.execute(f"{SCHEMA}, pg_try_advisory_xact_lock(%s)", [key]).fetchall()
    return others == schema and not is_free


async def fill(address: str, file: Path) -> None:
    """As `tables.store.dump.load` into a PostgreSQL database; the event loop waits for it."""
    with held(address):
        pass  # Where a bot is there, the schema stays as it is.
    await prepare(address, connection_options(address))
    with held(address) as server, opened(file, "ro") as copy:
        ask = asking(server)
        if any(server.execute(f"SELECT 1 FROM {name} LIMIT 1".encode()).fetchone() for name in ROOTS):
            raise StorageProblem("move_not_empty", path=shown(address))  # Somebody was quicker than the lock.
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
