"""The Chromium for tests in a browser: its path, and one shared process, since it starts slowly."""

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
"""The marks of tests in the browser, which all share one event loop."""


def chromium() -> str | None:
    """Return the path of an installed Chromium, or None; the variable `CHROMIUM` names the only candidate."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, (named,) if named else NAMES)), None)


def skip_without_chromium(items: list[pytest.Item]) -> None:
    """Skip tests in the browser if there is no Chromium; in CI, let them fail."""
    if chromium() or os.environ.get("CI"):
        return
    skip = pytest.mark.skip(reason="no Chromium is installed")
    for item in items:
        if "browser" in item.keywords:
            item.add_marker(skip)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_browser() -> AsyncIterator[Browser]:
    """Yield a headless Chromium for all tests of a folder whose conftest.py imports this and `browser`."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(one_browser: Browser) -> AsyncIterator[Browser]:
    """Yield the shared Chromium, with no page open."""
    yield one_browser
    for context in list(one_browser.contexts):
        await context.close()
