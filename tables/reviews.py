"""Reviews of finished games: made where computer players think, one at a time, and kept for who asks again.

What is kept is a cache of what the journal says: nothing is lost when the bot stops.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog
from msgspec.structs import replace

from engine.players.losses import Decision, Found, budgets, cost, first_budget, loss, suspected
from engine.players.reasons import Case
from engine.players.searcher import Budget
from tables.errors import Refused, frames
from tables.review import Played, Review, check_reviewable, taken_apart, told
from tables.table import Table
from tables.thinking import NoMove, Thinking

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SOON_S: Final = 0.3
"""For so many seconds it is waited for who was ahead."""
KEPT: Final = 64
"""So many of the latest reviews are kept."""
MOST_WAITING: Final = 8
"""So many reviews may be under way or wait for it."""
MOST_S: Final = 150.0
"""Seconds after which no more moves are judged quickly; half as many more for those judged once more."""
MOST_FAILED: Final = 4
"""So many moves may be left out because they could not be judged."""
APART: Final = 1_000_000
"""How far the seeds of one time are from those of the next."""

Find = Callable[[str], Awaitable[Table]]


class Making:
    """A review that is being made.

    Attributes:
        review: What is known so far.
        begun: The game has been taken apart, so that something is.
        failed: How many moves could not be judged.
        task: The task that makes it.
    """

    begun: asyncio.Future[None]
    task: asyncio.Task[None]

    def __init__(self) -> None:
        self.review = Review((), 0)
        self.begun = asyncio.get_running_loop().create_future()
        self.failed = 0


class Reviews:
    """The reviews of finished games."""

    def __init__(self, thinking: Thinking, find: Find) -> None:
        self._thinking = thinking
        self._find = find
        self._kept: OrderedDict[str, Review] = OrderedDict()
        self._under_way: dict[str, Making] = {}
        self._one = asyncio.Lock()
        self._is_closed = False

    async def review(self, table_id: str) -> Review:
        """What is known of a finished game now or very soon; what is missing is worked out from now on.

        Raises:
            Refused: `no_such_table`, and as `check_reviewable`; `reviews_waiting`: too many others wait.
        """
        table = await self._find(table_id)
        check_reviewable(table)
        if table_id in self._kept:
            self._kept.move_to_end(table_id)
            return self._kept[table_id]
        making = self._under_way.get(table_id) or self._begin(table)
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
        return self._kept[table_id]

    def _begin(self, table: Table) -> Making:
        if self._is_closed or len(self._under_way) >= MOST_WAITING:
            raise Refused("reviews_waiting")
        making = Making()
        self._under_way[table.facts.id] = making
        making.task = asyncio.create_task(self._make(table, making), name=f"review {table.facts.id}")
        return making

    async def _make(self, table: Table, making: Making) -> None:
        table_id = table.facts.id
        try:
            played = await asyncio.to_thread(taken_apart, table)
            making.review = Review(played.course, len(played.decisions))
            making.begun.set_result(None)
            async with self._one:
                found = await self._judged(played, making)
            making.review = replace(making.review, is_ready=True, told=told(played, found))
            self._keep(table_id, making.review)
        except Exception as fault:
            said = fault.reason if isinstance(fault, NoMove) else frames(fault)
            log.error("review_failed", table=table_id, fault=said)
        finally:
            del self._under_way[table_id]

    def _keep(self, table_id: str, review: Review) -> None:
        self._kept[table_id] = review
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _judged(self, played: Played, making: Making) -> Found:
        """What the moves cost that seem to have cost most, each judged several times.

        Raises:
            NoMove: Too many could not be judged.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        losses: list[tuple[Decision, Case]] = []
        for number, decision in enumerate(played.decisions, 1):
            if loop.time() - began > MOST_S:
                break
            lost = await self._cost(played, making, decision, first_budget(played.game))
            losses += [(decision, lost)] if lost is not None else []
            making.review = replace(making.review, judged=number - making.failed)
        again: list[tuple[Decision, Case]] = []
        for decision, first in suspected(losses):
            if loop.time() - began > 1.5 * MOST_S:
                break
            assert first.other is not None
            least: Case | None = None
            for time, budget in enumerate(budgets(first), 1):
                lost = await self._cost(played, making, decision, budget, time, first.other.move)
                if lost is None:
                    break
                least = lost if least is None else min(least, lost, key=cost)
            else:
                again += [(decision, least)] if least is not None else []
        return again

    async def _cost(
        self,
        played: Played,
        making: Making,
        decision: Decision,
        budget: Budget,
        time: int = 0,
        better: Any = None,
    ) -> Case | None:
        """What a move has cost, by what its maker knew; one that fails to be judged twice is left out.

        `time`: how many times it was judged before, each time with other chance.

        Raises:
            NoMove: Too many could not be judged.
        """
        seen = played.game.recall(decision.before, decision.seat)
        write = played.game.write_move
        also = (write(decision.move),) if better is None else (write(decision.move), write(better))
        seed = decision.place + time * APART
        for is_last in (False, True):
            try:
                # Held for one move at a time, so that computer players wait for one at most.
                async with self._thinking.room:
                    judged = await self._thinking.judge(
                        played.game, seen, decision.seat, also, budget=budget, seed=seed
                    )
                return loss(judged, decision.move, better)
            except NoMove as fault:
                log.warning("not_judged", game=played.game.id, reason=fault.reason)
                making.failed += is_last
                if making.failed > MOST_FAILED:
                    raise
        return None
