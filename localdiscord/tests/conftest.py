"""What these tests share: a local Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from localdiscord import LocalDiscord
from localdiscord.tests.answers import answers, watch
from localdiscord.tests.browsers import skip_without_chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_without_chromium(items)


@pytest.fixture(autouse=True)
def _answers_as_described(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold all that bots are sent against Discord's description, where that is at hand."""
    faults: list[str] = []
    schemas = answers()
    if schemas is not None:
        watch(monkeypatch, schemas, faults)
    yield
    assert not faults, "\n".join(sorted(set(faults)))


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as started:
        yield started
        assert not started.crashes
