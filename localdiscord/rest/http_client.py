"""A minimal HTTP/1.1 client, which posts bodies to one server over persistent connections.

aiohttp's client takes three times as long for a post; tests of a whole evening make thousands of posts.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)", re.IGNORECASE)
TYPE = re.compile(rb"\r\ncontent-type:[ \t]*([^\r]*)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:[ \t]*chunked", re.IGNORECASE)
LAST = re.compile(rb"\r\nconnection:[ \t]*close", re.IGNORECASE)
LARGEST_HEAD = 1 << 16


class HttpAnswer(NamedTuple):
    """A response: its status, content type and body."""

    status: int
    kind: str
    body: bytes


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class HttpClient:
    """Posts bodies to one address.

    Args:
        url: The address, with `http:` or `https:`.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host, self._is_safe = parts.hostname or "", parts.scheme == "https"
        self._port = parts.port or (443 if self._is_safe else 80)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._head = f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        self._idle: list[Line] = []

    async def post(self, body: bytes, headers: Mapping[str, str]) -> HttpAnswer:
        """Post a body, and return the response.

        Raises:
            OSError: The connection failed; `EOFError`, `ValueError`: the response is no HTTP.
        """
        while self._idle:
            reader, writer = line = self._idle.pop()
            if writer.is_closing() or reader.at_eof():
                writer.close()
                continue
            try:
                return await self._posted(line, body, headers)
            except (asyncio.IncompleteReadError, ConnectionResetError, BrokenPipeError) as fault:
                if isinstance(fault, asyncio.IncompleteReadError) and fault.partial:
                    raise
                continue  # The server has just closed the idle connection.
        return await self._posted(await self._open(), body, headers)

    async def post_and_leave(self, body: bytes, headers: Mapping[str, str]) -> None:
        """Post a body, and cut the connection before a response can come.

        Raises:
            OSError: The connection failed.
        """
        _, writer = await self._open()
        self._write(writer, body, headers)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    def close(self) -> None:
        """Close the idle connections."""
        for _, writer in self._idle:
            writer.close()
        self._idle.clear()

    async def _open(self) -> Line:
        ssl = True if self._is_safe else None
        return await asyncio.open_connection(self._host, self._port, limit=LARGEST_HEAD, ssl=ssl)

    def _write(self, writer: asyncio.StreamWriter, body: bytes, headers: Mapping[str, str]) -> None:
        fields = "".join(f"{name}: {text}\r\n" for name, text in headers.items())
        writer.write(f"{self._head}{fields}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    async def _posted(self, line: Line, body: bytes, headers: Mapping[str, str]) -> HttpAnswer:
        reader, writer = line
        is_kept = False
        try:
            self._write(writer, body, headers)
            head = await reader.readuntil(b"\r\n\r\n")
            status, length, kind = STATUS.match(head), LENGTH.search(head), TYPE.search(head)
            if status is None:
                raise ValueError(f"no answer of HTTP: {head[:40]!r}")
            if CHUNKED.search(head):
                content = await _chunks(reader)
            elif length is not None:
                content = await reader.readexactly(int(length[1]))
            else:
                content = b"" if status[1] == b"204" else await reader.read()
            is_kept = LAST.search(head) is None and not reader.at_eof()
        finally:
            if is_kept:
                self._idle.append(line)
            else:
                writer.close()
        return HttpAnswer(int(status[1]), kind[1].decode("latin-1") if kind else "", content)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """Read and return a body in chunked transfer coding."""
    found = b""
    while size := int((await reader.readline()).split(b";")[0], 16):
        found += await reader.readexactly(size)
        await reader.readline()
    while (await reader.readline()).strip():
        pass  # Trailer fields follow the body.
    return found
