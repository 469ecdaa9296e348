"""What all tests share: their order and their folder; without Chromium, those in the browser are skipped."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

import pytest

from localdiscord.tests.browsers import skip_without_chromium

MEMORY: Final = Path("/dev/shm")
ROOM: Final = 4 << 30
"""Bytes that have to be free there."""


def pytest_configure(config: pytest.Config) -> None:
    """Have the tests write into memory where there is room: hundreds of databases wait for a disk."""
    is_worker = hasattr(config, "workerinput")
    if config.option.basetemp or is_worker or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        return
    folder = tempfile.mkdtemp(prefix="pytest-", dir=MEMORY)
    config.option.basetemp = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collection_finish() -> None:
    """Look for garbage less often: what was imported and collected stays there to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Begun last, a long one would have the other workers wait for it.
    items.sort(key=lambda item: "long" not in item.keywords)
    skip_without_chromium(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: those that play over sockets wait a good deal."""
    return (os.cpu_count() or 1) + 1
