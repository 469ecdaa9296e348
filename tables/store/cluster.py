"""The other processes that share the store: what they write, and who of us looks after which table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, nullcontext
from typing import Final, Protocol

from tables.timing.clock import Clock, SystemClock

EVERYTHING: Final = "*"
"""Among the keys of what others wrote: it may be anything."""
FORGOTTEN: Final = "forgotten"
"""The key of a person who was forgotten begins so."""
OPENED: Final = "opened"
"""The key of a person who opened a table begins so."""


class Listener(Protocol):
    """Who is told of other processes, on the event loop."""

    def heard(self, keys: Sequence[str]) -> None:
        """Others have committed rows with these keys (see `Database.write`), or told something."""

    def shared_out(self) -> None:
        """Which tables are ours has changed."""


class Others(Protocol):
    """The other processes that share the store.

    Any process may change any table: the journal's key decides who was first.  But of each table one process
    alone repaints the messages, does what falls due, and has computer players think: the one whose it is.

    Where one has stood still for so long that another has taken a table over, and goes on without knowing,
    what it has happen there, or has a computer player do, meets the journal's key as anybody's move does.
    What it notes about messages has no such key: see `looking_after`.

    Attributes:
        are_there: There may be others.
        clock: Tells a time that is the same for all.
    """

    are_there: bool
    clock: Clock

    def is_ours(self, table_id: str) -> bool:
        """Whether this process looks after a table."""

    def looking_after(self, table_id: str) -> AbstractContextManager[None]:
        """Surrounds work of who looks after a table: until it ends, nobody else begins to, who is alive.

        If somebody else has all the same, since we stood still, nothing is written meanwhile: `NotOurs`.
        """

    def reached_at(self, host: str, port: int) -> None:
        """Tell the others where this process listens for clicks."""

    def address_of(self, table_id: str) -> str | None:
        """Where another process that looks after a table is reached, host and port.

        None: it is ours, or nobody's, or can't be reached from here.
        """

    def listen(self, listener: Listener) -> None:
        """Have a listener told from now on."""

    async def tell(self, key: str) -> None:
        """Tell the others something, after all that was written before.

        Raises:
            StorageFailed: It could not be told.
        """

    def hold(self, names: Sequence[str], *, long: bool = False) -> AbstractAsyncContextManager[None]:
        """Hold locks that no other process holds at the same time, given in order.

        `long`: For longer than a few statements take, as while Discord is asked.

        Raises:
            StorageFailed: They could not be had.
        """


class Alone:
    """No other process can open the store."""

    are_there = False

    def __init__(self) -> None:
        self.clock: Clock = SystemClock()

    def is_ours(self, _table_id: str) -> bool:
        """As `Others.is_ours`: all are."""
        return True

    def looking_after(self, _table_id: str) -> AbstractContextManager[None]:
        """As `Others.looking_after`."""
        return nullcontext()

    def reached_at(self, host: str, port: int) -> None:
        """As `Others.reached_at`: there is nobody."""

    def address_of(self, _table_id: str) -> None:
        """As `Others.address_of`: all are ours."""

    def listen(self, listener: Listener) -> None:
        """As `Others.listen`: there is never anything to tell."""

    async def tell(self, key: str) -> None:
        """As `Others.tell`: there is nobody."""

    @asynccontextmanager
    async def hold(self, _names: Sequence[str], *, long: bool = False) -> AsyncIterator[None]:
        """As `Others.hold`: nobody else wants them."""
        yield
