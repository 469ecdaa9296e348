"""Receives interactions over HTTPS, for the same router and commands as those that come over the gateway.

Discord signs what it posts (Ed25519, over the timestamp and the raw body), sends wrong signatures on purpose
now and then, and takes the address away from who accepts one.  TLS is the balancer's business: this listens
on loopback, or in a network of one's own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from typing import Any, Final, NamedTuple

import msgspec
import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from cogs.discord_io.faults import CUT
from cogs.ops.bad_setting import BadSetting, is_on
from cogs.ops.http_server import HttpServer, Listener

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PREFIX: Final = "INTERACTIONS"
"""How the names of its settings begin."""
HOST: Final = "127.0.0.1"
PORT: Final = 8018
JSON: Final = "application/json"
LARGEST: Final = 1 << 20
"""Bytes that a body has at most.

The largest message that Discord allows, with the one that it replies to, and a form with five long texts,
are half of that, even if each letter is escaped.
"""
STALE_S: Final = 300.0
"""A timestamp that is so many seconds off is refused: whoever sends it again later repeats an old one."""
READ_WITHIN_S: Final = 3.0
CLOSE_WITHIN_S: Final = 1.0
DRAINED_WITHIN_S: Final = 0.3
"""So long connections that are kept wait for one more request, to tell who keeps them to go elsewhere."""
LOOK_S: Final = 0.01
PING: Final = 1
TYPES: Final = range(PING, 6)
"""The types of interactions that there are."""
PONG: Final = b'{"type":1}'


class Door(NamedTuple):
    """Where interactions come in over HTTPS, and by which key they are checked.

    Attributes:
        key: Discord's.
        host: Where it listens.
        port: The same; 0: any that is free.
    """

    key: VerifyKey
    host: str = HOST
    port: int = PORT


def address(settings: Mapping[str, str], of: str, default: str) -> tuple[str, int]:
    """The host and port of the settings `<of>_HOST` and `<of>_PORT`; the host is loopback by default.

    Raises:
        BadSetting: `bad_port`.
    """
    port = settings.get(f"{of}_PORT", "").strip() or default
    if not (port.isascii() and port.isdecimal() and 0 <= int(port) < 1 << 16):
        raise BadSetting("bad_port", of=of, port=port)
    return settings.get(f"{of}_HOST", "").strip() or HOST, int(port)


def door(settings: Mapping[str, str]) -> Door | None:
    """The door that the settings ask for; None: interactions come over the gateway.

    Raises:
        BadSetting: `bad_public_key`, `bad_port`.
    """
    text = settings.get("INTERACTIONS_PUBLIC_KEY", "").strip()
    if not text:
        return None
    try:
        key = VerifyKey(bytes.fromhex(text))
    except ValueError:  # Also what PyNaCl raises for another length.
        raise BadSetting("bad_public_key") from None
    return Door(key, *address(settings, PREFIX, str(PORT)))


def has_gateway(settings: Mapping[str, str]) -> bool:
    """Whether the gateway is used, by the settings.

    Raises:
        BadSetting: `bad_switch`: it is neither on nor off; `no_way_in`: off, and HTTPS isn't set up either.
    """
    is_used = is_on(settings, "GATEWAY", default=True)
    if not is_used and not settings.get("INTERACTIONS_PUBLIC_KEY", "").strip():
        raise BadSetting("no_way_in")
    return is_used


class Receiver:
    """Listens for interactions, checks them, and hands them over.

    Args:
        door: Where it listens, and the key.
        hand_over: Has an interaction's payload worked on, in tasks of its own.
        now: Seconds since 1970.

    Attributes:
        address: Host and port where it listens, once it does.
    """

    def __init__(
        self,
        door: Door,
        hand_over: Callable[[Any], None],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._door = door
        self._hand_over = hand_over
        self._now = now
        self._runner: web.ServerRunner | None = None
        self._listener: Listener | None = None
        self._is_listening = False
        self._is_closing = False
        self.address = (door.host, door.port)

    async def listen(self) -> None:
        """Begin to listen.

        Raises:
            BadSetting: `port_in_use`: something else listens there, or there is no such address.
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
        raise BadSetting("port_in_use", of=PREFIX, host=self._door.host, port=self._door.port)

    @property
    def is_taking(self) -> bool:
        """Whether the receiver listens by now, and takes interactions."""
        return self._is_listening and not self._is_closing

    async def stop_taking(self) -> None:
        """Take no new interaction, so that a balancer goes elsewhere; those that were taken are answered."""
        self._is_closing = True
        if self._listener is not None:
            self._listener.stop()

    async def close(self) -> None:
        """Close all connections."""
        await self.stop_taking()
        if self._runner is not None:
            if self._runner.server is not None:
                await self._drained(self._runner.server)
            await self._runner.cleanup()

    async def _drained(self, server: web.Server) -> None:
        """Wait a little until all connections have ended: a request that meets a closing one is lost."""
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAINED_WITHIN_S):
                while server.connections:  # noqa: ASYNC110  # aiohttp has no event for it.
                    await asyncio.sleep(LOOK_S)

    async def _answered(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request, never by a page with an exception."""
        try:
            response = await self._respond(request)
        except Exception:
            log.exception("receiver_fault")
            response = _plain(500)
        if self._is_closing:
            response.force_close()
        return response

    async def _respond(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.method != "POST":
            return _plain(405, Allow="POST")
        if self._is_closing:
            return _plain(503)
        if (request.content_length or 0) > LARGEST:
            return _plain(413, Connection="close")
        try:
            # Most have come whole, with their heads: those need no timer.
            async with nullcontext() if request.content.is_eof() else asyncio.timeout(READ_WITHIN_S):
                body = await request.read()
        except web.HTTPRequestEntityTooLarge:
            return _plain(413, Connection="close")
        except TimeoutError:
            return _plain(408, Connection="close")
        except (*CUT, HttpProcessingError, ValueError):
            return _plain(400, Connection="close")
        if not self._is_signed(request.headers, body):
            return _plain(401)
        payload = _read(request.content_type, body)
        if payload is None:
            return _plain(400)
        if payload["type"] == PING:
            return web.Response(body=PONG, content_type=JSON)
        try:
            self._hand_over(payload)  # The answer goes by the callback route.
        except Exception:
            log.exception("interaction_unreadable")
            return _plain(400)
        return _plain(202)

    def _is_signed(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Whether Discord has signed a body, and not long ago."""
        moment, signature = headers.get("x-signature-timestamp", ""), headers.get("x-signature-ed25519", "")
        if not (moment.isascii() and moment.isdecimal() and len(moment) < 16):
            return False
        try:
            self._door.key.verify(moment.encode() + body, bytes.fromhex(signature))
        except (BadSignatureError, ValueError):
            return False
        off_s = self._now() - int(moment)
        if abs(off_s) > STALE_S:
            log.warning("interaction_stale", off_s=round(off_s))  # Or the clock of this machine is wrong.
            return False
        return True


def _read(content_type: str, body: bytes) -> Any:
    """The payload of an interaction; None: it is none."""
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
