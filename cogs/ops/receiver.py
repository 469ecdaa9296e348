"""Receives interactions over HTTPS, and hands them to the same router and commands as the gateway does.

Discord signs its requests (Ed25519, over the timestamp and the raw body).  Now and then it sends a wrong
signature on purpose; if an application accepts that, Discord removes the application's address.  The receiver
listens on loopback or in a private network, behind a load balancer that does TLS.

`HttpServer` also serves health, metrics and the relay.  Clients can't block it by holding connections open: a
connection without a request is closed after a time, or earlier if a newer one needs its place.  A request
that isn't valid HTTP is logged in one line.  No response names the server's software.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
import structlog
from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestHandler
from nacl.exceptions import BadSignatureError

from cogs.discord_io.faults import CUT
from cogs.ops.settings import INTERACTIONS, BadSetting, Door

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


MOST_CONNECTIONS: Final = 512
"""The most connections at once: half of the files that Linux lets a process open by default."""
HEAD_WITHIN_S: Final = 3.0
"""The timeout for the head of a connection's first request, in seconds."""
KEPT_S: Final = 75.0
"""Seconds for which an idle connection is kept after a request: longer than load balancers keep theirs."""

AT_THE_DOOR: Final = 128
"""The most connections that wait to be accepted, and the most accepted in one turn of the event loop."""
AGAIN_S: Final = 1.0
"""Seconds for which the listener pauses when the process can open no more files."""

Answer = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class HttpServer(web.Server):
    """An HTTP server that closes idle connections early; `largest`: the most bytes of a request's body."""

    def __init__(self, answer: Answer, *, largest: int) -> None:
        super().__init__(
            self._answered,
            request_factory=self._request,
            access_log=None,
            auto_decompress=False,  # The signature is over the body as it was sent.
            keepalive_timeout=KEPT_S,
            logger=_Malformed(__name__),
        )
        self._answer = answer
        self._largest = largest
        self._idle: dict[RequestHandler, asyncio.TimerHandle | None] = {}

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        """Begin a connection; if there are too many, close the one that has been idle the longest."""
        super().connection_made(handler, transport)
        loop = asyncio.get_running_loop()
        self._idle[handler] = loop.call_later(HEAD_WITHIN_S, self._end, handler)
        if len(self.connections) > MOST_CONNECTIONS:
            self._end(next(iter(self._idle)))

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        """Forget a connection that has ended."""
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
    """A request whose responses don't name the server's software."""

    async def _prepare_hook(self, response: web.StreamResponse) -> None:
        response.headers.popall(hdrs.SERVER, None)


class _Malformed(logging.Logger):
    """A logger that writes one line for a request that isn't HTTP, instead of aiohttp's traceback."""

    def exception(self, msg: object, *args: object, exc_info: Any = True, **_: Any) -> None:
        """Log a malformed request in one line, but a bug of ours with its traceback."""
        if isinstance(exc_info, HttpProcessingError):
            log.info("request_malformed", remote=args[0], fault=type(exc_info).__name__)
        else:
            log.error("request_failed", exc_info=exc_info)

    debug = exception


class Listener:
    """Listens at an address, and accepts all waiting connections in each turn of the event loop.

    uvloop's own server (libuv since 1.46) accepts only one connection a turn, and a turn may be long because
    of the work on a click.  If many people click at once, the last connection would be accepted too late,
    since Discord waits 3 seconds for a first answer.

    `made`: called for each connection, as the protocol factory of `asyncio`'s `create_server`.

    Attributes:
        addresses: The hosts and ports of the listening sockets.
    """

    def __init__(self, made: Callable[[], asyncio.BaseProtocol]) -> None:
        self._made = made
        self._loop = asyncio.get_running_loop()
        self._sockets: list[socket.socket] = []
        self._begun: set[asyncio.Task[None]] = set()
        self.addresses: list[tuple[str, int]] = []

    async def start(self, host: str, port: int) -> None:
        """Begin to listen at all addresses of a host, or at none if one fails.

        Raises:
            OSError: An address is taken or doesn't exist.
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
        """Accept no further connection; accepted connections stay open."""
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
            except CUT as fault:  # The process can open no more files.
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


JSON: Final = "application/json"
LARGEST: Final = 1 << 20
"""The most bytes of a request's body.

Twice the size of the largest message that Discord allows, together with the message that it replies to and
a form with five long texts, even if each letter is escaped.
"""
STALE_S: Final = 300.0
"""A request whose timestamp is off by more seconds is refused: somebody may have recorded and resent it."""
READ_WITHIN_S: Final = 3.0
CLOSE_WITHIN_S: Final = 1.0
DRAINED_WITHIN_S: Final = 0.3
"""At the stop, seconds that kept connections get for one more request, whose response closes them."""
LOOK_S: Final = 0.01
PING: Final = 1
TYPES: Final = range(PING, 6)
"""The types of interactions that Discord sends."""
PONG: Final = b'{"type":1}'


class Receiver:
    """Receives interactions over HTTPS, checks their signatures, and calls `hand_over` with each payload.

    `hand_over` handles the interaction in tasks of its own.

    Attributes:
        address: The host and port at which the receiver listens; set by `listen`.
        besides: Returns the response to a request that has no interaction, such as one for the Activity;
            None: the request has an interaction.
    """

    def __init__(
        self, door: Door, hand_over: Callable[[Any], None], now: Callable[[], float] = time.time
    ) -> None:
        self._door = door
        self._hand_over = hand_over
        self._now = now
        self._runner: web.ServerRunner | None = None
        self._listener: Listener | None = None
        self._is_listening = False
        self._is_closing = False
        self.address = (door.host, door.port)
        self.besides: Callable[[web.BaseRequest], Awaitable[web.StreamResponse | None]] | None = None

    async def listen(self) -> None:
        """Begin to listen for interactions.

        Raises:
            BadSetting: `port_in_use`: the address is taken, or doesn't exist.
        """
        server = HttpServer(self._answered, largest=LARGEST)
        self._runner = web.ServerRunner(server, handle_signals=False, shutdown_timeout=CLOSE_WITHIN_S)
        await self._runner.setup()
        self._listener = Listener(server)
        with suppress(OSError):
            await self._listener.start(self._door.host, self._door.port)
            self.address = self._listener.addresses[0]
            self._is_listening = True
            log.info("interactions_received", host=self.address[0], port=self.address[1])
            return
        await self._runner.cleanup()
        raise BadSetting("port_in_use", of=INTERACTIONS, host=self._door.host, port=self._door.port)

    @property
    def is_taking(self) -> bool:
        """Whether the receiver takes interactions: it listens, and the bot isn't being stopped."""
        return self._is_listening and not self._is_closing

    async def stop_taking(self) -> None:
        """Refuse new interactions, so that a load balancer goes elsewhere; answer the received ones."""
        self._is_closing = True
        if self._listener is not None:
            self._listener.stop()

    async def close(self) -> None:
        """Close all connections, after giving each a moment (`DRAINED_WITHIN_S`) for a last request."""
        await self.stop_taking()
        if self._runner is not None:
            if self._runner.server is not None:
                await self._drained(self._runner.server)
            await self._runner.cleanup()

    async def _drained(self, server: web.Server) -> None:
        """Wait briefly for clients to close their connections, since a forced close may lose a request."""
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAINED_WITHIN_S):
                while server.connections:  # noqa: ASYNC110  # aiohttp has no event for it.
                    await asyncio.sleep(LOOK_S)

    async def _answered(self, request: web.BaseRequest) -> web.StreamResponse:
        """Return the response to a request; after an exception, one that doesn't reveal the exception."""
        try:
            response = await self._respond(request)
        except Exception:
            log.exception("receiver_fault")
            response = _plain(500)
        if self._is_closing:
            response.force_close()
        return response

    async def _respond(self, request: web.BaseRequest) -> web.StreamResponse:
        if self.besides is not None and (response := await self.besides(request)) is not None:
            return response
        if request.method != "POST":
            return _plain(405, Allow="POST")
        if self._is_closing:
            return _plain(503)
        try:
            body = await body_of(request, LARGEST)
        except web.HTTPException as fault:
            return _plain(fault.status, Connection="close")
        if not self._is_signed(request.headers, body):
            return _plain(401)
        payload = _read(request.content_type, body)
        if payload is None:
            return _plain(400)
        if payload["type"] == PING:
            return web.Response(body=PONG, content_type=JSON)
        try:
            self._hand_over(payload)  # The answer to the interaction goes by a request of its own.
        except Exception:
            log.exception("interaction_unreadable")
            return _plain(400)
        return _plain(202)

    def _is_signed(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Whether a body has a valid signature of Discord that is not older than `STALE_S`."""
        moment, signature = headers.get("x-signature-timestamp", ""), headers.get("x-signature-ed25519", "")
        if not (moment.isascii() and moment.isdecimal() and len(moment) < 16):
            return False
        try:
            self._door.key.verify(moment.encode() + body, bytes.fromhex(signature))
        except (BadSignatureError, ValueError):
            return False
        off_s = self._now() - int(moment)
        if abs(off_s) > STALE_S:
            log.warning("interaction_stale", off_s=round(off_s))  # Perhaps our clock is wrong.
            return False
        return True


async def body_of(request: web.BaseRequest, largest: int) -> bytes:
    """Return a request's body; raises `web.HTTPException` if it is malformed, too large or too slow."""
    told = request.content_length or 0
    if told > largest:
        raise web.HTTPRequestEntityTooLarge(largest, told)
    body = b""
    try:
        async with asyncio.timeout(READ_WITHIN_S):
            async for piece in request.content.iter_any():
                body += piece
                if len(body) > largest:
                    raise web.HTTPRequestEntityTooLarge(largest, len(body))
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (*CUT, HttpProcessingError, ValueError):
        raise web.HTTPBadRequest from None
    return body


def _read(content_type: str, body: bytes) -> Any:
    """Return the interaction in a request's body, as parsed JSON; None: the body has no interaction."""
    if content_type != JSON:
        return None
    try:
        payload = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    is_one = isinstance(payload, dict) and payload.get("type") in TYPES and isinstance(payload.get("id"), str)
    return payload if is_one else None


def _plain(status: int, **headers: str) -> web.Response:
    return web.Response(status=status, headers=headers)
