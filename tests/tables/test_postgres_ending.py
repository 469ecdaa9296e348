"""The end of processes and tasks that use PostgreSQL."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from tables.store.postgres.connecting import connection_options, ended, pool


async def test_a_task_that_forgets_that_it_was_cancelled_is_ended_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tables.store.postgres.connecting.END_AGAIN_S", 0.0)
    swallowed = asyncio.Event()

    async def forgetful() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        swallowed.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(forgetful())
    await asyncio.sleep(0)
    await ended(task)
    assert swallowed.is_set()
    assert task.cancelled()


@pytest.mark.postgres
async def test_who_is_cancelled_as_a_connection_comes_does_not_go_on(database_address: str) -> None:
    connections = pool(connection_options(database_address), 1, 1)
    await connections.open()
    try:
        taken = await connections.getconn()
        went_on = asyncio.Event()

        async def use() -> None:
            async with connections.connection():
                went_on.set()

        waiting = asyncio.create_task(use())
        while not connections.get_stats()["requests_waiting"]:  # noqa: ASYNC110
            await asyncio.sleep(0)
        await connections.putconn(taken)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert waiting.cancelled()
        assert not went_on.is_set()
        async with connections.connection():  # It was given back.
            pass
    finally:
        await connections.close()
