"""The interface of a store, to which callers give SQL that both SQLite and PostgreSQL understand.

A statement's parameters are `?`, one after the other, or `?1`, `?2`, which may be repeated. Booleans are 1
and 0; texts are compared letter by letter.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any, Final, Protocol

from tables.model.table import Eras, Span
from tables.timing.clock import Clock

Statement = tuple[str, Sequence[Sequence[Any]]]
"""An SQL statement and rows of parameters; the statement is run once for each row."""
Query = tuple[str, Sequence[Any]]
"""A query and its parameters."""

# A process tells the others the id of each table that it has changed, and these words.
EVERYTHING: Final = "*"
"""Tells other processes that the rows of any table and any person may have changed."""
PERSON: Final = "person"
"""The beginning of a word such as `person:7`: the rows of the person with the id 7 have changed."""
OPENED: Final = "opened"
"""The beginning of a word such as `opened:7`: the person with the id 7 has opened a table."""


class Watcher:
    """Gets events with their durations, for metrics; its methods must be quick, and raise nothing.

    No event names a person or a table.
    """

    def committed(self, pieces: int, seconds: float) -> None:
        """Called after a transaction took `seconds` to commit; `pieces`: how many callers' writes it held."""

    def thought(self, seconds: float) -> None:
        """Called when a computer player has thought for `seconds`, whether it then moved or failed."""


class Listener(Protocol):
    """Gets events from other processes, on the event loop."""

    def heard(self, told: Sequence[str]) -> None:
        """Called when other processes have changed rows.

        `told`: the words that these processes sent: ids of changed tables, `person:7` and the like.
        """

    def leases_moved(self) -> None:
        """Called when this process has got or lost leases."""


class Cluster:
    """The processes that share the store, and the leases that say which of them owns which table.

    This base class is for a store that no other process can open: this process owns all tables.

    Any process may change any table: the journal's key decides who was first. But the owner alone answers
    clicks on the table, writes its messages, applies its deadlines, and has computer players think.

    A process that was frozen until its leases lapsed doesn't notice the loss. The journal's key refuses the
    outdated changes that this process makes of tables; its writes to other rows need `looking_after`.

    Attributes:
        is_shared: Whether other processes may share the store.
        clock: The clock by which all processes tell the same time.
    """

    is_shared = False

    def __init__(self) -> None:
        self.clock = Clock()

    def is_ours(self, table_id: str) -> bool:
        """Whether this process owns a table."""
        return True

    def looking_after(self, table_id: str) -> AbstractContextManager[None]:
        """A context for work of a table's owner: until the work ends, this process keeps the lease.

        If the lease lapsed all the same, and another process took it, writes in this work raise `NotOurs`.
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
        """Have a table's owner repaint the table's messages; the owner is told in the background."""

    @asynccontextmanager
    async def hold(self, names: Sequence[str], *, long: bool = False) -> AsyncIterator[None]:
        """Hold locks that all processes share, taken in the order of `names`.

        `long`: whether the locks are held for longer than a few statements, as during a request to Discord.

        Raises:
            StorageFailed: The store could not give the locks.
        """
        yield


class Database(Protocol):
    """An open store, until `close`.

    Attributes:
        eras: The restored backups of the database (see `Eras`); set by `tables.put_back`.
        off: The spans in which the bot did not run; set by `tables.store.absence`.
    """

    eras: Eras = ()
    off: Sequence[Span] = ()

    @property
    def cluster(self) -> Cluster:
        """The processes that share the store."""

    async def write(self, statements: Sequence[Statement], *touched: str) -> None:
        """Write some rows, all or none, by statements in this order; on return they are on the disk.

        `touched`: the words that other processes are told: the ids of changed tables, `person:7` and the
        like.

        Raises:
            Conflict: A row with the same key is there already.
            NotOurs: The caller is `looking_after` a table whose lease another process has taken.
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
        """Whether this database is a backup that was restored since a bot last opened the database.

        `version` is this bot's version, from `deadlines.version_of`.

        Raises:
            StorageFailed: The store could not be read.
        """

    async def settle(self) -> None:
        """Store, for later `is_put_back` calls, that a bot opened the database; may raise `StorageFailed`."""

    async def scrub(self) -> bool:
        """Rid the disk of all traces of deleted rows, and return whether that succeeded."""

    async def close(self) -> None:
        """Do all waiting writes, and close the store."""
