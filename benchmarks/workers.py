"""The cost of more than one process on PostgreSQL: `python -m benchmarks.workers`, for four minutes.

First, whole bots are measured: 64 people click every two seconds on one process, and on four behind a
balancer that sends each click to any of them.  Both get the same number of clicks, since fewer clicks mean
more repaints for each. Before measuring, people click as fast as they are answered, to warm up all processes.
The machine's speed changes within seconds, so neighbouring turns are compared.

Then the store alone is measured.  The workers' `Tables` share this process and a throw-away PostgreSQL, so
the process's CPU time is that of all workers without the server.  Each move at one of `TABLES` card games is
made at a random worker; so mostly, another worker has changed the table since, and somebody looks at the
table there first.

Three times are measured: a durable move (the decision, the commit, and the player's new view), for which a
click waits; its commit alone, from the start of the writer's work to the disk; and, for comparison, a plain
insert through a pool after each move, with the same disk and load.  A single process sends no notices; with
another one, each commit sends one.  Before moves and inserts there is a short rest, as between clicks, since
anything right after a commit is twice as fast.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
import time
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from statistics import median
from typing import Final, NamedTuple

import structlog
from psycopg_pool import AsyncConnectionPool

from benchmarks.circles import ROOT
from benchmarks.goals import at_most
from benchmarks.stands import Measured, in_turn, line, shared
from bot import fast_loop
from engine.players import PLAYERS
from tables import Opening, Person, Tables
from tables.computers.thinking import InThreads
from tables.store.database import Watcher
from tables.verbs.lobby import joined
from tables.verbs.play import played, started
from tests.postgres import own

TABLES: Final = 16
MOVES: Final = 400
ROUNDS: Final = 3
WORKERS: Final = (1, 4)
RESTS_S: Final = 0.025
"""Seconds of rest: longer than other workers take to hear of a move, so that the processor is idle again."""
EVERY_S: Final = 2.0
TURNS: Final = 12
WARM: Final = 4
"""The number of turns before measuring, with clicks as fast as they are answered."""


class Took(NamedTuple):
    """The median milliseconds of a move, of its commit alone, and of a plain insert."""

    move: float
    commit: float
    plain: float


class Commits(Watcher):
    """Records the seconds that commits took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def committed(self, pieces: int, seconds: float) -> None:
        """Called for each commit, as `Watcher.committed`."""
        self.seconds.append(seconds)


def people_of(number: int) -> tuple[Person, Person]:
    """Return the people who play at a table."""
    return Person(2 * number, "Ann"), Person(2 * number + 1, "Bob")


async def opened(tables: Tables, number: int) -> str:
    """Open a card table for two and begin its game; return its id."""
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
    tables: Tables,
    table: str,
    people: tuple[Person, Person],
    click: str,
    dice: random.Random,
    rests_s: float,
) -> float:
    """Rest, then make any move at a table; return the seconds that the move took."""
    for who in people:
        look = await tables.look(table, who.id)
        if look.asked is not None and not look.answered:
            chosen = look.game.write_move(dice.choice(look.legal_moves))
            await asyncio.sleep(rests_s)
            began = time.perf_counter()
            await tables.do(table, who, click, played, look.asked, chosen)
            return time.perf_counter() - began
    raise LookupError(table)  # The table's game has ended.


@asynccontextmanager
async def playing(
    address: str, count: int, rests_s: float = 0.0
) -> AsyncIterator[tuple[list[Tables], Callable[[int], Awaitable[float]]]]:
    """Yield `count` workers, and a function that makes a move at the owner of a table, given by number."""
    async with AsyncExitStack() as stack:
        workers = [await Tables.open(address, thinking=InThreads(PLAYERS)) for _ in range(count)]
        for one in workers:
            stack.push_async_callback(one.close)
        games = [(await opened(workers[0], number), people_of(number)) for number in range(TABLES)]
        dice = random.Random(1)

        async def make(number: int) -> float:
            table, people = games[number % TABLES]
            # The relay sends clicks to the table's owner, too.
            owner = next((one for one in workers if one.cluster.is_ours(table)), workers[0])
            return await move(owner, table, people, f"move {number}", dice, rests_s)

        yield workers, make


async def costing(address: str, count: int) -> float:
    """Return the CPU milliseconds for each move with `count` workers."""
    async with playing(address, count) as (_, make):
        began = time.process_time()
        for number in range(MOVES):
            await make(number)
        return (time.process_time() - began) / MOVES * 1000


@asynccontextmanager
async def another(address: str) -> AsyncIterator[None]:
    """Run another worker in a process of its own."""
    command = (sys.executable, "-m", "benchmarks.workers", address)
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=ROOT)
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdout.readline()
    yield
    process.stdin.close()
    await process.wait()


async def being_there(address: str) -> None:
    """Run as the other worker, until the pipe from which this process reads is closed."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    tables = await Tables.open(address, thinking=InThreads(PLAYERS))
    print("there", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await tables.close()


async def lasting(address: str, beside: int = 0) -> Took:
    """Measure how long moves take at one worker, which notifies `beside` other workers of each move."""
    commits, moves, inserts = Commits(), list[float](), list[float]()
    async with (
        AsyncConnectionPool(address, min_size=1, open=False, kwargs={"autocommit": True}) as pool,
        AsyncExitStack() as others,
    ):
        for _ in range(beside):
            await others.enter_async_context(another(address))
        (worker,), make = await others.enter_async_context(playing(address, 1, RESTS_S))
        async with pool.connection() as connection:
            await connection.execute("CREATE TABLE plain (number INT PRIMARY KEY, text TEXT)")
        worker.watch(commits)
        for number in range(MOVES):
            moves.append(await make(number))
            await asyncio.sleep(RESTS_S)
            began = time.perf_counter()
            async with pool.connection() as connection:
                await connection.execute("INSERT INTO plain VALUES (%s, %s)", (number, "x" * 40))
            inserts.append(time.perf_counter() - began)
    return Took(*(median(took) * 1000 for took in (moves, commits.seconds, inserts)))


async def clicking() -> None:
    """Measure whole bots."""
    clicked = Counter[str]()
    least, most = WORKERS
    async with shared(clicked, least) as alone, shared(clicked, most) as several:
        for _ in range(WARM):
            for stand in (alone, several):
                await Measured().take_turn(stand)
        one, four = await in_turn(alone, several, every_s=EVERY_S, turns=TURNS)
    line("one worker", one)
    line("four workers", four)
    print(", ".join(f"{count} {what}" for what, count in sorted(clicked.items())))
    times = [several_ms / alone_ms for several_ms, alone_ms in zip(four.turns, one.turns, strict=True)]
    print("times of one, turn by turn:", *(f"{ratio:.2f}" for ratio in sorted(times)))
    at_most("CPU a click with four workers, against one", median(times), 1.2)


async def main() -> None:
    """Measure all, and print the results."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    await clicking()
    costs: dict[int, list[float]] = {count: [] for count in WORKERS}
    with own() as cluster:
        for _ in range(ROUNDS):
            for count in WORKERS:
                with cluster.database() as address:
                    costs[count].append(await costing(address, count))
        with cluster.database() as address:
            quick = await lasting(address)
    with own(is_durable=True) as cluster:
        with cluster.database() as address:
            durable = await lasting(address)
        with cluster.database() as address:
            told = await lasting(address, beside=1)
    least, most = (min(costs[count]) for count in WORKERS)
    for count, found in costs.items():
        print(f"  {count} workers: {min(found):.2f} ms of the processor a move (least of {ROUNDS} rounds)")
    for where, took in (
        ("on a disk", durable),
        ("on a disk, and another process is told", told),
        ("where no disk is waited for", quick),
    ):
        print(
            f"  {where}: a move {took.move:.2f} ms, its commit {took.commit:.2f}; an insert {took.plain:.2f}"
        )
    at_most("processor time a move with four workers, against one", most / least, 1.2)
    at_most("a durable move, against a plain pooled insert on the same disk", durable.move / durable.plain, 2)
    at_most("the same, of which another process is told", told.move / told.plain, 2)
    at_most("its commit alone", durable.commit / durable.plain, 2)
    at_most("its commit alone, where no disk is waited for", quick.commit / quick.plain, 2)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=fast_loop()) as runner:  # This is the event loop of the bot.
        runner.run(being_there(sys.argv[1]) if len(sys.argv) > 1 else main())
