"""Fixtures of these tests: a local Discord, and checks of everything that it sends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from localdiscord import LocalDiscord
from localdiscord.model.session import Session
from localdiscord.tests.answers import answers, watch
from localdiscord.tests.browsers import skip_without_chromium
from localdiscord.tests.documents.events import faults


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_without_chromium(items)


@pytest.fixture(autouse=True)
def _answers_as_described(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check all answers and events sent to bots against Discord's description, if a copy is available."""
    wrong: list[str] = []
    schemas = answers()
    if schemas is not None:
        watch(monkeypatch, schemas, wrong)
    yield
    assert not wrong, "\n".join(sorted(set(wrong)))


@pytest.fixture(autouse=True)
def _events_as_listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check all events sent to bots against the documents' table of events."""
    wrong: list[str] = []
    dispatch = Session.dispatch

    def checked(session: Session, event: str, raw: bytes) -> None:
        wrong.extend(faults(session, event))
        dispatch(session, event, raw)

    monkeypatch.setattr(Session, "dispatch", checked)
    yield
    assert not wrong, "\n".join(sorted(set(wrong)))


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as started:
        yield started
        assert not started.crashes
