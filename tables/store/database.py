"""What the rest of `tables` asks of a store: rows read and written by SQL that every store understands.

A statement's parameters are `?`, one after the other, or `?1`, `?2`, which may be repeated.  Yes and no are 1
and 0; texts are compared letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tables.model.table import Eras, Span
from tables.store.cluster import Others
from tables.store.watching import Watcher
from tables.store.writer import Statement

Query = tuple[str, Sequence[Any]]
"""A query and its parameters."""


class Database(Protocol):
    """An open store, until `close`."""

    eras: Eras = ()
    """As `tables.put_back` has found them."""
    off: Sequence[Span] = ()
    """When no process of the bot lived, as `tables.store.absence` has found."""

    @property
    def others(self) -> Others:
        """The other processes that share it."""

    async def write(
        self,
        statements: Sequence[Statement],
        key: str | None,
        touched: Sequence[str] = (),
        meanwhile: Callable[[], object] | None = None,
    ) -> None:
        """Write some rows, all or none; on return they are on the disk.

        Args:
            statements: Run in this order.
            key: Names the rows: writes with different keys touch different rows.  None: any rows.
            touched: The keys of what other processes may know of them; default: `key`, else everything.
            meanwhile: Called while the store works; it may not rely on the rows, which may yet be refused.

        Raises:
            Conflict: A row with the same key is there already.
            NotOurs: It was written while `looking_after` a table, which is another process's by now.
            StorageFailed: The disk would not take it.
        """

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a query, as they were committed last.

        Raises:
            StorageFailed: The disk would not give them.
        """

    async def read_all(self, *queries: Query) -> list[list[Any]]:
        """The rows of several queries, no other process having written anything in between.

        Raises:
            StorageFailed: As `read`.
        """

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """As `read`, but the loop waits for it: for a row by its key.

        Raises:
            StorageFailed: The disk would not give it.
        """

    def watch(self, watchers: Sequence[Watcher]) -> None:
        """Have these told of each transaction."""

    async def is_put_back(self, version: str) -> bool:
        """Whether it is a copy of what a bot of this version (`due.version_of`) has opened.

        Raises:
            StorageFailed: As `read`.
        """

    async def settle(self) -> None:
        """Note that a bot has opened this database, where no copy of it has the note.

        Raises:
            StorageFailed: As `write`.
        """

    async def scrub(self) -> bool:
        """Rid the disk of all traces of deleted rows; whether that was done.

        Raises:
            StorageFailed: The database is closed.
        """

    async def close(self) -> None:
        """Write all that waits, and let the store go."""
