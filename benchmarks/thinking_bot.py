"""Our bot, with four computer players that think without pause while the file `THINK` asks for it.

The file contains `processes` or `threads` (used up to version 0.1.0), the place of thinking; if it is empty,
nobody thinks.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final
from unittest import mock

import bot
from benchmarks import thorough_players
from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Seat
from tables import Tables
from tables.computers.thinking import InProcesses, InThreads, Thinking
from tests.engine.seeded import Setup, random_game

PLAYERS: Final = 4
LOOKS_S: Final = 0.05
"""Seconds between a player's checks of the file."""
MOVES: Final = 60
"""The number of moves before the position about which players think, which is then complex."""


def question(seed: int) -> tuple[AnyGame, Any, Seat]:
    """Return the board game, with a player's observation in the middle of a game, and the player's seat."""
    game = games()["rapa-nui-board"]
    played = islice(random_game(Setup(game, PLAYERS, game.chosen_options({})), seed), MOVES, None)
    state, seat = next((one.before, one.seat) for one in played if one.seat != CHANCE)
    return game, game.observe(state, seat), seat


async def think(where: Mapping[str, Thinking], said: Path, asked: tuple[AnyGame, Any, Seat]) -> None:
    """Think about a question again and again, in the place that the file `said` names."""
    while True:
        wanted = said.read_text() if said.exists() else ""  # noqa: ASYNC240 - it is tiny
        if not wanted:
            await asyncio.sleep(LOOKS_S)
            continue
        thought = asyncio.create_task(thought_in(where[wanted], *asked))
        while not thought.done() and said.read_text() == wanted:  # noqa: ASYNC240
            await asyncio.wait([thought], timeout=LOOKS_S)
        thought.cancel()
        await asyncio.gather(thought, return_exceptions=True)


async def thought_in(thinking: Thinking, game: AnyGame, seen: Any, seat: Seat) -> None:
    """Think once, as `Computers` does; stop early if other programs need the processor."""
    async with thinking.room:
        await thinking.think(game, "thorough", seen, seat, seed=1)


def main() -> int:
    """Run the bot; return its exit status."""
    said, open_tables = Path(os.environ["THINK"]), Tables.open
    thinkers: list[asyncio.Task[None]] = []
    questions = [question(seed) for seed in range(PLAYERS)]

    async def opened(path: str) -> Any:
        where: dict[str, Thinking] = {
            "processes": InProcesses(thorough_players.__name__),
            "threads": InThreads(thorough_players.PLAYERS),
        }
        thinkers.extend(asyncio.create_task(think(where, said, one)) for one in questions)
        return await open_tables(path)

    with mock.patch.object(Tables, "open", opened):
        return bot.main()


if __name__ == "__main__":
    sys.exit(main())
