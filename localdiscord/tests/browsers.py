"""Where the Chromium for the tests in a browser is."""

from __future__ import annotations

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


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
