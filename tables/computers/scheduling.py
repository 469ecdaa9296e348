"""Computer players at tables: a player that is to move waits (`Opening.pace_s`), thinks, and moves.

Each turn has a task. The player thinks in another process (`thinking.py`). The thinking is cancelled as soon
as the question is answered or taken back, or a person has to answer it again.

If no such process can be started, the turn is retried after pauses; then a quick player (`_quick`) thinks in
a thread of this process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import structlog

from engine.game import AnyGame, Seat
from engine.players import Player
from engine.players.lookahead import Stream
from engine.players.quick import random_player
from tables.computers.thinking import DIED, NOT_READY, NOT_STARTED, InThreads, NoMove, Thinking
from tables.model.deals import Deals, asked_at
from tables.model.errors import Refused, StorageFailed, frames
from tables.model.fold import NOBODY
from tables.model.table import Table
from tables.session import Session, Sessions, Thought, Turn
from tables.store.database import Watcher
from tables.timing.clock import Clock, cancelled, pause_s
from tables.verbs.play import open_question, played_by_computer
from tables.verbs.seat_changes import successor

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

ENDED: Final = frozenset({"table_over", "table_cancelled"})
LONG_S: Final = 1.5
"""Seconds of thinking after which a table's messages say that a computer player thinks."""
AGAIN_S: Final = (1.0, 3.0)
"""Pauses, in seconds, before the retries of a turn whose process could not be started, or has died."""
HERE_S: Final = 3.0
"""Seconds after which thinking in a thread of this process is given up; it mostly takes some milliseconds."""


Find = Callable[[str], Awaitable[Table]]
Do = Callable[..., Awaitable[object]]
"""The type of `Tables.do`, which runs a verb."""
Tell = Callable[[str], None]
Choose = Callable[[AnyGame, Any, Seat, int], Awaitable[str]]
"""Takes a game, a seat's observation, the seat and a seed; returns the text of the move chosen."""


class Computers:
    """Runs the computer players of all tables, from the first `notice` to `close`.

    Attributes:
        watchers: Their method `thought` is called with the seconds that each computer player has thought.
    """

    def __init__(
        self,
        players: Mapping[str, Player],
        thinking: Thinking,
        deals: Deals,
        clock: Clock,
        sessions: Sessions,
        find: Find,
        do: Do,
        tell: Tell,
    ) -> None:
        self._players = players
        self._thinking = thinking
        self._here = InThreads(players, at_once=1, most_s=HERE_S)
        self._deals = deals
        self._clock = clock
        self._sessions = sessions
        self._find = find
        self._do = do
        self._tell = tell
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False
        self.watchers: Sequence[Watcher] = ()

    def notice(self, session: Session, table: Table) -> None:
        """Start a task for each computer player that is to move; end thinking about questions that are over.

        `Scheduler` calls this after each change of a table, and at the start for all tables.
        """
        if self._closed:
            return
        for turn, thought in list(session.turns.items()):
            if thought.is_thinking and not turn.is_open(table):
                self._give_up(session, turn)
        if table.fault is not None:
            return
        for seat in table.owing:
            question = open_question(table, seat)
            if table.facts.seats[seat].is_played_by_person or question is None:
                continue
            turn = Turn(session.id, seat, question.number)
            if turn not in session.turns:
                # The pace counts from now, not from the task's beginning: the clock may move before that.
                self._begin(session, turn, self._clock.now() + table.facts.pace_s)

    async def close(self) -> None:
        """Cancel the turns of all computer players, whose moves are not made; end processes and threads."""
        self._closed = True
        turns = [turn for session in self._sessions.all() for turn in session.turns.values()]
        await cancelled(*(turn.task for turn in turns), *self._ending)
        await self._thinking.close()
        await self._here.close()

    def _give_up(self, session: Session, turn: Turn) -> None:
        # Removed at once: the same question may be the computer's again before the task has ended.
        thought = session.turns.pop(turn)
        self._ending.add(thought.task)
        thought.task.cancel()

    def _begin(self, session: Session, turn: Turn, when: float) -> None:
        task = asyncio.create_task(self._take(turn, when), name=f"computer {turn}")
        thought = session.turns[turn] = Thought(task)
        task.add_done_callback(partial(self._ended, session, turn, thought))

    def _ended(self, session: Session, turn: Turn, thought: Thought, task: asyncio.Task[None]) -> None:
        self._ending.discard(task)
        if session.turns.get(turn) is thought:
            del session.turns[turn]

    async def _take(self, turn: Turn, when: float) -> None:
        failures = 0
        await self._clock.until(when)
        while True:
            try:
                await self._decide(turn)
            except StorageFailed as fault:
                log.warning("computer_waits", table=turn.table_id, seat=turn.seat, reason=fault.reason)
            except Refused as refusal:
                log.info("computer_refused", table=turn.table_id, seat=turn.seat, code=refusal.code)
                return
            except Exception as fault:
                log.error("computer_failed", table=turn.table_id, seat=turn.seat, fault=frames(fault))
            else:
                return
            failures += 1
            await self._clock.until(self._clock.now() + pause_s(failures))

    async def _decide(self, turn: Turn) -> None:
        """Have the turn's player move or, if it fails, a weaker one; if all fail, make a random move."""
        table = await self._find(turn.table_id)
        if not turn.is_open(table):
            return
        levels, quick = self._levels(table, turn.seat), self._quick()
        thinking, again = self._thinking, list(AGAIN_S)
        while levels:
            fault = await self._fault(turn, partial(self._chosen, thinking, levels[0]), levels[0], again)
            if fault is None:
                return
            if fault in {NOT_STARTED, NOT_READY}:
                # The player hasn't failed, but only quick players may think in this process.
                levels, thinking = [level for level in levels if level in quick], self._here
                continue
            if fault == DIED and quick.issuperset(levels[1:2]):
                thinking = self._here
            levels = levels[1:]
        await self._answer(turn, self._any, again)

    async def _fault(self, turn: Turn, choose: Choose, player_id: str, again: list[float]) -> str | None:
        """Have a player move; return None, or why it failed: a `NoMove.reason`, or an exception's stack.

        `choose` and `again`: as in `_answer`.
        """
        try:
            await self._answer(turn, choose, again)
        except StorageFailed:
            raise
        except Exception as fault:
            if isinstance(fault, Refused) and fault.code in ENDED:
                raise
            # A failure of a computer player must not stop the game for the people at the table.
            said = fault.reason if isinstance(fault, NoMove) else frames(fault)
            log.error("computer_player_failed", table=turn.table_id, player=player_id, fault=said)
            return said
        return None

    def _quick(self) -> frozenset[str]:
        """The ids of the quick players: the player that takes over people's seats, and all weaker players."""
        known = list(self._players)
        return frozenset(known[known.index(successor(known)) :] if known else ())

    def _levels(self, table: Table, seat: Seat) -> list[str]:
        """The id of a seat's player, followed by those of all weaker players."""
        known, wanted = list(self._players), table.facts.seats[seat].computer
        if not known:
            return []
        if wanted is not None and wanted not in known:
            log.warning("computer_player_unknown", table=table.facts.id, player=wanted)
        first = wanted if wanted is not None and wanted in known else successor(known)
        return known[known.index(first) :]

    async def _answer(self, turn: Turn, choose: Choose, again: list[float]) -> None:
        """Make the move that `choose` returns, unless the question is over before the thinking begins.

        If no process can be started, or the process dies, `choose` is called again after the first pause in
        `again` (in seconds), which is removed from `again`. During a pause, other players may think.
        """
        thought = self._sessions.of(turn.table_id).turns[turn]
        thought.is_thinking, thought.is_long = True, False
        saying = asyncio.create_task(self._say_at(self._clock.now() + LONG_S, turn, thought))
        try:
            while True:
                try:
                    async with self._thinking.room:
                        table = await self._find(turn.table_id)
                        if table.position is None or not turn.is_open(table):
                            return
                        seen, seed = self._seen(table, turn.seat)
                        move = await choose(table.game, seen, turn.seat, seed)
                    break
                except NoMove as none:
                    if none.reason not in {NOT_STARTED, DIED} or not again:
                        raise
                    log.warning("computer_waits", table=turn.table_id, seat=turn.seat, reason=none.reason)
                await self._clock.until(self._clock.now() + again.pop(0))
        finally:
            saying.cancel()
            thought.is_thinking = thought.is_long = False
        at = turn.seat, turn.asked, move
        await self._do(turn.table_id, NOBODY, turn.click, played_by_computer, *at)

    def _seen(self, table: Table, seat: Seat) -> tuple[Any, int]:
        """The observation by which a computer player answers its question now, and the seed of its choice."""
        position = table.mainline[asked_at(table, seat)].position
        assert position is not None
        seen = table.game.recall(position.state, seat)
        return seen, self._deals.seed(table.facts, seat, seen)

    async def _say_at(self, when: float, turn: Turn, thought: Thought) -> None:
        await self._clock.until(when)
        thought.is_long = True
        self._tell(turn.table_id)

    async def _chosen(
        self, thinking: Thinking, player_id: str, game: AnyGame, seen: Any, seat: Seat, seed: int
    ) -> str:
        began = time.perf_counter()
        try:
            return await thinking.think(game, player_id, seen, seat, seed)
        finally:
            for watcher in self.watchers:
                watcher.thought(time.perf_counter() - began)

    async def _any(self, game: AnyGame, seen: Any, seat: Seat, seed: int) -> str:
        move = await asyncio.to_thread(random_player, game, seen, seat, Stream(seed))
        return game.write_move(move)
