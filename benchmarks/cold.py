"""How long people wait who open six tables right after the bot's start, before it has drawn any picture.

`python -m benchmarks.cold`.  The local Discord and its people share one process; the bot has another.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from typing import Final

from benchmarks.crowd import Waits, click, panel, process, seat
from benchmarks.goals import at_most
from engine.catalogue import games
from localdiscord import LocalDiscord
from tests.local import local_discord

TABLES: Final = 6
AT_A_TABLE: Final = 3
NAMES: Final = [f"Person {n}" for n in range(TABLES * AT_A_TABLE)]
LASTS_S: Final = 6.0
"""Seconds for which people click after the bot has come online."""
PAUSE_S: Final = 0.4
"""Seconds between a person's clicks, on average."""


async def evening(discord: LocalDiscord, until: float, pause_s: float = PAUSE_S) -> Waits:
    """Open all tables at once, and have everybody play until `until`, by `time.perf_counter`."""
    waits, dice, clicked = Waits(), random.Random(1), Counter[str]()

    async def play(name: str) -> None:
        await discord.until(lambda: panel(discord.person(name)), timeout_s=30)
        while time.perf_counter() < until:
            await waits.answer(await click(discord.person(name), dice, clicked))
            await asyncio.sleep(dice.expovariate(1 / pause_s) if pause_s else 0)

    async def table(number: int) -> None:
        names = NAMES[number * AT_A_TABLE : (number + 1) * AT_A_TABLE]
        game, channel = list(games())[number % len(games())], ("games", "lounge")[number % 2]
        await seat(discord, names, channel, game, waits)
        await asyncio.gather(*map(play, names))

    await asyncio.gather(*map(table, range(TABLES)))
    print(", ".join(f"{count} {what}" for what, count in sorted(clicked.items())))
    return waits


async def main() -> None:
    """Start the bot, play, and print how long people waited."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        async with (
            local_discord(people=NAMES, check=False) as discord,
            process(discord, "bot.py", DATABASE_PATH=f"{folder}/tables.sqlite3"),
        ):
            online_s = time.perf_counter() - began
            waits = await evening(discord, time.perf_counter() + LASTS_S)
    print(f"online after {online_s:.1f} s; {TABLES} tables at once: {waits}")
    at_most("cold: 99th percentile, ms", waits.ms(0.99), 300)
    at_most("cold: clicks without an answer within 3 s", waits.lost, 0)


if __name__ == "__main__":
    asyncio.run(main())
