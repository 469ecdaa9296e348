"""Computes Discord's time, by which messages' ages are told, since this machine's clock may be wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any, Final

import aiohttp
import structlog
from aiohttp import hdrs

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

EVERY_S: Final = 1.0
"""Seconds between two looks at the `Date` header of Discord's answers, which has whole seconds."""
CLOSE_S: Final = 5.0
"""Clocks that differ by fewer seconds count as equal: Discord's answers may take that long."""
WARNED_S: Final = 60.0
"""Seconds of difference between the clocks above which the bot's operator is warned."""


class DiscordClock:
    """Tells Discord's time, from this machine's clock and the `Date` header of Discord's answers.

    Attributes:
        off_s: The seconds by which this machine's clock is ahead of Discord's (negative: behind); 0 if the
            difference is less than `CLOSE_S`.
    """

    def __init__(self, own: Callable[[], float]) -> None:
        """`own`: returns this machine's time, in seconds since 1970."""
        self._own = own
        self._asks_at = 0.0
        self.off_s = 0.0

    def now(self) -> float:
        """Return Discord's present time, in seconds since 1970."""
        return self._own() - self.off_s

    def own(self, when: float) -> float:
        """Convert a time by Discord's clock to this machine's clock; both in seconds since 1970."""
        return when + self.off_s

    @property
    def is_off(self) -> bool:
        """Whether the clocks differ by more than `WARNED_S`, so that this machine's clock must be set."""
        return abs(self.off_s) > WARNED_S

    def listen(self, trace: aiohttp.TraceConfig | None) -> aiohttp.TraceConfig:
        """Return `trace` (None: a new one) with a callback by which each answer of Discord sets the clock."""
        trace = trace or aiohttp.TraceConfig()
        trace.on_request_end.append(self._heard)
        return trace

    async def _heard(self, _: Any, __: Any, ended: aiohttp.TraceRequestEndParams) -> None:
        now = asyncio.get_running_loop().time()
        if now < self._asks_at or hdrs.DATE not in ended.response.headers:
            return
        self._asks_at = now + EVERY_S
        try:
            told = parsedate_to_datetime(ended.response.headers[hdrs.DATE]).timestamp()
        except (ValueError, OverflowError):
            return
        off_s, was_off = self._own() - told, self.is_off
        self.off_s = off_s if abs(off_s) > CLOSE_S else 0.0
        if self.is_off and not was_off:
            log.warning("clock_differs_from_discord", off_s=round(off_s))
        elif was_off and not self.is_off:
            log.info("clock_agrees_with_discord", off_s=round(off_s))
