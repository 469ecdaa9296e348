"""What these tests share: a local Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from localdiscord import LocalDiscord

from .browsers import skip_without_chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_without_chromium(items)


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as started:
        yield started
        assert not started.crashes
