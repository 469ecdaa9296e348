"""Thinking that lasts until the test says so."""

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
"""Stands in place of a player where moves are judged."""


class SlowThinking(Thinking):
    """Players that find a move when they are let, whichever they are.

    Attributes:
        begun: Somebody has begun to think.
        go: They are let find a move.
        may_end: A thought that is given up may end.
        thoughts: The player, seat and seed of each thought so far.
        given_up: How many thoughts were given up.
    """

    def __init__(self, at_once: int = 2) -> None:
        super().__init__(at_once)
        self.begun, self.go, self.may_end = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.may_end.set()
        self.thoughts: list[tuple[str, Seat, int]] = []
        self.given_up = 0

    async def think(self, game: AnyGame, player_id: str, seen: Any, seat: Seat, seed: int) -> str:
        """As `Thinking.think`."""
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
        """As `Thinking.judge`."""
        self.thoughts.append((JUDGE, seat, 0))
        self.begun.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return read_judgement(game, judgement(game, seen, seat, seed, also, budget))

    async def begins(self) -> None:
        """Wait until somebody begins to think."""
        async with asyncio.timeout(20):
            await self.begun.wait()
        self.begun.clear()

    async def close(self) -> None:
        """As `Thinking.close`."""
