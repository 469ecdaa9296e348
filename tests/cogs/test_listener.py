"""Connections are accepted as they come, even many at once."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.ops import receiver
from cogs.ops.receiver import Listener

HOST = "127.0.0.1"
CROWD = 30
PATIENCE_S = 10.0


class Guests:
    """The clients whose connections were accepted."""

    def __init__(self) -> None:
        self.transports: list[asyncio.BaseTransport] = []

    def made(self) -> asyncio.Protocol:
        """Return a protocol that notes its transport."""
        guests = self

        class Noting(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                guests.transports.append(transport)

        return Noting()

    async def are(self, count: int) -> None:
        """Wait until `count` clients are connected."""
        async with asyncio.timeout(PATIENCE_S):
            while len(self.transports) < count:  # noqa: ASYNC110
                await asyncio.sleep(0.001)


@pytest.fixture
async def guests() -> AsyncIterator[Guests]:
    found = Guests()
    yield found
    for transport in found.transports:
        transport.close()


@pytest.fixture
async def listening(guests: Guests) -> AsyncIterator[Listener]:
    begun = Listener(guests.made)
    await begun.start(HOST, 0)
    yield begun
    begun.stop()


async def test_all_who_wait_at_the_door_are_let_in_by_the_same_turn_of_the_loop(
    listening: Listener, guests: Guests
) -> None:
    crowd = [socket.create_connection(listening.addresses[0]) for _ in range(CROWD)]
    for _ in range(CROWD // 5):  # One to see them, and what a connection takes.
        await asyncio.sleep(0)
    assert len(guests.transports) == CROWD
    for one in crowd:
        one.close()


async def test_nobody_is_accepted_after_the_end_and_who_was_stays(
    listening: Listener, guests: Guests
) -> None:
    with socket.create_connection(listening.addresses[0]):
        await guests.are(1)
        listening.stop()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(listening.addresses[0]).close()
        assert not guests.transports[0].is_closing()


async def test_where_somebody_listens_already_nothing_listens(listening: Listener, guests: Guests) -> None:
    other = Listener(guests.made)
    with pytest.raises(OSError, match="in use"):
        await other.start(*listening.addresses[0])
    assert other._sockets == []


class Exhausted:
    """A listening socket whose first `accept` fails, since the process can open no more files."""

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening
        self.failed = 0

    def fileno(self) -> int:
        """Return the socket's file descriptor."""
        return self._listening.fileno()

    def close(self) -> None:
        """Close the socket."""
        self._listening.close()

    def accept(self) -> Any:
        """Accept a connection; the first call fails."""
        if not self.failed:
            self.failed += 1
            raise OSError(errno.EMFILE, "too many open files")
        return self._listening.accept()


async def test_where_no_more_files_can_be_opened_it_is_tried_again_later(
    listening: Listener, guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiver, "AGAIN_S", 0.01)
    [sound] = listening._sockets
    asyncio.get_running_loop().remove_reader(sound)
    exhausted = Exhausted(sound)
    listening._sockets = [exhausted]  # type: ignore[list-item]
    listening._go_on(exhausted)  # type: ignore[arg-type]
    with socket.create_connection(listening.addresses[0]):
        await guests.are(1)
    assert exhausted.failed == 1
