"""Metrics for Prometheus: sums over all tables and people, with few labels, which are never ids or names.

This module alone uses prometheus-client; it is imported only if the settings ask for metrics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Final

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from cogs.discord_io.watching import OTHER, SENT, Answered, Watcher
from cogs.games import screens
from tables import Phase

TOO_MANY: Final = 429
"""The HTTP status of Discord's rate limits."""
PARTS: Final = {
    *("@me", "@original", "applications", "bot", "callback", "channels", "commands", "emojis", "gateway"),
    *("guilds", "interactions", "members", "messages", "oauth2", "search", "thread-members", "threads"),
    *("typing", "users", "webhooks"),
}
"""The fixed parts of a request's path, which name its route; all other parts are ids or tokens."""

MOMENTS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Bounds of the buckets of histograms, in seconds, for work that should be over at once."""
SLOW_S: Final = 0.5
"""Seconds, one of `MOMENTS`, above which a transaction counts as slow."""
WHILES: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0)
"""Bounds of the buckets of histograms, in seconds, for work that people wait for."""
PIECES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def family(method: str, path: str) -> str:
    """Return a request's method and path, with ids and tokens left out: `PATCH /channels/*/messages/*`."""
    _, _, rest = path.partition("/api/v")
    parts = rest.split("/")[1:]
    return f"{method} /" + "/".join(part if part in PARTS else "*" for part in parts)


class Metrics(Watcher):
    """Counts and times clicks, repaints, transactions and computer players' thoughts."""

    def __init__(self) -> None:
        # Otherwise, prometheus-client adds a line with the creation time to each metric.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = registry = CollectorRegistry()

        def timed(name: str, what: str, bounds: Sequence[float] = WHILES) -> Histogram:
            return Histogram(f"tables_{name}", what, buckets=bounds, registry=registry)

        def counted(name: str, what: str, *labels: str) -> Counter:
            return Counter(f"tables_{name}", what, labels, registry=registry)

        def gauged(name: str, what: str, *labels: str) -> Gauge:
            return Gauge(f"tables_{name}", what, labels, registry=registry)

        self._loop = timed("loop_delay_seconds", "How late the event loop does what is due.", MOMENTS)
        self._latency = gauged(
            "gateway_latency_seconds", "Until the latest heartbeat was acknowledged.", "shard"
        )
        self._clock_off = gauged("clock_off_seconds", "How much this machine's clock is ahead of Discord's.")
        self._clicks = counted("clicks", "Clicks and commands.", "verb", "outcome")
        self._answers = timed("answer_seconds", "From a click's arrival until Discord has the answer.")
        self._commits = timed("commit_seconds", "A transaction, until it is on the disk.", MOMENTS)
        self._pieces = timed("commit_pieces", "What callers wanted written, in a transaction.", PIECES)
        self._repaints = timed("repaint_lateness_seconds", "From a change until all messages show it.")
        self._limited = counted("rate_limited", "Requests that Discord refused as too many.", "route")
        self._thoughts = timed("thinking_seconds", "A computer player's thought about a turn.")
        self._open = gauged("open", "Open tables that this process looks after.", "game", "phase")
        self._notices = counted("notices", "Messages that notify somebody.", "outcome")

    def late(self, seconds: float) -> None:
        """Record the delay, in seconds, of a tick of the event loop."""
        self._loop.observe(max(0.0, seconds))

    def answered(self, click: Answered) -> None:
        """Count a click, and record how long its answer took."""
        self._clicks.labels(click.verb, click.outcome).inc()
        if SENT in click.steps:
            self._answers.observe(sum(click.steps.values()))

    def repainted(self, late_s: float) -> None:
        """Record that messages showed a change `late_s` seconds after it was made."""
        self._repaints.observe(late_s)

    def called(self, is_sent: bool) -> None:
        """Count a notice to a person, as sent or not."""
        self._notices.labels("sent" if is_sent else "failed").inc()

    def committed(self, pieces: int, seconds: float) -> None:
        """Record a database transaction: the number of changes in it, and the seconds it took."""
        self._commits.observe(seconds)
        self._pieces.observe(pieces)

    def thought(self, seconds: float) -> None:
        """Record how many seconds a computer player has thought."""
        self._thoughts.observe(seconds)

    def errors(self) -> dict[str, int]:
        """The numbers of failed clicks, unsent notices, limited requests and slow writes, by name."""
        told = {"clicks": 0.0, "notices": 0.0, "limited": 0.0, "slow": 0.0}
        for one in (sample for metric in self._registry.collect() for sample in metric.samples):
            match one.name, one.labels:
                case "tables_clicks_total", {"outcome": "failed" | "unsent" | "dropped"}:
                    told["clicks"] += one.value
                case "tables_notices_total", {"outcome": "failed"}:
                    told["notices"] += one.value
                case "tables_rate_limited_total", _:
                    told["limited"] += one.value
                case "tables_commit_seconds_count", _:
                    told["slow"] += one.value
                case "tables_commit_seconds_bucket", {"le": le} if float(le) == SLOW_S:
                    told["slow"] -= one.value
        return {name: round(number) for name, number in told.items()}

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace that counts those of discord.py's requests that a rate limit has refused."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._note_request)
        return config

    async def _note_request(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        if ended.response.status == TOO_MANY:
            self._limited.labels(family(ended.method, ended.url.path)).inc()

    def text(
        self,
        tables: Iterable[tuple[str, Phase, int]],
        latencies: Iterable[tuple[int, float]],
        clock_off_s: float = 0.0,
    ) -> bytes:
        """Return all metrics in Prometheus' text format.

        `tables`: the number of open tables for each game and phase, from `Probe.counted`.  `latencies`: each
        shard's number with its latency in seconds.  `clock_off_s`: seconds by which this machine's clock is
        ahead of Discord's.
        """
        self._open.clear()
        self._latency.clear()
        self._clock_off.set(clock_off_s)
        for game, phase, count in tables:
            self._open.labels(game if game in screens() else OTHER, phase.value).inc(count)
        for shard, seconds in latencies:
            self._latency.labels(str(shard)).set(seconds)
        return generate_latest(self._registry)
