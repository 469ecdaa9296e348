"""The local Discord's clock: real time plus the time that tests have skipped; ids made from its time."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Callable

DISCORD_EPOCH_MS = 1_420_070_400_000


class Timer:
    """A callback to be called once, at a set time of the clock."""

    __slots__ = ("_act", "_clock", "_handle", "due")

    def __init__(self, clock: Clock, due: float, act: Callable[[], None]) -> None:
        self.due = due
        self._act = act
        self._clock = clock
        delay_s = max(0.0, due - clock.now())
        self._handle = asyncio.get_running_loop().call_later(delay_s, self.fire)

    def fire(self) -> None:
        """Call the callback now."""
        self.cancel()
        self._act()

    def cancel(self) -> None:
        """Cancel the timer: the callback will not be called."""
        self._handle.cancel()
        self._clock.timers.discard(self)


class Clock:
    """A clock that runs like the real one, and can be advanced."""

    def __init__(self) -> None:
        self._skipped_s = 0.0
        self._last_snowflake = 0
        self.timers: set[Timer] = set()

    def now(self) -> float:
        """Return the present time in seconds since 1970, skipped time included."""
        return time.time() + self._skipped_s

    def advance(self, seconds: float) -> None:
        """Skip some seconds; call the callbacks that become due, in order of their times."""
        self._skipped_s += seconds
        now = self.now()
        for timer in sorted((t for t in self.timers if t.due <= now), key=lambda t: t.due):
            timer.fire()

    def after(self, seconds: float, act: Callable[[], None]) -> Timer:
        """Have `act` called after some seconds of this clock; return the timer, which can be cancelled."""
        timer = Timer(self, self.now() + seconds, act)
        self.timers.add(timer)
        return timer

    def snowflake(self) -> str:
        """Return a new id, which contains its time of creation and is larger than all earlier ids."""
        made = (int(self.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_snowflake = max(made, self._last_snowflake + 1)
        return str(self._last_snowflake)

    def iso(self) -> str:
        """Return the present time in ISO 8601, as Discord writes it."""
        return iso(self.now())


def iso(seconds: float) -> str:
    """Return a time, given in seconds since 1970, in ISO 8601, as Discord writes it."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="microseconds")


def made_at(snowflake: str) -> float:
    """Return the time at which an id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
