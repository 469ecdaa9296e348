"""The effect of the number of tables on times, memory and database, drawn as a picture.

`python -m benchmarks.growth [picture]` takes some minutes.  It measures 10 to 10,000 open tables of 56
entries, each number in a process of its own, and draws `docs/growth.png`.  It reads memory from `/proc`, so
it needs Linux.  `moves` and `season` measure growth over time.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from benchmarks.__main__ import where
from benchmarks.chart import Chart, Curve, draw
from benchmarks.flat import MB, memory_of
from benchmarks.start import begun, copied, moved, people_of, template
from tables.model.texts import id_of

COUNTS: Final = (10, 30, 100, 300, 1_000, 3_000, 10_000)
ROUNDS: Final = 5
"""The number of rounds, of which the best one counts, since other programs use the machine, too."""
MOVED_AT: Final = 400
"""The number of random tables at which two moves are measured; for the first one, the table must be read."""
PICTURE: Final = Path(__file__).parents[1] / "docs" / "growth.png"
COLOURS: Final = 32


class Figures(NamedTuple):
    """The results for one number of tables.

    Attributes:
        read_ms: Milliseconds until a move is on the disk if the table must be read first (median).
        kept_ms: Milliseconds until a move is on the disk if the table is in memory (median).
        memory_mb: The process's memory after all moves, in MB.
        start_s: Seconds from the start until the clocks run.
        file_mb: The database's size, in MB.
    """

    read_ms: float
    kept_ms: float
    memory_mb: float
    start_s: float
    file_mb: float


def figures(path: str, count: int) -> Figures:
    """Measure a database with `count` tables."""
    return asyncio.run(_figures(path, count, Path(path).stat().st_size / MB))


async def _figures(path: str, count: int, file_mb: float) -> Figures:
    tables, _, clocks_s = await begun(path)
    took: tuple[list[float], list[float]] = [], []
    for number in random.Random(count).sample(range(2, count + 1), min(MOVED_AT, count - 1)):
        for turn, times in enumerate(took):
            before = time.perf_counter()
            await moved(tables, id_of(number), people_of(number), f"{number} {turn}", number)
            times.append((time.perf_counter() - before) * 1000)
    memory = memory_of() / MB
    await tables.close()
    read_ms, kept_ms = map(statistics.median, took)
    return Figures(read_ms, kept_ms, memory, clocks_s, file_mb)


async def against_tables(picture: Path) -> None:
    """Measure all numbers of tables, print the results and draw them."""
    machine, found = where(), []
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
    drawn(found, machine).quantize(COLOURS).save(picture, optimize=True)
    print(picture)


def rounds(path: str, count: int) -> list[Figures]:
    """Measure a database several times, each time as a copy in a new process."""
    alone = ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1)
    with alone as processes:
        copies = [shutil.copy(path, f"{path}.{number}") for number in range(ROUNDS)]
        return [processes.submit(figures, one, count).result() for one in copies]


def drawn(found: list[Figures], machine: str) -> Image.Image:
    """Draw the results as curves over the number of tables; `machine`: a text on the machine."""
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
        machine,
    )


if __name__ == "__main__":
    asyncio.run(against_tables(Path(sys.argv[1]) if sys.argv[1:] else PICTURE))
