"""Thinking that lasts until the test says so."""

from __future__ import annotations

import asyncio
from typing import Any

from engine.game import AnyGame, Seat
from engine.players import random_player
from tables.thinker import choice


class SlowThinking:
    """Players that find a move when they are let, whichever they are.

    Attributes:
        room: As `Thinking.room`.
        begun: Somebody has begun to think.
        go: They are let find a move.
        may_end: A thought that is given up may end.
        thoughts: The player, seat and seed of each thought so far.
        given_up: How many thoughts were given up.
    """

    def __init__(self, at_once: int = 2) -> None:
        self.room = asyncio.Semaphore(at_once)
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
        return choice(game, random_player.choose, seen, seat, seed)

    async def begins(self) -> None:
        """Wait until somebody begins to think."""
        async with asyncio.timeout(20):
            await self.begun.wait()
        self.begun.clear()

    async def close(self) -> None:
        """As `Thinking.close`."""
