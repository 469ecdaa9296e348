"""Our bot with small caches, which soon are full, and a clock that can be advanced; reports its memory.

Each line on the socket `HELD` is a number of seconds by which the clock is advanced.  When the bot has
nothing left to do, it answers with a `Sample` of itself, as a line of JSON.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import ExitStack
from typing import Any, Final, cast
from unittest import mock

import msgspec

import bot
from benchmarks.flat import sample
from cogs.client import TableBot
from localdiscord.model.clock import Clock
from tables import Tables
from tables.store.sqlite.database import SQLiteDatabase
from tests.play.test_growth import LIMITS
from tests.play.worker import EveningClock

MOST: Final = 20
"""The most elements of each cache."""
REVIEWED_S: Final = 0.5
"""Seconds for which a game is reviewed."""
KEPT_BYTES: Final = 4 * 1024 * 1024
"""The most bytes of cached pictures."""
PAGES: Final = 20
"""The number of pages that SQLite caches for each connection; the default, 2 MB, fills only after months."""
CLOCK: Final = Clock()


class GrownBot(TableBot):
    """The bot with a socket on which it is asked for samples."""

    async def setup_hook(self) -> None:
        """Open the socket, and do what the bot does."""
        await super().setup_hook()
        self.studio._room = self.studio._kept_bytes = KEPT_BYTES
        self._door = await asyncio.start_unix_server(self._asked, os.environ["HELD"])

    async def close(self) -> None:
        """Close the socket, and do what the bot does."""
        self._door.close()
        await super().close()

    async def _asked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        CLOCK.advance(float(await reader.readline()))
        while making := self.parts.tables.reviews._under_way.copy():
            await asyncio.wait([one.task for one in making])
        for _ in range(2):  # One of these tasks may make work for the other.
            await self.parts.tables.caught_up()
            await self.housekeeping.caught_up()
            while self.parts.refresher.busy:
                await asyncio.wait(self.parts.refresher.busy)
        writer.write(msgspec.json.encode(sample(self, self.parts.tables)) + b"\n")
        await writer.drain()
        writer.close()


def main() -> int:
    """Run the bot; return its exit status."""
    open_tables = Tables.open

    async def opened(path: str) -> Any:
        tables = await open_tables(path, clock=EveningClock(CLOCK))
        database = cast(SQLiteDatabase, tables._database)
        for connection in (database._write, database._read):
            await connection.execute(f"PRAGMA cache_size = {PAGES}")
        database._now.execute(f"PRAGMA cache_size = {PAGES}")
        return tables

    with ExitStack() as patches:
        for limit in LIMITS:
            patches.enter_context(mock.patch(limit, MOST))
        patches.enter_context(mock.patch("tables.reviews.MOST_S", REVIEWED_S))
        patches.enter_context(mock.patch.object(Tables, "open", opened))
        patches.enter_context(mock.patch("bot.TableBot", GrownBot))
        return bot.main()


if __name__ == "__main__":
    sys.exit(main())
