"""The evening that most tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.play.evening import Evening, an_evening

ENGLISH = {"Ana": "en-US", "Ben": "en-US", "Cleo": "en-GB", "Dao": "en-US"}


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """The bot online among four people who speak English."""
    async with an_evening(tmp_path, people=ENGLISH) as began:
        yield began
