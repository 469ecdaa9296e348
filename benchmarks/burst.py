"""How many of 200 simultaneous clicks a slowed-down bot answers within Discord's 3 seconds.

`python -m benchmarks.burst [share]`.  The local Discord and its people share one process.  The bot has
another, which runs only for `share` of the time (default: 0.2): it is stopped and continued again and again.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from typing import Final

from benchmarks.crowd import Waits, panel, process, seat
from benchmarks.stands import AT_A_TABLE
from localdiscord import Interaction, LocalDiscord, NotAnswered
from tests.local import local_discord

PEOPLE: Final = 200
ROUNDS: Final = 3
CALM_S: Final = 60.0
QUIET_S: Final = 2.0
NAMES: Final = [f"Person {n}" for n in range(PEOPLE)]
SLICE_S: Final = 0.02


async def slowed(process_id: int, share: float) -> None:
    """Let a process run for only a share of the time, until this task is cancelled."""
    try:
        while True:
            os.kill(process_id, signal.SIGCONT)
            await asyncio.sleep(SLICE_S)
            os.kill(process_id, signal.SIGSTOP)
            await asyncio.sleep(SLICE_S / share - SLICE_S)
    finally:
        os.kill(process_id, signal.SIGCONT)


async def burst(discord: LocalDiscord, dice: random.Random) -> list[float]:
    """Have everybody click at once; for each click that was answered in time, return the seconds waited."""

    async def wait(clicked: Interaction, began: float) -> float | None:
        try:
            await clicked.answered()
        except NotAnswered:
            return None
        return time.monotonic() - began

    waits = []
    for name in NAMES:
        shown = panel(discord.person(name))
        assert shown is not None
        moves = [one for one in shown.custom_ids if one.startswith("m:")]
        again = [one for one in shown.custom_ids if ":refresh" in one]
        who = discord.person(name)
        clicked = await who.click(shown, custom_id=dice.choice(moves or again))
        waits.append(asyncio.create_task(wait(clicked, time.monotonic())))
    return [took for took in await asyncio.gather(*waits) if took is not None]


async def calm(discord: LocalDiscord, quiet_s: float = QUIET_S) -> float:
    """Wait until the bot has sent nothing for `quiet_s` seconds; return how long it was still sending."""
    began = last = time.monotonic()
    known = len(list(discord.requests))
    while time.monotonic() - last < quiet_s and last - began < CALM_S:
        await asyncio.sleep(0.2)
        if (now := len(list(discord.requests))) != known:
            known, last = now, time.monotonic()
    return last - began


async def main(share: float) -> None:
    """Print for each round how many clicks were answered, how fast, and how long the bot went on sending."""
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/tables.sqlite3"
        channels = [f"games-{n}" for n in range(PEOPLE // AT_A_TABLE // 10 + 1)]
        async with (
            local_discord(people=NAMES, channels=channels, check=False) as discord,
            process(discord, "bot.py", DATABASE_PATH=path) as bot,
        ):
            for first in range(0, PEOPLE, AT_A_TABLE):
                channel = channels[first // AT_A_TABLE // 10]
                await seat(discord, NAMES[first : first + AT_A_TABLE], channel, "rapa-nui-cards", Waits())
            await discord.until(lambda: all(panel(discord.person(name)) for name in NAMES), timeout_s=120)
            await calm(discord)
            for number in range(ROUNDS):
                slowing = asyncio.create_task(slowed(bot, share))
                took = await burst(discord, dice)
                went_on = await calm(discord, QUIET_S / share)
                slowing.cancel()
                await asyncio.gather(slowing, return_exceptions=True)
                await calm(discord)
                median = statistics.median(took) * 1000 if took else 0
                print(
                    f"round {number + 1}: {len(took):3} of {PEOPLE} in time, median {median:5.0f} ms;"
                    f" all done after {went_on:4.1f} s"
                )


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 0.2))
