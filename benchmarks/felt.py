"""The speed that people feel: how much later our bot answers clicks at a fixed rate than a bare bot.

`python -m benchmarks.felt [--rates 50] [--seconds 5]`.  Clicks are sent at fixed times, whether or not
earlier ones have been answered.  On our bot, half of the clicks are moves and half refresh a panel, at sixty
tables for two; the bare bot (`bare_bot.py`) edits its message for each click.  Each bot has a process of its
own; the local Discords and the people share one.

The bots take turns at each rate.  Only one turn of each bot and rate counts: the one in which other programs
used the processors least.  That use is printed, too.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from benchmarks.burst import calm
from benchmarks.crowd import Waits, can_press, cpu_s, look, panel, press, process, seat
from benchmarks.goals import at_most
from benchmarks.stands import NAMES, PEOPLE, Stand, alone
from engine.catalogue import games
from localdiscord import Interaction, LocalDiscord, Person, ShownMessage
from tests.local import local_discord

RATES: Final = (10, 50, 200)
"""The rates to measure, in clicks a second."""
SECONDS: Final = 5.0
"""Seconds of clicking in a turn."""
TURNS: Final = 3
"""How many turns each bot has at each rate."""
WARM_S: Final = 8.0
"""Seconds of clicking on each bot before the turns, which fill the bot's caches."""
QUIET_S: Final = 1.0
"""A bot that has sent nothing for this many seconds counts as done with all clicks."""
LIMITS: Final = {50: (10.0, 40.0), 200: (60.0, 200.0)}
"""The most milliseconds that our bot may add at a rate: in the median, and in the slowest hundredth."""
TABLES: Final = 60
IN_A_CHANNEL: Final = 10
CHANNELS: Final = [f"games-{n}" for n in range(TABLES // IN_A_CHANNEL)]
PLAYERS: Final = [f"Person {n}" for n in range(2 * TABLES)]


class Table(msgspec.Struct, eq=False):
    """A table of two.

    Attributes:
        names: The names of the people at the table.
        board: The table's message in the channel.
        last: The last click at the table.
    """

    names: Sequence[str]
    board: ShownMessage
    last: Interaction | None = None

    @property
    def is_answered(self) -> bool:
        """Whether the last click at the table is answered."""
        return self.last is None or self.last.acknowledged or self.last.failed


class Tables:
    """The people at sixty tables, who alternately make a move and refresh their panel."""

    def __init__(self, discord: LocalDiscord) -> None:
        self._discord = discord
        self._dice = random.Random(1)
        self._tables = deque[Table]()

    async def begin(self) -> None:
        """Begin a game at each table without a running one."""
        for number in range(TABLES):
            names = PLAYERS[2 * number : 2 * number + 2]
            known = next((one for one in self._tables if one.names == names), None)
            if known is None or can_press(known.board, "Review"):
                channel, game = CHANNELS[number // IN_A_CHANNEL], list(games())[number % len(games())]
                board = await seat(self._discord, names, channel, game, Waits())
                if known is not None:
                    self._tables.remove(known)
                self._tables.appendleft(Table(names, board))
        await self._discord.until(
            lambda: all(panel(self._discord.person(name)) for name in PLAYERS), timeout_s=60
        )

    async def click(self, number: int) -> Interaction:
        """Make click number `number`: alternately a refresh, and a move at the table that waited longest."""
        if number % 2 == 0:
            for table in self._tables:
                if table.is_answered and (found := self._offered(table)) is not None:
                    who, shown, moves = found
                    self._tables.remove(table)
                    self._tables.append(table)
                    table.last = await press(who, shown, self._dice.choice(moves))
                    return table.last
        answered = [table for table in self._tables if table.is_answered]
        table = self._dice.choice(answered or self._tables)
        table.last = await look(self._discord.person(self._dice.choice(table.names)))
        return table.last

    def _offered(self, table: Table) -> tuple[Person, ShownMessage, list[str]] | None:
        """Return a person who can move at a table, the message to click, and its choices; None: nobody."""
        for name in table.names:
            if (shown := panel(self._discord.person(name))) is not None:
                ids = shown.custom_ids
                moves = [one for one in ids if one.startswith("m:")]
                if found := moves or [one for one in ids if ":pick:" in one]:
                    return self._discord.person(name), shown, found
        return None


class Felt(NamedTuple):
    """The results of one turn.

    Attributes:
        waits: How long people waited.
        looks: How many of the clicks only refreshed a panel.
        cpu_ms: CPU milliseconds for each click, of the bot and its helper processes, repaints included.
        others: How many processors other programs used during the turn, on average.
    """

    waits: Waits
    looks: int
    cpu_ms: float
    others: float

    def __str__(self) -> str:
        waits = self.waits
        return (
            f"median {waits.ms(0.5):6.1f} ms, 99 % within {waits.ms(0.99):6.1f}, longest {waits.ms(1):6.1f};"
            f" {self.cpu_ms:5.2f} ms of CPU a click; of {len(waits.took)} {self.looks} looks,"
            f" {waits.deferred} deferred, {waits.lost} not answered; others used {self.others:.2f} processors"
        )


def busy_s() -> float:
    """Return the CPU seconds that all programs of this machine have used so far, by Linux' counters."""
    fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(fields) - sum(fields[3:5])) / os.sysconf("SC_CLK_TCK")


async def take_turn(stand: Stand, rate: float, seconds: float) -> Felt:
    """Have people click at a rate for some seconds, wait until the bot is done, and return the results."""
    waits, looks = Waits(), 0

    def used_s() -> tuple[float, float]:
        own = sum(map(cpu_s, stand.bots))
        return own, busy_s() - own - time.process_time()

    async def click(number: int) -> None:
        nonlocal looks
        used = await stand.click(stand.discord.person(NAMES[number]), number)
        looks += str(used.data["custom_id"]).endswith(":refresh")
        await waits.answer(used)

    gc.collect()
    gc.disable()  # Otherwise, the local Discord's garbage collection would count as the bot's time.
    (own, others), began = used_s(), time.perf_counter()
    async with asyncio.TaskGroup() as clicks:
        for number in range(round(rate * seconds)):
            await asyncio.sleep(began + number / rate - time.perf_counter())
            clicks.create_task(click(number % PEOPLE))
    others, took = used_s()[1] - others, time.perf_counter() - began
    gc.enable()
    await calm(stand.discord, QUIET_S)
    own = used_s()[0] - own
    return Felt(waits, looks, own / len(waits.took) * 1000, max(others / took, 0.0))


@asynccontextmanager
async def ours() -> AsyncIterator[tuple[Stand, Tables]]:
    """Run our bot; yield it, and the tables on it."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            local_discord(people=PLAYERS, channels=CHANNELS, check=False) as discord,
            process(discord, "bot.py", DATABASE_PATH=f"{folder}/tables.sqlite3") as bot,
        ):
            tables = Tables(discord)
            await tables.begin()
            yield Stand(discord, [bot], lambda _, number: tables.click(number)), tables


async def main(rates: Sequence[int], seconds: float) -> None:
    """Measure both bots at these rates, and print the waits."""
    floors, owns = ({rate: list[Felt]() for rate in rates} for _ in range(2))
    async with alone() as bare_bot, ours() as (our_bot, tables):
        for stand in (bare_bot, our_bot):
            await calm(stand.discord, QUIET_S)
            await take_turn(stand, min(LIMITS), WARM_S)
        for rate in [*rates] * TURNS:
            await tables.begin()
            await calm(our_bot.discord, QUIET_S)
            floors[rate].append(await take_turn(bare_bot, rate, seconds))
            owns[rate].append(await take_turn(our_bot, rate, seconds))
    calmest = {
        rate: [min(turns[rate], key=lambda felt: felt.others) for turns in (floors, owns)] for rate in rates
    }
    for rate, (floor, own) in calmest.items():
        print(f"{rate:>3} a second, bare bot: {floor}")
        print(f"{rate:>3} a second, tables:   {own}")
    for rate, (floor, own) in calmest.items():
        for place, (name, share) in enumerate((("median", 0.5), ("99th percentile", 0.99))):
            more = own.waits.ms(share) - floor.waits.ms(share)
            what = f"felt: {rate} clicks a second: {name}, ms more than the bare bot's"
            if rate in LIMITS:
                at_most(what, more, LIMITS[rate][place])
            else:
                print(f"  {what:<72}{more:8.2f}")
    at_most("felt: the longest wait, seconds", max(own.waits.ms(1) for _, own in calmest.values()) / 1000, 1)
    at_most(
        "felt: clicks without an answer within 3 s", sum(own.waits.lost for _, own in calmest.values()), 0
    )


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rates", type=int, nargs="+", default=RATES, help="clicks a second")
    options.add_argument("--seconds", type=float, default=SECONDS, help="how long a turn takes")
    given = options.parse_args()
    asyncio.run(main(given.rates, given.seconds))
