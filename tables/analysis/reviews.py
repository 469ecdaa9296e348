"""Reviews of finished games: made where computer players think, one at a time, and kept for who asks again.

One for which there was no time to the end is shown as far as it has come, and goes on at the next click.
What is kept is a cache of what the journal says: nothing is lost when the bot stops.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import structlog
from msgspec.structs import replace

from tables.analysis.judged import Judging, Known
from tables.analysis.review import Review, check_reviewable, taken_apart, told
from tables.computers.thinking import NoMove, Thinking
from tables.model.errors import Refused, frames
from tables.model.table import Table

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SOON_S: Final = 0.3
"""For so many seconds it is waited for who was ahead."""
KEPT: Final = 64
"""So many of the latest reviews are kept."""
MOST_WAITING: Final = 8
"""So many reviews may be under way or wait for it."""
Find = Callable[[str], Awaitable[Table]]


class Kept(NamedTuple):
    """A review that was made.

    Attributes:
        review: The review.
        known: What it can go on from; None: it has come to its end.
    """

    review: Review
    known: Known | None


class Making:
    """A review that is being made.

    Attributes:
        review: What is known so far.
        known: What the moves were found to cost so far.
        begun: The game has been taken apart, so that something is known.
        task: The task that makes it.
    """

    begun: asyncio.Future[None]
    task: asyncio.Task[None]

    def __init__(self, known: Known) -> None:
        self.review = Review((), 0)
        self.known = known
        self.begun = asyncio.get_running_loop().create_future()


class Reviews:
    """The reviews of finished games."""

    def __init__(self, thinking: Thinking, find: Find) -> None:
        self._thinking = thinking
        self._find = find
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._under_way: dict[str, Making] = {}
        self._one = asyncio.Lock()
        self._is_closed = False

    async def review(self, table_id: str) -> Review:
        """What is known of a finished game now or very soon; what is missing is worked out from now on.

        Raises:
            Refused: `no_such_table`, and as `check_reviewable`; `reviews_waiting`: too many others wait, and
                nothing is known of it.
        """
        table = await self._find(table_id)
        check_reviewable(table)
        making = self._under_way.get(table_id)
        if making is None and (kept := self._kept.get(table_id)) is not None:
            self._kept.move_to_end(table_id)
            if kept.known is None or not self._has_room:
                return kept.review
        making = making or self._begin(table)
        await asyncio.wait({making.begun, making.task}, timeout=SOON_S, return_when=asyncio.FIRST_COMPLETED)
        return making.review

    async def begun(self, table_id: str) -> Review:
        """What is known of a game once that is who was ahead, if its review is being made.

        Raises:
            Refused: `review_failed`: it isn't, or can't be.
        """
        making = self._under_way.get(table_id)
        if making is None:
            return self._made(table_id)
        await asyncio.wait({making.begun, making.task}, return_when=asyncio.FIRST_COMPLETED)
        return making.review if making.begun.done() else self._made(table_id)

    async def made(self, table_id: str) -> Review:
        """The review of a game once it is ready, if it is being made.

        Raises:
            Refused: `review_failed`: it isn't, or can't be.
        """
        making = self._under_way.get(table_id)
        if making is not None:
            await asyncio.wait({making.task})
        return self._made(table_id)

    async def close(self) -> None:
        """Stop what is under way."""
        self._is_closed = True
        tasks = [making.task for making in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _made(self, table_id: str) -> Review:
        if table_id not in self._kept:
            raise Refused("review_failed", table=table_id)
        return self._kept[table_id].review

    @property
    def _has_room(self) -> bool:
        return not self._is_closed and len(self._under_way) < MOST_WAITING

    def _begin(self, table: Table) -> Making:
        if not self._has_room:
            raise Refused("reviews_waiting")
        kept = self._kept.get(table.facts.id)
        making = Making((kept and kept.known) or Known())
        self._under_way[table.facts.id] = making
        making.task = asyncio.create_task(self._make(table, making), name=f"review {table.facts.id}")
        return making

    async def _make(self, table: Table, making: Making) -> None:
        table_id = table.facts.id
        try:
            played = await asyncio.to_thread(taken_apart, table)
            judging = Judging(played, making.known, self._thinking)
            making.review = Review(played.course, len(played.decisions), judging.judged)
            making.begun.set_result(None)
            async with self._one:
                await self._judge(judging, making)
            making.review = replace(making.review, is_ready=True, told=told(played, judging.found()))
            self._keep(table_id, making)
        except Exception as fault:
            said = fault.reason if isinstance(fault, NoMove) else frames(fault)
            log.error("review_failed", table=table_id, fault=said)
        finally:
            del self._under_way[table_id]

    async def _judge(self, judging: Judging, making: Making) -> None:
        try:
            async for _ in judging.go_on():
                making.review = replace(making.review, judged=judging.judged)
        except NoMove:
            if not making.known.first:
                raise
            # What is known by then is told, as where there was no more time.

    def _keep(self, table_id: str, making: Making) -> None:
        self._kept[table_id] = Kept(making.review, None if making.review.is_whole else making.known)
        self._kept.move_to_end(table_id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
