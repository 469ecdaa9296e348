"""Computer players: wherever one owes a decision, it waits the table's pace, thinks, and plays.

Each turn has a task, and the thinking is done in threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import structlog

from engine.game import Chance, Seat
from engine.players import Player, random_player
from tables.clock import Clock, pause_s
from tables.errors import Refused, StorageFailed, frames
from tables.play import computer_click, open_question
from tables.seat_changes import successor
from tables.table import Table

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

THREADS: Final = 2
ENDED: Final = frozenset({"table_over", "table_cancelled"})


class Turn(NamedTuple):
    """A question put to a computer player."""

    table_id: str
    seat: Seat
    asked: int

    @property
    def click(self) -> str:
        """The key of the move, in place of a click's id, so that it is made only once."""
        return computer_click(self.seat, self.asked)


Find = Callable[[str], Awaitable[Table]]
Play = Callable[[Turn, str], Awaitable[object]]


class Computers:
    """Runs the computer players of all tables, from the first `notice` to `close`."""

    def __init__(
        self, players: Mapping[str, Player], chance: Chance, clock: Clock, find: Find, play: Play
    ) -> None:
        self._players = players
        self._chance = chance
        self._clock = clock
        self._find = find
        self._play = play
        self._tasks: dict[Turn, asyncio.Task[None]] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="computer-player")
        self._closed = False

    def notice(self, table: Table) -> None:
        """Have the computer players of a table play where it is their turn: each in a task of its own.

        `Waking` calls it after each change of a table, and at the start for all.
        """
        if self._closed or table.fault is not None:
            return
        for seat in table.owing:
            question = open_question(table, seat)
            if table.facts.seats[seat].is_played_by_person or question is None:
                continue
            turn = Turn(table.facts.id, seat, question.number)
            if turn not in self._tasks:
                # From now on, not from when its task begins: the clock may be moved before that.
                when = self._clock.now() + table.facts.pace_s
                task = asyncio.create_task(self._take(turn, when), name=f"computer {turn}")
                self._tasks[turn] = task
                task.add_done_callback(lambda _, turn=turn: self._tasks.pop(turn, None))  # type: ignore[misc]

    async def close(self) -> None:
        """Stop all computer players; those that are thinking are waited for, but their moves are not made."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)

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
        table = await self._find(turn.table_id)
        question = open_question(table, turn.seat)
        if question is None or question.number != turn.asked or question.answered:
            return
        info = table.facts.seats[turn.seat]
        if info.is_played_by_person:
            return  # The seat's person has come back.
        player_id = info.computer or successor(self._players)
        try:
            chosen = await self._choose(self._players[player_id], table, turn.seat)
            await self._play(turn, chosen)
        except StorageFailed:
            raise
        except Exception as fault:
            if isinstance(fault, Refused) and fault.code in ENDED:
                raise
            # A fault in a computer player must not stop the game for the people at the table.
            log.error("computer_player_failed", table=turn.table_id, player=player_id, fault=frames(fault))
            await self._play(turn, await self._choose(random_player.choose, table, turn.seat))

    async def _choose(self, player: Player, table: Table, seat: Seat) -> str:
        game = table.game
        state = table.position.state if table.position is not None else None
        loop = asyncio.get_running_loop()
        observation = game.observe(state, seat)
        move = await loop.run_in_executor(self._threads, player, game, observation, seat, self._chance)
        return game.write_move(move)
