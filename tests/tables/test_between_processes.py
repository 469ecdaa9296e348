"""Faults between processes on one PostgreSQL, while one of them starts, breaks off or is busy."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Final

import pytest
from msgspec.structs import replace

from tables.model.errors import Conflict
from tables.store.journal import changed_rows
from tables.store.postgres.connecting import POOL_S
from tables.store.postgres.database import HOLDERS, WAITERS, PostgresDatabase
from tables.store.stores import open_database
from tables.verbs.deadlines import Due
from tables.verbs.play import played
from tests.tables.slow_thinking import SlowThinking
from tests.tables.test_several_processes import holds, joined, processes, settled, until
from tests.tables.test_stores import TABLE
from tests.tables.toys import ANN, BOB, CAT, running, say

pytestmark = pytest.mark.postgres

ENTRY: Final = "INSERT INTO journal (table_id, number, kind, text, at) VALUES (?, ?, 'move', 'x', ?)"
NUMBER: Final = "UPDATE tables SET version = ? WHERE id = ?"


async def test_those_who_hold_locks_keep_no_process_from_renewing_its_leases(database_address: str) -> None:
    async with processes(database_address, 1) as (one,), AsyncExitStack() as held:
        assert isinstance(one._database, PostgresDatabase)
        workers = one._database.cluster
        for number in range(HOLDERS):
            await held.enter_async_context(workers.hold([f"{number}"]))
        async with asyncio.timeout(POOL_S / 2):
            await workers.beat()
            await workers._set_clock()


async def test_who_waits_for_discord_keeps_nobody_else_from_a_lock(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        answered, begun = asyncio.Event(), asyncio.Semaphore(0)

        async def ask() -> None:
            begun.release()
            await answered.wait()

        asking = [asyncio.create_task(one.peer_events.exclusively(f"{n}", ask)) for n in range(WAITERS)]
        for _ in asking:
            await begun.acquire()
        async with asyncio.timeout(POOL_S / 2):
            async with one._database.cluster.hold(["a"]), one._database.cluster.hold(["b"]):
                pass
        after = asyncio.create_task(two.peer_events.exclusively("0", ask))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(begun.acquire(), 0.3)
        answered.set()
        async with asyncio.timeout(POOL_S / 2):
            await asyncio.gather(*asking, after)
        # The connections hold nothing any more: they are the same for whoever comes next.
        async with asyncio.timeout(POOL_S / 2):
            async with two._database.cluster.hold([f"{n}" for n in range(WAITERS)]):
                pass


async def test_who_was_forgotten_does_not_come_back_with_another_seat_s_change(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one)
        before = await two._reader.read(table)
        ann, bob = before.facts.seats
        after = replace(before, facts=replace(before.facts, seats=(ann, replace(bob, offered_to=CAT.id))))
        rows = changed_rows(before, after, Due())
        assert isinstance(one._database, PostgresDatabase)
        gone = "UPDATE seats SET person_id = NULL, name = '' WHERE person_id = ?"
        await one._database.write([(gone, [(ANN.id,)])], table)
        await two._database.write([one for one in rows if "seats" in one[0]], table)
        found = await one._database.read("SELECT person_id, offered_to FROM seats ORDER BY seat")
        assert found == [(None, None), (BOB.id, CAT.id)]


async def test_nobody_builds_on_an_entry_that_is_gone(database_address: str) -> None:
    """As where a standby takes over that lacks the last transactions, before anybody has noticed."""
    async with processes(database_address, 1) as (one,):
        table = await running(one, target="600")
        await say(one, table, ANN, "add 1", "1")
        known = (await one.look(table, None)).table.version
        await say(one, table, ANN, "add 1", "2")
        asked = (await one.look(table, ANN.id)).asked or 0
        gone = "DELETE FROM journal WHERE number > ?", [(known,)]
        back = "UPDATE tables SET version = ?", [(known,)]
        await one._database.write([gone, back], "elsewhere")
        assert (await one.do(table, ANN, "3", played, asked, "add 1")).status == "stale"
        await say(one, table, ANN, "add 1", "4")
        rows = await one._database.read("SELECT number, text FROM journal ORDER BY number")
        assert [number for number, _ in rows] == list(range(1, known + 2))
        assert rows[known][1] == "add 1"
    async with processes(database_address, 1) as (two,):
        assert (await two.look(table, None)).fault is None


async def test_who_takes_a_table_over_has_its_computer_player_think_anew(database_address: str) -> None:
    slow = SlowThinking(at_once=20)
    async with processes(database_address, 1, thinking=slow) as (one,):
        ids = [await running(one, (ANN,), computers=["random"], name=f"t{number}") for number in range(8)]
        for table in ids:
            await say(one, table, ANN, "add 1;end", f"{table}-moved")
        await holds(lambda: len(slow.thoughts) == len(ids))
        two = await joined(database_address, thinking=slow)
        try:
            await settled([one, two])
            moved = sum(map(two.cluster.is_ours, ids))
            assert moved
            await holds(lambda: slow.given_up == moved and len(slow.thoughts) == len(ids) + moved)
            slow.go.set()
            for table in ids:
                await until(two, table, lambda look: look.to_move == (0,))
        finally:
            await two.close()


async def test_all_statements_of_a_write_are_run_or_none(database_address: str) -> None:
    database = await open_database(database_address)
    try:
        await database.write([(TABLE, [("a", 1), ("b", 2)])], "a")
        await database.write([(ENTRY, [("a", 1, 1.5), ("a", 2, 2.5)]), (NUMBER, [(2, "a")])], "a")
        with pytest.raises(Conflict):
            await database.write([(ENTRY, [("a", 3, 3.5), ("a", 2, 2.5)]), (NUMBER, [(3, "a")])], "a")
        with pytest.raises(Conflict):
            await database.write([(ENTRY, [("none", 1, 1.5)]), (NUMBER, [(4, "a")])], "a")
        assert await database.read("SELECT version FROM tables ORDER BY id") == [(2,), (1,)]
        assert await database.read("SELECT number, at FROM journal ORDER BY number") == [(1, 1.5), (2, 2.5)]
        assert await database.read("SELECT keys FROM news ORDER BY at") == [(["a"],), (["a"],)]
    finally:
        await database.close()
