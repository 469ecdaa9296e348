"""What whoever operates the bot has asked for in the settings: health and figures over HTTP, a line a click.

Where nothing is asked for, nothing runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from math import isfinite
from typing import TYPE_CHECKING, Final

import aiohttp
from discord.ext import commands

from cogs.discord_io.discord_clock import DiscordClock
from cogs.discord_io.watching import Watchers
from cogs.ops.bad_setting import BadSetting, is_on
from cogs.ops.health import CannotListen, Health, Pulse, served
from cogs.ops.log_lines import ClickLog
from cogs.ops.receiver import address
from cogs.ops.service_manager import READY, STOPPING, ServiceManager
from tables import Tables

if TYPE_CHECKING:
    from cogs.ops.metrics import Metrics

PREFIX: Final = "HEALTH"
"""How the names of its settings begin."""


class Operator:
    """Who looks after the bot.

    Attributes:
        watchers: Are to be told what happens.
        http_trace: Is to be told of the requests to Discord; None: of none.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        """`environ`: the settings.

        Raises:
            BadSetting: `bad_port`, `bad_switch`.
        """
        is_asked = bool(environ.get(f"{PREFIX}_PORT", "").strip())
        self._address = address(environ, PREFIX, "") if is_asked else None
        self._manager = ServiceManager(environ)
        self._metrics = _metrics() if self._address else None
        logs = (ClickLog(),) if is_on(environ, "LOG_CLICKS", default=False) else ()
        self.watchers: Watchers = (self._metrics, *logs) if self._metrics else logs
        self.http_trace: aiohttp.TraceConfig | None = self._metrics.trace() if self._metrics else None

    def starting(self) -> None:
        """Tell the service manager that the start goes on, as often as it wants to hear that."""
        self._manager.alive()

    def ready(self) -> None:
        """Tell the service manager that the bot is ready."""
        self._manager.tell(READY)

    @asynccontextmanager
    async def looking_after(
        self,
        client: commands.Bot,
        tables: Tables,
        ways: Mapping[str, Callable[[], bool]],
        discord_clock: DiscordClock,
    ) -> AsyncIterator[None]:
        """Answer meanwhile how the bot is, and say at the end that it is being stopped.

        Args:
            client: It.
            tables: Its tables.
            ways: As `Health` wants them.
            discord_clock: How much this machine's clock is off.

        Raises:
            BadSetting: `port_in_use`.
        """
        tables.watch(*self.watchers)
        async with AsyncExitStack() as held:
            if self._address is not None or self._manager.is_there:
                late = [self._metrics.late] if self._metrics else []
                pulse = Pulse([*late, self._manager.alive])
                ticking = asyncio.create_task(pulse.keep(), name="pulse")
                held.callback(ticking.cancel)
                if self._address is not None and self._metrics is not None:
                    metrics = self._metrics

                    async def figures() -> bytes:
                        return metrics.text(
                            await tables.probe.counted(), _latencies(client), discord_clock.off_s
                        )

                    host, port = self._address
                    answers = served(Health(pulse, tables, ways, discord_clock), figures, host, port)
                    try:
                        await held.enter_async_context(answers)
                    except CannotListen:
                        raise BadSetting("port_in_use", of=PREFIX, host=host, port=port) from None
            held.callback(self._manager.tell, STOPPING)
            yield


def _metrics() -> Metrics:
    from cogs.ops.metrics import Metrics  # Loaded where it is wanted: it takes as long as all of `engine`.

    return Metrics()


def _latencies(client: commands.Bot) -> list[tuple[int, float]]:
    """The shard with the seconds until its latest heartbeat was acknowledged; none where none was yet."""
    return [(client.shard_id or 0, client.latency)] if isfinite(client.latency) else []
