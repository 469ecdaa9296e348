"""The bot is killed at every single statement: confirmed changes are stored, and none is stored by half."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.seeded import Seeded
from tests.tables.killed_story import COMPLETE, story
from tests.tables.toys import ANN, CHANNEL, opened

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def deaths(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of all killed processes, in the order of their deaths, and of the one that survived."""
    root = tmp_path_factory.mktemp("deaths")
    command = [sys.executable, str(Path(__file__).with_name("killed_story.py")), str(root)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=120)
    return sorted(root.iterdir(), key=lambda folder: int(folder.name))


def told(folder: Path) -> list[tuple[str, str, int]]:
    lines = (folder / "told").read_text().splitlines()
    return [tuple(json.loads(line)) for line in lines]


def test_every_statement_was_somebody_s_last(deaths: list[Path]) -> None:
    counts = [len(told(folder)) for folder in deaths]
    assert len(deaths) > 20
    assert (counts[0], counts[-1]) == (0, 14)
    # Two tables are played at once: whose clicks are written together differs from life to life, so one that
    # died a statement later may have told one thing less.  Of fourteen, two at most are told together.
    assert len(set(counts)) > 7
    assert 14 not in counts[:-1]


def test_what_was_told_is_there_and_nothing_is_there_by_half(deaths: list[Path]) -> None:
    async def check(folder: Path) -> None:
        async with opened(folder, chance=Seeded(2)) as tables:
            for view in await tables.tables_in(CHANNEL):
                assert view.version in COMPLETE
            for table, click, version in told(folder):
                assert (await tables.table(table)).version >= version
                assert click in (await tables._reader.read(table)).clicks

    for folder in deaths:
        asyncio.run(check(folder))


def test_the_story_goes_on_after_death_as_if_nothing_had_happened(deaths: list[Path]) -> None:
    async def check(folder: Path) -> None:
        async with opened(folder, chance=Seeded(2)) as tables:
            heaps = await asyncio.gather(*(story(tables, name, lambda *_: None) for name in "ab"))
            assert heaps == [4, 4]
            views = await tables.tables_in(CHANNEL)
            assert [view.version for view in views] == [11, 11]
            assert len(await tables.tables_of(ANN.id)) == 2

    for folder in deaths:
        asyncio.run(check(folder))
