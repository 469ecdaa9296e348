"""The rows `messages`: the Discord messages that show something of a table. No row names a person.

`cogs.messages` writes and reads the rows, also those of direct messages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.game import Struct
from tables.model.errors import Conflict, Refused
from tables.model.values import MessageRef
from tables.session import Sessions
from tables.store.database import Database

FIELDS: Final = "table_id, name, channel_id, message_id, version, at, extra"
OF_TABLE: Final = f"SELECT {FIELDS} FROM messages WHERE table_id = ? ORDER BY name"
PUT: Final = f"""
INSERT INTO messages ({FIELDS})
SELECT ?1, ?2, CAST(?3 AS BIGINT), CAST(?4 AS BIGINT), CAST(?5 AS BIGINT), CAST(?6 AS DOUBLE PRECISION), ?7
WHERE (CAST(?8 AS BIGINT) IS NULL OR EXISTS (
  SELECT 1 FROM seats WHERE table_id = ?1 AND person_id = ?8 AND seat >= 0))
AND (CAST(?9 AS BIGINT) IS NULL
     OR EXISTS (SELECT 1 FROM messages WHERE table_id = ?1 AND name = ?2 AND message_id = ?9))
ON CONFLICT (table_id, name) DO UPDATE SET channel_id = excluded.channel_id,
message_id = excluded.message_id, version = excluded.version, at = excluded.at, extra = excluded.extra
WHERE CAST(?9 AS BIGINT) IS NULL OR messages.message_id = ?9"""
"""Writes a `Note` if its conditions `of` and `still` hold; checks `still` again when it replaces the row."""
FINISH: Final = "UPDATE messages SET version = ? WHERE table_id = ?"
DOUBT: Final = """
UPDATE messages SET version = 0, extra = CASE name WHEN 'story' THEN extra ELSE '' END
WHERE (name IN ('board', 'story') OR name LIKE 'panel:%') AND table_id IN (SELECT id FROM tables WHERE {})"""
"""Marks boards, panels and the play-by-play as outdated, so that they are repainted."""
REMOVE: Final = "DELETE FROM messages WHERE table_id = ? AND name = ?"
UNFINISHED: Final = """
SELECT id FROM tables
WHERE held = 0 AND (
  EXISTS (SELECT 1 FROM messages WHERE table_id = id AND messages.version < tables.version)
  OR (phase IN ('lobby', 'running') AND changed_at < CAST(? AS DOUBLE PRECISION)
      AND NOT EXISTS (SELECT 1 FROM messages WHERE table_id = id))
)
ORDER BY changed_at DESC, serial"""

LARGE_BOARD: Final = "large"
"""The name of the row whose `extra` says which instances of the Activity were opened from a table."""


class Note(Struct, frozen=True):
    """A row of `messages` to be written; its other fields are those of `MessageRef`.

    Attributes:
        of: Write the row only if the person with this id sits at the table; None: in any case.
        still: Write it only if the stored row with the same `name` has this `message_id`; None: in any case.
    """

    name: str
    channel_id: int
    message_id: int
    version: int
    extra: str = ""
    of: int | None = None
    still: int | None = None

    def row(self, table_id: str, at: float) -> tuple[Any, ...]:
        """The parameters of `PUT`; `at`: the time, in seconds since 1970."""
        ref = (table_id, self.name, self.channel_id, self.message_id, self.version, at, self.extra)
        return (*ref, self.of, self.still)

    def is_of(self, known: MessageRef | None) -> bool:
        """Whether the stored row `known` is about the same Discord message as this note."""
        place = self.channel_id, self.message_id
        return known is not None and (known.channel_id, known.message_id) == place

    def is_noted(self, known: MessageRef | None) -> bool:
        """Whether the stored row `known` equals this note, so that nothing has to be written."""
        shown = self.version, self.extra
        return known is not None and self.is_of(known) and (known.version, known.extra) == shown


class Messages:
    """Reads and writes the rows `messages`, and caches those of this process's tables in their sessions."""

    def __init__(self, database: Database, sessions: Sessions, now: Callable[[], float]) -> None:
        self._database = database
        self._sessions = sessions
        self._now = now

    async def put(
        self, table_id: str, name: str, channel_id: int, message_id: int, version: int, extra: str = ""
    ) -> None:
        """Write a table's row `name`, in place of the former one; for the fields, see `MessageRef`.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        note = Note(name, channel_id, message_id, version, extra)
        await self._write(table_id, PUT, note.row(table_id, self._now()))

    async def put_all(self, table_id: str, notes: Sequence[Note]) -> set[str]:
        """Write a table's notes in one transaction; return the names whose rows then have the notes' message.

        A note is left out if its person `of` no longer sits at the table, having asked to be forgotten, say.
        So is a note whose stored row no longer has the message `still`: another process has replaced it.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        known, at = await self.get(table_id), self._now()
        rows = [note.row(table_id, at) for note in notes if not note.is_noted(known.get(note.name))]
        if rows:
            await self._write(table_id, PUT, *rows)
            known = await self.get(table_id)  # Only the database knows which were written.
        return {note.name for note in notes if note.is_of(known.get(note.name))}

    async def finish(self, table_id: str, version: int) -> None:
        """Mark all messages of a table as showing `version`, so that they are not repainted."""
        await self._write(table_id, FINISH, (version, table_id))

    async def doubt(self, table_id: str) -> None:
        """Mark a table's messages as outdated, so that they are repainted."""
        await self._write(table_id, DOUBT.format("id = ?"), (table_id,))

    async def remove(self, table_id: str, name: str) -> None:
        """Delete the row `name` of a table's messages."""
        await self._write(table_id, REMOVE, (table_id, name))

    async def get(self, table_id: str) -> dict[str, MessageRef]:
        """The rows of a table's messages, by name."""

        async def read() -> dict[str, MessageRef]:
            refs = (MessageRef(*row) for row in await self._database.read(OF_TABLE, table_id))
            return {ref.name: ref for ref in refs}

        return dict(await self._sessions.get(table_id).messages.read(read))

    async def _write(self, table_id: str, sql: str, *rows: tuple[Any, ...]) -> None:
        try:
            await self._database.write([(sql, rows)], table_id)
        except Conflict as fault:
            raise Refused("no_such_table", table=table_id) from fault
        self._sessions.of(table_id).messages.outdate()

    async def find_message(self, message_id: int) -> MessageRef | None:
        """The row of a Discord message, by the message's id, or None if there is none."""
        rows = await self._database.read(f"SELECT {FIELDS} FROM messages WHERE message_id = ?", message_id)
        return MessageRef(*rows[0]) if rows else None

    async def opened_in(self, instance: str) -> list[tuple[str, str]]:
        """The tables from which an instance of the Activity was opened: each table's id, and its `extra`."""
        sql = "SELECT table_id, extra FROM messages WHERE name = ? AND extra LIKE ?"
        found = await self._database.read(sql, LARGE_BOARD, f"%{instance}%")
        return [(str(table_id), str(extra)) for table_id, extra in found]

    async def unfinished(self, before: float = float("inf")) -> list[str]:
        """The ids of tables with a message of an older version, and of open tables without any message.

        The tables that changed last come first. Held tables are left out, as their channels can't be reached.
        A table without any message counts only if it last changed before the time `before`, in seconds since
        1970.
        """
        return [table_id for (table_id,) in await self._database.read(UNFINISHED, before)]
