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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: those that play over sockets wait a good deal."""
    return (os.cpu_count() or 1) + 1
