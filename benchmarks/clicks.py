"""How many clicks of 64 people the bot answers a second, beside a bare bot of discord.py on the same Discord.

`python -m benchmarks.clicks`.  The local Discord and its people share one process, the bot has another.
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
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from localdiscord import LocalDiscord
from localdiscord.person import Person
from localdiscord.shown import ShownMessage
from tests.local import local_discord

PEOPLE: Final = 64
AT_A_TABLE: Final = 4
SECONDS: Final = 12.0
ROOT: Final = Path(__file__).parents[1]
NAMES: Final = [f"Person {n}" for n in range(PEOPLE)]

Click = Callable[[Person, int], Awaitable[None]]


@asynccontextmanager
async def process(discord: LocalDiscord, *command: str, **env: str) -> AsyncIterator[int]:
    """Run a bot on the local Discord in a process of its own; gives the process's id."""
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        cwd=ROOT,
        env={
            **os.environ,
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_BASE": discord.api_base,
            "LOG_LEVEL": "ERROR",
            "PYTHONPATH": str(ROOT),
            **env,
        },
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        await discord.until(lambda: discord.online, timeout_s=30)
        yield started.pid
    finally:
        started.send_signal(signal.SIGINT)
        await started.wait()


async def measured(discord: LocalDiscord, click: Click) -> tuple[float, list[float]]:
    """Everybody clicks as soon as they are answered: clicks a second, and how long each click took, in s."""
    took: list[float] = []
    until = time.monotonic() + SECONDS

    async def go_on(number: int, who: Person) -> None:
        while time.monotonic() < until:
            began = time.monotonic()
            await click(who, number)
            took.append(time.monotonic() - began)

    await asyncio.gather(*(go_on(n, discord.person(name)) for n, name in enumerate(NAMES)))
    return len(took) / SECONDS, took


async def bare() -> tuple[float, list[float]]:
    """Measure the bare bot."""
    async with local_discord(people=NAMES, check=False) as discord:
        channel = discord.channel("games")
        env = {"CHANNEL": channel.id, "PEOPLE": str(PEOPLE)}
        async with process(discord, "-m", "benchmarks.bare_bot", **env):
            await discord.until(lambda: len(channel.messages) == PEOPLE, timeout_s=30)
            panels = discord.person(NAMES[0]).messages("games")

            async def click(who: Person, number: int) -> None:
                clicked = await who.click(panels[number], custom_id=panels[number].custom_ids[0])
                await clicked.answered()

            return await measured(discord, click)


async def ours(folder: str) -> tuple[float, list[float]]:
    """Measure our bot with 16 tables of 4 people, who click what their panels offer, or refresh them."""
    dice = random.Random(1)
    async with (
        local_discord(people=NAMES, check=False) as discord,
        process(discord, "bot.py", DATABASE_PATH=f"{folder}/tables.sqlite3"),
    ):
        for first in range(0, PEOPLE, AT_A_TABLE):
            await seat(discord, NAMES[first : first + AT_A_TABLE], "games" if first < 32 else "lounge")
        await discord.until(lambda: all(panel(discord, name) for name in NAMES), timeout_s=30)

        async def click(who: Person, number: int) -> None:
            shown = panel(discord, NAMES[number])
            assert shown is not None
            moves = [one for one in shown.custom_ids if one.startswith("m:")]
            again = [one for one in shown.custom_ids if ":refresh" in one]
            if moves or again:
                clicked = await who.click(shown, custom_id=dice.choice(moves or again))
                await clicked.answered()
            else:  # Their game has ended.
                clicked = await who.forge(shown, "o:rules:rapa-nui-cards.1")
                await clicked.answered()

        return await measured(discord, click)


async def seat(discord: LocalDiscord, names: list[str], channel: str) -> None:
    """Open and start a table with these people."""
    opened = await discord.person(names[0]).command("table new", channel=channel, game="rapa-nui-cards")
    await opened.answered()
    board = discord.person(names[0]).messages(channel)[-1]
    for name in names[1:]:
        joined = await discord.person(name).click(board, "Join")
        await joined.answered()
    started = await discord.person(names[0]).click(board, "Start")
    await started.answered()


def panel(discord: LocalDiscord, name: str) -> ShownMessage | None:
    """The newest direct message of somebody."""
    shown = discord.person(name).direct_messages()
    return shown[-1] if shown else None


def line(name: str, rate: float, took: list[float]) -> None:
    """Print a line of results."""
    median, worst = statistics.median(took) * 1000, max(took) * 1000
    print(f"{name:<28}{rate:8.0f} clicks/s   median {median:6.0f} ms   longest {worst:6.0f} ms")


async def main() -> None:
    """Measure both and print the ratio."""
    floor, took = await bare()
    line("bare discord.py bot", floor, took)
    with tempfile.TemporaryDirectory() as folder:
        rate, took = await ours(folder)
    line("tables, every move durable", rate, took)
    print(f"ratio {rate / floor:.2f}")


if __name__ == "__main__":
    asyncio.run(main())
