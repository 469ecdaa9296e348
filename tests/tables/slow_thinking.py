"""Computer players that think until the test lets them end."""

from __future__ import annotations

import asyncio
from typing import Final

from engine.game import AnyGame, Seat
from engine.players.quick import random_player
from tables.computers.thinking import Thinking
from tables.computers.worker_main import Asked, said

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

    async def _said(self, game: AnyGame, asked: Asked) -> str:
        """Think, or judge moves, when the test allows it."""
        player = asked.player_id or JUDGE
        self.thoughts.append((player, asked.seat, 0 if player == JUDGE else asked.seed))
        self.begun.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            await self.may_end.wait()
            raise
        return said(game, {player: random_player}, asked)

    async def begins(self) -> None:
        """Wait until a player begins to think."""
        async with asyncio.timeout(20):
            await self.begun.wait()
        self.begun.clear()

    async def close(self) -> None:
        """Do nothing at the end."""
