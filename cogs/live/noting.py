"""Collects what a repaint notes of a table's messages, and writes it in one transaction at its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tables.messages import Messages, Note

Then = Callable[[bool], Awaitable[None]]
"""Called after a note was written, with False if it was refused since its player no longer sits there."""


class Noting:
    """The notes of one repaint, made and written by `Painters.paint`."""

    def __init__(self, messages: Messages, table_id: str) -> None:
        self._messages = messages
        self._table_id = table_id
        self._notes: dict[str, Note] = {}
        self._waiting: list[tuple[str, Then]] = []

    def put(self, note: Note, then: Then | None = None) -> None:
        """Add a note, in place of an earlier one of its name; `then` is called once it is written."""
        self._notes[note.name] = note
        if then is not None:
            self._waiting.append((note.name, then))

    async def write(self) -> None:
        """Write all notes in one transaction, and then call what waits for them.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        notes, self._notes = self._notes, {}
        waiting, self._waiting = self._waiting, []
        noted = await self._messages.put_all(self._table_id, list(notes.values())) if notes else set()
        await asyncio.gather(*(then(name in noted) for name, then in waiting))
