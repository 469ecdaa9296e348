"""Fixtures and settings of all tests: their order, folder and PostgreSQL, and what is skipped.

Tests that need a missing program are skipped.
"""

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
from tables.store.postgres import connecting
from tests import postgres

MEMORY: Final = Path("/dev/shm")
ROOM: Final = 4 << 30
"""The bytes that must be free in memory."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests' files in memory if there is room, since hundreds of databases would wait for a disk."""
    is_worker = hasattr(config, "workerinput")
    if config.option.basetemp or is_worker or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        return
    folder = tempfile.mkdtemp(prefix="pytest-", dir=MEMORY)
    config.option.basetemp = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_sessionstart() -> None:
    """Load the weights by which computer players value states; give PostgreSQL time on a busy machine."""
    learn(games().values(), weights())
    connecting.SERVER_MS, connecting.LOOP_S = 3000, 3.0  # type: ignore[misc]


def pytest_collection_finish() -> None:
    """Collect garbage less often: the modules and tests loaded by now stay until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Long tests begin first, or the other workers would wait for them at the end. Tests in the browser stay
    # together, since each worker that runs one starts a Chromium.
    items.sort(key=lambda item: ("long" not in item.keywords, "browser" not in item.keywords))
    skip_without_chromium(items)
    postgres.skip_without_postgres(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many tests were skipped, by reason."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{reason}: {count} left out")


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> postgres.Cluster:
    """The PostgreSQL of all tests of this session that have the mark `postgres`."""
    folder = tmp_path_factory.getbasetemp()
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    return postgres.shared(folder.parent if is_worker else folder)


@pytest.fixture
def own_cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL for one test, which may stop and kill it."""
    with postgres.own() as found:
        yield found


@pytest.fixture
def database_address(cluster: postgres.Cluster) -> Iterator[str]:
    """The address of an empty PostgreSQL database, which is dropped after the test."""
    with cluster.database() as address:
        yield address


def pytest_asyncio_loop_factories() -> Mapping[str, Any]:
    """Run tests on the bot's own event loop, which is also the faster one."""
    return {"loop": fast_loop() or asyncio.new_event_loop}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use two workers more than there are processors, since tests over sockets often wait."""
    return (os.cpu_count() or 1) + 2
