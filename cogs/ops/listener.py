"""Accepts connections that come in a rush: in each turn of the event loop all that wait.

uvloop accepts one a turn, as libuv does since 1.46.  A turn in which a click is worked on takes as long as
that; so of many who click at once, those at the end would wait at the door beyond the 3 seconds within which
they can be told that it takes longer.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog

from cogs.discord_io.faults import CUT

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST: Final = 128
"""So many may wait to be accepted, and so many are in one turn."""
AGAIN_S: Final = 1.0
"""So long nobody is accepted where no more files can be opened."""


class Listener:
    """Listens at an address, from `start` to `stop`.

    Args:
        made: Makes what serves a connection, as for `asyncio`'s `create_server`.

    Attributes:
        addresses: The hosts and ports at which it listens.
    """

    def __init__(self, made: Callable[[], asyncio.BaseProtocol]) -> None:
        self._made = made
        self._loop = asyncio.get_running_loop()
        self._sockets: list[socket.socket] = []
        self._begun: set[asyncio.Task[None]] = set()
        self.addresses: list[tuple[str, int]] = []

    async def start(self, host: str, port: int) -> None:
        """Begin to listen, at all addresses that a host has.

        Raises:
            OSError: Something else listens there, or there is no such address; then nothing listens.
        """
        found = await self._loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        try:
            for family, _, _, _, address in dict.fromkeys(found):
                self._sockets.append(socket.create_server(address[:2], family=family, backlog=MOST))
        except BaseException:
            self.stop()
            raise
        for one in self._sockets:
            one.setblocking(False)
            self.addresses.append(one.getsockname()[:2])
            self._go_on(one)

    def stop(self) -> None:
        """Accept nobody any more; connections that were accepted stay."""
        sockets, self._sockets = self._sockets, []
        for one in sockets:
            self._loop.remove_reader(one)
            one.close()

    def _go_on(self, listening: socket.socket) -> None:
        if listening in self._sockets:
            self._loop.add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(MOST):
            try:
                connection, _ = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except CUT as fault:  # No more files can be opened.
                log.warning("not_accepted", fault=str(fault))
                self._loop.remove_reader(listening)
                self._loop.call_later(AGAIN_S, partial(self._go_on, listening))
                return
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
            begun = self._loop.create_task(self._begin(connection))
            self._begun.add(begun)
            begun.add_done_callback(self._begun.discard)

    async def _begin(self, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._made, connection)
        except CUT as fault:
            log.info("connection_cut", fault=type(fault).__name__)
            connection.close()
