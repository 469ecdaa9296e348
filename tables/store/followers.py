"""Followers (people who follow a table without a seat): which news they want, and which they got last."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from tables.model.errors import Refused
from tables.model.limits import FOLLOWED_PER_PERSON, FOLLOWERS_PER_TABLE
from tables.model.table import Facts
from tables.model.texts import one_of
from tables.model.values import Follower, What
from tables.session import Sessions
from tables.store.database import Database
from tables.store.journal import Reader
from tables.store.people import Locks
from tables.store.people import lock_name as person_lock
from tables.verbs.lobby import check_open

FIELDS: Final = "table_id, person_id, what, message_id, told"
OF_TABLE: Final = f"SELECT {FIELDS} FROM followers WHERE table_id = ? ORDER BY person_id"
OF_PERSON: Final = f"SELECT {FIELDS} FROM followers WHERE person_id = ? ORDER BY table_id"
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


class Followers:
    """Reads and writes the rows `followers`, and caches those of this process's tables in their sessions."""

    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        reader: Reader,
        locks: Locks,
        whole: Callable[[Coroutine[Any, Any, Any]], Coroutine[Any, Any, Any]],
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._reader = reader
        self._locks = locks
        self._whole = whole

    async def follow(self, table_id: str, person_id: int, what: What, click: int) -> Follower:
        """Have a person follow an open table with the notices `what`, or change a follower's notices.

        Returns:
            The stored row.

        Raises:
            Refused: As `check_may_follow`; and `follows_too_many`, `followed_by_too_many`,
                `no_such_table`.
        """
        done: Follower = await self._whole(self._follow(table_id, person_id, what, click))
        return done

    async def _follow(self, table_id: str, person_id: int, what: What, click: int) -> Follower:
        session = self._sessions.of(table_id)
        async with self._locks.hold(person_lock(person_id)), session.lock:
            facts = (await self._reader.read_locked(session)).facts
            check_may_follow(facts, person_id)
            former = await self.get(table_id, person_id)
            if former is not None and former.what is what:
                return former
            if former is None:
                await self._check_room(table_id, person_id)
            new = Follower(table_id, person_id, what, -click, facts.version)
            row = (table_id, person_id, what.value, -click, facts.version)
            await self._write(table_id, PUT, row)
            # If another process wrote a row for another click at the same time, that row stays.
            return await self.get(table_id, person_id) or new

    async def note(self, table_id: str, person_id: int, message_id: int, told: int) -> bool:
        """Write that a follower got news of version `told`; False: the person follows no more."""
        done: bool = await self._whole(self._note(table_id, person_id, message_id, told))
        return done

    async def _note(self, table_id: str, person_id: int, message_id: int, told: int) -> bool:
        await self._write(table_id, NOTE, (message_id, told, table_id, person_id))
        return await self.get(table_id, person_id) is not None

    async def unfollow(self, table_id: str, person_id: int) -> Follower | None:
        """End a person's following of a table; return the deleted row, or None if they didn't follow it."""
        done: Follower | None = await self._whole(self._unfollow(table_id, person_id))
        return done

    async def _unfollow(self, table_id: str, person_id: int) -> Follower | None:
        former = await self.get(table_id, person_id)
        if former is not None:
            await self._write(table_id, REMOVE, (table_id, person_id))
        return former

    async def _write(self, table_id: str, sql: str, row: tuple[Any, ...]) -> None:
        await self._database.write([(sql, [row])], table_id)
        self._sessions.of(table_id).followers.outdate()

    async def get(self, table_id: str, person_id: int) -> Follower | None:
        """The row of a person who follows a table, or None if they don't follow it."""
        return (await self._known(table_id)).get(person_id)

    async def of_table(self, table_id: str) -> list[Follower]:
        """All followers of a table."""
        return list((await self._known(table_id)).values())

    async def of_person(self, person_id: int) -> list[Follower]:
        """The rows of all tables that a person follows, in the order of the tables' ids."""
        return [_follower(row) for row in await self._database.read(OF_PERSON, person_id)]

    async def behind(self) -> list[str]:
        """The ids of tables with a follower who may not have got news of the newest version."""
        return [table_id for (table_id,) in await self._database.read(BEHIND)]

    async def _known(self, table_id: str) -> Mapping[int, Follower]:
        async def read() -> dict[int, Follower]:
            rows = await self._database.read(OF_TABLE, table_id)
            return {follower.person_id: follower for follower in map(_follower, rows)}

        return await self._sessions.get(table_id).followers.read(read)

    async def _check_room(self, table_id: str, person_id: int) -> None:
        if len(await self.of_person(person_id)) >= FOLLOWED_PER_PERSON:
            raise Refused("follows_too_many", limit=FOLLOWED_PER_PERSON)
        if len(await self.of_table(table_id)) >= FOLLOWERS_PER_TABLE:
            raise Refused("followed_by_too_many", limit=FOLLOWERS_PER_TABLE)


def check_may_follow(table: Facts, person_id: int) -> None:
    """Refuse to let a person follow a table at which they sit, or which has ended.

    Raises:
        Refused: `plays_here`, `table_over`, `table_cancelled`; `not_followed_here`: the bot is a guest, and
            could not find out later whether the person may still see the table.
    """
    if table.guest:
        raise Refused("not_followed_here")
    check_open(table)
    if table.seat_of(person_id) is not None:
        raise Refused("plays_here")


def _follower(row: tuple[str, int, str, int, int]) -> Follower:
    table_id, person_id, what, message_id, told = row
    return Follower(table_id, person_id, one_of(What.END, what), message_id, told)
