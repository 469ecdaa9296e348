"""Computer players that think until the test lets them end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from engine.game import AnyGame, Seat
from engine.players.judging import JUDGES, Judged
from engine.players.quick import random_player
from engine.players.searcher import Budget
from tables.computers.thinking import SEED, Thinking
from tables.computers.worker_main import choice, judgement, read_judgement

JUDGE: Final = "judge"
"""Stands in place of a player's id if moves are to be judged."""


class SlowThinking(Thinking):
    """Computer players that return a move only when the test allows it.

    Attributes:
        begun: An event: a player has begun to think.
        go: An event: players may return their moves.
        may_end: An event: a cancelled thought may end.
        thoughts: The player, seat and seed of each thought so far.
        given_up: The number of cancelled thoughts.
    """

    def __init__(self, at_once: int = 2) -> None:
        super().__init__(at_once)
        self.begun, self.go, self.may_end = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.may_end.set()
        self.thoughts: list[tuple[str, Seat, int]] = []
        self.given_up = 0

    async def think(self, game: AnyGame, player_id: str, seen: Any, seat: Seat, seed: int) -> str:
        """Think as `Thinking.think`, when the test allows it."""
        self.thoughts.append((player_id, seat, seed))
        self.begun.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            await self.may_end.wait()
            raise
        return choice(game, random_player, seen, seat, seed)

    async def judge(
        self,
        game: AnyGame,
        seen: Any,
        seat: Seat,
        also: Sequence[str],
        budget: Budget = JUDGES,
        seed: int = SEED,
    ) -> tuple[Judged, ...]:
        """Judge moves as `Thinking.judge`, when the test allows it."""
        self.thoughts.append((JUDGE, seat, 0))
        self.begun.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return read_judgement(game, judgement(game, seen, seat, seed, also, budget))

    async def begins(self) -> None:
        """Wait until a player begins to think."""
        async with asyncio.timeout(20):
            await self.begun.wait()
        self.begun.clear()

    async def close(self) -> None:
        """Do nothing at the end."""
