"""Which store the tests of tables run on."""

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
    """Run a test on the stores that it is for."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if "sqlite" in marks:
        return
    if os.environ.get("STORE") == "postgres":
        metafunc.parametrize("store", [POSTGRES], indirect=True)
    elif "both_stores" in marks:
        metafunc.parametrize("store", [SQLITE, POSTGRES], indirect=True)


@pytest.fixture(scope="session")
def postgres_store(cluster: Cluster) -> stores.PostgresStore:
    """Databases of the shared PostgreSQL."""
    return stores.PostgresStore(cluster)


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    """Keep the tables of a test's folders in one of the stores; its name."""
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
    """Let nobody count as watching their panel, so that no call falls due after a turn has begun."""
    monkeypatch.setattr("tables.timing.turn_clock.HERE_S", 0.0)
