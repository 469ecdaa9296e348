"""Migrations of the schema on a PostgreSQL that others use at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from tables import StorageProblem
from tables.store.postgres import prepare as prepare_module
from tables.store.postgres.connecting import connection_options
from tables.store.postgres.prepare import newest, prepare
from tests.tables.test_move import older_server, run
from tests.tables.test_several_processes import holds

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare_module, "LOCK_S", 0.02)
    monkeypatch.setattr(prepare_module, "AGAIN_S", 0.02)


@asynccontextmanager
async def reading(address: str) -> AsyncIterator[psycopg.AsyncConnection]:
    """Have another connection read for long, as a dump does; yield a further connection."""
    async with (
        await psycopg.AsyncConnection.connect(address) as reader,
        await psycopg.AsyncConnection.connect(address, autocommit=True) as other,
    ):
        await reader.execute("SELECT count(*) FROM tables")
        yield other


async def test_a_step_waits_for_who_reads_and_is_in_nobodys_way(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    older_server(database_address)
    pauses = list[float]()
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(seconds)

    async with reading(database_address) as other:
        monkeypatch.setattr(asyncio, "sleep", noted)
        step = asyncio.create_task(prepare(database_address, connection_options(database_address)))
        await holds(lambda: pauses.count(prepare_module.AGAIN_S) > 2)
        await other.execute("SET lock_timeout = '10s'")
        await other.execute("UPDATE tables SET version = version")
        assert not step.done()
    assert await step == newest()


async def test_a_step_that_finds_no_moment_says_what_is_in_its_way(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    older_server(database_address)
    monkeypatch.setattr(prepare_module, "PATIENCE_S", 0.1)
    async with reading(database_address) as other:
        with pytest.raises(StorageProblem) as problem:
            await prepare(database_address, connection_options(database_address))
        assert problem.value.code == "database_in_use"
        ((number,),) = await (await other.execute("SELECT number FROM schema_version")).fetchall()
    assert number < newest()
    assert await prepare(database_address, connection_options(database_address)) == newest()


async def test_a_step_that_older_processes_could_not_live_with_waits_until_they_have_ended(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    older_server(database_address)
    run(database_address, "INSERT INTO workers (id, seen) VALUES ('old', clock_timestamp())")
    monkeypatch.setattr(prepare_module, "PATIENCE_S", 0.1)
    with pytest.raises(StorageProblem) as problem:
        await prepare(database_address, connection_options(database_address))
    assert problem.value.code == "database_in_use"
    assert "older version" in str(problem.value.facts["fault"])
    run(database_address, "UPDATE workers SET seen = seen - interval '1 minute'")  # It was killed.
    assert await prepare(database_address, connection_options(database_address)) == newest()
