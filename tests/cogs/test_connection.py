"""Tests of the connection to the gateway that need no gateway."""

from __future__ import annotations

import asyncio
from typing import Any

from discord.gateway import KeepAliveHandler

from cogs.ops.connection import Socket

INTERVAL_S = 41.25


async def test_a_heartbeat_that_is_answered_at_once_counts_from_when_it_was_sent() -> None:
    class Near:
        """A gateway so near that its answer arrives before the sending has ended."""

        async def send_str(self, _: Any) -> None:
            keeper.ack()

    near: Any = Near()
    socket = Socket(near, loop=asyncio.get_running_loop())
    socket._max_heartbeat_timeout = 60.0
    keeper = KeepAliveHandler(ws=socket, interval=INTERVAL_S, shard_id=None)
    keeper._last_send -= INTERVAL_S
    socket._keep_alive = keeper
    await socket.send_heartbeat(keeper.get_payload())
    assert keeper.latency < 1
