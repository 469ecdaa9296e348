"""A process that was frozen beyond its leases can't write notes of other processes' tables.

The tests freeze a process by stopping the renewal of its leases, and write their lapse directly into the
database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from tables import NotOurs, Tables, What
from tables.store.journal import due_row
from tables.store.messages import Note
from tables.store.postgres.leases import BUCKETS, bucket_of
from tables.verbs.deadlines import Due
from tests.tables.test_several_processes import beat, leases_of, owned, processes, share
from tests.tables.toys import ANN, CAT, say

pytestmark = pytest.mark.postgres

BOARD = Note("board", 1, 11, 1)
NEWER = Note("board", 1, 22, 2)
LATE = Note("board", 1, 33, 1)


@asynccontextmanager
async def taken_over(address: str, frozen: Tables, other: Tables) -> AsyncIterator[None]:
    """Have another process take over all leases of `frozen`, which doesn't learn of that until the end."""
    async with leases_of(frozen)._turn:
        with psycopg.connect(address, autocommit=True) as connection:
            gone = frozen._database.cluster.id  # type: ignore[attr-defined]
            connection.execute("UPDATE workers SET seen = '-infinity' WHERE id = %s", [gone])
            connection.execute("UPDATE leases SET until = '-infinity' WHERE owner = %s", [gone])
        await beat(other)
        assert share(other) == BUCKETS
        yield


async def test_what_a_frozen_process_notes_of_a_table_that_was_taken_over_is_refused(
    database_address: str,
) -> None:
    async with processes(database_address, 2) as found:
        frozen, other, table = await owned(found)
        await frozen.followers.follow(table, CAT.id, What.END, 5)
        with frozen.cluster.looking_after(table):
            await frozen.messages.put_all(table, [BOARD])
            async with taken_over(database_address, frozen, other):
                with other.cluster.looking_after(table):
                    await other.messages.put_all(table, [NEWER])
                assert frozen.cluster.is_ours(table), "it has noticed"
                for late in (
                    # Another one than is known here: of what is noted already, nothing is written.
                    frozen.messages.put_all(table, [LATE]),
                    frozen.messages.put(table, "board", 1, 33, 1),
                    frozen.messages.remove(table, "board"),
                    frozen.messages.finish(table, 99),
                    frozen.followers.note(table, CAT.id, 1, 99),
                ):
                    with pytest.raises(NotOurs):
                        await late
        assert not frozen.cluster.is_ours(table), "it goes on"
        for each in found:
            each.sessions.outdate_rows()
            assert (await each.messages.get(table))["board"].message_id == NEWER.message_id


async def test_who_loses_a_table_gives_that_one_up_at_once_and_the_others_when_it_looks(
    database_address: str,
) -> None:
    async with processes(database_address, 2) as found:
        frozen, other, table = await owned(found)
        before, moved = share(frozen), list[str]()
        frozen.peer_events.listen(lambda *_: None, lambda: moved.append("moved"))
        async with taken_over(database_address, frozen, other):
            with pytest.raises(NotOurs), frozen.cluster.looking_after(table):
                await frozen.messages.put_all(table, [BOARD])
            assert (share(frozen), moved) == (before - 1, ["moved"])
        await beat(frozen)
        assert share(frozen) == 0


async def test_what_anybody_may_write_is_not_refused(database_address: str) -> None:
    async with processes(database_address, 2) as found:
        frozen, other, table = await owned(found)
        goes_on = asyncio.Event()

        async def begun() -> None:
            await goes_on.wait()
            await frozen.messages.put_all(table, [NEWER])

        with frozen.cluster.looking_after(table):
            task = asyncio.create_task(begun())
        async with taken_over(database_address, frozen, other):
            await frozen.messages.put_all(table, [BOARD])  # As for a click.
            goes_on.set()
            await task
            assert (await say(frozen, table, ANN, "add 1", "1")).status == "done"


async def test_what_one_waits_to_write_beside_that_is_written(database_address: str) -> None:
    async with processes(database_address, 2) as found:
        frozen, other, table = await owned(found)

        async def late() -> None:
            with frozen.cluster.looking_after(table):
                await frozen.messages.put_all(table, [BOARD])

        async with taken_over(database_address, frozen, other):
            outcomes = await asyncio.gather(
                late(),
                frozen.followers.follow(table, CAT.id, What.END, 5),
                say(frozen, table, ANN, "add 1", "1"),
                return_exceptions=True,
            )
        assert [type(outcome).__name__ for outcome in outcomes] == ["NotOurs", "Follower", "Outcome"]


async def test_nobody_takes_a_table_over_while_something_is_noted_of_it(database_address: str) -> None:
    async with processes(database_address, 2) as found:
        frozen, other, table = await owned(found)
        bucket = bucket_of(table)
        with psycopg.connect(database_address) as connection:
            connection.execute(
                "SELECT 1 FROM leases WHERE bucket = %s FOR KEY SHARE", [bucket]
            )  # As it does while it writes.
            await beat(frozen)  # It may renew its leases meanwhile.
            async with leases_of(frozen)._turn:
                with psycopg.connect(database_address, autocommit=True) as past:
                    past.execute("DELETE FROM workers")
                    past.execute("UPDATE leases SET until = '-infinity' WHERE bucket = %s", [bucket])
                await beat(other)
                assert bucket not in leases_of(other)._ours
                connection.rollback()
                await beat(other)
                assert bucket in leases_of(other)._ours


async def test_what_falls_due_at_a_table_that_was_taken_over_happens_once_by_its_newest_state(
    database_address: str,
) -> None:
    async with processes(database_address, 2) as found:
        frozen, other, table = await owned(found)
        frozen.peer_events.heard = lambda told: None  # type: ignore[method-assign]
        async with taken_over(database_address, frozen, other):
            known = await frozen._reader.read(table)
            await say(other, table, ANN, "add 1", "1")
            before = await other._reader.read(table)
            await frozen._scheduler._attend_one(frozen.sessions.get(table))
            assert (await other._reader.read(table, newest=True)).facts == before.facts
            # Nor does it say any more when the table, as it knew it, would fall due.
            noted = await other._database.read("SELECT due_at, due_by FROM tables WHERE id = ?", table)
            await other._database.write(due_row(known, Due(1.0, "old")), table)
            again = await other._database.read("SELECT due_at, due_by FROM tables WHERE id = ?", table)
            assert noted == again


async def test_tables_whose_lease_had_lapsed_for_a_moment_are_looked_over(database_address: str) -> None:
    async with processes(database_address, 1) as (one,):
        moved = list[str]()
        one.peer_events.listen(lambda *_: None, lambda: moved.append("moved"))
        leases = leases_of(one)
        await leases.beat()
        assert moved == []
        leases._until = 0.0  # As where the loop stood still, or the server was away for a while.
        await leases.beat()
        assert moved == ["moved"]
