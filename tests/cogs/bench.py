"""A receiver of interactions, and posts such as Discord sends to it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

import aiohttp
from nacl.signing import SigningKey

from cogs.ops.receiver import Receiver
from cogs.ops.settings import Door

KEY, OTHER_KEY = SigningKey(b"k" * 32), SigningKey(b"o" * 32)
JSON = {"Content-Type": "application/json"}
CLICK = b'{"id":"7","type":3,"token":"t"}'


def signed(
    body: bytes, *, key: SigningKey = KEY, off_s: float = 0, as_if: bytes | None = None
) -> dict[str, str]:
    """Return the headers of a post signed `off_s` seconds ago, or with the signature of body `as_if`."""
    moment = str(int(time.time() - off_s))
    signature = key.sign(moment.encode() + (body if as_if is None else as_if)).signature
    return {**JSON, "X-Signature-Ed25519": signature.hex(), "X-Signature-Timestamp": moment}


class Bench:
    """A receiver that collects its interactions.

    Attributes:
        came: The interactions that the receiver has handed over.
        session: The session that sends requests to the receiver, from `begin` to `end`.
    """

    def __init__(self, port: int = 0) -> None:
        self.came: list[Any] = []
        self.receiver = Receiver(Door(KEY.verify_key, port=port), self._take)
        self.session: aiohttp.ClientSession

    async def begin(self) -> None:
        """Have the receiver listen."""
        await self.receiver.listen()
        self.session = aiohttp.ClientSession()

    async def end(self) -> None:
        """Close all connections."""
        await self.session.close()
        await self.receiver.close()

    def _take(self, payload: Any) -> None:
        self.came.append(payload)

    async def left(self) -> None:
        """Wait until the receiver has noticed the end of all connections, by looking again and again."""
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
        """Post a body; return the response's status and JSON; None: the response has no body."""
        async with self.session.request(method, self.url, data=body, headers=headers, **more) as response:
            text = await response.read()
            return response.status, json.loads(text) if text else None


async def posted(writer: asyncio.StreamWriter, body: bytes) -> None:
    """Post a signed body over a connection that the test may break."""
    head = "".join(f"{name}: {text}\r\n" for name, text in signed(body).items())
    writer.write(f"POST / HTTP/1.1\r\nHost: h\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode())
    writer.write(body)
    await writer.drain()
