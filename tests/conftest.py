"""What all tests share: their order; those in the browser are skipped, aloud, where there is no Chromium."""

from __future__ import annotations

import os

import pytest

from localdiscord.tests.browsers import skip_without_chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Begun last, a long one would have the other workers wait for it.
    items.sort(key=lambda item: "long" not in item.keywords)
    skip_without_chromium(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: those that play over sockets wait a good deal."""
    return (os.cpu_count() or 1) + 1
