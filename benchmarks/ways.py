"""How many clicks are answered over HTTPS, in the response itself, beside the gateway in the same run.

`python -m benchmarks.ways`.  As in `clicks`, 64 people click as soon as they are answered, on a bare bot of
discord.py and on ours; each once over the gateway and once over HTTPS, where both use our receiver.
"""

from __future__ import annotations

import asyncio
import random
import socket
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from benchmarks.clicks import AT_A_TABLE, NAMES, PEOPLE, Measured, line, measured
from benchmarks.crowd import Waits, click, panel, process, seat
from benchmarks.goals import at_least, at_most
from localdiscord import LocalDiscord
from localdiscord.model.interaction import Interaction
from localdiscord.person import Person
from tests.local import local_discord


@asynccontextmanager
async def reached(discord: LocalDiscord, *command: str, is_https: bool, **env: str) -> AsyncIterator[int]:
    """Run a bot that gets its interactions this way; gives the process's id, once it is online."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    if is_https:
        env |= {"INTERACTIONS_PUBLIC_KEY": discord.public_key, "INTERACTIONS_PORT": port}
    async with process(discord, *command, **env) as bot:
        if is_https:
            await discord.use_interactions_url(f"http://127.0.0.1:{port}/")
        yield bot


async def bare(*, is_https: bool) -> Measured:
    """Measure a bot of discord.py alone."""
    async with local_discord(people=NAMES, check=False) as discord:
        channel = discord.channel("games")
        env = {"CHANNEL": channel.id, "PEOPLE": str(PEOPLE)}
        async with reached(discord, "-m", "benchmarks.bare_bot", is_https=is_https, **env) as bot:
            await discord.until(lambda: len(channel.messages) == PEOPLE, timeout_s=60)
            panels = discord.person(NAMES[0]).messages("games")

            async def same(who: Person, number: int) -> Interaction:
                return await who.click(panels[number], custom_id=panels[number].custom_ids[0])

            return await measured(discord, bot, same)


async def ours(folder: str, *, is_https: bool) -> Measured:
    """Measure our bot with 16 tables of 4 people."""
    dice, clicked = random.Random(1), Counter[str]()
    path = f"{folder}/{is_https}.sqlite3"
    async with (
        local_discord(people=NAMES, check=False) as discord,
        reached(discord, "bot.py", is_https=is_https, DATABASE_PATH=path) as bot,
    ):
        for first in range(0, PEOPLE, AT_A_TABLE):
            channel = "games" if first < PEOPLE / 2 else "lounge"
            await seat(discord, NAMES[first : first + AT_A_TABLE], channel, "rapa-nui-cards", Waits())
        await discord.until(lambda: all(panel(discord, name) for name in NAMES), timeout_s=60)
        before = callbacks(discord)
        found = await measured(discord, bot, lambda who, _: click(who, dice, clicked))
        asked = callbacks(discord) - before
        print(f"answered by a request: {asked} of {len(found.waits.took)}")
        return found


def callbacks(discord: LocalDiscord) -> int:
    """How many first answers came as requests."""
    return sum(request.path.endswith("/callback") for request in discord.requests)


async def main() -> None:
    """Measure all and print the ratios."""
    floor = await bare(is_https=False)
    line("bare bot, gateway", floor)
    inline = await bare(is_https=True)
    line("bare bot, HTTPS", inline)
    with tempfile.TemporaryDirectory() as folder:
        told = await ours(folder, is_https=False)
        line("tables, gateway", told)
        posted = await ours(folder, is_https=True)
        line("tables, HTTPS", posted)
    at_least("ways: answers a second over HTTPS, of a bare gateway bot's", inline.rate / floor.rate, 1)
    at_least(
        "ways: answers a second of tables over HTTPS, of those over the gateway", posted.rate / told.rate, 1
    )
    at_most(
        "ways: CPU a click of tables over HTTPS, times that over the gateway", posted.cpu_ms / told.cpu_ms, 1
    )
    print(f"answers a second of tables over HTTPS, of a bare gateway bot's: {posted.rate / floor.rate:.2f}")


if __name__ == "__main__":
    asyncio.run(main())
