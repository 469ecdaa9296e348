"""Tells those who look after the bot whether it lives, whether it can play, and its figures, over HTTP.

`/livez`: the event loop ticked within `LIVE_S`.  The answer comes from that loop, not from a thread beside
it: while it stands still nobody answers, which whoever asks takes for a no after their own time limit.  A
thread could say no more than that, and not even that while Python's lock is kept.  The first answer after a
standstill is a no, too.

`/readyz`: what `Tables.probe` writes gets to the disk, and each way by which clicks come is open.  It says
where this machine's clock is wrong, with which the bot plays all the same.

`/metrics`: the figures, for Prometheus.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final

import structlog
from aiohttp import hdrs, web

from cogs.discord_io.discord_clock import DiscordClock
from cogs.discord_io.faults import CUT
from cogs.ops.http_server import HttpServer
from tables import Tables

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LIVE_S: Final = 10.0
"""A loop that has not ticked for so many seconds stands still."""
UNAVAILABLE: Final = 503
LARGEST: Final = 1 << 10
"""Bytes that a body has at most; nobody who asks sends any."""
CLOSE_S: Final = 0.5
"""Whoever is still asking after so many seconds when the bot is stopped gets no answer."""

Figures = Callable[[], Awaitable[bytes]]
"""Gives the figures as Prometheus reads them."""


class CannotListen(Exception):
    """The address is taken, or is none of this machine's."""


class Health:
    """Answers those who ask how the bot is.

    Args:
        pulse: Ticks on the event loop.
        tables: What has to be written.
        ways: By which clicks come, by name, and whether each is open.
        discord_clock: How much this machine's clock is off.
    """

    def __init__(
        self,
        pulse: Pulse,
        tables: Tables,
        ways: Mapping[str, Callable[[], bool]],
        discord_clock: DiscordClock | None = None,
    ) -> None:
        self._pulse = pulse
        self._discord_clock = discord_clock
        self._tables = tables
        self._ways = ways

    @property
    def is_alive(self) -> bool:
        """Whether the event loop ticked lately."""
        return self._pulse.age_s < LIVE_S

    async def parts(self) -> dict[str, bool]:
        """What has to work for the bot to play, by name, and whether it does."""
        open_ways = {name: is_open() for name, is_open in self._ways.items()}
        return {"journal": await self._tables.probe.is_writable(), **open_ways}

    def notes(self) -> dict[str, int]:
        """What is wrong though the bot plays, by name: the seconds by which its clock is off."""
        clock = self._discord_clock
        return {} if clock is None or not clock.is_off else {"clock_off_s": round(clock.off_s)}


def _answer(parts: Mapping[str, bool], notes: Mapping[str, int] | None = None) -> web.Response:
    status = web.HTTPOk.status_code if all(parts.values()) else UNAVAILABLE
    return web.json_response({**parts, **(notes or {})}, status=status)


@asynccontextmanager
async def served(health: Health, figures: Figures, host: str, port: int) -> AsyncIterator[None]:
    """Answer over HTTP meanwhile.

    Args:
        health: How the bot is.
        figures: Its figures.
        host: Where to listen.
        port: Where to listen.

    Raises:
        CannotListen: The address is taken, or is none of this machine's.
    """

    async def answer(request: web.BaseRequest) -> web.Response:
        if request.method not in ("GET", "HEAD"):
            return web.Response(status=405, headers={hdrs.ALLOW: "GET"})
        match request.path:
            case "/livez":
                return _answer({"loop": health.is_alive})
            case "/readyz":
                return _answer(await health.parts(), health.notes())
            case "/metrics":
                return web.Response(body=await figures(), content_type="text/plain", charset="utf-8")
        return web.Response(status=404)

    server = HttpServer(answer, largest=LARGEST)
    runner = web.ServerRunner(server, handle_signals=False, shutdown_timeout=CLOSE_S)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except CUT as fault:
            raise CannotListen from fault
        log.info("health_told", host=host, port=runner.addresses[0][1])
        yield
    finally:
        await runner.cleanup()


EVERY_S: Final = 0.5


class Pulse:
    """Ticks until it is cancelled.

    Attributes:
        ticked_at: When it ticked last, by `time.monotonic`.
    """

    def __init__(self, told: Sequence[Callable[[float], None]]) -> None:
        """`told`: are called at each tick, with the seconds that it came late."""
        self._told = told
        self.ticked_at = time.monotonic()

    @property
    def age_s(self) -> float:
        """Seconds since the last tick."""
        return time.monotonic() - self.ticked_at

    async def keep(self) -> None:
        """Tick for ever."""
        while True:
            due = time.monotonic() + EVERY_S
            await asyncio.sleep(EVERY_S)
            self.ticked_at = time.monotonic()
            for tell in self._told:
                tell(self.ticked_at - due)
