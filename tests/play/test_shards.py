"""Two processes on one PostgreSQL: one gets the server's events, the other those of direct messages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.messages.whereabouts import THREAD
from cogs.ops import connection
from cogs.views.board import board_message
from tests.play.evening import Evening, an_evening, choose, moves_of, steps_of
from tests.play.pairing import Pairing
from tests.play.worker import Worker

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


def clicks(worker: Worker) -> int:
    """Return the number of clicks that a process got."""
    return len(worker.bot.parts.relay._known)


def texts(part: Any) -> Iterator[str]:
    """Yield the texts in a message's components."""
    if isinstance(part, list):
        for one in part:
            yield from texts(one)
    elif isinstance(part, dict):
        yield from (str(part[name]) for name in ("content", "label") if part.get(name))
        for name in ("components", "accessory", "children"):
            yield from texts(part.get(name, []))


async def is_newest(evening: Evening, table: str) -> bool:
    """Whether the board shows what a repaint would show now."""
    look = await evening.tables.look(table, None)
    thread = (await evening.tables.messages.get(table)).get(THREAD)
    words = evening.bot.parts.words(look.table.locale)
    wanted = board_message(look, words, thread.message_id if thread else None).to_components()
    return list(texts(wanted)) == list(texts(evening.board().payload["components"]))


async def test_clicks_on_boards_and_in_direct_messages_meet_at_one_table(tmp_path: Path) -> None:
    two = Pairing("gateway", "postgres", 2)
    async with an_evening(tmp_path, people=("Ana", "Ben"), pairing=two) as evening:
        for _ in range(2):
            table = await evening.started("Ana", "Ben")
            for _ in range(8):
                name = await evening.turn("Ana", "Ben")
                panel = evening.panel(name)
                assert panel is not None
                move = (moves_of(panel) or steps_of(panel))[0]
                used = await choose(evening.person(name), panel, move)
                await used.answered()
                await evening.settled()
            looks = [await one.tables.look(table, None) for one in evening.workers]
            assert looks[0].table.version == looks[1].table.version > 8
            assert await is_newest(evening, table)
            shown = evening.person("Ana").messages("games")
            assert sum(table in str(one.custom_ids) for one in shown) == 1
        assert all(clicks(one) for one in evening.workers)


async def test_shards_of_all_processes_identify_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Discord wants it: of two at once it refuses one."""
    two, loop, at = Pairing("gateway", "postgres", 2), asyncio.get_running_loop(), list[float]()

    async def identifies(worker: Worker, shard: int) -> None:
        await worker.bot.before_identify_hook(shard)
        at.append(loop.time())

    async with an_evening(tmp_path, people=("Ana",), pairing=two) as evening:
        monkeypatch.setattr(connection, "IDENTIFY_S", 0.5)
        await asyncio.gather(*(identifies(one, shard) for shard, one in enumerate(evening.workers)))
    assert at[1] - at[0] > 0.45
