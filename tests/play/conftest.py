"""The fixture `evening`, which most tests of this folder use."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from discord.app_commands import CommandTree

from cogs.discord_io.application import translated
from tests.play.evening import Evening, an_evening
from tests.play.pairing import DEFAULT, PAIRING, Pairing, check
from tests.tables import stores
from tests.tables.stores import PostgresStore

FOLDER = Path(__file__).parent
check(PAIRING)

ENGLISH = {"Ana": "en-US", "Ben": "en-US", "Cleo": "en-GB", "Dao": "en-US"}


@pytest.fixture(autouse=True)
def postgres(request: pytest.FixtureRequest) -> None:
    """Give a test that needs PostgreSQL access to it; the first such test starts it."""
    if request.node.get_closest_marker("postgres"):
        _start_postgres(request)


@pytest.fixture(scope="session", autouse=True)
def commands_translated_once() -> Iterator[None]:
    """Translate the slash commands at the first start alone, since that is half of a start's work."""
    known: list[Any] = []

    async def once(tree: CommandTree[Any]) -> list[Any]:
        known[:] = known or await translated(tree)
        return known.copy()

    with patch("cogs.discord_io.application.translated", once):
        yield


@pytest.fixture(scope="session", autouse=True)
def chosen_store(request: pytest.FixtureRequest) -> None:
    """Start PostgreSQL, if all tests run on it, before the evening that a module's tests share."""
    if PAIRING.store == "postgres":
        _start_postgres(request)


def _start_postgres(request: pytest.FixtureRequest) -> None:
    if "postgres" not in stores.BY_NAME:
        stores.BY_NAME["postgres"] = PostgresStore(request.getfixturevalue("cluster"))


@pytest.fixture
def pairing() -> Pairing:
    """The pairing on which `evening` plays; `each_pairing` replaces it."""
    return PAIRING


@pytest.fixture
async def evening(tmp_path: Path, pairing: Pairing) -> AsyncIterator[Evening]:
    """The bot, online among four people who speak English."""
    async with an_evening(tmp_path, people=ENGLISH, pairing=pairing) as began:
        yield began


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests that don't apply to the chosen pairing."""
    here = [item for item in items if FOLDER in item.path.parents]
    left_out = [item for item in here if PAIRING.leaves_out(item)]
    if PAIRING.store == "postgres":
        for item in here:
            item.add_marker("postgres")
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the pairing on which the tests have played."""
    if PAIRING != DEFAULT:
        terminalreporter.write_line(f"played on (way in, store, processes): {PAIRING}")
