"""How fast the bot answers the clicks of 64 people, beside bots of discord.py alone on the same Discord.

`python -m benchmarks.clicks`.  The local Discord and its people share one process, the bot has another.
There are two floors: a bare bot, which edits a message of text and buttons for each click (`bare_bot.py`),
and one that sends the same messages as ours, as many and as large, from constants (`constant_bot.py`).
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from benchmarks.constant_bot import Sent
from benchmarks.crowd import Waits, click, cpu_s, panel, process, seat
from benchmarks.goals import at_least, at_most
from localdiscord import LocalDiscord
from localdiscord.model.interaction import Interaction
from localdiscord.person import Person
from tests.local import local_discord

PEOPLE: Final = 64
AT_A_TABLE: Final = 4
SECONDS: Final = 12.0
NAMES: Final = [f"Person {n}" for n in range(PEOPLE)]

Click = Callable[[Person, int], Awaitable[Interaction]]
"""Somebody and their number -> what they have clicked."""


class Measured(NamedTuple):
    """What a bot did with the clicks.

    Attributes:
        rate: Answers a second.
        waits: How long people waited.
        cpu_ms: Milliseconds of CPU of the bot, with all its processes, for each click.
        sent: What the bot sent for each click.
    """

    rate: float
    waits: Waits
    cpu_ms: float
    sent: Sent


async def measured(discord: LocalDiscord, bot: int, click: Click) -> Measured:
    """Everybody clicks as soon as they are answered."""
    waits = Waits()
    began, cpu, before = time.perf_counter(), cpu_s(bot), len(list(discord.requests))

    async def go_on(number: int, who: Person) -> None:
        while time.perf_counter() < began + SECONDS:
            await waits.answer(await click(who, number))

    await asyncio.gather(*(go_on(n, discord.person(name)) for n, name in enumerate(NAMES)))
    count = len(waits.took)
    rate = (count - waits.lost) / (time.perf_counter() - began)
    paths = [request.path for request in islice(discord.requests, before, None)]
    late = sum(path.endswith("/@original") for path in paths)
    repaints = sum(path.startswith("/channels/") for path in paths)
    sent = Sent(waits.deferred / count, late / count, repaints / count)
    return Measured(rate, waits, (cpu_s(bot) - cpu) / count * 1000, sent)


async def alone(name: str, sent: Sent | None = None) -> Measured:
    """Measure a bot of discord.py alone, which sends what it is told."""
    async with local_discord(people=NAMES, check=False) as discord:
        channel = discord.channel("games")
        env = {"CHANNEL": channel.id, "PEOPLE": str(PEOPLE), "SENT": msgspec.json.encode(sent).decode()}
        async with process(discord, "-m", f"benchmarks.{name}", **env) as bot:
            await discord.until(lambda: len(channel.messages) == PEOPLE, timeout_s=30)
            panels = discord.person(NAMES[0]).messages("games")

            async def same(who: Person, number: int) -> Interaction:
                return await who.click(panels[number], custom_id=panels[number].custom_ids[0])

            return await measured(discord, bot, same)


async def ours(folder: str, clicked: Counter[str]) -> Measured:
    """Measure our bot with 16 tables of 4 people, who click what their panels offer, or look again."""
    dice = random.Random(1)
    async with (
        local_discord(people=NAMES, check=False) as discord,
        process(discord, "bot.py", DATABASE_PATH=f"{folder}/tables.sqlite3") as bot,
    ):
        for first in range(0, PEOPLE, AT_A_TABLE):
            channel = "games" if first < PEOPLE / 2 else "lounge"
            await seat(discord, NAMES[first : first + AT_A_TABLE], channel, "rapa-nui-cards", Waits())
        await discord.until(lambda: all(panel(discord, name) for name in NAMES), timeout_s=30)
        return await measured(discord, bot, lambda who, _: click(who, dice, clicked))


def line(name: str, of: Measured) -> None:
    """Print a line of results."""
    print(f"{name:<28}{of.rate:6.0f} answers/s, {of.cpu_ms:5.2f} ms of CPU a click; {of.waits}")


async def main() -> None:
    """Measure all and print the ratios."""
    floor = await alone("bare_bot")
    line("bare discord.py bot", floor)
    clicked: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        own = await ours(folder, clicked)
    line("tables, every move durable", own)
    print(", ".join(f"{count} {what}" for what, count in sorted(clicked.items())))
    same = await alone("constant_bot", own.sent)
    line("the same from constants", same)
    at_least("clicks: answers a second, of the bare bot's", own.rate / floor.rate, 0.5)
    for name, share, times in (("median", 0.5, 2), ("99th percentile", 0.99, 3)):
        at_most(f"clicks: {name}, times the bare bot's", own.waits.ms(share) / floor.waits.ms(share), times)
    at_most("clicks: the longest wait, seconds", own.waits.ms(1) / 1000, 1)
    print(
        f"CPU a click, times the bare bot's: {own.cpu_ms / floor.cpu_ms:.1f},"
        f" times that of the same from constants: {own.cpu_ms / same.cpu_ms:.1f};"
        f" answers a second, of those: {own.rate / same.rate:.2f}"
    )


if __name__ == "__main__":
    asyncio.run(main())
