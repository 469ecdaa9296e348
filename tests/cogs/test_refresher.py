"""The refresher by itself: no change of a table is overlooked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs import refresher
from cogs.refresher import Refresher


async def test_a_change_in_the_moment_in_which_a_repaint_ends_is_painted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(refresher, "SETTLE_S", 0)
    loop, painted = asyncio.get_running_loop(), list[str]()
    done = asyncio.Event()
    bot: Any = None
    painter = Refresher(bot, spacing_s=0)

    async def paint(table_id: str) -> None:
        painted.append(table_id)
        if len(painted) == 1:
            # Two turns of the loop from now the task has ended, and nobody has cleared it away yet.
            loop.call_soon(lambda: loop.call_soon(painter.mark, "table"))
        else:
            done.set()

    monkeypatch.setattr(painter, "_paint", paint)
    painter.mark("table")
    await asyncio.wait_for(done.wait(), timeout=10)
    assert painted == ["table", "table"]
    await painter.close()
