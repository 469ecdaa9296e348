"""Who watches a table without sitting at it, what they want to hear of, and what they were told last."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from enum import StrEnum
from typing import Any, Final, Protocol, TypeVar

from msgspec.structs import replace

from engine.game import Seat, Struct
from tables.model.errors import Refused
from tables.model.lenient import one_of
from tables.model.limits import FOLLOWED_PER_PERSON, FOLLOWERS_PER_TABLE
from tables.model.table import Phase
from tables.store.database import Database
from tables.store.locks import Locks
from tables.store.people import lock_name as person_lock
from tables.store.reading import Reader

T = TypeVar("T")

FIELDS: Final = "table_id, person_id, what, message_id, told"
READ: Final = f"SELECT {FIELDS} FROM followers ORDER BY table_id, person_id"
OF_TABLE: Final = f"SELECT {FIELDS} FROM followers WHERE table_id = ?"
ONE: Final = f"{OF_TABLE} AND person_id = ?"
PUT: Final = f"""
INSERT INTO followers ({FIELDS}) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (table_id, person_id) DO UPDATE SET what = excluded.what, told = excluded.told"""
NOTE: Final = "UPDATE followers SET message_id = ?, told = ? WHERE table_id = ? AND person_id = ?"
REMOVE: Final = "DELETE FROM followers WHERE table_id = ? AND person_id = ?"
BEHIND: Final = """
SELECT id FROM tables WHERE EXISTS (
  SELECT 1 FROM followers
  WHERE table_id = id AND (told < version OR message_id < 0 OR phase NOT IN ('lobby', 'running'))
) ORDER BY serial"""


class What(StrEnum):
    """What a follower is told of: the end only, or each turn and the end."""

    END = "end"
    TURNS = "turns"


class Follower(Struct, frozen=True):
    """Somebody who follows a table.

    Attributes:
        table_id: The table.
        person_id: Who follows it.
        what: What they want to hear of.
        message_id: Their newest direct message about it.  Below zero: they have had none yet, and the click
            by which they began has this number.
        told: The table's version that they were told of.
    """

    table_id: str
    person_id: int
    what: What
    message_id: int
    told: int

    @property
    def is_confirmed(self) -> bool:
        """Whether they have had a message."""
        return self.message_id > 0


class Followed(Protocol):
    """A table that somebody would like to follow."""

    @property
    def phase(self) -> Phase:
        """Its phase."""

    def seat_of(self, person_id: int | None, /) -> Seat | None:
        """The seat of a person."""


class Followers:
    """The rows `followers`, all of them in memory, for they are asked for after each move."""

    def __init__(
        self,
        database: Database,
        reader: Reader,
        locks: Locks,
        whole: Callable[[Coroutine[Any, Any, Any]], Coroutine[Any, Any, Any]],
    ) -> None:
        self._database = database
        self._reader = reader
        self._locks = locks
        self._whole = whole
        self._known: dict[str, dict[int, Follower]] = {}
        self._changes = 0

    async def read(self) -> None:
        """Bring all rows to memory, after a start or when other processes may have changed them."""
        rows = await self._settled(READ)
        self._known.clear()
        for row in rows:
            self._keep(_follower(row))

    async def read_again(self, table_id: str) -> None:
        """Bring the rows of one table to memory, which another process has changed."""
        rows = await self._settled(OF_TABLE, table_id)
        self._changes += 1  # Also where nobody follows any more: all may be being read, as of before.
        self._known.pop(table_id, None)
        for row in rows:
            self._keep(_follower(row))

    async def _settled(self, sql: str, *parameters: Any) -> list[Any]:
        """Rows that nothing was changed of meanwhile: else memory would go back to what was before."""
        while True:
            changes = self._changes
            rows = await self._database.read(sql, *parameters)
            if changes == self._changes:
                return rows

    async def follow(self, table_id: str, person_id: int, what: What, click: int) -> Follower:
        """Have somebody follow an open table, or change what they are told of.

        Raises:
            Refused: As `check_may_follow`; `follows_too_many`, `followed_by_too_many`, `no_such_table`.
        """
        done: Follower = await self._whole(self._follow(table_id, person_id, what, click))
        return done

    async def _follow(self, table_id: str, person_id: int, what: What, click: int) -> Follower:
        async with self._locks.hold(person_lock(person_id), f"followers:{table_id}"):
            facts = (await self._reader.read(table_id)).facts
            check_may_follow(facts, person_id)
            former = self.get(table_id, person_id)
            if former is not None and former.what is what:
                return former
            if former is None:
                self._check_room(table_id, person_id)
            new = Follower(table_id, person_id, what, -click, facts.version)
            row = (table_id, person_id, what.value, -click, facts.version)
            await self._database.write([(PUT, [row])], _key(table_id, person_id))
            # Of several clicks at once another process may have answered one, whose number counts then.
            rows = await self._settled(ONE, table_id, person_id)
            kept = _follower(rows[0]) if rows else new
            if rows:
                self._keep(kept)
            return kept

    async def note(self, table_id: str, person_id: int, message_id: int, told: int) -> bool:
        """Note which version a follower was told of, and in which message; whether they still follow."""
        done: bool = await self._whole(self._note(table_id, person_id, message_id, told))
        return done

    async def _note(self, table_id: str, person_id: int, message_id: int, told: int) -> bool:
        row = (message_id, told, table_id, person_id)
        await self._database.write([(NOTE, [row])], _key(table_id, person_id))
        former = self.get(table_id, person_id)
        if former is None:
            return False
        self._keep(replace(former, message_id=message_id, told=told))
        return True

    async def unfollow(self, table_id: str, person_id: int) -> Follower | None:
        """Have somebody follow a table no more; how they did until now, None where they didn't."""
        done: Follower | None = await self._whole(self._unfollow(table_id, person_id))
        return done

    async def _unfollow(self, table_id: str, person_id: int) -> Follower | None:
        if self.get(table_id, person_id) is None:
            return None
        await self._database.write([(REMOVE, [(table_id, person_id)])], _key(table_id, person_id))
        return self._drop(table_id, person_id)

    def get(self, table_id: str, person_id: int) -> Follower | None:
        """How somebody follows a table, or None where they don't."""
        return self._known.get(table_id, {}).get(person_id)

    def of_table(self, table_id: str) -> list[Follower]:
        """Those who follow a table."""
        return list(self._known.get(table_id, {}).values())

    def of_person(self, person_id: int) -> list[Follower]:
        """What somebody follows, in the order of the tables' ids."""
        tables = sorted(self._known.items())
        return [followers[person_id] for _, followers in tables if person_id in followers]

    async def behind(self) -> list[str]:
        """The ids of tables at which something may have happened that a follower was not told."""
        return [table_id for (table_id,) in await self._database.read(BEHIND)]

    def forget(self, person_id: int) -> None:
        """Forget a person whose rows were deleted; the caller holds their lock."""
        self._changes += 1  # Also where they are only just being read.
        for former in self.of_person(person_id):
            self._drop(former.table_id, person_id)

    def _check_room(self, table_id: str, person_id: int) -> None:
        if len(self.of_person(person_id)) >= FOLLOWED_PER_PERSON:
            raise Refused("follows_too_many", limit=FOLLOWED_PER_PERSON)
        if len(self.of_table(table_id)) >= FOLLOWERS_PER_TABLE:
            raise Refused("followed_by_too_many", limit=FOLLOWERS_PER_TABLE)

    def _keep(self, follower: Follower) -> None:
        self._changes += 1
        self._known.setdefault(follower.table_id, {})[follower.person_id] = follower

    def _drop(self, table_id: str, person_id: int) -> Follower | None:
        self._changes += 1
        followers = self._known.get(table_id, {})
        dropped = followers.pop(person_id, None)
        if not followers:
            self._known.pop(table_id, None)
        return dropped


def check_may_follow(table: Followed, person_id: int) -> None:
    """Refuse people who sit at the table, who are told all they need anyway, and tables that have ended.

    Raises:
        Refused: `plays_here`, `table_over`, `table_cancelled`.
    """
    match table.phase:
        case Phase.OVER:
            raise Refused("table_over")
        case Phase.CANCELLED:
            raise Refused("table_cancelled")
    if table.seat_of(person_id) is not None:
        raise Refused("plays_here")


def _follower(row: tuple[str, int, str, int, int]) -> Follower:
    table_id, person_id, what, message_id, told = row
    return Follower(table_id, person_id, one_of(What.END, what), message_id, told)


def _key(table_id: str, person_id: int) -> str:
    return f"follower:{table_id}:{person_id}"
