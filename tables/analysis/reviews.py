"""Reviews of finished games: made where computer players think, one at a time, and kept for who asks again.

One for which there was no time to the end is shown as far as it has come, and goes on at the next click.
What is kept is a cache of what the journal says: nothing is lost when the bot stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import structlog
from msgspec.structs import replace

from tables.analysis.judged import Judging, Known
from tables.analysis.review import Review, check_reviewable, taken_apart, told
from tables.computers.thinking import NoMove, Thinking
from tables.model.errors import Refused, frames
from tables.model.table import Table
from tables.session import Session, Sessions

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SOON_S: Final = 0.3
"""For so many seconds it is waited for who was ahead."""
MOST_WAITING: Final = 8
"""So many reviews may be under way or wait for it."""
Find = Callable[[str], Awaitable[Table]]


class Making:
    """A review that is being made, or was.

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

    @property
    def is_busy(self) -> bool:
        """Whether it is being made."""
        return not self.task.done()


class Reviews:
    """The reviews of finished games; each is kept in its table's session."""

    def __init__(self, thinking: Thinking, sessions: Sessions, find: Find) -> None:
        self._thinking = thinking
        self._sessions = sessions
        self._find = find
        self._under_way: set[Making] = set()
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
        session = self._sessions.get(table_id)
        making = _of(session)
        if making is None or making not in self._under_way:
            if making is not None and (making.review.is_whole or not self._has_room):
                return making.review
            making = self._begin(session, table)
        await asyncio.wait({making.begun, making.task}, timeout=SOON_S, return_when=asyncio.FIRST_COMPLETED)
        return making.review

    async def begun(self, table_id: str) -> Review:
        """What is known of a game once that is who was ahead, if its review is being made.

        Raises:
            Refused: `review_failed`: it isn't, or can't be.
        """
        making = self._known(table_id)
        await asyncio.wait({making.begun, making.task}, return_when=asyncio.FIRST_COMPLETED)
        return making.review if making.begun.done() else self._known(table_id).review

    async def made(self, table_id: str) -> Review:
        """The review of a game once it is ready, if it is being made.

        Raises:
            Refused: `review_failed`: it isn't, or can't be.
        """
        await asyncio.wait({self._known(table_id).task})
        return self._known(table_id).review

    async def close(self) -> None:
        """Stop what is under way."""
        self._is_closed = True
        tasks = [making.task for making in self._under_way]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _known(self, table_id: str) -> Making:
        making = _of(self._sessions.get(table_id))
        if making is None:
            raise Refused("review_failed", table=table_id)
        return making

    @property
    def _has_room(self) -> bool:
        return not self._is_closed and len(self._under_way) < MOST_WAITING

    def _begin(self, session: Session, table: Table) -> Making:
        if not self._has_room:
            raise Refused("reviews_waiting")
        former = _of(session)
        making = session.review = Making(Known() if former is None else former.known)
        self._under_way.add(making)
        making.task = asyncio.create_task(self._make(table, making), name=f"review {session.id}")
        making.task.add_done_callback(partial(self._ended, session, making, former))
        return making

    def _ended(self, session: Session, making: Making, former: Making | None, _: object) -> None:
        self._under_way.discard(making)
        if not making.review.is_ready and session.review is making:
            session.review = former

    async def _make(self, table: Table, making: Making) -> None:
        try:
            played = await asyncio.to_thread(taken_apart, table)
            judging = Judging(played, making.known, self._thinking)
            making.review = Review(played.course, len(played.decisions), judging.judged)
            making.begun.set_result(None)
            async with self._one:
                await self._judge(judging, making)
            making.review = replace(making.review, is_ready=True, told=told(played, judging.found()))
            if making.review.is_whole:
                making.known = Known()  # Nothing goes on from it.
        except Exception as fault:
            said = fault.reason if isinstance(fault, NoMove) else frames(fault)
            log.error("review_failed", table=table.facts.id, fault=said)

    async def _judge(self, judging: Judging, making: Making) -> None:
        try:
            async for _ in judging.go_on():
                making.review = replace(making.review, judged=judging.judged)
        except NoMove:
            if not making.known.first:
                raise
            # What is known by then is told, as where there was no more time.


def _of(session: Session) -> Making | None:
    return session.review if isinstance(session.review, Making) else None
