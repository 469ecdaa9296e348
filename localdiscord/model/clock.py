"""The clock of the local Discord: real time plus what a test has skipped, and the ids made from it."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Callable

DISCORD_EPOCH_MS = 1_420_070_400_000


class Timer:
    """Something that happens once at a time of the clock, unless cancelled."""

    __slots__ = ("_act", "_clock", "_handle", "due")

    def __init__(self, clock: Clock, due: float, act: Callable[[], None]) -> None:
        self.due = due
        self._act = act
        self._clock = clock
        delay_s = max(0.0, due - clock.now())
        self._handle = asyncio.get_running_loop().call_later(delay_s, self.fire)

    def fire(self) -> None:
        """Let it happen now."""
        self.cancel()
        self._act()

    def cancel(self) -> None:
        """Let it never happen."""
        self._handle.cancel()
        self._clock.timers.discard(self)


class Clock:
    """Time that runs like the real one and can be moved forward."""

    def __init__(self) -> None:
        self._skipped_s = 0.0
        self._last_snowflake = 0
        self.timers: set[Timer] = set()

    def now(self) -> float:
        """Seconds since 1970, with all that was skipped."""
        return time.time() + self._skipped_s

    def advance(self, seconds: float) -> None:
        """Skip some time; whatever falls due by then happens at once, in its order."""
        self._skipped_s += seconds
        now = self.now()
        for timer in sorted((t for t in self.timers if t.due <= now), key=lambda t: t.due):
            timer.fire()

    def after(self, seconds: float, act: Callable[[], None]) -> Timer:
        """Do something when that much time has passed here."""
        timer = Timer(self, self.now() + seconds, act)
        self.timers.add(timer)
        return timer

    def snowflake(self) -> str:
        """A new id, larger than all before, that tells when it was made."""
        made = (int(self.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_snowflake = max(made, self._last_snowflake + 1)
        return str(self._last_snowflake)

    def iso(self) -> str:
        """Now, as Discord writes it."""
        return iso(self.now())


def iso(seconds: float) -> str:
    """A time as Discord writes it."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="microseconds")


def made_at(snowflake: str) -> float:
    """When an id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
