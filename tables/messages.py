"""Which message shows what of a table.  Names no person; some stand in direct messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tables.database import Database
from tables.errors import Conflict, Refused
from tables.values import MessageRef

FIELDS: Final = "table_id, name, channel_id, message_id, version, at, extra"
PUT: Final = f"INSERT OR REPLACE INTO screens ({FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
PUT_OF: Final = f"""
INSERT OR REPLACE INTO screens ({FIELDS}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
WHERE EXISTS (SELECT 1 FROM seats WHERE table_id = ?1 AND person_id = ?8)"""
FINISH: Final = "UPDATE screens SET version = ? WHERE table_id = ?"
REMOVE: Final = "DELETE FROM screens WHERE table_id = ? AND name = ?"
UNFINISHED: Final = """
SELECT id FROM tables
WHERE held = 0 AND (
  EXISTS (SELECT 1 FROM screens WHERE table_id = id AND screens.version < tables.version)
  OR (phase IN ('lobby', 'running') AND NOT EXISTS (SELECT 1 FROM screens WHERE table_id = id))
)
ORDER BY serial"""


REMEMBERED: Final = 2_000
"""So many tables' screens are kept in memory: they are asked for at every click."""


class Messages:
    """The rows `screens`, with a memory in front of them."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._known: dict[str, dict[str, MessageRef]] = {}
        self._changes = 0

    async def put(
        self, table_id: str, name: str, channel_id: int, message_id: int, version: int, extra: str = ""
    ) -> None:
        """Note that a message shows `version` of a table under `name`, instead of what was noted there.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        row = (table_id, name, channel_id, message_id, version, self._now(), extra)
        try:
            await self._database.write([(PUT, [row])], _key(table_id, name))
        except Conflict as fault:
            raise Refused("no_such_table", table=table_id) from fault
        self._changes += 1
        if table_id in self._known:
            self._known[table_id][name] = MessageRef(*row)

    async def put_of(
        self,
        person_id: int,
        table_id: str,
        name: str,
        channel_id: int,
        message_id: int,
        version: int,
        extra: str = "",
    ) -> bool:
        """The same for a message to somebody who sits at the table; whether they still do.

        Of who asked to be forgotten while it was under way, nothing is noted any more.

        Raises:
            Refused: `storage_failed`.
        """
        row = (table_id, name, channel_id, message_id, version, self._now(), extra, person_id)
        await self._database.write([(PUT_OF, [row])], _key(table_id, name))
        self._changes += 1
        self._known.pop(table_id, None)  # Only the disk knows what became of it.
        noted = (await self.get(table_id)).get(name)
        return noted is not None and noted.message_id == message_id

    async def finish(self, table_id: str, version: int) -> None:
        """Note that all messages of a table are as they will stay, whichever there are."""
        await self._database.write([(FINISH, [(version, table_id)])], None)
        self._changes += 1
        self._known.pop(table_id, None)

    async def remove(self, table_id: str, name: str) -> None:
        """Forget the message of that name."""
        await self._database.write([(REMOVE, [(table_id, name)])], _key(table_id, name))
        self._changes += 1
        self._known.get(table_id, {}).pop(name, None)

    async def get(self, table_id: str) -> dict[str, MessageRef]:
        """The messages of a table by name."""
        while table_id not in self._known:
            changes = self._changes
            read = await self._read(table_id)
            if changes == self._changes:  # Else something was put meanwhile that this may lack.
                if len(self._known) >= REMEMBERED:
                    self._known.clear()
                self._known[table_id] = read
        return dict(self._known[table_id])

    def forget(self, _person_id: int) -> None:
        """Read everything anew from now on: the messages in a person's direct channel were deleted."""
        self._changes += 1
        self._known.clear()

    async def _read(self, table_id: str) -> dict[str, MessageRef]:
        rows = await self._database.read(
            f"SELECT {FIELDS} FROM screens WHERE table_id = ? ORDER BY name", table_id
        )
        return {screen.name: screen for screen in (MessageRef(*row) for row in rows)}

    async def find_message(self, message_id: int) -> MessageRef | None:
        """What a message shows, or None."""
        rows = await self._database.read(f"SELECT {FIELDS} FROM screens WHERE message_id = ?", message_id)
        return MessageRef(*rows[0]) if rows else None

    async def unfinished(self) -> list[str]:
        """The ids of tables with a screen older than the table, and of open tables without any screen.

        Not those out of reach: what fails is not tried at every start.
        """
        return [table_id for (table_id,) in await self._database.read(UNFINISHED)]


def _key(table_id: str, name: str) -> str:
    return f"screen:{table_id}:{name}"
