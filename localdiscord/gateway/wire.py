"""Sends frames over one WebSocket, in order and, if the client asked for it, compressed."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable

import orjson
import zstandard
from aiohttp import web

from localdiscord.model.errors import Json

Compress = Callable[[bytes], bytes]


def compressor(kind: str | None) -> Compress | None:
    """Return the function that compresses each payload of a connection; None: payloads are plain text.

    Raises:
        ValueError: if the local Discord doesn't know this kind of compression.
    """
    if kind is None:
        return None
    if kind == "zlib-stream":
        stream = zlib.compressobj(1)
        return lambda frame: stream.compress(frame) + stream.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        packer = zstandard.ZstdCompressor(level=1).compressobj()
        block = zstandard.COMPRESSOBJ_FLUSH_BLOCK
        return lambda frame: bytes(packer.compress(frame) + packer.flush(block))
    raise ValueError(f"no compression is called {kind!r}")


class SocketWire:
    """The sending side of a WebSocket.

    Attributes:
        lets_through: returns whether a payload is sent or dropped; None: all payloads are sent.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        compress: Compress | None = None,
    ) -> None:
        self.socket = socket
        self._transport = transport
        self._compress = compress
        self._frames: list[bytes] = []
        self._wake = asyncio.Event()
        self._writer = asyncio.create_task(self._write())
        self.lets_through: Callable[[bytes], bool] | None = None

    def send(self, frame: bytes) -> None:
        """Queue one payload; payloads are sent in the order of queueing."""
        if self.lets_through is not None and not self.lets_through(frame):
            return
        self._frames.append(frame)
        self._wake.set()

    def send_json(self, payload: Json) -> None:
        """Queue one payload that isn't an event, serialised as JSON."""
        self.send(orjson.dumps({**payload, "s": None, "t": None}))

    show = send

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            frames, self._frames = self._frames, []
            try:
                for frame in frames:
                    if self._compress is None:
                        await self.socket.send_str(frame.decode())
                    else:
                        await self.socket.send_bytes(self._compress(frame))
            except (ConnectionError, RuntimeError):
                return  # The client has disconnected, which the socket's reader notices, too.

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection with one of Discord's close codes; frames still queued are dropped."""
        self._writer.cancel()
        await self.socket.close(code=code, message=reason.encode(), drain=False)

    def cut(self) -> None:
        """Cut the connection as a failing network would, without a close code."""
        self._writer.cancel()
        if self._transport is not None:
            self._transport.abort()

    def stop(self) -> None:
        """Stop sending, since the connection has ended."""
        self._writer.cancel()
