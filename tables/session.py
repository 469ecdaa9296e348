"""Sessions: each holds all that this process knows of one table; those of the latest tables are cached.

Of a table that another process owns, a session caches nothing that can be read from the store.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cached_property, partial
from math import inf, isnan
from typing import Generic, NamedTuple, Protocol, TypeVar
from weakref import WeakValueDictionary

from engine.game import Seat
from tables.model.limits import TABLES_IN_MEMORY
from tables.model.table import OPEN_PHASES, Table
from tables.model.values import Advice, Follower, MessageRef
from tables.verbs.play import computer_click, open_question

K = TypeVar("K")
V = TypeVar("V")


class Turn(NamedTuple):
    """A computer player's turn: the question with the number `asked`, which the player has to answer."""

    table_id: str
    seat: Seat
    asked: int

    @property
    def click(self) -> str:
        """The key stored with the computer's move, as a click's id with a person's: the move counts once."""
        return computer_click(self.seat, self.asked)

    def is_open(self, table: Table) -> bool:
        """Whether the computer player still has to answer the question in the present state of `table`."""
        question = open_question(table, self.seat)
        if question is None or question.number != self.asked or question.answered:
            return False
        return not table.facts.seats[self.seat].is_played_by_person


class Thought:
    """The work on a computer player's turn.

    Attributes:
        task: The task that waits for the table's pace, has the player think, and makes the move.
        is_thinking: Whether the player thinks, or waits until others have thought.
        is_long: Whether the player has thought for so long that the table's messages say so.
    """

    def __init__(self, task: asyncio.Task[None]) -> None:
        self.task = task
        self.is_thinking = self.is_long = False


class Rows(Generic[K, V]):
    """A cache of a table's rows of one kind, by their keys; emptied when some of the rows have changed.

    Nothing is cached while another process owns the table, since that process may change the rows.
    """

    def __init__(self, is_ours: Callable[[], bool]) -> None:
        self._is_ours = is_ours
        self._known: dict[K, V] | None = None
        self._changes = 0

    async def read(self, read: Callable[[], Awaitable[dict[K, V]]]) -> Mapping[K, V]:
        """The rows, from the cache or else from the callback `read`, which asks the store."""
        while (known := self._known) is None:
            changes, found = self._changes, await read()
            if not self._is_ours():
                return found
            if changes == self._changes:  # Else rows were written meanwhile, and `found` may be outdated.
                self._known = found
        return known

    def outdate(self) -> None:
        """Empty the cache, since rows may have changed in the store."""
        self._changes += 1
        self._known = None


class Part(Protocol):
    """Data that another module caches in a session; the session may drop them while they aren't busy."""

    @property
    def is_busy(self) -> bool:
        """Whether work is under way that needs these data, and so the session."""


class Showing(Part, Protocol):
    """The display of a table: this process's knowledge of the table's messages, cached in the session."""

    def stop(self) -> None:
        """End all work for the table, since its session is dropped."""


class Session:
    """All that this process knows of one table.

    Attributes:
        table: The table as last committed; None: it has to be read from the store.
        is_outdated: Whether the table has changed in the store since the holder of the lock set this to
            False.
        is_unreadable: Whether the table is open, but can't be replayed.
        due_at: When the table's timer, set by `schedule`, goes off, in seconds since 1970; None: no timer.
        failures: How often in a row the work for which the timer was set has failed.
        is_unshown: Whether the table's messages may be outdated by passing time or changed preferences.
        review: The review of the finished game, a `reviews.Making`; None: not cached.
        display: The table's display; None: not cached.
        is_doubted: Whether the messages were already repainted once because a button named an entry that the
            journal lacks.
    """

    table: Table | None = None
    is_outdated = False
    is_unreadable = False
    is_doubted = False
    due_at: float | None = None
    failures = 0
    is_unshown = False
    review: Part | None = None
    display: Showing | None = None

    def __init__(self, table_id: str, is_ours: Callable[[str], bool] = lambda _: True) -> None:
        self.id = table_id
        self._is_ours = is_ours

    # The properties below are made on demand: most of ten thousand open tables need only a timer.

    @cached_property
    def lock(self) -> asyncio.Lock:
        """The lock that a task holds while it changes the table, or reads the table from the store."""
        return asyncio.Lock()

    @cached_property
    def turns(self) -> dict[Turn, Thought]:
        """The turns of computer players on which this process works, each with its work."""
        return {}

    @cached_property
    def messages(self) -> Rows[str, MessageRef]:
        """The cached rows of the table's Discord messages, by their names."""
        return Rows(partial(self._is_ours, self.id))

    @cached_property
    def followers(self) -> Rows[int, Follower]:
        """The cached rows of the table's followers, by people's ids."""
        return Rows(partial(self._is_ours, self.id))

    @cached_property
    def advice(self) -> dict[Hashable, asyncio.Task[Advice]]:
        """The tasks of the latest advice for people here, by the advice's `tables.views.advice.Matter`."""
        return {}

    @property
    def is_ours(self) -> bool:
        """Whether this process owns the table."""
        return self._is_ours(self.id)

    @property
    def is_busy(self) -> bool:
        """Whether the table is being changed, read, thought about, reviewed or shown."""
        are_busy = any(part.is_busy for part in (self.review, self.display) if part is not None)
        return are_busy or self.lock.locked() or bool(self.turns)

    def is_thought_about_for_long(self, table: Table) -> bool:
        """Whether a computer player has thought for long about an open question of the table."""
        return any(thought.is_long and turn.is_open(table) for turn, thought in self.turns.items())

    def outdate(self) -> None:
        """Have the next reader read the table from the store, since the table has changed there."""
        self.is_outdated = True
        self.table = None

    def unload(self) -> None:
        """Drop all cached data that can be read or computed again."""
        self.table = self.review = self.display = None
        self.advice.clear()
        self.outdate_rows()

    def outdate_rows(self) -> None:
        """Empty the caches of message and follower rows."""
        self.messages.outdate()
        self.followers.outdate()


class Sessions:
    """The sessions of this process.

    The `TABLES_IN_MEMORY` sessions used last are kept with their data. An earlier session loses its data, but
    stays while it has a timer or is in use: so a table never has two sessions, nor two locks.

    Attributes:
        sooner: An event, set when another timer becomes the earliest.
        kept: Called with each table of this process that was committed or read, and with the table's session.
    """

    def __init__(self, is_ours: Callable[[str], bool] = lambda _: True) -> None:
        self._is_ours = is_ours
        self.kept: Callable[[Session, Table], None] = lambda *_: None
        self._alive: WeakValueDictionary[str, Session] = WeakValueDictionary()
        self._latest: OrderedDict[str, Session] = OrderedDict()
        self._timers: list[tuple[float, str, Session]] = []
        self.sooner = asyncio.Event()

    def get(self, table_id: str) -> Session:
        """The session of a table, made if it is missing; from now on it counts as the one used last."""
        session = self._latest.get(table_id) or self.of(table_id)
        self._use(session)
        return session

    def of(self, table_id: str) -> Session:
        """The session of a table, made if there is none; it lasts while it has a timer or is referred to."""
        session = self._alive.get(table_id)
        if session is None:
            session = self._alive[table_id] = Session(table_id, self._is_ours)
        return session

    def known(self, table_id: str) -> Session | None:
        """The session of a table, or None if there is none."""
        return self._alive.get(table_id)

    def all(self) -> list[Session]:
        """All sessions, in no order."""
        return list(self._alive.values())

    def put(self, session: Session, table: Table) -> None:
        """Cache a table as last committed, if this process owns it, and it hasn't changed in the store since.

        The caller holds the session's lock.
        """
        session.is_unreadable = table.fault is not None and table.facts.phase in OPEN_PHASES
        if session.is_ours:
            session.table = table
            self._use(session)
            self.kept(session, table)
        if session.is_outdated:
            session.outdate()

    def is_newest(self, table_id: str, version: int) -> bool:
        """Whether this process owns a table, and caches its version `version`."""
        session = self.known(table_id)
        if session is None or session.table is None or not session.is_ours:
            return False
        return session.table.facts.version == version

    def is_unreadable(self, table_id: str) -> bool:
        """Whether a table is open, and known not to be replayable."""
        session = self.known(table_id)
        return session is not None and session.is_unreadable

    def drop(self, session: Session) -> None:
        """Drop a table whose lease was lost: its timer, its display, and its computer players' turns.

        A task that still uses the session, such as the holder of its lock, caches nothing in it.
        """
        self.schedule(session, None)
        if session.display is not None:
            session.display.stop()
        session.unload()
        for thought in session.turns.values():
            thought.task.cancel()
        session.turns.clear()
        session.is_outdated, session.is_unshown, session.is_unreadable = True, False, False
        self._latest.pop(session.id, None)

    def outdate_rows(self) -> None:
        """Empty the caches of message and follower rows of all tables, as when a person was forgotten."""
        for session in self.all():
            session.outdate_rows()

    @asynccontextmanager
    async def hold(self, table_ids: Iterable[str]) -> AsyncIterator[None]:
        """Hold the locks of several tables, taken in the order of their ids, which prevents deadlocks."""
        async with AsyncExitStack() as held:
            for session in [self.of(table_id) for table_id in sorted(set(table_ids))]:
                await held.enter_async_context(session.lock)
            yield

    def schedule(self, session: Session, when: float | None) -> None:
        """Set the timer of a table to `when`, in place of its former one; None: remove the timer."""
        if session.due_at is not None:
            del self._timers[bisect_left(self._timers, (session.due_at, session.id))]
        # Damaged rows may give NaN, which would break the order of the list.
        session.due_at = None if when is None or isnan(when) else when
        if session.due_at is not None:
            insort(self._timers, (session.due_at, session.id, session))
            if self._timers[0][2] is session:
                self.sooner.set()

    @property
    def next_at(self) -> float:
        """The time of the earliest timer, in seconds since 1970; infinity: there is no timer."""
        return self._timers[0][0] if self._timers else inf

    def take_due(self, now: float) -> Session | None:
        """Remove the earliest timer due at `now`, and return its session; None: no timer is due."""
        if self.next_at > now:
            return None
        _, _, session = self._timers.pop(0)
        session.due_at = None
        return session

    def _use(self, session: Session) -> None:
        self._latest[session.id] = session
        self._latest.move_to_end(session.id)
        # Of the surplus sessions, which may all be busy, only two are tried, so that this is quick.
        for _ in range(min(len(self._latest) - TABLES_IN_MEMORY, 2)):
            _, oldest = self._latest.popitem(last=False)
            if oldest.is_busy:
                self._latest[oldest.id] = oldest
            else:
                oldest.unload()
