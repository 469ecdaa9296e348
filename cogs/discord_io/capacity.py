"""Decides which clicks and commands are worked on now: a few at once, the others in a line.

Whoever waits is told by a deferral that the answer takes longer, so Discord waits for 15 minutes instead of
3 seconds.  An interaction that could not be deferred in time is dropped before anything has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import structlog

from cogs.discord_io.delivery import Delivery
from tables import Refused

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AT_WORK: Final = 16
"""At most so many interactions are worked on at once."""
PATIENCE_S: Final = 1.2
"""After so many seconds an interaction is deferred."""
TOLD_AT_ONCE: Final = 32
"""At most so many deferrals are under way at once; while more wait, no work is begun."""
LONG_LINE: Final = 16
"""If more than so many wait, the next one is deferred at once."""
LEAST_S: Final = 0.3
"""With fewer seconds left than this, an interaction that isn't deferred is not begun."""
MOST_WAIT_S: Final = 30.0
"""Somebody who has waited for so many seconds is asked to click again."""
GIVE_WAY_S: Final = 3.0
"""Seconds that a repaint waits at most for the line to be empty."""
HELD_S: Final = 3.0
"""Seconds for which work takes up one of the places; what takes longer waits for Discord or the disk."""
FINISH_S: Final = 3.0
"""Seconds for which a bot that is being stopped goes on answering."""


class Dropped(Exception):
    """An interaction was given up: nobody would see an answer, and nothing was done."""


class Capacity:
    """Decides when the work for an interaction begins."""

    def __init__(self) -> None:
        self._free = AT_WORK
        self._line: deque[asyncio.Future[None]] = deque()
        self._telling = asyncio.Semaphore(TOLD_AT_ONCE)
        self._answering: set[asyncio.Task[Any]] = set()
        self._is_calm = asyncio.Event()
        self._is_calm.set()
        self._is_beginning = self._closed = False

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Note meanwhile that the present task answers an interaction, so that `close` waits for the task."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    @asynccontextmanager
    async def deferring(self, delivery: Delivery) -> AsyncIterator[None]:
        """Defer an interaction if what is done meanwhile takes long; in a long line at once."""
        patience_s = 0.0 if len(self._line) > LONG_LINE else PATIENCE_S
        telling = asyncio.create_task(self._defer(delivery, patience_s), name="deferral")
        try:
            yield
        except asyncio.CancelledError:
            telling.cancel()
            raise
        finally:
            if not delivery.is_deferred:
                telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def _defer(self, delivery: Delivery, patience_s: float) -> None:
        await asyncio.sleep(patience_s - delivery.age_s)
        async with self._telling:
            await delivery.defer()
        self._look()

    @asynccontextmanager
    async def place(self, delivery: Delivery) -> AsyncIterator[None]:
        """Wait for one of the `AT_WORK` places, and hold it for `HELD_S` at most.

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
        loop = asyncio.get_running_loop()
        giving_back = loop.call_later(HELD_S, self._leave)
        try:
            yield
        finally:
            if not giving_back.cancelled() and giving_back.when() > loop.time():
                giving_back.cancel()
                # In the next round of the loop: else all who come in one would be worked for in that one,
                # one after the other in one place, before any answer is sent.
                loop.call_soon(self._leave)

    async def _wait(self, delivery: Delivery) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._is_calm.clear()
        try:
            await turn
            if delivery.age_s > MOST_WAIT_S:
                raise Refused("not_reached")
            if not delivery.is_awaited(LEAST_S):
                raise Dropped
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._free += 1
            turn.cancel()
            self._look()
            raise

    def _leave(self) -> None:
        self._free += 1
        self._look()

    def _look(self) -> None:
        """Let the next interaction in the line begin, if there is room.

        One in each round of the event loop: more would keep it too busy to send any answer.
        """
        while self._line and self._line[0].done():
            self._line.popleft()
        if not self._line:
            self._is_calm.set()
        elif self._free and not self._is_beginning and not self._telling.locked():
            self._line.popleft().set_result(None)
            self._free -= 1
            self._is_beginning = True
            asyncio.get_running_loop().call_soon(self._look_on)

    def _look_on(self) -> None:
        self._is_beginning = False
        self._look()

    async def give_way(self) -> None:
        """Wait until nobody waits in the line, at most for `GIVE_WAY_S`; called before each repaint."""
        if not self._is_calm.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GIVE_WAY_S):
                    await self._is_calm.wait()

    @property
    def busy(self) -> frozenset[asyncio.Task[Any]]:
        """The tasks that answer interactions now, deferred ones too."""
        return frozenset(self._answering)

    @property
    def is_closed(self) -> bool:
        """Whether the bot is being stopped."""
        return self._closed

    async def close(self) -> None:
        """Begin nothing more, refuse who waits in the line, and finish the others within `FINISH_S`."""
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
