"""The interface of a store: rows read and written by SQL that every store understands.

A statement's parameters are `?`, one after the other, or `?1`, `?2`, which may be repeated. Booleans are 1
and 0; texts are compared letter by letter.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any, Final, Protocol

from tables.model.table import Eras, Span
from tables.timing.clock import Clock, SystemClock

Statement = tuple[str, Sequence[Sequence[Any]]]
"""An SQL statement, and its rows of parameters: it is run once with each."""
Query = tuple[str, Sequence[Any]]
"""A query and its parameters."""

# What one process tells the others: the id of a table that the process has changed, or one of these words.
EVERYTHING: Final = "*"
"""Tells other processes that any table and any person may have changed."""
PERSON: Final = "person"
"""The beginning of a word that tells other processes whose rows have changed: `person:7`."""
OPENED: Final = "opened"
"""The beginning of a word that tells other processes who has opened a table: `opened:7`."""


class Watcher:
    """Gets events with their durations, for metrics; it must be quick, and raise nothing.

    No event says who plays what.
    """

    def committed(self, pieces: int, seconds: float) -> None:
        """A transaction was committed; `pieces`: how many callers' writes it held."""

    def thought(self, seconds: float) -> None:
        """A computer player has thought for so many `seconds`, or given up after them."""


class Listener(Protocol):
    """Gets events from other processes, on the event loop."""

    def heard(self, told: Sequence[str]) -> None:
        """Other processes have made changes; `told` holds what they gave to `Database.write` as `touched`."""

    def leases_moved(self) -> None:
        """This process has got or lost leases."""


class Cluster:
    """The processes that share the store, and the leases that say which of them owns which table.

    This base class is for a store that no other process can open: all tables are this process's.

    Any process may change any table: the journal's key decides who was first. But the owner alone answers
    clicks on the table, writes its messages, does what falls due, and has computer players think.

    A process that was frozen past its leases doesn't know it. Its changes of tables meet the journal's key,
    as anybody's do. Rows of messages have no such key: see `looking_after`.

    Attributes:
        is_shared: There may be other processes.
        clock: Tells the same time to all processes.
    """

    is_shared = False

    def __init__(self) -> None:
        self.clock: Clock = SystemClock()

    def is_ours(self, table_id: str) -> bool:
        """Whether this process owns a table."""
        return True

    def looking_after(self, table_id: str) -> AbstractContextManager[None]:
        """Surround work of a table's owner: until it ends, this process doesn't hand over the lease.

        If another process has the lease all the same, since this one was frozen, writing raises `NotOurs`.
        """
        return nullcontext()

    def reached_at(self, host: str, port: int) -> None:
        """Tell the other processes the host and port at which this one takes relayed interactions."""

    def address_of(self, table_id: str) -> str | None:
        """The host and port of a table's owner, for relaying an interaction to it.

        None: this process is the owner, or nobody is, or the owner can't be reached from here.
        """
        return None

    def listen(self, listener: Listener) -> None:
        """Add a listener for events from other processes."""

    def tell(self, table_id: str) -> None:
        """Tell a table's owner, in the background, that the table's messages are to be repainted."""

    @asynccontextmanager
    async def hold(self, names: Sequence[str], *, long: bool = False) -> AsyncIterator[None]:
        """Hold locks that all processes share, taken in the order of `names`.

        `long` says that they are held for longer than a few statements take, as while Discord is asked.

        Raises:
            StorageFailed: The locks could not be had.
        """
        yield


class Database(Protocol):
    """An open store, until `close`.

    Attributes:
        eras: When older copies of the database were put back, as in `Eras`; set by `tables.put_back`.
        off: The spans in which the bot did not run, set by `tables.store.absence`.
    """

    eras: Eras = ()
    off: Sequence[Span] = ()

    @property
    def cluster(self) -> Cluster:
        """The processes that share the store."""

    async def write(self, statements: Sequence[Statement], *touched: str) -> None:
        """Write some rows, all or none; on return they are on the disk.

        Args:
            statements: The statements, run in this order.
            touched: What other processes are told: ids of changed tables, and words such as `PERSON`.

        Raises:
            Conflict: A row with the same key is there already.
            NotOurs: The caller is `looking_after` a table whose lease another process has by now.
            StorageFailed: The store could not write.
        """

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """Return the rows of a query as last committed, or raise `StorageFailed`."""

    async def read_all(self, *queries: Query) -> list[list[Any]]:
        """Return the rows of several queries, all from one snapshot, or raise `StorageFailed`."""

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """Return the rows of a quick query, or raise `StorageFailed`; blocks the event loop for a moment."""

    def watch(self, watchers: Sequence[Watcher]) -> None:
        """Set the watchers, which are told of each transaction."""

    async def is_put_back(self, version: str) -> bool:
        """Whether this database is an older copy, put back since a bot opened the database.

        `version` is this bot's version, as of `deadlines.version_of`.

        Raises:
            StorageFailed: The store could not be read.
        """

    async def settle(self) -> None:
        """Record, where copies of the database lack it, that a bot opened it, or raise `StorageFailed`."""

    async def scrub(self) -> bool:
        """Rid the disk of all traces of deleted rows, and return whether that succeeded."""

    async def close(self) -> None:
        """Do all waiting writes, and close the store."""
