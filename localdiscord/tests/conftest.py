"""What these tests share: a local Discord, and a browser where there is one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright

from localdiscord import LocalDiscord

from .browsers import chromium, skip_without_chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_without_chromium(items)


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as started:
        yield started
        assert not started.crashes


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium."""
    async with async_playwright() as playwright:
        arguments = ("--no-sandbox", "--disable-gpu")
        started = await playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield started
        await started.close()
