"""Locks of people and channels, held against other processes too; a table's is in its session."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Final

from tables.store.cluster import Alone, Others

BEYOND: Final = ("person:", "channel:")
"""How the names of locks begin that are held against other processes too; of tables, the journal decides."""


class Locks:
    """A lock for each name; it exists only while somebody holds it or waits for it."""

    def __init__(self, others: Others | None = None) -> None:
        self._others = others or Alone()
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def hold(self, *names: str) -> AsyncIterator[None]:
        """Hold several locks, taken in the order of their names so that no deadlock is possible.

        Raises:
            StorageFailed: The store would not give what is held against other processes.
        """
        held: list[asyncio.Lock] = []
        wanted = sorted(set(names))
        for name in wanted:
            lock, users = self._locks.get(name, (asyncio.Lock(), 0))
            self._locks[name] = lock, users + 1
        try:
            for name in wanted:
                lock = self._locks[name][0]
                await lock.acquire()
                held.append(lock)
            beyond = [name for name in wanted if name.startswith(BEYOND)]
            async with self._others.hold(beyond) if beyond else nullcontext():
                yield
        finally:
            for lock in held:
                lock.release()
            for name in wanted:
                lock, users = self._locks.pop(name)
                if users > 1:
                    self._locks[name] = lock, users - 1

    def is_held(self, name: str) -> bool:
        """Whether somebody holds that lock, or waits for it."""
        return name in self._locks
