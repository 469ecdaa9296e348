"""What all tests share: those in the browser are skipped, aloud, where no Chromium is installed."""

from __future__ import annotations

import os

import pytest

from tests.browsers import chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if chromium() or os.environ.get("CI"):
        return
    skip = pytest.mark.skip(reason="no Chromium is installed")
    for item in items:
        if "browser" in item.keywords:
            item.add_marker(skip)
