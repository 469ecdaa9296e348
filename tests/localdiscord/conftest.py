from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

ROOT = str(Path(__file__).resolve().parents[2])
if ROOT not in sys.path:  # so that plain `pytest` finds the package too
    sys.path.insert(0, ROOT)

if TYPE_CHECKING:
    from localdiscord import LocalDiscord


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    from localdiscord import LocalDiscord

    async with LocalDiscord() as started:
        yield started
        assert not started.crashes
