"""The first answer to an interaction that came over HTTPS: in the response to it, instead of a request.

discord.py sends answers by the adapter that it finds in a context variable; the receiver
(`cogs/ops/receiver.py`) puts ours there, for the task of one interaction and all that come of it.

What goes in a response, and what as a request (the callback route, after the response was 202):

- Deferrals, forms, choices, edits of messages that only their reader sees, and private messages that are
  never edited, go in the response.
- Where Discord's word on it is needed, a request is sent, since nothing comes back for a response: where
  files are sent, whose ids the next edit names; where files are named that another process may just be
  replacing; where a new message is kept up to date, whose id is needed; where everybody sees the message,
  which must not stay old if the response is lost.

Files don't go in responses for another reason, too: Discord describes them only for the callback route.
discord.http (`discord_http/backend.py`, `multipart_response`) and hikari (hikari-py/hikari#1048, where more
than 150 KiB were refused) send them so; discord/discord-api-docs#5933 tells that they are refused, and is
open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import aiohttp
import msgspec
from discord.http import MultipartParameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context


class InResponse(AsyncWebhookAdapter):
    """The way of the answers to one interaction: the first one in the response, all others as ever.

    Args:
        settle_s: Seconds between an answer in the response and a request that follows it.
        came_at: When the interaction came, by the loop's clock; default: now.

    Attributes:
        came_at: As above.
        decided: Resolves to whether the first answer goes in the response; else it is a request, if any.
        is_turned_away: Nothing was done, and the response is to say that another worker is to be asked.
        has_arrived: Discord has taken something that it takes only once the first answer is there.
    """

    def __init__(self, settle_s: float = 0.0, came_at: float | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._loop = asyncio.get_running_loop()
        self.came_at = self._loop.time() if came_at is None else came_at
        self._body = b""
        self._settle_s = settle_s
        self._settles_at = 0.0
        self.is_turned_away = self.has_arrived = False
        self.decided: asyncio.Future[bool] = self._loop.create_future()
        self._written: asyncio.Future[None] = self._loop.create_future()
        self._written.add_done_callback(lambda written: written.cancelled() or written.exception())

    @property
    def has_taken(self) -> bool:
        """Whether the first answer went in the response, so that nobody tells what became of it."""
        is_decided = self.decided.done() and not self.decided.cancelled()  # As where the bot is closed.
        return is_decided and self.decided.result()

    @property
    def is_presumed(self) -> bool:
        """Whether the first answer went in the response, and Discord has confirmed nothing since."""
        return self.has_taken and not self.has_arrived

    def pass_on(self) -> None:
        """Have the first answer sent as a request, unless it went in the response."""
        if not self.decided.done():
            self.decided.set_result(False)

    def turn_away(self) -> bool:
        """Have the balancer ask another worker, unless it is too late for that; whether it does."""
        if self.decided.done():
            return False
        self.is_turned_away = True
        self.decided.set_result(False)
        return True

    def take(self) -> bytes:
        """What stands in the response, as JSON; it isn't kept, since tasks keep their context for hours."""
        body, self._body = self._body, b""
        return body

    def written(self, fault: Exception | None = None) -> None:
        """Note that the response was written, or that the connection broke before."""
        if fault is None:
            self._settles_at = self._loop.time() + self._settle_s
        if self._written.done():
            return  # Whoever waited has given up.
        if fault is None:
            self._written.set_result(None)
        else:
            self._written.set_exception(fault)

    async def request(self, *what: Any, **how: Any) -> Any:
        """Send a request, for discord.py; it keeps a distance from a response, which it could overtake."""
        if self.has_taken:
            await asyncio.sleep(self._settles_at - self._loop.time())
        return await super().request(*what, **how)

    def create_interaction_response(
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        params: MultipartParameters,
        **how: Any,
    ) -> Coroutine[Any, Any, Any]:
        """Send the first answer; called by discord.py, a second time only if the response failed.

        Raises:
            OSError, aiohttp.ClientError: The connection broke before the response was written.
        """
        if params.files:
            self.pass_on()
        if self.decided.done():
            return super().create_interaction_response(
                interaction_id, token, session=session, params=params, **how
            )
        self._body = msgspec.json.encode(params.payload)
        self.decided.set_result(True)
        return self._told(interaction_id)

    async def _told(self, interaction_id: int) -> dict[str, Any]:
        """As much of what Discord would tell as discord.py needs, once the answer was written."""
        await self._written
        return {"interaction": {"id": str(interaction_id)}}


def in_response() -> InResponse | None:
    """The way of the answer to the present task's interaction; None: it came over the gateway."""
    way = async_context.get()
    return way if isinstance(way, InResponse) else None
