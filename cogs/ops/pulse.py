"""Ticks on the event loop, and so knows how late it is: what waits for the loop waits as long as a tick."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final

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
