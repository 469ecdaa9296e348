"""Tests of answers that Discord refuses, and of deferrals."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.discord_io.attachments import KeptFiles
from cogs.discord_io.delivery import Capacity, Delivery, Dropped
from tests.cogs.test_faults import fault

CREATED_S = 1_800_000_000.0


def clicked(**how: Any) -> Any:
    """Return an interaction as a delivery gets it."""
    response = SimpleNamespace(is_done=lambda: False, **how)
    created_at = datetime.fromtimestamp(CREATED_S, UTC)
    return SimpleNamespace(response=response, created_at=created_at, message=object())


@pytest.mark.parametrize(("status", "code"), [(403, 0), (404, 0), (401, 0), (403, 40333)])
async def test_what_discord_refuses_without_a_reason_is_sent_a_few_times(
    monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    monkeypatch.setattr("cogs.discord_io.delivery.LATE_PAUSES_S", (0.0, 0.0, 0.001))
    refused, tries = fault(status, code), list[bool]()

    async def sent() -> None:
        tries.append(True)
        raise refused

    with pytest.raises(discord.HTTPException):
        await Delivery(clicked(), KeptFiles())._retry(sent, patience_s=60.0)
    assert len(tries) == 3


async def test_a_click_that_is_only_acknowledged_is_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord_io.delivery.PATIENCE_S", 3600.0)
    deferrals = list[bool]()

    async def defer() -> None:
        deferrals.append(True)

    delivery = Delivery(clicked(defer=defer), KeptFiles())
    async with asyncio.timeout(60):
        async with Capacity().deferring(delivery):
            assert await delivery.defer()
    assert deferrals == [True]
    assert [task.get_name() for task in asyncio.all_tasks() if task.get_name() == "deferral"] == []


async def test_a_click_that_is_dropped_is_deferred_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.discord_io.delivery.PATIENCE_S", 0.0)
    monkeypatch.setattr("cogs.discord_io.delivery.TOLD_AT_ONCE", 1)
    deferrals, may_defer = list[str](), asyncio.Event()

    def waiting(name: str) -> Delivery:
        async def defer(**_: bool) -> None:
            deferrals.append(name)
            await may_defer.wait()

        return Delivery(clicked(defer=defer), KeptFiles())

    capacity = Capacity()

    async def dropped() -> None:
        async with capacity.deferring(waiting("second")):
            for _ in range(3):
                await asyncio.sleep(0)
            raise Dropped

    async with capacity.deferring(waiting("first")):
        while not deferrals:  # noqa: ASYNC110 - the first one takes the only place.
            await asyncio.sleep(0)
        with pytest.raises(Dropped):
            await dropped()
        may_defer.set()
    assert deferrals == ["first"]
