"""Checks a PostgreSQL database without changing it, and then brings its schema up to date."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, Final

import psycopg

from tables.model.errors import StorageProblem
from tables.store.address import shown
from tables.store.postgres.connecting import problem

SCHEMA: Final = Path(__file__).with_name("schema")
OLDEST: Final = 15
"""The oldest version of PostgreSQL with which the bot is tested."""
LOCK_S: Final = 1.0
"""Seconds for which a migration waits for a table's lock; meanwhile others who use the table wait, too."""
AGAIN_S: Final = 1.0
PATIENCE_S: Final = 60.0
"""Seconds for which a migration is retried, while others hold locks that it needs."""
LOCK: Final = 0x52617061  # "Rapa": the lock under which one process at a time updates the schema.

NUMBER: Final = """
CREATE TABLE IF NOT EXISTS schema_version (
    number BIGINT NOT NULL,
    is_only BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (is_only)
)"""
FIRST: Final = "INSERT INTO schema_version (number) VALUES (0) ON CONFLICT DO NOTHING"
FOUND: Final = """
SELECT current_setting('server_encoding'), to_regclass('schema_version') IS NOT NULL, (
    SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v')
)"""


async def prepare(
    address: str, options: dict[str, Any], folder: Path = SCHEMA, *, may_change: bool = True
) -> int:
    """Bring the schema of a database up to date if `may_change`; return the number of its last migration.

    Raises:
        StorageProblem: The database can't be used, and is unchanged; `no_database`: it is empty, and
            `may_change` is False.
    """
    steps = await asyncio.to_thread(_steps, folder)
    facts = {"path": shown(address)}
    try:
        async with await psycopg.AsyncConnection.connect(**options, autocommit=True) as connection:
            if (major := connection.info.server_version // 10_000) < OLDEST:
                raise StorageProblem("database_old", **facts, found=major, known=OLDEST)
            await connection.execute("SET lock_timeout = '60s'")
            # A time limit would end the wait for the lock, or a long migration.
            await connection.execute("SET statement_timeout = 0")
            await connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # Until the connection closes.
            number = await _number(connection, facts)
            if number > max(steps):
                raise StorageProblem("database_newer", **facts, found=number, known=max(steps))
            if not number and not may_change:
                raise StorageProblem("no_database", **facts)
            for step in sorted(one for one in steps if one > number and may_change):
                await _step(connection, step, steps[step], facts)
                number = step
    except psycopg.Error as fault:
        raise problem(address, fault) from fault
    return number


def newest() -> int:
    """The number of the newest migration."""
    return max(_steps(SCHEMA))


def _steps(folder: Path) -> dict[int, str]:
    return {int(file.name[:4]): file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.sql"))}


async def _number(connection: psycopg.AsyncConnection[Any], facts: dict[str, str]) -> int:
    """The number of the last migration that the database has, or 0 if the database is empty."""
    ((encoding, is_known, things),) = await (await connection.execute(FOUND)).fetchall()
    if encoding != "UTF8":
        raise StorageProblem("database_encoding", **facts, found=encoding)
    if not is_known:
        if things:
            raise StorageProblem("database_other", **facts)
        return 0
    ((number,),) = await (await connection.execute("SELECT number FROM schema_version")).fetchall()
    return int(number)


async def _step(
    connection: psycopg.AsyncConnection[Any], number: int, script: str, facts: dict[str, str]
) -> None:
    """Run migration `number`, all or nothing; it is retried for `PATIENCE_S`, since others go on writing."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            async with connection.transaction():
                await connection.execute(f"SET LOCAL lock_timeout = '{LOCK_S}s'")
                await connection.execute(NUMBER)
                await connection.execute(FIRST)
                await connection.execute(script)
                await connection.execute("UPDATE schema_version SET number = %s", [number])
        except psycopg.errors.InsufficientPrivilege:
            raise
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected) as fault:
            if time.monotonic() > until:
                said = " ".join(str(fault).split())
                raise StorageProblem("database_in_use", **facts, number=number, fault=said) from fault
            await asyncio.sleep(AGAIN_S)
        except psycopg.ProgrammingError as fault:
            raise StorageProblem("migration_failed", **facts, number=number, fault=str(fault)) from fault
        else:
            return
