"""The bot in a process of its own: run as `bot.py` does, but with the test's clock and seed."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar
from unittest.mock import patch

from PIL import Image

import bot
from cogs.client import TableBot
from cogs.messages.refresher import Pace
from cogs.ops.settings import network
from pictures import Scene, Studio
from tables import StorageProblem, Tables
from tables.store.address import configured
from tests.pictures.painted import encode
from tests.soak.clock import MovedClock

T = TypeVar("T")
# Short pauses after an outage, since a storm of a minute has many outages.
PACE = Pace(spacing_s=0.05, retry_s=(0.2, 0.5, 1.0, 2.0))
IDENTIFY_S: Final = 0.3

DRAWING = encode(Image.new("RGB", (16, 16)), "dusk")


def draw(_: Scene) -> bytes:
    """Return an empty picture; a file's name and alternative text suffice to tell the picture."""
    return DRAWING


class Dice:
    """Random numbers from a seed."""

    def __init__(self, seed: str) -> None:
        self._dice = random.Random(seed)

    def below(self, bound: int, /) -> int:
        return self._dice.randrange(bound)

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        return tuple(self._dice.sample(items, len(items)))


async def run() -> int:
    """Run the bot until it is stopped; return its exit status."""
    settings = os.environ
    clock, chance = MovedClock(Path(settings["SOAK_CLOCK"])), Dice(settings["SOAK_SEED"])
    try:
        tables = await Tables.open(configured(settings), chance=chance, clock=clock)
    except StorageProblem:
        return 1  # `bot.py` would print a sentence on this.
    try:
        client = TableBot(
            tables,
            api_base=settings["DISCORD_API_BASE"],
            studio=Studio(draw),
            pace=PACE,
            network=network(settings),
        )
        async with client:
            await client.start(settings["DISCORD_TOKEN"])
    finally:
        await tables.close()
    return 0


def die_with_the_machine() -> None:
    """End this process when the test's process ends, which closes our standard input."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def main() -> int:
    """Run the bot; return its exit status."""
    threading.Thread(target=die_with_the_machine, daemon=True).start()
    bot.set_up_logging("WARNING")
    quickly = patch("cogs.ops.connection.IDENTIFY_S", IDENTIFY_S)
    with quickly, asyncio.Runner(loop_factory=bot.fast_loop()) as runner:
        return runner.run(bot.until_stopped(run(), ""))


if __name__ == "__main__":
    sys.exit(main())
