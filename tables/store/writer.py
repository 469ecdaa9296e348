"""The only task that writes to a store: it commits all waiting writes together, then wakes their callers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final, Protocol

import structlog

from tables.model.errors import StorageFailed, frames
from tables.store.database import Statement, Watcher

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LARGEST_GROUP: Final = 500


class Piece:
    """One caller's write, all or nothing.

    Attributes:
        statements: The statements, in order.
        touched: The words that other processes are told, as in `Database.write`.
        written: A future, done once the statements are committed; it raises `Conflict` or `StorageFailed`.
    """

    def __init__(self, statements: Sequence[Statement], touched: Sequence[str] = ()) -> None:
        self.statements = statements
        self.touched = touched
        self.written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def finish(self, fault: Exception | None) -> None:
        """Have the caller's `write` return, or raise `fault`; a caller who was cancelled is left alone."""
        if self.written.done():
            return
        if fault is None:
            self.written.set_result(None)
        else:
            self.written.set_exception(fault)


class Committer(Protocol):
    """The part of a store that commits; only the `Writer` calls it, one call after the other."""

    async def commit(self, pieces: Sequence[Piece]) -> list[Exception | None]:
        """Commit pieces in one transaction. A piece that fails by its own fault doesn't affect the others.

        Returns for each piece None if it was written, else the reason: a `Conflict` or `StorageFailed`.

        Raises:
            StorageFailed: The store failed, and nothing was written.
        """

    async def scrub(self) -> bool:
        """Rid the disk of all traces of deleted rows, and return whether that succeeded."""

    async def break_off(self) -> None:
        """Cancel a scrub under way, which then has no effect."""


class Writer:
    """Commits the writes of all callers until `close`; writes that wait at the same time share a transaction.

    Attributes:
        watchers: Their method `committed` is called with the size and duration of each transaction.
    """

    def __init__(self, committer: Committer) -> None:
        self.watchers: Sequence[Watcher] = ()
        self._committer = committer
        self._waiting: asyncio.Queue[Piece | asyncio.Future[bool] | None] = asyncio.Queue()
        self._closed = False
        self._is_scrubbing = False
        self._task = asyncio.create_task(self._run(), name="tables-writer")

    async def write(self, statements: Sequence[Statement], *touched: str) -> None:
        """Write some rows, all or none; on return they are on the disk.

        `touched`: the words that other processes are told, as in `Database.write`.

        Raises:
            Conflict: A row with the same key is there already.
            StorageFailed: The store could not write.
        """
        if self._closed:
            raise StorageFailed("closed")
        piece = Piece(statements, touched)
        self._waiting.put_nowait(piece)
        await piece.written

    async def scrub(self) -> bool:
        """Scrub the database after all waiting writes, and return whether that succeeded."""
        if self._closed:
            raise StorageFailed("closed")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(done)
        return await done

    async def close(self) -> None:
        """Commit all waiting writes, and end; a scrub under way is cancelled, and stays due."""
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
            if self._is_scrubbing:
                await self._committer.break_off()
        await self._task

    async def _run(self) -> None:
        open_for_more = True
        while open_for_more:
            group = [await self._waiting.get()]
            while not self._waiting.empty() and len(group) < LARGEST_GROUP:
                group.append(self._waiting.get_nowait())
            open_for_more = None not in group
            pieces = [piece for piece in group if isinstance(piece, Piece)]
            if pieces:
                await self._write_group(pieces)
            for one in group:
                if isinstance(one, asyncio.Future):  # A caller waits for a scrub.
                    self._is_scrubbing = True
                    is_done = not self._closed and await self._committer.scrub()
                    self._is_scrubbing = False
                    if not one.done():
                        one.set_result(is_done)

    async def _write_group(self, pieces: list[Piece]) -> None:
        began = time.perf_counter()  # The event loop's own clock stands still while a callback runs.
        try:
            verdicts = await self._committer.commit(pieces)
        except Exception as fault:
            failed = fault if isinstance(fault, StorageFailed) else StorageFailed("error")
            log.error(
                "write_failed", reason=failed.reason, pieces=len(pieces), fault=str(fault.__cause__ or fault)
            )
            verdicts = [failed] * len(pieces)
        else:
            self._tell(len(pieces), time.perf_counter() - began)
        for piece, verdict in zip(pieces, verdicts, strict=True):
            piece.finish(verdict)

    def _tell(self, pieces: int, seconds: float) -> None:
        """Tell the watchers of a transaction; their exceptions are only logged."""
        try:
            for watcher in self.watchers:
                watcher.committed(pieces, seconds)
        except Exception as fault:
            log.error("watcher_failed", fault=frames(fault))
