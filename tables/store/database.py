"""What the rest of `tables` asks of a store: rows read and written by SQL that every store understands.

A statement's parameters are `?`, one after the other, or `?1`, `?2`, which may be repeated.  Yes and no are 1
and 0; texts are compared letter by letter.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any, Final, Protocol

from tables.model.table import Eras, Span
from tables.timing.clock import Clock, SystemClock

Statement = tuple[str, Sequence[Sequence[Any]]]
"""A statement and the rows of parameters it is run with."""
Query = tuple[str, Sequence[Any]]
"""A query and its parameters."""

# What one process tells the others: the id of a table that it has changed, or one of these words.
EVERYTHING: Final = "*"
"""Any table and any person may have changed."""
PERSON: Final = "person"
"""`person:7`: what is stored of person 7 has changed."""
OPENED: Final = "opened"
"""`opened:7`: person 7 has opened a table."""


class Watcher:
    """Is told what happened, and how long it took; does nothing with it.  It must be quick, and not raise.

    Nothing of who plays what is told.
    """

    def committed(self, pieces: int, seconds: float) -> None:
        """A transaction with what so many callers wanted written is on the disk."""

    def thought(self, seconds: float) -> None:
        """A computer player has thought about a turn, or given up."""


class Listener(Protocol):
    """Is told, on the event loop, of what other processes do."""

    def heard(self, told: Sequence[str]) -> None:
        """Other processes have changed these tables and people (see `Database.write`)."""

    def leases_moved(self) -> None:
        """This process has got or lost leases."""


class Cluster:
    """The processes that share the store, and the leases that say which of them owns which table.

    This class is for a store that no other process can open.

    Any process may change any table: the journal's key decides who was first.  But the owner alone answers
    clicks on the table, writes its messages, does what falls due, and has computer players think.

    A process that has stood still beyond its leases, and goes on without knowing, meets the journal's key
    when it changes a table, as anybody does.  Rows of messages have no such key: see `looking_after`.

    Attributes:
        is_shared: There may be other processes.
        clock: Tells a time that is the same for all processes.
    """

    is_shared = False

    def __init__(self) -> None:
        self.clock: Clock = SystemClock()

    def is_ours(self, table_id: str) -> bool:
        """Whether this process owns a table."""
        return True

    def looking_after(self, table_id: str) -> AbstractContextManager[None]:
        """Surrounds work of a table's owner: until it ends, the lease is not given to another process.

        If another process has the lease all the same, since this one stood still, writing raises `NotOurs`.
        """
        return nullcontext()

    def reached_at(self, host: str, port: int) -> None:
        """Tell the other processes where this one takes what they relay."""

    def address_of(self, table_id: str) -> str | None:
        """Host and port at which another process takes what is relayed to it as the owner of a table.

        None: this process is the owner, or nobody is, or the owner can't be reached from here.
        """
        return None

    def listen(self, listener: Listener) -> None:
        """Have a listener told from now on."""

    def tell(self, table_id: str) -> None:
        """Tell the owner of a table, in a moment, that something has changed that its messages show."""

    @asynccontextmanager
    async def hold(self, names: Sequence[str], *, long: bool = False) -> AsyncIterator[None]:
        """Hold locks that no other process holds at the same time, given in order.

        `long`: For longer than a few statements take, as while Discord is asked.

        Raises:
            StorageFailed: They could not be had.
        """
        yield


class Database(Protocol):
    """An open store, until `close`.

    Attributes:
        eras: As `tables.put_back` has found them.
        off: When no process of the bot lived, as `tables.store.absence` has found.
    """

    eras: Eras = ()
    off: Sequence[Span] = ()

    @property
    def cluster(self) -> Cluster:
        """The processes that share the store."""

    async def write(self, statements: Sequence[Statement], *touched: str) -> None:
        """Write some rows, all or none; on return they are on the disk.

        Args:
            statements: Run in this order.
            touched: The ids of changed tables, and the words above: what other processes are told.

        Raises:
            Conflict: A row with the same key is there already.
            NotOurs: It was written while `looking_after` a table whose lease another process has by now.
            StorageFailed: The disk would not take it.
        """

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a query, as they were committed last.

        Raises:
            StorageFailed: The disk would not give them.
        """

    async def read_all(self, *queries: Query) -> list[list[Any]]:
        """The rows of several queries, all as of one moment.

        Raises:
            StorageFailed: The disk would not give them.
        """

    def read_now(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a query by a row's key, for which the event loop waits.

        Raises:
            StorageFailed: The disk would not give them, or not soon.
        """

    def watch(self, watchers: Sequence[Watcher]) -> None:
        """Have these told of each transaction."""

    async def is_put_back(self, version: str) -> bool:
        """Whether it is a copy of what a bot of this version (`due.version_of`) has opened.

        Raises:
            StorageFailed: The disk would not say.
        """

    async def settle(self) -> None:
        """Note that a bot has opened this database, where no copy of it has the note.

        Raises:
            StorageFailed: The disk would not take it.
        """

    async def scrub(self) -> bool:
        """Rid the disk of all traces of deleted rows; whether that was done.

        Raises:
            StorageFailed: The database is closed.
        """

    async def close(self) -> None:
        """Write all that waits, and let the store go."""
