"""Clicks and looks read only the end of a long table."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tables import Tables
from tables.model.limits import DAY_S
from tables.model.table import Table
from tables.views import looks
from tests.tables.toys import ANN, BOB, Clicks, opened, running, say

ROUNDS = 60
FEW = 40


class Counted(tuple[Any, ...]):
    """A sequence that counts how many of its elements are read singly."""

    reads = 0

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice):
            Counted.reads += 1
        return super().__getitem__(place)


async def long_table(tables: Tables) -> Table:
    """Return a long table at which Bob has made the last move."""
    name, click = await running(tables, turn_s=DAY_S, target="600"), Clicks()
    for _ in range(ROUNDS):
        await say(tables, name, ANN, "add 1;end", click())
        await say(tables, name, BOB, "add 1;end", click())
    return await tables._reader.read(name)


async def test_the_news_and_the_next_moment_of_a_long_table_take_no_longer(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await long_table(tables)
        counted = replace(table, steps=Counted(table.steps), mainline=Counted(table.mainline))
        Counted.reads = 0
        news = looks.log_of(counted, ANN.id, table.facts.version - 2)
        assert tables._scheduler._next_moment(counted) == tables._scheduler._next_moment(table)
        assert Counted.reads < FEW
        assert news == looks.log_of(table, ANN.id, 0)[-2:]


async def test_a_look_at_a_move_that_can_be_taken_back_takes_no_longer(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await long_table(tables)
        counted = replace(table, mainline=Counted(table.mainline))
        Counted.reads = 0
        assert tables._look(counted, BOB.id).takes_back is not None
        assert Counted.reads < 2 * FEW


async def test_collections_of_garbage_do_not_look_at_the_past_of_tables_in_memory(tmp_path: Path) -> None:
    """That stops the bot: two hundred tables of 56 entries made it last 20 ms."""
    async with opened(tmp_path) as tables:
        table = await long_table(tables)
        for step in table.steps:
            assert step.position is None or not gc.is_tracked(step.position.state)
            assert not any(map(gc.is_tracked, (step, step.entry, step.position, *step.events)))
