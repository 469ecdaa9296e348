"""The Chromium for the tests in a browser: where it is, and one for all of them, as it starts slowly."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
IN_THE_BROWSER: Final = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
"""The marks of a test in the browser, which lives in one event loop for all of them."""


def chromium() -> str | None:
    """The path of an installed Chromium, or None; `CHROMIUM` names another one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def skip_without_chromium(items: list[pytest.Item]) -> None:
    """Mark the tests in the browser as skipped where there is none; in CI they fail instead."""
    if chromium() or os.environ.get("CI"):
        return
    skip = pytest.mark.skip(reason="no Chromium is installed")
    for item in items:
        if "browser" in item.keywords:
            item.add_marker(skip)


@asynccontextmanager
async def started() -> AsyncIterator[Browser]:
    """A headless Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield browser
        await browser.close()


async def close_pages(browser: Browser) -> None:
    """Close all that a test has opened, so that the next one begins with nothing."""
    for context in list(browser.contexts):
        await context.close()
