"""Reviews of finished games: the leads, turn by turn, and the moves that cost people most points.

Reviews are computed in the computer players' processes, one at a time, and cached in memory. If the time for
a review runs out, the unfinished review is shown; the next click continues it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final

import msgspec
import structlog
from msgspec.structs import replace

from engine import record as records
from engine.game import CHANCE, AnyGame, Event, Seat
from engine.players.judging import Judged
from engine.players.reasons import Case, Verdict, verdict
from engine.players.review import (
    Decision,
    Found,
    Moment,
    as_good,
    budgets,
    cost,
    course,
    dearest,
    decisions,
    fairly_compared,
    first_budget,
    loss,
    suspected,
)
from engine.players.searcher import Budget
from engine.record import Step
from tables.computers.thinking import NoMove, Thinking
from tables.model.errors import Refused, frames
from tables.model.table import Entry, Facts, Phase, SeatInfo, Table, final_result, is_by_computer, seats_at
from tables.session import Session, Sessions
from tables.timing.clock import cancelled
from tables.verbs.lobby import check_readable
from tables.views.looks import MadePly, final_moves

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SOON_S: Final = 0.3
"""Seconds for which a caller waits for the course of the game, which says who was ahead when."""
MOST_WAITING: Final = 8
"""The most reviews that may be under way or wait."""
MOST_S: Final = 150.0
"""Seconds that the quick judgements of one game may take; judging again may take half of that in addition."""
MOST_FAILED: Final = 4
"""The most moves that are left out because judging them failed; with one more, the review fails."""
APART: Final = 1_000_000
"""Each further judgement of the same move has a seed that is higher by this number."""
GOLDEN: Final = (5**0.5 - 1) / 2
"""The golden ratio: its first n multiples, modulo 1, are spread evenly from 0 to 1, for every n."""
Find = Callable[[str], Awaitable[Table]]


class Mistake(msgspec.Struct, frozen=True):
    """A move that cost its player points.

    Attributes:
        place: How many moves the game had before this move, as `Frame.moves` counts.
        turn: The number of the turn in which the move was made.
        verdict: The verdict on the move, compared with the better move.
        played: The events of the move.
        before: The state in which the move was made.
        seen: The player's observation before the move.
        made: The move itself.
        better: The best other move that was found.
        good: `better` and the moves not clearly worse than it; for each of these, the verdict on `made`
            compared with it.
    """

    place: int
    turn: int
    seat: Seat
    verdict: Verdict
    played: tuple[Event, ...]
    before: Any
    seen: Any
    made: Any
    better: Any
    good: Mapping[Any, Verdict]
    entry: Entry

    def seats_at(self, table: Facts) -> tuple[SeatInfo, ...]:
        """The players at the table when the move was made; not cached: people may ask to be forgotten."""
        return seats_at(table, self.entry)

    def compared_with(self, game: AnyGame, move: Any) -> Verdict | None:
        """The verdict on the move that was made, compared with `move`; None: `move` isn't as good.

        A move that does the same as one in `good` is as good.

        Raises:
            IllegalMove: The move could not be made.
        """
        after, _ = game.apply(self.before, self.seat, move)
        does = (found for one, found in self.good.items() if after == game.make(self.before, self.seat, one))
        return next(does, None)


class Review(msgspec.Struct, frozen=True):
    """A review of a finished game, perhaps still unfinished.

    Attributes:
        course: The leads of all seats, turn by turn.
        decisions: How many moves of people are to be judged.
        judged: How many of these moves have their final judgement.
        is_ready: Whether the review is done, or its time ran out; in this case the next click continues it.
        told: The moves that cost most, the most expensive first; empty until `is_ready`.
    """

    course: tuple[Moment, ...]
    decisions: int
    judged: int = 0
    is_ready: bool = False
    told: tuple[Mistake, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all moves of people were judged."""
        return self.is_ready and self.judged == self.decisions


class Played(msgspec.Struct, frozen=True):
    """A finished game with all that a review needs.

    Attributes:
        plies: The moves, each with its entry.
        steps: The same moves, each with the state after the move.
        course: The leads of all seats, turn by turn.
        decisions: The moves of people that are to be judged.
    """

    game: AnyGame
    plies: tuple[MadePly, ...]
    steps: tuple[Step, ...]
    course: tuple[Moment, ...]
    decisions: tuple[Decision, ...]


def check_reviewable(table: Table) -> None:
    """Refuse a game that was not played to its end.

    Raises:
        Refused: `not_over`; `nothing_to_review`: the game has no result; what `check_readable` raises.
    """
    check_readable(table)
    if table.facts.phase in (Phase.LOBBY, Phase.RUNNING):
        raise Refused("not_over")
    if table.fault is not None or final_result(table) is None:
        raise Refused("nothing_to_review")


def taken_apart(table: Table) -> Played:
    """Collect the data for the review of a table that `check_reviewable` accepts; slow: use a thread."""
    game, plies = table.game, final_moves(table)
    start = next(step.position.state for step in table.mainline if step.position is not None)
    steps = tuple(records.steps(game, start, plies))
    return Played(
        game=game,
        plies=plies,
        steps=steps,
        course=course(game, (step.state for step in steps)),
        decisions=tuple(
            one for one in decisions(game, start, steps) if not _by_computer(table, plies[one.place].entry)
        ),
    )


def _by_computer(table: Table, entry: Entry) -> bool:
    """Whether a computer player made a move, for itself or in place of a person."""
    own = None if entry.seat in (None, CHANCE) else seats_at(table.facts, entry)[entry.seat]
    return is_by_computer(entry) or (own is not None and own.computer is not None)


def told(played: Played, losses: Found, good: Mapping[int, Mapping[Any, Verdict]]) -> tuple[Mistake, ...]:
    """The mistakes that a review shows: the costliest of `losses`.

    `good`: the moves for `Mistake.good` of each mistake, by `Mistake.place`.
    """
    found = []
    for decision, lost in dearest(losses):
        assert lost.other is not None
        why, better = verdict(lost), lost.other.move
        one = Mistake(
            place=decision.place,
            turn=decision.turn,
            seat=decision.seat,
            verdict=why,
            played=played.steps[decision.place].events,
            before=decision.before,
            seen=played.game.observe(decision.before, decision.seat),
            made=decision.move,
            better=better,
            good={**good.get(decision.place, {}), better: why},
            entry=played.plies[decision.place].entry,
        )
        found.append(one)
    return tuple(found)


class Making:
    """A review under way or done, with the data needed to continue it.

    Attributes:
        judging: The judgements so far, kept while the task runs; None: before the first and after the last.
        begun: A future, done once the review holds who was ahead after each move.
        task: The task that computes the review.
    """

    begun: asyncio.Future[None]
    task: asyncio.Task[None]

    def __init__(self, judging: Judging | None) -> None:
        self.review = Review((), 0)
        self.judging = judging
        self.begun = asyncio.get_running_loop().create_future()

    @property
    def is_busy(self) -> bool:
        """Whether the review is under way."""
        return not self.task.done()


class Reviews:
    """The reviews of finished games; each is cached in its table's session."""

    def __init__(self, thinking: Thinking, sessions: Sessions, find: Find) -> None:
        self._thinking = thinking
        self._sessions = sessions
        self._find = find
        self._under_way: set[Making] = set()
        self._one = asyncio.Lock()
        self._is_closed = False

    async def review(self, table_id: str) -> Review:
        """The review of a finished game, within `SOON_S` seconds; unfinished, it goes on in the background.

        Raises:
            Refused: `no_such_table`; `reviews_waiting`: this review isn't cached, and too many others wait;
                what `check_reviewable` raises.
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
        """Wait until the review of a game has the game's course, and return the review so far.

        Raises:
            Refused: `review_failed`: no review is under way, or it failed.
        """
        making = self._known(table_id)
        await asyncio.wait({making.begun, making.task}, return_when=asyncio.FIRST_COMPLETED)
        return making.review if making.begun.done() else self._known(table_id).review

    async def made(self, table_id: str) -> Review:
        """Wait until the review of a game is ready, and return it.

        Raises:
            Refused: `review_failed`: no review is under way, or it failed.
        """
        await asyncio.wait({self._known(table_id).task})
        return self._known(table_id).review

    async def close(self) -> None:
        """Cancel all reviews under way."""
        self._is_closed = True
        await cancelled(*(making.task for making in self._under_way))

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
        making = session.review = Making(None if former is None else former.judging)
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
            judging = making.judging
            if judging is None:
                played = await asyncio.to_thread(taken_apart, table)
                judging = making.judging = Judging(played, self._thinking)
            making.review = Review(judging.played.course, len(judging.played.decisions), judging.judged)
            making.begun.set_result(None)
            async with self._one:
                try:
                    async for _ in judging.go_on():
                        making.review = replace(making.review, judged=judging.judged)
                except NoMove:
                    if not judging.first:
                        raise
                    # The review shows what was found so far, as if its time had run out.
            mistakes = told(judging.played, judging.found(), judging.good)
            making.review = replace(making.review, is_ready=True, told=mistakes)
            if making.review.is_whole:
                making.judging = None  # A finished review needs no costs.
        except Exception as fault:
            said = fault.reason if isinstance(fault, NoMove) else frames(fault)
            log.error("review_failed", table=table.facts.id, fault=said)


def _of(session: Session) -> Making | None:
    return session.review if isinstance(session.review, Making) else None


class Judging:
    """Judges the moves of one game; each dictionary has results by the moves' places (`Mistake.place`).

    Attributes:
        first: For each move judged quickly, its apparent cost; None: too low to judge the move again.
        again: For each move judged again, its cost; None: it has cost nothing.
        good: For each move that has cost something, the moves for `Mistake.good`, as `as_good` found them.
    """

    def __init__(self, played: Played, thinking: Thinking) -> None:
        self.played = played
        self.first: dict[int, Case | None] = {}
        self.again: dict[int, Case | None] = {}
        self.good: dict[int, dict[Any, Verdict]] = {}
        self._thinking = thinking
        self._failed = 0

    @property
    def judged(self) -> int:
        """How many moves have their final judgement: for a move that seems to cost much, the second one."""
        waiting = [one for one, _ in self._suspected() if one.place not in self.again]
        return len(self.first) - len(waiting)

    def found(self) -> Found:
        """The moves that were judged again, each with its cost, except those that cost nothing."""
        losses = ((one, self.again.get(one.place)) for one, _ in self._suspected())
        return [(one, lost) for one, lost in losses if lost is not None]

    async def go_on(self) -> AsyncIterator[None]:
        """Judge moves that have no result yet, and yield after each one, until the time is up.

        Raises:
            NoMove: Judging failed for too many moves.
        """
        began, self._failed = monotonic(), 0
        for decision in spread(self.played.decisions):
            if monotonic() - began > MOST_S:
                break
            if decision.place not in self.first:
                await self._judge_quickly(decision)
                yield
        for decision, first in self._suspected():
            if monotonic() - began > 1.5 * MOST_S:
                break
            if decision.place not in self.again:
                await self._judge_again(decision, first)
                yield

    def _suspected(self) -> Found:
        losses = ((one, self.first.get(one.place)) for one in self.played.decisions)
        return suspected([(one, lost) for one, lost in losses if lost is not None])

    async def _judge_quickly(self, decision: Decision) -> None:
        judged = await self._judged(decision, first_budget(self.played.game))
        if judged:
            lost = loss(judged, decision.move)
            # Only the costs of moves to be judged again are kept.
            is_suspected = lost is not None and suspected([(decision, lost)])
            self.first[decision.place] = lost if is_suspected else None

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
            self.good[decision.place] = as_good(judged, decision.move, first.other.move)
        self.again[decision.place] = least

    async def _judged(
        self, decision: Decision, budget: Budget, time: int = 0, better: Any = None
    ) -> tuple[Judged, ...]:
        """Judge a move and its alternatives by its player's observation; empty if judging failed twice.

        `time`: how often the move was judged before, since each time has its own seed. `better`: a move that
        must be judged, too; None: there is none.
        """
        game = self.played.game
        seen = game.recall(decision.before, decision.seat)
        also = tuple(game.write_move(move) for move in (decision.move, better) if move is not None)
        seed = decision.place + time * APART
        for is_last in (False, True):
            try:
                # Held for one move at a time, so that others don't wait for more than one.
                async with self._thinking.judging, self._thinking.room:
                    judged = await self._thinking.judge(
                        game, seen, decision.seat, also, budget=budget, seed=seed
                    )
                made = decision.move
                return tuple(fairly_compared(game, decision.before, decision.seat, made, judged))
            except NoMove as fault:
                log.warning("not_judged", game=game.id, reason=fault.reason)
                self._failed += is_last
                if self._failed > MOST_FAILED:
                    raise
        return ()


def spread(decisions: Sequence[Decision]) -> list[Decision]:
    """Order decisions so that the first n, for each n, are spread evenly over the game and its players."""
    placed = sorted(enumerate(decisions), key=lambda one: one[0] * GOLDEN % 1)
    return [decision for _, decision in placed]
