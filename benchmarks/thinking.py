"""How long people wait for answers to their clicks, while four computer players think and while none does.

`python -m benchmarks.thinking`.  The players think without pause, a second for each move: in processes of
their own and, for comparison, in threads of the bot.  The bot has a process of its own (`thinking_bot.py`);
the local Discord and its people share this one.  Rounds with and without thinking alternate, at the same
tables.
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
"""Seconds between a person's clicks, on average."""
WHERE: Final = ("", "processes", "threads")
ROUNDS: Final = 8
LASTS_S: Final = 2.0
"""Seconds of clicking in a round."""
BEGINS_S: Final = 1.0
"""Seconds in which the players begin, or stop, to think."""


async def clicking(discord: LocalDiscord, dice: random.Random, seconds: float, waits: Waits) -> None:
    """Have everybody click for `seconds`."""
    until = time.perf_counter() + seconds

    async def one(name: str) -> None:
        while time.perf_counter() < until:
            await asyncio.sleep(dice.expovariate(1 / PAUSE_S))
            await waits.answer(await click(discord.person(name), dice, Counter()))

    await asyncio.gather(*map(one, NAMES))


async def measured(discord: LocalDiscord, think: Path) -> dict[str, Waits]:
    """Return people's waits by the place where four players think at the same time."""
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
    """Measure, and print how much later answers come while players think."""
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
