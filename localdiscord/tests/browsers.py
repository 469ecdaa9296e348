"""The Chromium for the tests in a browser: where it is, and one for all of them, as it starts slowly."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
IN_THE_BROWSER: Final = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
"""The marks of a test in the browser, which lives in one event loop for all of them."""


def chromium() -> str | None:
    """The path of an installed Chromium, or None; the variable `CHROMIUM` names the only one to look for."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, (named,) if named else NAMES)), None)


def skip_without_chromium(items: list[pytest.Item]) -> None:
    """Mark the tests in the browser as skipped where there is none; in CI they fail instead."""
    if chromium() or os.environ.get("CI"):
        return
    skip = pytest.mark.skip(reason="no Chromium is installed")
    for item in items:
        if "browser" in item.keywords:
            item.add_marker(skip)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_browser() -> AsyncIterator[Browser]:
    """A headless Chromium, for the tests of a folder whose conftest.py imports it and `browser`."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(one_browser: Browser) -> AsyncIterator[Browser]:
    """The same, in which nothing is open."""
    yield one_browser
    for context in list(one_browser.contexts):
        await context.close()
