"""What all tests share: their order; those in the browser are skipped, aloud, where there is no Chromium."""

from __future__ import annotations

import os

import pytest

from tests.browsers import chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Begun last, a long one would have the other workers wait for it.
    items.sort(key=lambda item: "long" not in item.keywords)
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
