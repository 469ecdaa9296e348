"""Fixtures of the tests in the page: a local Discord and one browser, all in one event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import browser, one_browser

__all__ = ("browser", "local", "one_browser")


@pytest_asyncio.fixture(loop_scope="session")
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as running:
        yield running
        assert not running.crashes
