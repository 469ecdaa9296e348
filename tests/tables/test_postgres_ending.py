"""Ending what talks to PostgreSQL."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from tables.postgres.ending import ended


async def test_a_task_that_forgets_that_it_was_cancelled_is_ended_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tables.postgres.ending.AGAIN_S", 0.0)
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
