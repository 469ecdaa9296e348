"""Keeps a connection to Discord's gateway open: closes a silent one, and opens another.

By itself, discord.py closes a connection that brings nothing for a minute (less than two heartbeats'
intervals), and retries for ever, without a pause, to resume its session.  This module resumes a session a few
times at most, then begins a new one.  If a connection brings only answers to heartbeats, it may be broken, or
nothing happens at Discord: after a while, the bot asks for its own membership, and the gateway must answer by
an event.
"""

from __future__ import annotations

import asyncio
import math
import time
from typing import TYPE_CHECKING, Any, Final

import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from cogs.discord_io.faults import CUT, TROUBLE

if TYPE_CHECKING:
    from discord.ext import commands

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SILENT_S: Final = 60.0
"""Seconds without any message, even without a heartbeat's answer, after which a connection counts as broken.

Discord's interval between heartbeats is about 41 seconds.
"""
IDENTIFY_S: Final = 5.0
"""Seconds for which Discord lets only one shard of a bot identify itself."""
OPEN_WITHIN_S: Final = 60.0
"""The timeout for opening a connection, and again for beginning its session, in seconds."""
QUIET_S: Final = 600.0
"""Seconds without an event after which the bot asks for one, to test the connection."""
RESUMED_AT_MOST: Final = 3
"""The most failed tries in a row to resume a session; then a new session is begun."""
PAUSES_S: Final = (0.0, 1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before the next connection is opened, by the number of failures in a row; the last is repeated."""
HEARTBEATS: Final = 3
"""Heartbeat intervals without an acknowledgement after which a connection counts as stuck."""
AGAIN: Final = 4000
"""The close code that we send to end a connection whose session we want to resume."""


class Socket(DiscordWebSocket):
    """A gateway connection; `heard_at`: when its last message came, by the event loop's clock."""

    heard_at = 0.0

    async def received_message(self, msg: Any, /) -> None:
        """Handle a message of the gateway; called by discord.py."""
        self.heard_at = self.loop.time()
        await super().received_message(msg)

    async def send_heartbeat(self, data: Any, /) -> None:
        """Record the time, then send a heartbeat; called by discord.py.

        discord.py records the time only after sending.  If a gateway nearby has answered by then, the latency
        would be computed from the previous heartbeat.
        """
        if self._keep_alive is not None:
            self._keep_alive.beat()
        await super().send_heartbeat(data)

    @property
    def heartbeat(self) -> tuple[float, float] | None:
        """The time of the latest acknowledged heartbeat, by `perf_counter`, and the heartbeats' interval.

        Both in seconds; None: no heartbeat was acknowledged.  discord.py's public API has only the latency.
        """
        keeper = self._keep_alive
        if keeper is None or keeper.interval is None or math.isinf(keeper.latency):
            return None
        return keeper._last_ack, keeper.interval


class Connection:
    """Keeps a client connected to the gateway until the client is closed."""

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
        self._has_begun = False
        self._heard_until = -math.inf

    @property
    def is_heard(self) -> bool:
        """Whether a session has begun, and a heartbeat was acknowledged within `HEARTBEATS` intervals."""
        self._note_heartbeat()
        return time.perf_counter() < self._heard_until

    def _note_heartbeat(self) -> None:
        # An open connection proves nothing, since a gateway may accept connections and then stay silent.
        heartbeat = self._socket.heartbeat if self._socket is not None and self._has_begun else None
        if heartbeat is not None:
            at, interval_s = heartbeat
            self._heard_until = at + HEARTBEATS * interval_s

    async def keep(self) -> None:
        """Connect, and reconnect whenever the connection ends; awaited by `TableBot.connect`.

        Raises:
            discord.ConnectionClosed: Discord refuses the connection, and would refuse a retry too.
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
        """Open a connection, and handle its events until it ends."""
        self._failures += 1
        self._socket, self._has_begun = None, False
        resume = self._session is not None
        async with asyncio.timeout(OPEN_WITHIN_S):
            socket = await Socket.from_client(
                self._client,
                initial=self._is_first,
                shard_id=self._client.shard_id,
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
            self._failures, self._has_begun = 0, True
            await self._listen(socket)
        except CUT:
            await socket.close(AGAIN)
            raise
        finally:
            self._note_heartbeat()
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
                self._failures = RESUMED_AT_MOST  # A resumed session would be as silent.

    async def _ask(self, socket: Socket) -> None:
        """After `QUIET_S` without an event, ask for one; if none comes, close the connection.

        Runs in a task of its own while the connection is open.
        """
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
                return  # `_listen` handles the same exception.
            _, missing = await asyncio.wait([brought], timeout=SILENT_S)
            if missing and socket.sequence == before:
                log.warning("gateway_brings_nothing", quiet_s=QUIET_S)
                self._is_deaf = True
                await socket.close(AGAIN)
                return

    def _note_end(self, why: str) -> None:
        """Log why a connection ended: as a warning, unless Discord asked for the end."""
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
