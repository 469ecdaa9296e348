"""What grows with the tables: times, memory and file as a picture; and what moves leave behind.

`python -m benchmarks.growth [picture]` measures 10 to 10,000 open tables of 56 entries, in some minutes, each
in a process of its own, and draws `docs/growth.png`.  `python -m benchmarks.growth moves [seconds]` plays as
many moves as that time allows, at a few tables at a time, with people who come and go, and says whether the
memory stays flat; until the last cache is full, after some 250,000 moves, it grows a little.  Memory is read
from `/proc`, so it needs Linux.
"""

from __future__ import annotations

import asyncio
import random
import resource
import shutil
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from benchmarks.chart import Chart, Curve, draw
from benchmarks.start import begun, copied, moved, people_of, template
from tables import Opening, Person, Tables
from tables.ids import id_of
from tables.limits import OPENED_PER_HOUR
from tables.lobby import joined
from tables.play import started

COUNTS: Final = (10, 30, 100, 300, 1_000, 3_000, 10_000)
ROUNDS: Final = 5
"""The best of so many rounds counts, since others use the machine too."""
MOVED_AT: Final = 400
"""At so many tables, drawn at random, two moves are measured: the table is read for the first one."""
PICTURE: Final = Path(__file__).parents[1] / "docs" / "growth.png"
COLOURS: Final = 32
AT_ONCE: Final = 32
SECONDS: Final = 60.0
STEPS: Final = 12
FLAT: Final = 1.02
"""The memory is flat if the last quarter of the time needs at most so many times that of the one before."""
MB: Final = 2**20


class Figures(NamedTuple):
    """What was measured with so many tables.

    Attributes:
        read_ms: The median of a move at a table that is read for it, until it is on the disk, in ms.
        kept_ms: The same at a table that is in memory.
        memory_mb: The process's memory after that, in MB.
        start_s: Seconds from the start until the clocks run.
        file_mb: The database's size, in MB.
    """

    read_ms: float
    kept_ms: float
    memory_mb: float
    start_s: float
    file_mb: float


def memory_mb() -> float:
    """How much memory this process has, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / MB


def figures(path: str, count: int) -> Figures:
    """Measure a database with so many tables."""
    return asyncio.run(_figures(path, count, Path(path).stat().st_size / MB))


async def _figures(path: str, count: int, file_mb: float) -> Figures:
    tables, _, clocks_s = await begun(path)
    took: tuple[list[float], list[float]] = [], []
    for number in random.Random(count).sample(range(2, count + 1), min(MOVED_AT, count - 1)):
        for turn, times in enumerate(took):
            before = time.perf_counter()
            await moved(tables, id_of(number), people_of(number), f"{number} {turn}", number)
            times.append((time.perf_counter() - before) * 1000)
    memory = memory_mb()
    await tables.close()
    read_ms, kept_ms = map(statistics.median, took)
    return Figures(read_ms, kept_ms, memory, clocks_s, file_mb)


async def against_tables(picture: Path) -> None:
    """Measure all counts, print the figures and draw them."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder) / "first.sqlite3"
        table = await template(str(first))
        for number in COUNTS:
            path = str(Path(folder) / f"{number}.sqlite3")
            shutil.copy(first, path)
            copied(path, table, number)
            one = Figures(*map(min, zip(*rounds(path, number), strict=True)))
            found.append(one)
            print(
                f"{number:6} tables: a move {one.kept_ms:4.1f} ms, where it is read {one.read_ms:4.1f} ms;"
                f" start {one.start_s:4.2f} s; memory {one.memory_mb:3.0f} MB; file {one.file_mb:5.1f} MB",
                flush=True,
            )
    drawn(found).quantize(COLOURS).save(picture, optimize=True)
    print(picture)


def rounds(path: str, count: int) -> list[Figures]:
    """Measure a database several times, each time a copy of it in a new process."""
    alone = ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1)
    with alone as processes:
        copies = [shutil.copy(path, f"{path}.{number}") for number in range(ROUNDS)]
        return [processes.submit(figures, one, count).result() for one in copies]


def drawn(found: list[Figures]) -> Image.Image:
    """The figures as curves against the tables."""
    read, kept, memory, start, size = zip(*found, strict=True)
    return draw(
        COUNTS,
        "open tables",
        (
            Chart("A move, in ms", (Curve("table read for it", read), Curve("table in memory", kept))),
            Chart("Start until clocks run, in s", (Curve("", start),)),
            Chart("Memory, in MB", (Curve("", memory),)),
            Chart("Size of the database, in MB", (Curve("", size),)),
        ),
    )


class Crowd:
    """People who play one game after the other at `AT_ONCE` tables, each against somebody new."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._dice = random.Random(1)
        self.moves = 0
        self.games = 0

    async def play(self, channel: int) -> None:
        """Play in a channel, until this is cancelled."""
        for owned in count():
            self.games += 1
            owner = Person(channel + AT_ONCE * (owned // OPENED_PER_HOUR), "Ann")
            await self._game(channel, self.games, (owner, Person(10**9 + self.games, f"Ben {self.games}")))

    async def _game(self, channel: int, number: int, people: tuple[Person, Person]) -> None:
        game = self._dice.choice(["rapa-nui-cards", "ru-ra-re"])
        opening = Opening(
            game_id=game,
            options={},
            wanted_seats=None,
            guild_id=1,
            channel_id=channel,
            pace_s=1.0,
            locale="en",
        )
        table = (await self._tables.new(opening, people[0], f"open {number}")).look.table.id
        await self._tables.do(table, people[1], "join", joined)
        await self._tables.do(table, people[0], "start", started)
        await self._tables.people.revise(people[1].id, lambda _: {"locale": "en"}, only_of_known=True)
        while (await self._tables.look(table, None)).to_move:
            self.moves += 1
            await moved(self._tables, table, people, f"{self.moves}", self._dice.randrange(1_000))


async def with_moves(seconds: float) -> None:
    """Play for so long; print the memory from time to time, and whether it was flat."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        tables = await Tables.open(str(Path(folder) / "tables.sqlite3"))
        crowd = Crowd(tables)
        playing = [asyncio.create_task(crowd.play(channel)) for channel in range(1, AT_ONCE + 1)]
        for _ in range(STEPS):
            done, _ = await asyncio.wait(
                playing, timeout=seconds / STEPS, return_when=asyncio.FIRST_COMPLETED
            )
            for failed in done:
                failed.result()
            found.append(memory_mb())
            print(f"{crowd.moves:8} moves, {crowd.games:6} tables: {found[-1]:6.1f} MB", flush=True)
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await tables.close()
    quarter = STEPS // 4
    ratio = statistics.mean(found[-quarter:]) / statistics.mean(found[-2 * quarter : -quarter])
    said = "flat" if ratio <= FLAT else "it grows"
    print(f"{said}: the last quarter of the time needed {ratio:.3f} times the memory of the one before")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["moves", *more]:
            asyncio.run(with_moves(float(more[0]) if more else SECONDS))
        case more:
            asyncio.run(against_tables(Path(more[0]) if more else PICTURE))
