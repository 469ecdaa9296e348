"""What is known of an answer that went in a response, of which Discord confirms nothing."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.webhook.async_ import async_context

from cogs.discord_io.delivery import Delivery
from cogs.discord_io.in_response import InResponse
from cogs.discord_io.kept_files import KeptFiles
from tests.cogs.test_faults import fault

CREATED_S = 1_800_000_000.0


def clicked(**how: Any) -> Any:
    """An interaction of somebody who clicked, as a delivery sees it."""
    response = SimpleNamespace(is_done=lambda: False, **how)
    created_at = datetime.fromtimestamp(CREATED_S, UTC)
    return SimpleNamespace(response=response, created_at=created_at, message=object())


async def test_time_that_passed_before_it_was_read_is_not_there_any_more() -> None:
    async_context.set(InResponse(came_at=asyncio.get_running_loop().time() - 2))
    assert Delivery(clicked(), KeptFiles(time.time)).left_s == pytest.approx(1, abs=0.5)


async def test_an_answer_in_a_response_is_presumed_from_when_it_was_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discord may have made the edit before our task goes on: then it is no older one."""
    loop, way = asyncio.get_running_loop(), InResponse()
    async_context.set(way)

    async def defer() -> None:
        way.decided.set_result(True)
        late = loop.time() + 0.3
        monkeypatch.setattr(loop, "time", lambda: late)

    delivery = Delivery(clicked(defer=defer), KeptFiles(time.time))
    assert await delivery.defer()
    assert delivery.is_presumed
    assert delivery.presumed_at == pytest.approx(CREATED_S, abs=0.2)


async def test_what_discord_takes_only_after_an_answer_in_a_response_confirms_it() -> None:
    way = InResponse()
    async_context.set(way)

    async def defer() -> None:
        way.decided.set_result(True)

    async def sent() -> str:
        assert delivery.is_presumed
        return "the answer as it is now"

    delivery = Delivery(clicked(defer=defer), KeptFiles(time.time))
    assert await delivery.defer()
    assert await delivery._persisted(sent, patience_s=1.0)
    assert not delivery.is_presumed
    assert way.has_taken


@pytest.mark.parametrize(("status", "code"), [(403, 0), (404, 0), (401, 0), (403, 40333)])
async def test_what_discord_refuses_without_a_reason_is_sent_a_few_times(
    monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    monkeypatch.setattr("cogs.discord_io.delivery.LATE_PAUSES_S", (0.0, 0.0, 0.001))
    async_context.set(InResponse())
    refused, tries = fault(status, code), list[bool]()

    async def sent() -> None:
        tries.append(True)
        raise refused

    with pytest.raises(discord.HTTPException):
        await Delivery(clicked(), KeptFiles(time.time))._persisted(sent, patience_s=60.0)
    assert len(tries) == 3
