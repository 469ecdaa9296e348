"""What more than one process costs on PostgreSQL: `python -m benchmarks.workers`, for half a minute.

The workers' `Tables` share this process and a throw-away PostgreSQL, so that its processor time is that of
all of them; the server's own is left out.  Moves at `TABLES` card games go to one worker after the other.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack
from statistics import median
from typing import Final

from psycopg_pool import AsyncConnectionPool

from benchmarks.goals import at_most
from engine.players import PLAYERS
from tables import Opening, Person, Tables
from tables.lobby import joined
from tables.play import played, started
from tables.thinking import InThreads
from tests.postgres import own

TABLES: Final = 16
MOVES: Final = 800
WORKERS: Final = (1, 4)
FLOOD: Final = 300


def people_of(number: int) -> tuple[Person, Person]:
    """Who plays at a table."""
    return Person(2 * number, "Ann"), Person(2 * number + 1, "Bob")


async def opened(tables: Tables, number: int) -> str:
    """A card game of two that has begun."""
    opening = Opening(
        game_id="rapa-nui-cards",
        options={},
        wanted_seats=2,
        guild_id=1,
        channel_id=number,
        pace_s=0.0,
        locale="en",
    )
    owner, guest = people_of(number)
    outcome = await tables.new(opening, owner, f"new {number}")
    table = outcome.look.table.id
    await tables.do(table, guest, f"join {number}", joined)
    await tables.do(table, owner, f"start {number}", started)
    return table


async def move(
    tables: Tables, table: str, people: tuple[Person, Person], click: str, dice: random.Random
) -> None:
    """Make any move that is asked for."""
    for who in people:
        look = await tables.look(table, who.id)
        if look.asked is not None and not look.answered:
            chosen = look.game.write_move(dice.choice(look.legal_moves))
            await tables.do(table, who, click, played, look.asked, chosen)
            return


async def playing(address: str, count: int) -> tuple[float, float]:
    """The processor's milliseconds a move, and how long a move takes alone, in milliseconds."""
    async with AsyncExitStack() as stack:
        workers = [await Tables.open(address, thinking=InThreads(PLAYERS)) for _ in range(count)]
        for one in workers:
            stack.push_async_callback(one.close)
        numbers = [100 * count + place for place in range(TABLES)]
        games = [(await opened(workers[0], number), people_of(number)) for number in numbers]
        dice = random.Random(1)
        took: list[float] = []
        began = time.process_time()
        for number in range(MOVES):
            begun = time.perf_counter()
            await move(workers[number % count], *games[number % TABLES], f"{count} {number}", dice)
            took.append(time.perf_counter() - begun)
        return (time.process_time() - began) / MOVES * 1000, median(took) * 1000


async def inserting(address: str) -> float:
    """How long a plain insert through a pool takes, in milliseconds."""
    async with AsyncConnectionPool(address, min_size=1, open=False, kwargs={"autocommit": True}) as pool:
        async with pool.connection() as connection:
            await connection.execute("CREATE TABLE plain (number INT PRIMARY KEY, text TEXT)")
        took: list[float] = []
        for number in range(FLOOD):
            begun = time.perf_counter()
            async with pool.connection() as connection:
                await connection.execute("INSERT INTO plain VALUES (%s, %s)", (number, "x" * 40))
            took.append(time.perf_counter() - begun)
        return median(took) * 1000


async def main() -> None:
    """Measure, and print."""
    with own() as cluster:
        with cluster.database() as address:
            plain_ms = await inserting(address)
        found = {}
        for count in WORKERS:
            with cluster.database() as address:
                found[count] = await playing(address, count)
    for count, (cpu_ms, took_ms) in found.items():
        print(f"  {count} workers: {cpu_ms:.2f} ms of the processor a move; a move takes {took_ms:.2f} ms")
    print(f"  a plain insert takes {plain_ms:.2f} ms")
    least, most = WORKERS
    at_most("processor time a move with four workers, against one", found[most][0] / found[least][0], 1.2)
    at_most("a durable move, against a plain pooled insert", found[least][1] / plain_ms, 2)


if __name__ == "__main__":
    asyncio.run(main())
