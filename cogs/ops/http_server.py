"""An HTTP server that whoever holds connections open can't fill: for interactions, health and figures.

A connection without a request is closed after a time, or earlier where a newer one needs its place.  What is
no HTTP gets one line in the log.  No answer names the server's program.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import structlog
from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestHandler

from cogs.discord_io.faults import CUT

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST_CONNECTIONS: Final = 512
"""Half of the files that Linux lets a process open unless it is told otherwise."""
HEAD_WITHIN_S: Final = 3.0
"""The seconds within which the first request of a connection has to be there, with its whole head."""
KEPT_S: Final = 75.0
"""The seconds for which a connection is kept after a request: longer than balancers keep theirs."""

AT_THE_DOOR: Final = 128
"""So many may wait to be accepted, and so many are in one turn."""
AGAIN_S: Final = 1.0
"""So long nobody is accepted where no more files can be opened."""

Answer = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class HttpServer(web.Server):
    """Serves connections, as `web.ServerRunner` runs it.

    Args:
        answer: Answers a request.
        largest: Bytes that a request's body has at most.
    """

    def __init__(self, answer: Answer, *, largest: int) -> None:
        super().__init__(
            self._answered,
            request_factory=self._request,
            access_log=None,
            auto_decompress=False,  # The body that is signed is the one that came.
            keepalive_timeout=KEPT_S,
            logger=_Malformed(__name__),
        )
        self._answer = answer
        self._largest = largest
        self._idle: dict[RequestHandler, asyncio.TimerHandle | None] = {}

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        """Begin a connection; where there are too many, the one that has been idle for longest ends."""
        super().connection_made(handler, transport)
        loop = asyncio.get_running_loop()
        self._idle[handler] = loop.call_later(HEAD_WITHIN_S, self._end, handler)
        if len(self.connections) > MOST_CONNECTIONS:
            self._end(next(iter(self._idle)))

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        """Forget a connection."""
        self._busy(handler)
        super().connection_lost(handler, exc)

    def _end(self, handler: RequestHandler) -> None:
        self._busy(handler)
        handler.force_close()

    def _busy(self, handler: RequestHandler) -> None:
        timer = self._idle.pop(handler, None)
        if timer is not None:
            timer.cancel()

    def _request(
        self, message: Any, payload: Any, protocol: RequestHandler, writer: Any, task: Any
    ) -> web.BaseRequest:
        self._busy(protocol)
        loop = asyncio.get_running_loop()
        return _Request(message, payload, protocol, writer, task, loop, client_max_size=self._largest)

    async def _answered(self, request: web.BaseRequest) -> web.StreamResponse:
        try:
            return await self._answer(request)
        finally:
            if request.transport is not None:
                self._idle[request.protocol] = None


class _Request(web.BaseRequest):
    """A request whose answers don't name the server's program."""

    async def _prepare_hook(self, response: web.StreamResponse) -> None:
        response.headers.popall(hdrs.SERVER, None)


class _Malformed(logging.Logger):
    """Writes one line for a request that is no HTTP, where aiohttp's own logger writes a traceback."""

    def exception(self, msg: object, *args: object, exc_info: Any = True, **_: Any) -> None:
        """Write one line for a malformed request; a fault of ours keeps its traceback."""
        if isinstance(exc_info, HttpProcessingError):
            log.info("request_malformed", remote=args[0], fault=type(exc_info).__name__)
        else:
            log.error("request_failed", exc_info=exc_info)

    debug = exception


class Listener:
    """Listens at an address, and accepts in each turn of the event loop all who wait.

    uvloop accepts one a turn, as libuv does since 1.46.  A turn in which a click is worked on takes as long
    as that work; so of many who click at once, the last would wait at the door beyond the 3 seconds within
    which they can be told that the answer takes longer.

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
                self._sockets.append(socket.create_server(address[:2], family=family, backlog=AT_THE_DOOR))
        except BaseException:
            self.stop()
            raise
        for one in self._sockets:
            one.setblocking(False)
            self.addresses.append(one.getsockname()[:2])
            self._go_on(one)

    def stop(self) -> None:
        """Accept no connection any more; accepted connections stay."""
        sockets, self._sockets = self._sockets, []
        for one in sockets:
            self._loop.remove_reader(one)
            one.close()

    def _go_on(self, listening: socket.socket) -> None:
        if listening in self._sockets:
            self._loop.add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(AT_THE_DOOR):
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
