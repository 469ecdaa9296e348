"""What the tests in the page share: a local Discord, and one browser, in one event loop for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from localdiscord import LocalDiscord

from ..browsers import close_pages, started


@pytest_asyncio.fixture(loop_scope="session")
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as running:
        yield running
        assert not running.crashes


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A headless Chromium."""
    async with started() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The same, in which nothing is open."""
    yield chromium
    await close_pages(chromium)
