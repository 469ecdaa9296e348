"""Decides which clicks and commands are worked on now, so that in a rush as many as possible are answered.

`AT_WORK` interactions are worked on at once; more wait in a line.  For those that wait, Discord is told that
the answer takes longer (a deferral): that costs little, and then Discord waits for 15 minutes instead of
3 seconds.  While deferrals wait to be sent, no other work is begun, and the newest, which have the most time
left, are sent first.  An interaction that can't be deferred in time is dropped before anything has changed.
Further clicks of somebody who waits already are not deferred at once: people who click again as soon as they
are told to wait would keep everybody else from being worked for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog

from cogs.discord_io.delivery import Delivery
from cogs.discord_io.waiting import done_within
from tables import Refused

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AT_WORK: Final = 16
"""At most so many interactions are worked on at once; one that only waits for a picture doesn't count."""
TOLD_AT_ONCE: Final = 32
"""At most so many deferrals are under way at once.

Each waits for Discord's word: if that takes a quarter of a second, eight would tell 32 people a second.
"""
PATIENCE_S: Final = 1.2
"""After so many seconds in the line, an interaction is deferred."""
LONG_LINE: Final = 16
"""If more than so many wait, the next one is deferred at once, unless the line moves fast enough."""
SOON_S: Final = 0.5
"""The line moves fast enough if, at its pace, the last one in it is let in after at most so many seconds."""
LATELY: Final = 33
"""The pace is measured over the last so many that finished, since several finish at a time."""
LEAST_S: Final = 0.3
"""With fewer seconds left than this, a deferral is not tried."""
MOST_WAIT_S: Final = 30.0
"""Somebody who has waited for so many seconds is asked to click again: by now they look at something else."""
GIVE_WAY_S: Final = 3.0
"""Seconds that a repaint waits at most for the line to be empty."""
HELD_S: Final = 3.0
"""Seconds for which work takes up one of the places; what takes longer waits for Discord or the disk."""
FINISH_S: Final = 3.0
"""Seconds for which a bot that is being stopped goes on answering."""

Turn = asyncio.Future[None]


class Dropped(Exception):
    """An interaction was given up: nobody would see an answer, and nothing was done."""


class Place:
    """A place at work, which is given back at the end of a `with`, by `close`, or after `HELD_S`."""

    def __init__(self, give_back: Callable[[], None]) -> None:
        self._give_back = give_back
        self._timer: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(HELD_S, self.close)

    def close(self) -> None:
        """Give it back, unless that was done."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._give_back()

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()


class Capacity:
    """Decides when the work for an interaction begins."""

    def __init__(self) -> None:
        self._free = AT_WORK
        self._line: deque[Turn] = deque()
        self._waiting: Counter[int] = Counter()
        self._phones = TOLD_AT_ONCE
        self._untold: list[Turn] = []
        self._answering: set[asyncio.Task[Any]] = set()
        self._is_calm = asyncio.Event()
        self._is_calm.set()
        self._beginning = False
        self._closed = False
        self._left_at: deque[float] = deque(maxlen=LATELY)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Note meanwhile that the present task answers an interaction, so that `close` waits for it."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def place(self, delivery: Delivery) -> Place:
        """Wait for one of the `AT_WORK` places.

        Raises:
            Dropped: The interaction can't be answered in time, or the bot is being stopped.
            Refused: `not_reached`: it has waited for too long.
        """
        if self._closed:
            raise Dropped
        if self._free and not self._line:
            self._free -= 1
        else:
            await self._wait(delivery)
        return Place(self._leave)

    def _leave(self) -> None:
        # In the next round of the event loop: else all who come in one would be worked for in it, one after
        # the other in one place, before any answer is sent.
        asyncio.get_running_loop().call_soon(self._left)

    def _left(self) -> None:
        self._left_at.append(asyncio.get_running_loop().time())
        self._free += 1
        self._look()

    @property
    def _is_long(self) -> bool:
        """Whether the last one in the line will probably be let in too late."""
        waiting = len(self._line)
        if waiting <= LONG_LINE or len(self._left_at) == 1:
            return waiting > LONG_LINE
        pace_s = (self._left_at[-1] - self._left_at[0]) / (len(self._left_at) - 1)
        return waiting * pace_s > SOON_S

    async def _wait(self, delivery: Delivery) -> None:
        loop = asyncio.get_running_loop()
        if not self._line:  # Earlier times would measure how seldom people click.
            self._left_at.clear()
            self._left_at.append(loop.time())
        patience_s = 0 if self._is_long and not self._waiting[delivery.person] else PATIENCE_S
        self._waiting[delivery.person] += 1
        turn: Turn = loop.create_future()
        self._line.append(turn)
        self._is_calm.clear()
        try:
            if not await done_within(turn, patience_s) and not await self.told(delivery, LEAST_S):
                raise Dropped
            await turn
            if delivery.age_s > MOST_WAIT_S:
                raise Refused("not_reached")
        except BaseException:
            self._give_up(turn)
            raise
        finally:
            self._waiting[delivery.person] -= 1
            if not self._waiting[delivery.person]:
                del self._waiting[delivery.person]

    def _give_up(self, turn: Turn) -> None:
        if turn.done() and not turn.cancelled() and turn.exception() is None:
            self._free += 1
        turn.cancel()
        self._look()

    async def told(self, delivery: Delivery, least_s: float = 0.0) -> bool:
        """Defer an interaction, the newest first if several wait for that; whether Discord certainly waits.

        Args:
            delivery: The interaction.
            least_s: With fewer seconds left than this, it is not tried, and gives False.
        """
        await self._phone()
        try:
            return delivery.left_s >= least_s and await delivery.defer()
        finally:
            self._hang_up()

    async def _phone(self) -> None:
        if self._phones:
            self._phones -= 1
            return
        turn: Turn = asyncio.get_running_loop().create_future()
        self._untold.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._hang_up()
            raise

    def _hang_up(self) -> None:
        while self._untold:
            newest = self._untold.pop()
            if not newest.done():
                newest.set_result(None)
                return
        self._phones += 1
        self._look()

    def _look(self) -> None:
        """Let the next one begin, unless deferrals wait to be sent.

        One in each round of the event loop: more would keep it too busy to send any answer.
        """
        while self._line and self._line[0].done():
            self._line.popleft()
        if not self._line:
            self._is_calm.set()
        elif self._free and not self._untold and not self._beginning:
            self._line.popleft().set_result(None)
            self._free -= 1
            self._beginning = True
            asyncio.get_running_loop().call_soon(self._look_on)

    def _look_on(self) -> None:
        self._beginning = False
        self._look()

    async def give_way(self) -> None:
        """Wait until nobody waits in the line, at most for `GIVE_WAY_S`; called before each repaint."""
        if not self._is_calm.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GIVE_WAY_S):
                    await self._is_calm.wait()

    @property
    def busy(self) -> frozenset[asyncio.Task[Any]]:
        """The tasks that answer interactions now; also where Discord was told that it takes longer."""
        return frozenset(self._answering)

    @property
    def is_closed(self) -> bool:
        """Whether the bot is being stopped."""
        return self._closed

    async def close(self) -> None:
        """Begin nothing more, refuse those in the line, and let the rest finish for at most `FINISH_S`."""
        self._closed = True
        for turn in self._line:
            if not turn.done():
                turn.set_exception(Refused("not_reached"))
        if self.busy:
            _, unfinished = await asyncio.wait(self.busy, timeout=FINISH_S)
            if unfinished:
                log.warning("not_finished", clicks=len(unfinished))
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)
