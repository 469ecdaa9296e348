"""For how long, at most, our code blocks the bot's event loop, and where: after the start, and under load.

`python -m benchmarks.loop`.  The bot and its watch run in a process of their own (`watched_bot.py`).  Time in
which the bot's thread waits for a busy processor doesn't count.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.cold import LASTS_S, NAMES, evening
from benchmarks.crowd import process
from benchmarks.goals import at_most
from benchmarks.watch import Hold, report
from benchmarks.watched_bot import Watched
from tests.local import local_discord

LOAD_S: Final = 15.0


async def main() -> None:
    """Play six tables right after the start, then six more without pauses; print what blocked the loop."""
    with tempfile.TemporaryDirectory() as folder:
        holds = Path(folder) / "holds.json"
        env = {"DATABASE_PATH": f"{folder}/tables.sqlite3", "HOLDS": str(holds)}
        async with (
            local_discord(people=NAMES, check=False) as discord,
            process(discord, "-m", "benchmarks.watched_bot", **env),
        ):
            waits = await evening(discord, time.perf_counter() + LASTS_S)
            print(f"cold: {waits}")
            is_cold_until = time.monotonic()
            waits = await evening(discord, time.perf_counter() + LOAD_S, pause_s=0)
            print(f"under load: {waits}")
        watched = msgspec.json.decode(holds.read_bytes(), type=Watched)
    cold = [hold for hold in watched.holds if hold.at < is_cold_until]
    load = [hold for hold in watched.holds if hold.at >= is_cold_until]
    report("cold", cold)
    report("under load", load)
    collected = watched.collections_s
    print(
        f"garbage: {len(collected)} collections, {sum(collected) * 1000:.0f} ms together, the longest"
        f" {max(collected, default=0) * 1000:.0f} ms"
    )
    at_most("loop, cold: held by us, ms", longest_ms(cold), 50)
    at_most("loop, under load: held by us, ms", longest_ms(load), 50)


def longest_ms(holds: list[Hold]) -> float:
    """Return the length of the longest hold (time in which the loop was blocked), in milliseconds."""
    return max((hold.ours_s for hold in holds), default=0.0) * 1000


if __name__ == "__main__":
    asyncio.run(main())
