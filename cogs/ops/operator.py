"""The bot's state for its operator: for the service manager, over HTTP, and as a log line for each click.

Only the parts that the settings ask for run.

- systemd (`Type=notify`) is told that the bot is ready, alive, or being stopped: a line in a datagram to the
  socket that `NOTIFY_SOCKET` names, see sd_notify(3).
- `/livez`: whether the event loop ticked within `LIVE_S`.  The loop itself answers: while it stands still,
  there is no answer, and the caller's timeout means no; the first answer afterwards is no, too.
- `/readyz`: whether `Tables.probe` can write to the disk, and each way by which clicks arrive is open.
  If this machine's clock is wrong, `/readyz` reports that, but answers yes, since the bot can play.
- `/metrics`: the metrics, for Prometheus.
"""

from __future__ import annotations

import asyncio
import socket
import time
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Final

import aiohttp
import structlog
from aiohttp import hdrs, web
from discord.ext import commands

from cogs.discord_io.discord_clock import DiscordClock
from cogs.discord_io.faults import CUT
from cogs.discord_io.watching import Watchers
from cogs.ops.log_lines import ClickLog
from cogs.ops.receiver import HttpServer
from cogs.ops.settings import BadSetting, address, is_on
from tables import Tables

if TYPE_CHECKING:
    from cogs.ops.metrics import Metrics

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

ROOT: Final = Path(__file__).parents[2]
PREFIX: Final = "HEALTH"
"""The prefix of the settings for the HTTP address of health and metrics, `HEALTH_PORT` and `HEALTH_HOST`."""
READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
ALIVE: Final = "WATCHDOG=1"
STARTING: Final = "EXTEND_TIMEOUT_USEC=60000000"
"""The message that gives systemd's start timeout another minute, while the start takes long."""
LONGEST_ID: Final = 20
"""The most digits of an id at Discord."""
EVERY_S: Final = 20.0
"""Seconds between two `STARTING` messages."""
LIVE_S: Final = 10.0
"""Seconds without a tick after which the event loop counts as standing still."""
UNAVAILABLE: Final = 503
LARGEST: Final = 1 << 10
"""The most bytes of a request's body; the requests expected here have none."""
CLOSE_S: Final = 0.5
"""Seconds that requests under way get when the bot is stopped."""
TICK_S: Final = 0.5
"""Seconds between two ticks of the event loop."""

Figures = Callable[[], Awaitable[bytes]]
"""The function that returns the metrics in Prometheus' text format."""


def version() -> str:
    """Return the program's name and version, from `pyproject.toml`."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return f"{about['name']} {about['version']}"


class ServiceManager:
    """The service manager, such as systemd, to which this process reports by sd_notify, if there is one."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        # In `NOTIFY_SOCKET`, @ stands for the zero byte with which an abstract socket's name begins.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._every_s = int(environ.get("WATCHDOG_USEC") or 0) / 1e6 / 2
        self._is_ready = False
        self._told_at = 0.0
        self.is_there = bool(address)

    def tell(self, state: str) -> None:
        """Send the message `READY`, `STOPPING`, `ALIVE` or `STARTING`; a failure is ignored."""
        if not self.is_there:
            return
        self._is_ready |= state == READY
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as way:
            way.setblocking(False)
            way.sendto(state.encode(), self._address)

    def alive(self, _: float = 0.0) -> None:
        """Send `ALIVE` as often as the service manager asks; before `READY` was sent, send `STARTING`.

        Called at each tick of the event loop.
        """
        now, every_s = time.monotonic(), self._every_s if self._is_ready else EVERY_S
        if every_s and now - self._told_at >= every_s:
            self._told_at = now
            self.tell(ALIVE if self._is_ready else STARTING)


class Health:
    """Tells whether the bot's event loop is alive, and whether the bot can play.

    Args:
        tables: All tables, whose `probe` tests writing to the disk.
        ways: The ways by which clicks reach the bot, by name; each function returns whether its way is open.
        discord_clock: Tells how much this machine's clock is off.
        told: Callbacks for each tick of the event loop, given the seconds by which the tick was late.
    """

    def __init__(
        self,
        tables: Tables,
        ways: Mapping[str, Callable[[], bool]],
        discord_clock: DiscordClock,
        told: Sequence[Callable[[float], None]] = (),
    ) -> None:
        self._discord_clock = discord_clock
        self._tables = tables
        self._ways = ways
        self._told = told
        self._ticked_at = time.monotonic()

    async def tick(self) -> None:
        """Tick for ever, every `TICK_S` seconds, and call the callbacks `told` at each tick."""
        while True:
            due = time.monotonic() + TICK_S
            await asyncio.sleep(TICK_S)
            self._ticked_at = time.monotonic()
            for tell in self._told:
                tell(self._ticked_at - due)

    @property
    def is_alive(self) -> bool:
        """Whether the event loop ticked within the last `LIVE_S` seconds."""
        return time.monotonic() - self._ticked_at < LIVE_S

    async def parts(self) -> dict[str, bool]:
        """Return the parts without which the bot can't play, by name, and whether each of them works."""
        open_ways = {name: is_open() for name, is_open in self._ways.items()}
        return {"journal": await self._tables.probe.is_writable(), **open_ways}

    def notes(self) -> dict[str, int]:
        """Return faults with which the bot can play: `clock_off_s`, the error of its clock in seconds."""
        clock = self._discord_clock
        return {"clock_off_s": round(clock.off_s)} if clock.is_off else {}


def _answer(parts: Mapping[str, bool], **notes: int) -> web.Response:
    status = web.HTTPOk.status_code if all(parts.values()) else UNAVAILABLE
    return web.json_response({**parts, **notes}, status=status)


@asynccontextmanager
async def served(health: Health, figures: Figures, host: str, port: int) -> AsyncIterator[None]:
    """Serve health and metrics over HTTP at a host and port, within this context.

    Raises:
        BadSetting: `port_in_use`: the address is taken, or is none of this machine's.
    """

    async def answer(request: web.BaseRequest) -> web.Response:
        if request.method not in ("GET", "HEAD"):
            return web.Response(status=405, headers={hdrs.ALLOW: "GET"})
        match request.path:
            case "/livez":
                return _answer({"loop": health.is_alive})
            case "/readyz":
                return _answer(await health.parts(), **health.notes())
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
            raise BadSetting("port_in_use", of=PREFIX, host=host, port=port) from fault
        log.info("health_told", host=host, port=runner.addresses[0][1])
        yield
    finally:
        await runner.cleanup()


class Operator:
    """Gives the bot's operator the health checks, metrics and log lines that the settings ask for.

    Attributes:
        watchers: The watchers (metrics, logs) that the bot is to call.
        http_trace: The trace of requests to Discord, for metrics; None: the settings ask for none.
        person_id: The operator's id at Discord, for `/doctor`; None: the settings don't say.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        """`environ`: the settings.

        Raises:
            BadSetting: `bad_port`, `bad_switch`, `bad_operator`: a setting is invalid.
        """
        person = environ.get("OPERATOR_ID", "").strip()
        if person and not (person.isdecimal() and person.isascii() and len(person) <= LONGEST_ID):
            raise BadSetting("bad_operator", value=person)
        self.person_id = int(person) if person else None
        is_asked = bool(environ.get(f"{PREFIX}_PORT", "").strip())
        self._address = address(environ, PREFIX, "") if is_asked else None
        self._manager = ServiceManager(environ)
        self._metrics: Metrics | None = None
        if self._address:
            from cogs.ops.metrics import Metrics  # Its import takes as long as that of all of `engine`.

            self._metrics = Metrics()
        logs = (ClickLog(),) if is_on(environ, "LOG_CLICKS", default=False) else ()
        self.watchers: Watchers = (self._metrics, *logs) if self._metrics else logs
        self.http_trace: aiohttp.TraceConfig | None = self._metrics.trace() if self._metrics else None

    def starting(self) -> None:
        """Tell the service manager that the bot is still starting, at most once in `EVERY_S` seconds."""
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
        """Serve the bot's health within this context; at its end, tell systemd that the bot is stopping.

        `ways`: the ways by which clicks reach the bot, by name; each function returns whether its way is
        open.

        Raises:
            BadSetting: `port_in_use`.
        """
        tables.watch(*self.watchers)
        async with AsyncExitStack() as held:
            if self._address is not None or self._manager.is_there:
                late = [self._metrics.late] if self._metrics else []
                health = Health(tables, ways, discord_clock, [*late, self._manager.alive])
                ticking = asyncio.create_task(health.tick(), name="pulse")
                held.callback(ticking.cancel)
                if self._address is not None and self._metrics is not None:
                    metrics = self._metrics

                    async def figures() -> bytes:
                        return metrics.text(
                            await tables.probe.counted(), _latencies(client), discord_clock.off_s
                        )

                    host, port = self._address
                    await held.enter_async_context(served(health, figures, host, port))
            held.callback(self._manager.tell, STOPPING)
            yield


def _latencies(client: commands.Bot) -> list[tuple[int, float]]:
    """Return each shard's number with its latency in seconds; empty: no heartbeat was acknowledged yet."""
    return [(client.shard_id or 0, client.latency)] if isfinite(client.latency) else []
