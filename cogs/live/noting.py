"""What a repaint notes of a table's messages: all of it in one transaction, when it has come to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tables.messages import Messages, Note

Then = Callable[[bool], Awaitable[None]]
"""What waits for a note: told whether it was taken down, as it isn't of who sits there no more."""


class Noting:
    """Collects the notes of one repaint."""

    def __init__(self, messages: Messages, table_id: str) -> None:
        self._messages = messages
        self._table_id = table_id
        self._notes: dict[str, Note] = {}
        self._waiting: list[tuple[str, Then]] = []

    def put(self, note: Note, then: Then | None = None) -> None:
        """Note a message under its name, and do what waits for that."""
        self._notes[note.name] = note
        if then is not None:
            self._waiting.append((note.name, then))

    async def write(self) -> None:
        """Write down what there is, and then do what waits for it.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        notes, self._notes = self._notes, {}
        waiting, self._waiting = self._waiting, []
        noted = await self._messages.put_all(self._table_id, list(notes.values())) if notes else set()
        await asyncio.gather(*(then(name in noted) for name, then in waiting))
