"""How long people wait for answers to their clicks while four computer players think, and while none does.

`python -m benchmarks.thinking`.  The players think without a pause, a second a move: in processes of their
own and, to compare, in threads of the bot.  The bot runs in a process of its own (`thinking_bot.py`), the
local Discord and its people in this one.  That nobody thinks and that they do take turns, at the same tables.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from benchmarks.crowd import Waits, click, panel, process, seat
from benchmarks.goals import at_most
from localdiscord import LocalDiscord
from tests.local import local_discord

AT_A_TABLE: Final = 4
NAMES: Final = [f"Person {n}" for n in range(16)]
PAUSE_S: Final = 0.3
"""Seconds that somebody takes to look, on average."""
WHERE: Final = ("", "processes", "threads")
ROUNDS: Final = 8
LASTS_S: Final = 2.0
"""Seconds for which people click in one round."""
BEGINS_S: Final = 1.0
"""Seconds until the players are at it, or have given it up."""


async def clicking(discord: LocalDiscord, dice: random.Random, seconds: float, waits: Waits) -> None:
    """Have everybody click for so long."""
    until = time.perf_counter() + seconds

    async def one(name: str) -> None:
        while time.perf_counter() < until:
            await asyncio.sleep(dice.expovariate(1 / PAUSE_S))
            await waits.answer(await click(discord.person(name), dice, Counter()))

    await asyncio.gather(*map(one, NAMES))


async def measured(discord: LocalDiscord, think: Path) -> dict[str, Waits]:
    """How long people wait, by where four players think meanwhile."""
    found, dice = {where: Waits() for where in WHERE}, random.Random(1)
    for first in range(0, len(NAMES), AT_A_TABLE):
        await seat(discord, NAMES[first : first + AT_A_TABLE], "games", "rapa-nui-cards", Waits())
    await discord.until(lambda: all(panel(discord.person(name)) for name in NAMES), timeout_s=30)
    await clicking(discord, dice, LASTS_S, Waits())
    for where in [*WHERE[:2] * ROUNDS, WHERE[2]]:
        think.write_text(where)  # noqa: ASYNC240 - it is tiny
        await clicking(discord, dice, BEGINS_S, Waits())
        await clicking(discord, dice, LASTS_S, found[where])
    return found


async def main() -> None:
    """Measure, and print how much later the answers are."""
    with tempfile.TemporaryDirectory() as folder:
        env = {"DATABASE_PATH": f"{folder}/tables.sqlite3", "THINK": f"{folder}/think"}
        async with (
            local_discord(people=NAMES, check=False) as discord,
            process(discord, "-m", "benchmarks.thinking_bot", **env),
        ):
            found = await measured(discord, Path(env["THINK"]))
    for where, waits in found.items():
        print(f"{f'four think in {where}' if where else 'nobody thinks':<24}{waits}")
    none = found[""]
    for name, share in (("median", 0.5), ("99th percentile", 0.99)):
        times = found["processes"].ms(share) / none.ms(share)
        at_most(f"thinking: {name} beside four players, times that beside none", times, 1.3)


if __name__ == "__main__":
    asyncio.run(main())
