"""Only a table's session holds data by the table's id: dropping the session forgets the table."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from tests.census import mentions
from tests.play.evening import Evening, an_evening
from tests.play.test_growth import is_played

pytestmark = [pytest.mark.slow, pytest.mark.only_with("one process", "its memory is looked through")]


def holding(evening: Evening, tables: set[str]) -> set[str]:
    """Return the places in the bot's objects that mention these tables."""
    gc.collect()
    return mentions((evening.bot.parts, evening.bot.housekeeping, evening.tables), tables)


async def test_an_evening_s_tables_are_forgotten_with_their_sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.reviews.MOST_S", 0.3)
    async with an_evening(tmp_path, people=["Ana", "Ben", "Cleo", "Dao"]) as evening:
        await is_played(evening, "Ana", "Ben")
        await evening.started("Ana", "Cleo")
        board = evening.board()
        await evening.press("Dao", "Follow", board)
        await evening.press("Dao", "Every turn", evening.person("Dao").ephemeral()[-1])
        await evening.press("Ana", "My cards", board)
        await evening.turn("Ana", "Cleo")
        await evening.settled()
        await evening.kept_house()
        ids = {row[0] for row in evening.rows("SELECT id FROM tables")}
        inside = mentions(evening.tables.sessions, ids)
        assert {"Display.table_id", "Facts.id"} <= inside
        assert holding(evening, ids) <= inside
        for table in ids:
            evening.tables.sessions.drop(evening.tables.sessions.of(table))
        await asyncio.sleep(0)
        assert holding(evening, ids) == set()
        await evening.press("Ana", "My cards", board)
        await evening.settled()
