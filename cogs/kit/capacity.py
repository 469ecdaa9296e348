"""Who is worked for now, and who waits: however many click at once, those who can be answered are, in time.

So many clicks are worked on at once.  Where more come, Discord is first told that their answers take longer:
that costs little, and then it waits for 15 minutes instead of 3 seconds.  While many have yet to be told, no
other work is begun, and the newest, who have the most time left, go first.  Who can't be told in time is
dropped before anything has changed.  Who clicks again while they wait is not told at once: people who do that
as soon as they are told would keep everybody from being worked for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import structlog

from cogs.kit.delivery import Delivery
from tables import Refused

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AT_WORK: Final = 16
"""So many clicks are worked on at once; who waits for a picture alone is at work no more."""
TOLD_AT_ONCE: Final = 8
"""So many are told at once that it takes longer."""
PATIENCE_S: Final = 1.2
"""After so long Discord is told that an answer takes a little longer."""
LONG_LINE: Final = 16
"""Where so many wait, the next one is told at once, unless work is seen to go fast enough."""
SOON_S: Final = 0.5
"""Fast enough: so soon, as things go, the last one in the line has their turn."""
LATELY: Final = 33
"""From so many of the last who left the pace is told: they leave in flocks."""
LEAST_S: Final = 0.3
"""With less time than this left, the attempt is not worth it."""
MOST_WAIT_S: Final = 30.0
"""Who has waited so long is asked to click again: by now they look at something else."""
GIVE_WAY_S: Final = 3.0
"""So long a repaint waits for clicks to be answered."""
HELD_S: Final = 3.0
"""So long a place is held: what takes longer waits for Discord or the disk, and keeps nobody from working."""
FINISH_S: Final = 3.0
"""So long a bot that is being stopped goes on answering."""

Turn = asyncio.Future[None]


class Dropped(Exception):
    """Nobody will see an answer; nothing was done."""


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
        """Note that the present task answers an interaction, so that the end waits for it."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    @asynccontextmanager
    async def place(self, delivery: Delivery) -> AsyncIterator[contextlib.ExitStack]:
        """A place to work for an interaction, as soon as there is one; `close` gives it back sooner.

        Raises:
            Dropped: It can't be answered in time, or the bot is being stopped.
            Refused: `not_reached`, where it has waited for too long.
        """
        if self._closed:
            raise Dropped
        if self._free and not self._line:
            self._free -= 1
        else:
            await self._wait(delivery)
        with contextlib.ExitStack() as held:
            held.callback(self._leave)
            timer = asyncio.get_running_loop().call_later(HELD_S, held.close)  # Nothing is given back twice.
            held.callback(timer.cancel)
            yield held

    def _leave(self) -> None:
        self._left_at.append(asyncio.get_running_loop().time())
        self._free += 1
        self._look()

    @property
    def _is_long(self) -> bool:
        """Whether the last one in the line may not have their turn in time."""
        waiting = len(self._line)
        if waiting <= LONG_LINE or len(self._left_at) == 1:
            return waiting > LONG_LINE
        pace_s = (self._left_at[-1] - self._left_at[0]) / (len(self._left_at) - 1)
        return waiting * pace_s > SOON_S

    async def _wait(self, delivery: Delivery) -> None:
        loop = asyncio.get_running_loop()
        if not self._line:  # What was before would tell how seldom people click.
            self._left_at.clear()
            self._left_at.append(loop.time())
        patience_s = 0 if self._is_long and not self._waiting[delivery.person] else PATIENCE_S
        self._waiting[delivery.person] += 1
        turn: Turn = loop.create_future()
        self._line.append(turn)
        self._is_calm.clear()
        try:
            await asyncio.wait([turn], timeout=patience_s)
            if not turn.done() and not await self.told(delivery, LEAST_S):
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
        """Tell Discord that an answer takes longer, those with the most time left first; whether it waits.

        Args:
            delivery: The answer.
            least_s: Don't try with less time left.
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
        """Let the next one begin, unless many have yet to be told; one a round, or no answer got through."""
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
        """Let those go first who have clicked, though not for ever."""
        if not self._is_calm.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_calm.wait(), GIVE_WAY_S)

    async def close(self) -> None:
        """Begin nothing more, tell those who wait, and finish what is being answered, though not for long."""
        self._closed = True
        for turn in self._line:
            if not turn.done():
                turn.set_exception(Refused("not_reached"))
        tasks = set(self._answering)
        if tasks:
            _, unfinished = await asyncio.wait(tasks, timeout=FINISH_S)
            if unfinished:
                log.warning("not_finished", clicks=len(unfinished))
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)
