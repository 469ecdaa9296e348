"""The one clock of the house: what time it is, and waiting until a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final, Protocol

PAUSES_S: Final = (1.0, 10.0, 60.0, 300.0)
"""How long to wait before each new try of something that failed; the last pause repeats."""


class Clock(Protocol):
    """Tells the time, and wakes whoever waits for one."""

    def now(self) -> float:
        """Seconds since 1970, UTC."""

    async def until(self, when: float, /) -> None:
        """Return at `when`, in seconds since 1970, or at once where that has passed."""


class SystemClock:
    """The machine's clock, which may be changed or sleep: whoever waits looks at it every minute."""

    LONGEST_NAP_S: Final = 60.0

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()

    async def until(self, when: float, /) -> None:
        """Return at `when`, or at once where that has passed."""
        while (left := when - self.now()) > 0:  # noqa: ASYNC110 - no event tells that time has passed
            await asyncio.sleep(min(left, self.LONGEST_NAP_S))


def pause_s(failures: int, pauses_s: Sequence[float] = PAUSES_S) -> float:
    """How long to wait, in seconds, before the next try after so many failures, 1 or more."""
    return pauses_s[min(failures, len(pauses_s)) - 1]
