"""Relays an interaction to the process that owns the interaction's table; that process answers.

The interaction is posted to the owner's private address, sealed with the store's key.  If no owner takes it
within `WITHIN_S`, the interaction is deferred, and the post is retried until the owner takes it: the former
owner, or the process that gets the lease next.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, Final

import aiohttp
import msgspec
import structlog
from aiohttp import web

from cogs.discord_io.delivery import CAME, TOKEN_LASTS_S, Came, Delivery
from cogs.discord_io.faults import CUT
from cogs.ops.receiver import HttpServer
from cogs.ops.settings import RELAY, BadSetting
from engine.game import Struct
from tables import Tables

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LARGEST: Final = 1 << 21
WITHIN_S: Final = 1.0
"""Seconds until an interaction that no owner has taken is deferred."""
STALE_S: Final = 2.0
"""A relayed interaction sealed more than this many seconds ago is refused: its sender has stopped waiting."""
AGAIN_S: Final = 0.5
REMEMBERED: Final = 10_000
"""How many ids of the latest interactions are remembered, to answer each interaction only once."""
SEAL: Final = "x-seal"
SEALED_AT: Final = "x-sealed-at"
TAKEN: Final = 202
ANSWERED: Final = 200
ANSWER_WITHIN_S: Final = 5.0
"""Seconds until a question that the owner of the lease hasn't answered is given up."""


class Relayed(Struct, frozen=True):
    """An interaction on its way to the owner of its table.

    Attributes:
        about: The id of the table, or the digest of the file, whose lease decides which process answers.
        payload: The interaction that Discord sent, as JSON.
        age_s: Seconds since the interaction came from Discord.
        is_deferred: Whether Discord was told that the answer takes longer.
    """

    about: str
    payload: msgspec.Raw
    age_s: float
    is_deferred: bool


class Relay:
    """Sends interactions to, and takes them from, other processes that share the database.

    `take` handles an interaction in this process, which others reach at `host` and `port` (0: any free one).
    """

    def __init__(self, tables: Tables, take: Callable[[Came], None], host: str, port: int) -> None:
        self._cluster = tables.cluster
        self._seal = tables.seal
        self._now = tables.clock.now
        self._take = take
        self._at = host, port
        self._answer: Callable[[bytes], Awaitable[bytes | None]] | None = None
        self._known: OrderedDict[str, None] = OrderedDict()
        self._session: aiohttp.ClientSession | None = None
        self._runner: web.ServerRunner | None = None
        self._is_closing = False

    def is_new(self, interaction_id: str) -> bool:
        """Return whether an interaction is new to this process: True only at the first call with its id."""
        if interaction_id in self._known:
            return False
        self._known[interaction_id] = None
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return True

    async def listen(self) -> None:
        """Begin to take interactions from other processes, if any share the database.

        Raises:
            BadSetting: `port_in_use`.
        """
        if not self._cluster.is_shared:
            return
        self._runner = web.ServerRunner(HttpServer(self._respond, largest=LARGEST), handle_signals=False)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, *self._at).start()
        except CUT as fault:
            raise BadSetting("port_in_use", of=RELAY, host=self._at[0], port=self._at[1]) from fault
        self._cluster.reached_at(*self._runner.addresses[0][:2])

    def stop_taking(self) -> None:
        """Refuse relayed interactions from now on; senders retry until another process owns the table."""
        self._is_closing = True

    async def close(self) -> None:
        """Close all connections."""
        self.stop_taking()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()

    async def hand_over(self, about: str, delivery: Delivery) -> None:
        """Relay the current task's interaction to the owner of `about`, a table's id or a file's digest."""
        came = CAME.get()
        while delivery.age_s < TOKEN_LASTS_S:
            relayed = Relayed(about, msgspec.Raw(came.body), delivery.age_s, delivery.is_deferred)
            if self._cluster.is_ours(about):
                self._take(came._replace(age_s=relayed.age_s, is_deferred=relayed.is_deferred))
                return
            if await self._is_taken(relayed):
                return
            if not await delivery.defer():
                log.warning("click_dropped", waited_s=round(delivery.age_s, 1))
                return
            await asyncio.sleep(AGAIN_S)
        log.warning("owner_not_found", about=about)

    def answer(self, answer: Callable[[bytes], Awaitable[bytes | None]]) -> None:
        """Have other processes' questions (`ask`) answered by `answer`, which may return None: no answer."""
        self._answer = answer

    async def ask(self, about: str, question: bytes) -> bytes | None:
        """Return the answer of the process that holds the lease of `about`; None: no answer came in time."""
        if self._cluster.is_ours(about):  # The lease has just come here.
            return None if self._answer is None else await self._answer(question)
        status, answer = await self._post(about, "ask", question, ANSWER_WITHIN_S)
        return answer if status == ANSWERED else None

    async def _is_taken(self, relayed: Relayed) -> bool:
        """Post an interaction to the process with the lease; return whether that process has taken it."""
        body = msgspec.json.encode(relayed)
        return (await self._post(relayed.about, "", body, WITHIN_S))[0] == TAKEN

    async def _post(self, about: str, path: str, body: bytes, within_s: float) -> tuple[int, bytes]:
        """Post a body to the owner of a lease; return the status (0: no contact) and the answer."""
        address = self._cluster.address_of(about)
        if address is None:
            return 0, b""
        at = repr(self._now())
        headers = {SEAL: self._sealed(body, at), SEALED_AT: at}
        if self._session is None:
            self._session = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
        try:
            async with self._session.post(
                f"http://{address}/{path}",
                data=body,
                headers=headers,
                timeout=aiohttp.ClientTimeout(within_s),
            ) as response:
                return response.status, await response.read()
        except CUT as fault:
            log.warning("not_relayed", to=address, fault=type(fault).__name__)
            return 0, b""

    def _sealed(self, body: bytes, at: str) -> str:
        return self._seal("relay", at, blake2b(body).hexdigest())

    async def _respond(self, request: web.BaseRequest) -> web.StreamResponse:
        """Take an interaction (status 202) or answer a question (200) from another process, or refuse it."""
        if self._is_closing or request.method != "POST":
            return web.Response(status=503 if self._is_closing else 405)
        try:
            body = await request.read()
        except (*CUT, web.HTTPException, ValueError):
            return web.Response(status=400)
        status = self._checked(body, request.headers)
        if status == TAKEN and request.path == "/ask":
            answer = None if self._answer is None else await self._answer(body)
            return web.Response(status=409) if answer is None else web.Response(body=answer)
        return web.Response(status=self._taken(body) if status == TAKEN else status)

    def _checked(self, body: bytes, headers: Any) -> int:
        """Return `TAKEN` if the seal of a body is valid and new, else the HTTP status for the sender."""
        at, age_s = headers.get(SEALED_AT, ""), STALE_S
        with suppress(ValueError):
            age_s = abs(self._now() - float(at))
        if not compare_digest(headers.get(SEAL, "").encode(), self._sealed(body, at).encode()):
            log.warning("relay_forged")
            return 401
        if not age_s < STALE_S:  # Written so that a NaN is refused, too.
            return 410
        return TAKEN

    def _taken(self, body: bytes) -> int:
        """Have a relayed interaction handled once; return the HTTP status (409: the lease is elsewhere)."""
        relayed = msgspec.json.decode(body, type=Relayed)
        if not self._cluster.is_ours(relayed.about):
            return 409
        payload = msgspec.json.decode(relayed.payload)
        if self.is_new(payload["id"]):
            self._take(Came(payload, bytes(relayed.payload), relayed.age_s, relayed.is_deferred))
        return TAKEN
