"""What goes wrong between processes on one PostgreSQL while one starts, breaks off or is busy."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import AsyncExitStack

import psycopg
import pytest
from msgspec.structs import replace

from tables.store.journal import changed_rows
from tables.store.postgres import news as news_module
from tables.store.postgres.connecting import POOL_S
from tables.store.postgres.database import HOLDERS, WAITERS, PostgresDatabase
from tables.verbs.deadlines import Due
from tables.verbs.play import played
from tests.tables.slow_thinking import SlowThinking
from tests.tables.test_several_processes import heap_is, holds, joined, processes, settled
from tests.tables.toys import ANN, BOB, CAT, running, say, until

pytestmark = pytest.mark.postgres


class Cut:
    """A connection whose server is gone, as psycopg has it: closed as soon as that is noticed."""

    def __init__(self) -> None:
        self.pgconn = self
        self._ours, theirs = socket.socketpair()
        theirs.close()

    def fileno(self) -> int:
        if self._ours.fileno() < 0:
            raise psycopg.OperationalError("the connection is lost")
        return self._ours.fileno()

    def consume_input(self) -> None:
        self._ours.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")


async def test_who_listens_leaves_nothing_behind_where_the_connection_breaks() -> None:
    news, cut = news_module.News({}, "w", lambda _: None, lambda: None), Cut()
    number = cut.fileno()
    with pytest.raises(psycopg.OperationalError):
        await news._notices(cut, 20.0)  # type: ignore[arg-type]
    ours, theirs = socket.socketpair()
    with ours, theirs:
        again = socket.socket(fileno=os.dup2(ours.fileno(), number))  # The next one gets its number.
        reader, writer = await asyncio.open_connection(sock=again)
        theirs.send(b"x")
        async with asyncio.timeout(20):
            assert await reader.read(1) == b"x"
        writer.close()


async def test_those_who_hold_locks_keep_no_process_from_renewing_its_leases(database_address: str) -> None:
    async with processes(database_address, 1) as (one,), AsyncExitStack() as held:
        assert isinstance(one._database, PostgresDatabase)
        workers = one._database._workers
        for number in range(HOLDERS):
            await held.enter_async_context(workers.hold([f"{number}"]))
        async with asyncio.timeout(POOL_S / 2):
            await workers._leases.beat()
            await workers._set_clock()


async def test_who_waits_for_discord_keeps_nobody_else_from_a_lock(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        answered, begun = asyncio.Event(), asyncio.Semaphore(0)

        async def ask() -> None:
            begun.release()
            await answered.wait()

        asking = [asyncio.create_task(one.hearing.in_turn(f"{n}", ask)) for n in range(WAITERS)]
        for _ in asking:
            await begun.acquire()
        async with asyncio.timeout(POOL_S / 2):
            async with one._database.others.hold(["a"]), one._database.others.hold(["b"]):
                pass
        after = asyncio.create_task(two.hearing.in_turn("0", ask))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(begun.acquire(), 0.3)
        answered.set()
        async with asyncio.timeout(POOL_S / 2):
            await asyncio.gather(*asking, after)
        # The connections hold nothing any more: they are the same for whoever comes next.
        async with asyncio.timeout(POOL_S / 2):
            async with two._database.others.hold([f"{n}" for n in range(WAITERS)]):
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


async def test_who_is_alone_notifies_nobody_until_another_joins(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news_module, "POLL_S", 600.0)
    monkeypatch.setattr("tables.store.postgres.leases.BEAT_S", 600.0)
    async with processes(database_address, 1) as (one,):
        table = await running(one, target="600")
        listener = await psycopg.AsyncConnection.connect(database_address, autocommit=True)
        async with listener:
            await listener.execute(f"LISTEN {news_module.CHANNEL}")
            await say(one, table, ANN, "add 1", "alone")
            await listener.execute("SELECT pg_notify(%s, %s)", (news_module.CHANNEL, "first"))
            assert (await anext(listener.notifies())).payload == "first"
        two = await joined(database_address)
        try:
            assert isinstance(one._database, PostgresDatabase)
            leases = one._database._workers._leases
            await holds(lambda: not leases.are_alone)
            await two.look(table, None)
            await say(one, table, ANN, "add 1", "beside another")
            await until(two, table, heap_is(2))
        finally:
            await two.close()


async def test_what_somebody_wrote_who_had_not_heard_that_another_joined_is_read(
    database_address: str,
) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        await until(two, table, heap_is(0))
        assert isinstance(one._database, PostgresDatabase)
        one._database._workers._leases.are_alone = True
        await say(one, table, ANN, "add 1", "1")
        await until(two, table, heap_is(1))


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
            moved = sum(map(two.hearing.is_ours, ids))
            assert moved
            await holds(lambda: slow.given_up == moved and len(slow.thoughts) == len(ids) + moved)
            slow.go.set()
            for table in ids:
                await until(two, table, lambda look: look.to_move == (0,))
        finally:
            await two.close()
