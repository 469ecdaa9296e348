"""A million moves at 10,000 open tables: does the memory stay flat?

`python -m benchmarks.moves [moves [tables]]` takes half an hour, which is a day on its fast clock.  It uses
`Tables` without the rest of the bot.  It visits one table after the other, so each must be read from its
journal.  There, it plays the game to the end, and new people begin another game in the same place and stop in
the middle.  Ctrl-C ends the measurement early.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.flat import Sample, sample, tell
from benchmarks.start import IN_A_CHANNEL, TABLES, copied, moved, people_of, template
from bot import prepare
from tables import Opening, Person, Tables
from tables.model.texts import id_of
from tables.timing.clock import Clock
from tables.verbs.lobby import joined
from tables.verbs.play import started

MOVES: Final = 1_000_000
GAMES: Final = ("rapa-nui-cards", "ru-ra-re", "rapa-nui-board")
BEGUN: Final = 60
"""The limit of the random number of moves after which a new game is left."""
AT_ONCE: Final = 32
SAMPLES: Final = 50
TIMES: Final = 40.0
TURN_S: Final = 2 * 86_400.0


class Fast(Clock):
    """A clock that runs `TIMES` times as fast as real time."""

    def __init__(self) -> None:
        self._began = time.time()

    def now(self) -> float:
        """Return the clock's time, in seconds since 1970; the clock begins at the real time."""
        return self._began + (time.time() - self._began) * TIMES

    async def until(self, when: float, /) -> None:
        """Return at the time `when`; at once if it has passed."""
        await asyncio.sleep(max(0.0, when - self.now()) / TIMES)


class Slot(msgspec.Struct):
    """A place in which one table after the other is played.

    Attributes:
        channel: The channel's id.
        table: The id of the present table.
        people: The people at the present table.
    """

    channel: int
    table: str
    people: tuple[Person, ...]


class Visits:
    """Plays at tables, and opens a new table in place of each that has ended."""

    def __init__(self, tables: Tables, slots: list[Slot]) -> None:
        self._tables = tables
        self._dice = random.Random(1)
        self._dice.shuffle(slots)
        self._next: Iterator[Slot] = cycle(slots)
        self._new = count(10**9)
        self.moves = 0
        self.ended = 0

    def __str__(self) -> str:
        return f"{self.moves:8} moves, {self.ended:6} tables ended"

    async def go_on(self) -> None:
        """Visit table after table, until the task is cancelled."""
        for slot in self._next:
            await self._play(slot, MOVES)
            self.ended += 1
            await self._begin(slot)
            await self._play(slot, self._dice.randrange(BEGUN))

    async def _play(self, slot: Slot, most: int) -> None:
        """Make moves at a table: at most `most`, fewer if the game ends."""
        for _ in range(most):
            if not (await self._tables.look(slot.table, None)).to_move:
                return
            self.moves += 1
            choice = self._dice.randrange(1_000)
            await moved(self._tables, slot.table, slot.people, f"{self.moves}", choice)

    async def _begin(self, slot: Slot) -> None:
        slot.people = tuple(Person(next(self._new), name) for name in ("Ann", "Ben"))
        owner, other = slot.people
        opening = Opening(
            game_id=self._dice.choice(GAMES),
            options={},
            wanted_seats=None,
            guild_id=1,
            channel_id=slot.channel,
            pace_s=1.0,
            locale="en",
            turn_s=TURN_S,
        )
        slot.table = (await self._tables.new(opening, owner, f"open {owner.id}")).look.table.id
        await self._tables.do(slot.table, other, "join", joined)
        await self._tables.do(slot.table, owner, "start", started)
        for person in slot.people:
            await self._tables.people.revise(person.id, lambda _: {"locale": "en"}, only_of_known=True)


async def played(path: str, slots: list[Slot], moves: int) -> tuple[list[int], list[Sample]]:
    """Make `moves` moves; return the numbers of moves at which samples were taken, and the samples."""
    tables = await Tables.open(path, clock=Fast())

    def shown(table: str) -> None:
        tables.sessions.of(table).is_unshown = False  # No refresher runs here that would do this.

    tables.subscribe(shown)
    visits, counts, samples = Visits(tables, slots), list[int](), list[Sample]()
    playing = [asyncio.create_task(visits.go_on()) for _ in range(AT_ONCE)]
    began = time.monotonic()
    with suppress(asyncio.CancelledError):
        while visits.moves < moves:
            done, _ = await asyncio.wait(playing, timeout=0.2, return_when=asyncio.FIRST_COMPLETED)
            for failed in done:
                failed.result()
            if visits.moves >= (len(counts) + 1) * moves / SAMPLES:
                counts.append(visits.moves)
                samples.append(sample(tables))
                print(f"{visits}, {time.monotonic() - began:5.0f} s: {samples[-1]}", flush=True)
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await tables.close()
    return counts, samples


async def main(moves: int, count: int) -> None:
    """Print samples at regular numbers of moves, and whether memory grows."""
    prepare()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "tables.sqlite3")
        copied(path, await template(path), count)
        slots = [
            Slot(10**7 + number // IN_A_CHANNEL, id_of(number), people_of(number))
            for number in range(2, count + 1)
        ]
        tell("moves", *await played(path, slots, moves))


if __name__ == "__main__":
    numbers = [int(number) for number in sys.argv[1:]]
    asyncio.run(main(*numbers, *(MOVES, TABLES)[len(numbers) :]))
