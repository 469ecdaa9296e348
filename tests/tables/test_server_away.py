"""A PostgreSQL that restarts or is away for a while: nothing is lost, and it is soon used again."""

from __future__ import annotations

import asyncio
import time

import pytest

from tables import Look, StorageFailed, Tables
from tables.store.postgres.leases import BUCKETS
from tables.verbs.play import played
from tests.postgres import Cluster
from tests.tables.test_several_processes import heap_is, holds, processes, share, until
from tests.tables.toys import ANN, running, say

pytestmark = pytest.mark.postgres

DOWN_S = 9.0
"""Psycopg's pauses of 1, 2, 4 and 8 seconds would have it tried again six seconds after that."""
BACK_S = 3.0


async def insisted(tables: Tables, table: str, asked: int) -> str:
    """Make a move; repeat the click as long as it is refused because the server is away."""
    async with asyncio.timeout(20):
        while True:
            try:
                return (await tables.do(table, ANN, "2", played, asked, "add 1")).status
            except StorageFailed:
                await asyncio.sleep(0.05)


async def test_a_server_that_restarts_in_the_middle_loses_nothing(own_cluster: Cluster) -> None:
    with own_cluster.database() as address:
        async with processes(address, 2) as (one, two):
            table = await running(one, target="600")
            await say(one, table, ANN, "add 1", "1")
            asked = (await one.look(table, ANN.id)).asked or 0
            await asyncio.to_thread(own_cluster.kill)
            doing = asyncio.create_task(insisted(two, table, asked))
            await asyncio.to_thread(own_cluster.start)
            assert await doing in ("done", "repeated")
            for each in (one, two):
                await until(each, table, heap_is(2))


async def test_a_server_that_was_away_for_longer_is_read_from_again_soon(own_cluster: Cluster) -> None:
    """Pauses between tries to reach it again that grow would last as long as it was away."""
    with own_cluster.database() as address:
        async with processes(address, 1) as (one,):
            table = await running(one, target="600")
            database, query = one._database, "SELECT count(*) FROM journal"
            [before] = await database.read(query)
            assert await one.probe.is_writable()
            await asyncio.to_thread(own_cluster.stop)
            down_until = time.monotonic() + DOWN_S
            while time.monotonic() < down_until:
                with pytest.raises(StorageFailed):
                    await database.read(query)
            await asyncio.to_thread(own_cluster.start)
            began = time.monotonic()
            await insisted(one, table, (await looked(one, table)).asked or 0)
            assert (await database.read(query))[0] > before
            assert time.monotonic() - began < BACK_S
            await holds(lambda: share(one) == BUCKETS)
            assert time.monotonic() - began < 2 * BACK_S


async def looked(tables: Tables, table: str) -> Look:
    """Return a look of one process, as soon as the server answers."""
    async with asyncio.timeout(20):
        while True:
            try:
                return await tables.look(table, ANN.id)
            except StorageFailed:
                await asyncio.sleep(0.05)
