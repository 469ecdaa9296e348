"""The moves of a finished game, judged one after the other, from how far that had come before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import structlog

from engine.players.judging import Judged
from engine.players.losses import Decision, Found, budgets, cost, first_budget, loss, suspected
from engine.players.reasons import Case
from engine.players.searcher import Budget
from tables.analysis.review import Played
from tables.computers.thinking import NoMove, Thinking

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST_S: Final = 150.0
"""Seconds after which no more moves are judged quickly; half as many more for those judged once more."""
MOST_FAILED: Final = 4
"""So many moves may be left out because they could not be judged."""
APART: Final = 1_000_000
"""How far the seeds of one time are from those of the next."""
GOLDEN: Final = (5**0.5 - 1) / 2
"""By steps of this part of a round, any number of places lie spread around it, as leaves around a stalk."""


class Known:
    """What the moves of one game were found to cost so far.

    Attributes:
        first: For each move that was judged quickly, by its place: what it seems to have cost, if that is
            worth judging again; else None.
        again: The same for each that was judged again, if it has cost anything.
    """

    def __init__(self) -> None:
        self.first: dict[int, Case | None] = {}
        self.again: dict[int, Case | None] = {}


class Judging:
    """Judges what was not judged yet of the moves of one game."""

    def __init__(self, played: Played, known: Known, thinking: Thinking) -> None:
        self._played = played
        self._known = known
        self._thinking = thinking
        self._failed = 0

    @property
    def judged(self) -> int:
        """How many moves were judged to the end: those worth judging again only once they were."""
        waiting = [one for one, _ in self._suspected() if one.place not in self._known.again]
        return len(self._known.first) - len(waiting)

    def found(self) -> Found:
        """What the moves cost that were judged again."""
        losses = ((one, self._known.again.get(one.place)) for one, _ in self._suspected())
        return [(one, lost) for one, lost in losses if lost is not None]

    async def go_on(self) -> AsyncIterator[None]:
        """Judge until everything is or the time is up, move by move.

        Raises:
            NoMove: Too many could not be judged.
        """
        loop = asyncio.get_running_loop()
        began, known = loop.time(), self._known
        for decision in spread(self._played.decisions):
            if loop.time() - began > MOST_S:
                break
            if decision.place not in known.first:
                await self._judge_quickly(decision)
                yield
        for decision, first in self._suspected():
            if loop.time() - began > 1.5 * MOST_S:
                break
            if decision.place not in known.again:
                await self._judge_again(decision, first)
                yield

    def _suspected(self) -> Found:
        losses = ((one, self._known.first.get(one.place)) for one in self._played.decisions)
        return suspected([(one, lost) for one, lost in losses if lost is not None])

    async def _judge_quickly(self, decision: Decision) -> None:
        judged = await self._judged(decision, first_budget(self._played.game))
        if judged:
            lost = loss(judged, decision.move)
            # A review that goes on later keeps no more of it than it needs.
            is_suspected = lost is not None and suspected([(decision, lost)])
            self._known.first[decision.place] = lost if is_suspected else None

    async def _judge_again(self, decision: Decision, first: Case) -> None:
        assert first.other is not None
        least: Case | None = None
        for time, budget in enumerate(budgets(first), 1):
            judged = await self._judged(decision, budget, time, first.other.move)
            if not judged:
                return
            lost = loss(judged, decision.move, first.other.move)
            if lost is None:
                least = None
                break
            least = lost if least is None else min(least, lost, key=cost)
        self._known.again[decision.place] = least

    async def _judged(
        self, decision: Decision, budget: Budget, time: int = 0, better: Any = None
    ) -> tuple[Judged, ...]:
        """What a move and others bring, by what its maker knew; nothing where it failed to be judged twice.

        `time`: how many times it was judged before, each time with other chance.

        Raises:
            NoMove: Too many could not be judged.
        """
        game = self._played.game
        seen = game.recall(decision.before, decision.seat)
        also = tuple(game.write_move(move) for move in (decision.move, better) if move is not None)
        seed = decision.place + time * APART
        for is_last in (False, True):
            try:
                # Held for one move at a time, so that whoever else waits does for one at most.
                async with self._thinking.judging, self._thinking.room:
                    return await self._thinking.judge(
                        game, seen, decision.seat, also, budget=budget, seed=seed
                    )
            except NoMove as fault:
                log.warning("not_judged", game=game.id, reason=fault.reason)
                self._failed += is_last
                if self._failed > MOST_FAILED:
                    raise
        return ()


def spread(decisions: Sequence[Decision]) -> list[Decision]:
    """The moves in an order that, wherever it ends, has looked at the whole game and at all who played."""
    placed = sorted(enumerate(decisions), key=lambda one: one[0] * GOLDEN % 1)
    return [decision for _, decision in placed]
