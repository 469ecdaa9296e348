"""A PostgreSQL that hangs, or can only be read: nothing waits for it without end."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import pytest

from tables.model.errors import InDoubt
from tables.store.postgres import connecting, database
from tables.store.postgres.connecting import PromptReader, connection_options
from tests.tables.test_several_processes import processes
from tests.tables.toys import ANN, running, say

pytestmark = pytest.mark.postgres
PID = "SELECT pg_backend_pid()"


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Stop a server process within this context."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


@pytest.fixture
def reader(database_address: str) -> Iterator[PromptReader]:
    """Reads single rows from the database at once."""
    made = PromptReader(connection_options(database_address))
    yield made
    made.close()


def test_the_loop_waits_for_a_hanging_server_only_a_moment(
    reader: PromptReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "LOOP_S", 0.3)
    monkeypatch.setattr(connecting, "HANGING_S", 1.0)
    [(pid,)] = reader.read(PID, ())
    with frozen(pid):
        began = time.monotonic()
        with pytest.raises(InDoubt):
            reader.read(PID, ())
        assert connecting.LOOP_S <= time.monotonic() - began < connecting.HANGING_S
        asked = time.monotonic()
        with pytest.raises(InDoubt):
            reader.read(PID, ())
        assert time.monotonic() - asked < connecting.LOOP_S, "the thread still waits"
        assert reader._reading is not None
        assert reader._reading.exception(timeout=20) is not None
        assert reader.read(PID, ()) != [(pid,)]


def test_the_loop_waits_for_a_connection_only_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "LOOP_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        options = {"host": "127.0.0.1", "port": port, "user": "tables", "dbname": "tables"}
        reader = PromptReader({**options, "connect_timeout": 2})
        began = time.monotonic()
        for _ in range(2):
            with pytest.raises(InDoubt):
                reader.read(PID, ())
        assert time.monotonic() - began < 2
        reader.close()


async def test_who_waits_for_a_server_that_hangs_is_told_that_nobody_knows(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "READERS", 1)
    monkeypatch.setattr(database, "STUCK_S", 0.2)
    async with processes(database_address, 1) as (one,):
        table = await running(one)
        store: Any = one._database
        ((reads,),) = await store.read(PID)
        ((writes,),) = await (await (await store._committer.connection()).execute(PID)).fetchall()

        async def write() -> None:
            await store.write([("UPDATE chores SET name = name", [()])], "chore:none")

        for pid, work in ((reads, partial(store.read, PID)), (writes, write)):
            with frozen(pid):
                # It notices that it was cancelled.
                asyncio.get_running_loop().call_later(1.0, os.kill, pid, signal.SIGCONT)
                with pytest.raises(InDoubt):
                    await work()
        await say(one, table, ANN, "add 1", "1")
        assert (await one.look(table, None)).fault is None


async def test_a_server_that_only_lets_itself_be_read_is_no_server(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the address leads to a standby for a while: whoever kept that connection could never write."""
    async with processes(database_address, 1) as (one,):
        table = await running(one)
        store: Any = one._database
        name = (await store.read("SELECT current_database()"))[0][0]
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        async with store._pools[-1].connection() as connection:
            await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            await connection.execute(f"{others} AND datname = current_database()")
            monkeypatch.setattr(database, "PATIENCE_S", 0.3)
            assert not await one.probe.is_writable()
            await connection.execute("SET default_transaction_read_only = off")
            await connection.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await say(one, table, ANN, "add 1", "1")
        assert (await one.look(table, None)).fault is None
