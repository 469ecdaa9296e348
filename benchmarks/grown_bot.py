"""Our bot with small memories, which are full soon, and a clock that can be moved; it says what it holds.

On the socket `HELD` it is told, a line each time, how many seconds pass.  Once nothing is left to do, it
answers with a `Sample` of itself, as a line of JSON.
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
"""So many things each memory may hold."""
REVIEWED_S: Final = 0.5
"""So long a game is reviewed."""
KEPT_BYTES: Final = 4 * 1024 * 1024
"""Of the pictures that are kept."""
PAGES: Final = 20
"""So many pages of its file SQLite keeps for each connection; else 2 MB, which take it months to fill."""
CLOCK: Final = Clock()


class GrownBot(TableBot):
    """The bot with a door through which it is asked."""

    async def setup_hook(self) -> None:
        """Open the door, too."""
        await super().setup_hook()
        self.studio._room = self.studio._kept_bytes = KEPT_BYTES
        self._door = await asyncio.start_unix_server(self._asked, os.environ["HELD"])

    async def close(self) -> None:
        """Close the door, too."""
        self._door.close()
        await super().close()

    async def _asked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        CLOCK.advance(float(await reader.readline()))
        while making := self.parts.tables.reviews._under_way.copy():
            await asyncio.wait([one.task for one in making])
        for _ in range(2):  # What one of them does may be news for another.
            await self.parts.tables.caught_up()
            await self.housekeeping.caught_up()
            while self.parts.refresher.busy:
                await asyncio.wait(self.parts.refresher.busy)
        writer.write(msgspec.json.encode(sample(self, self.parts.tables)) + b"\n")
        await writer.drain()
        writer.close()


def main() -> int:
    """Run the bot; its exit status."""
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
