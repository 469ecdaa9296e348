"""Interactions over HTTPS: signs them, posts them to the bot's address, and takes the answers.

There is no TLS: addresses on this machine begin with `http://`.  As Discord does, the local Discord tests an
address before its use, and now and then sends an interaction with a wrong signature.  A bot that accepts one
loses its address, and gets interactions over the gateway again.
"""

from __future__ import annotations

import asyncio
import importlib
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final

import orjson

from localdiscord.changes.interactions import fail
from localdiscord.model.errors import Json
from localdiscord.model.interaction import ANSWER_WITHIN_S, Interaction
from localdiscord.model.world import Violation, World
from localdiscord.rest.faults import Faults
from localdiscord.rest.http_client import HttpAnswer, HttpClient

PING: Final = 1
FORGED: Final = 1 / 16
"""The share of interactions that are first sent with a wrong signature."""
UNAUTHORIZED: Final = 401
BAD_GATEWAY: Final = 502
BROKEN: Final = (OSError, EOFError, ValueError, asyncio.LimitOverrunError)
"""Exceptions for a broken connection, or for a response that isn't HTTP."""
LATER: Final = 202
"""The status of a response that announces the answer by the callback route."""

Answered = Callable[[Interaction, str, bytes], Awaitable[None]]
"""Handles the answer in the response to an interaction, given its content type and body."""


class EndpointRefused(Exception):
    """Raised for an address that fails Discord's tests of receivers of interactions."""


class Endpoint:
    """The address at which the bot takes interactions over HTTPS.

    Attributes:
        url: The address; None: interactions go over the gateway.
        forged: How many times a wrong signature was sent on purpose.
    """

    def __init__(self, world: World, faults: Faults, answered: Answered, seed: int) -> None:
        self.url: str | None = None
        self.forged = 0
        self._world = world
        self._faults = faults
        self._answered = answered
        self._dice = random.Random(seed)
        self._client: HttpClient | None = None
        self._posts: set[asyncio.Task[None]] = set()
        self._key: Any = None

    @property
    def public_key(self) -> str:
        """The public key, in hex, with which the bot checks interactions.

        Raises:
            ImportError: PyNaCl isn't installed (`localdiscord[https]`).
        """
        return str(self._signing_key.verify_key.encode().hex())

    @property
    def _signing_key(self) -> Any:
        if self._key is None:
            self._key = importlib.import_module("nacl.signing").SigningKey.generate()
        return self._key

    async def use(self, url: str | None) -> None:
        """Send interactions to an address from now on; None: over the gateway.

        Raises:
            EndpointRefused: The address doesn't answer a ping, or accepts a wrong signature.
        """
        client = None
        if url is not None:
            client = HttpClient(url)
            try:
                await self._try(url, client)
            except EndpointRefused:
                client.close()
                raise
        if self._client is not None:
            self._client.close()
        self.url, self._client = url, client
        self._world.way_in = None if url is None else self._begin
        self._world.tell_bot_state()

    async def _try(self, url: str, client: HttpClient) -> None:
        world = self._world
        ping = {
            "id": world.clock.snowflake(),
            "application_id": world.application_id,
            "type": PING,
            "token": "ping",
            "version": 1,
            "user": next(iter(world.people.values()), world.bot).payload(),
            "entitlements": [],
            "authorizing_integration_owners": {},
        }
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                status, _, body = await self._post(client, orjson.dumps(ping))
                forged, _, _ = await self._post(client, orjson.dumps(ping), is_forged=True)
        except BROKEN as fault:
            raise EndpointRefused(f"{url} can't be reached: {fault!r}") from fault
        if status != 200 or pong(body) != {"type": PING}:
            raise EndpointRefused(f"{url} answers a ping with {status} {body!r}")
        if forged != UNAUTHORIZED:
            raise EndpointRefused(f"{url} answers a wrong signature with {forged}, not with 401")

    def let_go(self) -> None:
        """Close the idle connections to the address, as a timeout would."""
        if self._client is not None:
            self._client.close()

    async def close(self) -> None:
        """Cancel all running posts, and close the connections."""
        for post in self._posts:
            post.cancel()
        await asyncio.gather(*self._posts, return_exceptions=True)
        if self._client is not None:
            self._client.close()

    def _begin(self, interaction: Interaction) -> None:
        post = asyncio.create_task(self._deliver(interaction, interaction.raw))
        self._posts.add(post)
        post.add_done_callback(self._posts.discard)

    async def _deliver(self, interaction: Interaction, raw: bytes) -> None:
        """Post an interaction, and handle the answer in the response.

        If the connection breaks, the bot may still answer by the callback route.
        """
        world, client = self._world, self._client
        if client is None:
            world.events.to_bot("INTERACTION_CREATE", raw)
            return
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                if self._dice.random() < FORGED and not await self._refuses_forged(client, raw):
                    fail(world, interaction)
                    return
                if self._is_broken(interaction):
                    await client.post_and_leave(raw, self._headers(raw))
                    return
                status, kind, body = await self._post(client, raw)
        except BROKEN:
            return
        if status == LATER:
            return
        if status == 200:
            await self._answered(interaction, kind, body)
        else:
            fail(world, interaction)

    async def _refuses_forged(self, client: HttpClient, raw: bytes) -> bool:
        """Post an interaction with a wrong signature; False: the bot accepted that, and loses its address."""
        status, _, _ = await self._post(client, raw, is_forged=True)
        # A balancer answers 502 if its worker has just been killed, so nobody has accepted the interaction.
        if status in (UNAUTHORIZED, BAD_GATEWAY):
            return True
        fault = {"signature": f"{status}, not 401"}
        self._world.violations.append(Violation("POST", str(self.url), "rule", fault))
        await self.use(None)
        return False

    def _is_broken(self, interaction: Interaction) -> bool:
        """Whether a fault that a test has set for the callback route cuts this post before the response."""
        return self._faults.breaks("POST", interaction.callback)

    async def _post(self, client: HttpClient, raw: bytes, *, is_forged: bool = False) -> HttpAnswer:
        """Post a signed body, and return the response."""
        return await client.post(raw, self._headers(raw, is_forged=is_forged))

    def _headers(self, raw: bytes, *, is_forged: bool = False) -> dict[str, str]:
        moment = str(int(self._world.clock.now()))
        signature = bytearray(self._signing_key.sign(moment.encode() + raw).signature)
        if is_forged:
            self.forged += 1
            signature[self._dice.randrange(len(signature))] ^= 1
        return {
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
            "X-Signature-Ed25519": signature.hex(),
            "X-Signature-Timestamp": moment,
        }


def pong(body: bytes) -> Json | None:
    """Return the JSON in the response to a ping; None: it is no JSON."""
    try:
        found: Json = orjson.loads(body)
    except ValueError:
        return None
    return found
