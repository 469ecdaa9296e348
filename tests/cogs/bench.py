"""A receiver of interactions, and what Discord posts to it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

import aiohttp
from nacl.signing import SigningKey

from cogs.ops.receiver import Door, Receiver

KEY, OTHER_KEY = SigningKey(b"k" * 32), SigningKey(b"o" * 32)
JSON = {"Content-Type": "application/json"}
CLICK = b'{"id":"7","type":3,"token":"t"}'


def signed(
    body: bytes, *, key: SigningKey = KEY, off_s: float = 0, as_if: bytes | None = None
) -> dict[str, str]:
    """The headers of a post, signed so many seconds ago, or as if it were another body."""
    moment = str(int(time.time() - off_s))
    signature = key.sign(moment.encode() + (body if as_if is None else as_if)).signature
    return {**JSON, "X-Signature-Ed25519": signature.hex(), "X-Signature-Timestamp": moment}


class Bench:
    """A receiver whose interactions are answered as a test wants it.

    Attributes:
        came: The interactions that were handed over.
        session: Whose requests reach it, from `begin` to `end`.
    """

    def __init__(self, port: int = 0) -> None:
        self.came: list[Any] = []
        self.receiver = Receiver(Door(KEY.verify_key, port=port), self._take)
        self.session: aiohttp.ClientSession

    async def begin(self) -> None:
        """Have it listen."""
        await self.receiver.listen()
        self.session = aiohttp.ClientSession()

    async def end(self) -> None:
        """Close all connections."""
        await self.session.close()
        await self.receiver.close()

    def _take(self, payload: Any) -> None:
        self.came.append(payload)

    async def left(self) -> None:
        """Wait until it has noticed that nobody is connected any more, of which no event tells."""
        runner = self.receiver._runner
        assert runner is not None
        assert runner.server is not None
        async with asyncio.timeout(10):
            while any(one.transport for one in runner.server.connections):  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    @property
    def url(self) -> str:
        host, port = self.receiver.address
        return f"http://{host}:{port}/interactions"

    async def post(
        self, body: bytes, headers: Mapping[str, str], method: str = "POST", **more: Any
    ) -> tuple[int, Any]:
        """Status and JSON of the response; None: it has no body."""
        async with self.session.request(method, self.url, data=body, headers=headers, **more) as response:
            text = await response.read()
            return response.status, json.loads(text) if text else None


async def posted(writer: asyncio.StreamWriter, body: bytes) -> None:
    """Post a body, signed, over a connection that the test may break."""
    head = "".join(f"{name}: {text}\r\n" for name, text in signed(body).items())
    writer.write(f"POST / HTTP/1.1\r\nHost: h\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode())
    writer.write(body)
    await writer.drain()
