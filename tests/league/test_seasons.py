"""Seasons of leagues end, and nothing goes wrong in them, whatever people do and whenever the bot stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.league.season import season


@pytest.mark.parametrize("seed", [2, 4, 7])
async def test_a_season_ends_with_all_tables_opened_once_and_right_standings(
    tmp_path: Path, seed: int
) -> None:
    assert (await season(tmp_path, seed)).tables_seen
