"""What all tests share: order, folder and PostgreSQL; those that need a missing program are skipped."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from bot import fast_loop
from engine.catalogue import games
from engine.players.learned import learn
from localdiscord.tests.browsers import skip_without_chromium
from tables.computers.worker_main import weights
from tests import postgres

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


def pytest_sessionstart() -> None:
    """Have computer players value states as they do in their processes."""
    learn(games().values(), weights())


def pytest_collection_finish() -> None:
    """Look for garbage less often: what was imported and collected stays there to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Begun last, a long one would have the other workers wait for it.  Those in the browser stay together:
    # each worker that has one starts a Chromium.
    items.sort(key=lambda item: ("long" not in item.keywords, "browser" not in item.keywords))
    skip_without_chromium(items)
    postgres.skip_without_postgres(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once for each reason how many tests were left out."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{reason}: {count} left out")


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> postgres.Cluster:
    """The PostgreSQL of all tests of this session, for those with the mark `postgres`."""
    folder = tmp_path_factory.getbasetemp()
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    return postgres.shared(folder.parent if is_worker else folder)


@pytest.fixture
def own_cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL of a test's own, to stop and to kill."""
    with postgres.own() as found:
        yield found


@pytest.fixture
def database_address(cluster: postgres.Cluster) -> Iterator[str]:
    """The address of an empty database in PostgreSQL, which is dropped afterwards."""
    with cluster.database() as address:
        yield address


def pytest_asyncio_loop_factories() -> Mapping[str, Any]:
    """Run tests on the event loop that the bot runs on, which is also the cheaper one."""
    return {"loop": fast_loop() or asyncio.new_event_loop}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: those that play over sockets wait a good deal."""
    return (os.cpu_count() or 1) + 1
