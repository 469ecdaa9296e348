"""Chooses the stores on which the tests of tables run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

import pytest

from tests.postgres import Cluster
from tests.tables import stores

SQLITE: Final = pytest.param("sqlite")
POSTGRES: Final = pytest.param("postgres", marks=pytest.mark.postgres)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on each store that its marks name."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if "sqlite" in marks:
        return
    if os.environ.get("STORE") == "postgres":
        metafunc.parametrize("store", [POSTGRES], indirect=True)
    elif "both_stores" in marks:
        metafunc.parametrize("store", [SQLITE, POSTGRES], indirect=True)


@pytest.fixture(scope="session")
def postgres_store(cluster: Cluster) -> stores.PostgresStore:
    """Databases in the shared PostgreSQL."""
    return stores.PostgresStore(cluster)


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    """Keep a test's tables in one of the stores; yield the store's name."""
    name = getattr(request, "param", "sqlite")
    if name == "sqlite":
        yield name
        return
    postgres: stores.PostgresStore = request.getfixturevalue("postgres_store")
    stores.use(postgres)
    try:
        yield name
    finally:
        stores.use(stores.SQLiteStore())
        postgres.empty()


@pytest.fixture
def nobody_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat all players as away from their panels, so that no call at a turn's beginning is late."""
    monkeypatch.setattr("tables.timing.turn_clock.HERE_S", 0.0)
