"""The connection to Discord's gateway: kept, left when nothing comes over it, and opened anew.

discord.py leaves a connection on which nothing came for a minute, not even the answer to a heartbeat (less
than two intervals), and tries to resume its session, for ever and without a pause.  Here a resumption that
fails or is not answered is tried a few times only, and then a new session is begun.  A connection that
answers heartbeats and brings nothing else looks like a quiet evening: after a while the bot asks for its
own membership, which has to be answered the way events come.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from cogs.kit.faults import CUT, TROUBLE

if TYPE_CHECKING:
    from discord.ext import commands

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SILENT_S: Final = 60.0
"""So long nothing may come, heartbeats' answers included; Discord's interval is about 41 seconds."""
OPEN_WITHIN_S: Final = 60.0
"""So long a connection, and then a session, may take."""
QUIET_S: Final = 600.0
"""After so long without an event the bot asks whether any would come."""
RESUMED_AT_MOST: Final = 3
"""So often in a row a session is resumed in vain, before a new one is begun."""
PAUSES_S: Final = (0.0, 1.0, 2.0, 5.0, 15.0, 60.0)
"""Before the next connection, by the number of those that failed in a row."""
AGAIN: Final = 4000
"""The code with which we close a connection whose session goes on."""


class Socket(DiscordWebSocket):
    """A connection that knows when something came over it last."""

    heard_at = 0.0

    async def received_message(self, msg: Any, /) -> None:
        """Take what has come."""
        self.heard_at = self.loop.time()
        await super().received_message(msg)


class Connection:
    """Keeps a client connected to the gateway until it is closed."""

    def __init__(self, client: commands.Bot) -> None:
        self._client = client
        self._loop = asyncio.get_running_loop()
        self._failures = 0
        self._is_first = True
        self._session: str | None = None
        self._sequence: int | None = None
        self._gateway: yarl.URL | None = None
        self._is_deaf = False
        self._socket: Socket | None = None

    async def keep(self) -> None:
        """Connect, again and again.

        Raises:
            discord.ConnectionClosed: Discord wants none, and would not want the next one either.
        """
        while not self._client.is_closed():
            if self._session is not None and self._failures >= RESUMED_AT_MOST:
                log.warning("gateway_session_given_up", failures=self._failures)
                self._session = self._sequence = self._gateway = None
            try:
                await self._connected()
            except ReconnectWebSocket as wish:
                self._note_end("asked" if wish.resume else "session_over")
            except discord.ConnectionClosed as fault:
                if fault.code != 1000:
                    await self._client.close()
                    raise
                self._note_end("closed")
            except TimeoutError:
                self._note_end("no_session")
            except (*TROUBLE, discord.GatewayNotFound) as fault:
                self._note_end(type(fault).__name__)
            await asyncio.sleep(PAUSES_S[min(self._failures, len(PAUSES_S) - 1)])

    async def _connected(self) -> None:
        """Open a connection and listen until it ends."""
        self._failures += 1
        self._socket = None
        resume = self._session is not None
        async with asyncio.timeout(OPEN_WITHIN_S):
            socket = await Socket.from_client(
                self._client,
                initial=self._is_first,
                gateway=self._gateway,
                session=self._session,
                sequence=self._sequence,
                resume=resume,
            )
        self._client.ws, self._is_first, self._is_deaf = socket, False, False
        socket.heard_at = self._loop.time()
        self._socket = socket
        try:
            begun = socket.wait_for("RESUMED" if resume else "READY", lambda _: True)
            async with asyncio.timeout(OPEN_WITHIN_S):
                while not begun.done():
                    await socket.poll_event()
            if self._failures > 1:
                log.info("gateway_back", tries=self._failures, resumed=resume)
            self._failures = 0
            await self._listen(socket)
        except CUT:
            await socket.close(AGAIN)
            raise
        finally:
            self._session, self._sequence = socket.session_id, socket.sequence
            self._gateway = socket.gateway if socket.session_id else None

    async def _listen(self, socket: Socket) -> None:
        asking = asyncio.create_task(self._ask(socket), name="gateway")
        try:
            while True:
                await socket.poll_event()
        finally:
            asking.cancel()
            if self._is_deaf:
                self._failures = RESUMED_AT_MOST  # It would be resumed as it is.

    async def _ask(self, socket: Socket) -> None:
        """Find out, where no event came for long, whether any would come."""
        while True:
            before = socket.sequence
            await asyncio.sleep(QUIET_S)
            guild = next((one for one in self._client.guilds if not one.unavailable), None)
            if socket.sequence != before or guild is None or self._client.user is None:
                continue
            brought = socket.wait_for("GUILD_MEMBERS_CHUNK", lambda _: True)
            try:
                await socket.request_chunks(guild.id, limit=1, user_ids=[self._client.user.id])
            except (*CUT, discord.ConnectionClosed):
                return  # `_listen` hears of it too.
            _, missing = await asyncio.wait([brought], timeout=SILENT_S)
            if missing and socket.sequence == before:
                log.warning("gateway_brings_nothing", quiet_s=QUIET_S)
                self._is_deaf = True
                await socket.close(AGAIN)
                return

    def _note_end(self, why: str) -> None:
        """Say in the log how a connection ended, loudly where that was not Discord's wish."""
        if self._client.is_closed():
            return
        self._client.dispatch("disconnect")
        silent_s = self._loop.time() - self._socket.heard_at if self._socket else 0.0
        if silent_s >= SILENT_S:
            log.warning("gateway_silent", silent_s=round(silent_s))
        elif self._failures:
            log.warning("gateway_failed", why=why, failures=self._failures)
        else:
            log.info("gateway_left", why=why)
