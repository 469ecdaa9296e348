"""Collects what a repaint notes of a table's messages, and writes it in one transaction at its end.

Meanwhile others may note messages of the table too, as `/table show` does: see `Note.still`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from cogs.messages.tracked_message import TrackedMessage
from tables.model.values import MessageRef
from tables.store.messages import Messages, Note

BEHIND: Final = 0
"""A version older than any table's: if this process is killed now, another repaints the table."""


def behind(ref: MessageRef) -> Note:
    """The note by which a message counts as `BEHIND`; else it is as `ref`."""
    return Note(ref.name, ref.channel_id, ref.message_id, BEHIND, ref.extra, still=ref.message_id)


class Post(NamedTuple):
    """A message that was posted in place of a former one.

    Attributes:
        former: The message before it; it counts as replaced until the note was tried to be written.
        then: Called after that, with False if the note was refused since its player no longer sits there.
    """

    former: TrackedMessage
    then: Callable[[bool], Awaitable[None]]


class Noting:
    """The notes of one repaint, made and written by `Painters.paint`."""

    def __init__(self, messages: Messages, table_id: str) -> None:
        self._messages = messages
        self._table_id = table_id
        self._notes: dict[str, Note] = {}
        self._posts: dict[str, Post] = {}

    def put(self, note: Note, post: Post | None = None) -> None:
        """Add a note, in place of an earlier one of its name; a new message comes with its `post`."""
        self._notes[note.name] = note
        if post is not None:
            self._posts[note.name] = post

    def leave_behind(self, ref: MessageRef) -> None:
        """Have a message count as `BEHIND`, whatever else is noted of it."""
        self._notes[ref.name] = replace(self._notes.get(ref.name, behind(ref)), version=BEHIND)

    async def write(self, *, is_stopping: bool = False) -> None:
        """Write all notes in one transaction; then call each `Post.then`, unless the bot is stopping.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        notes, self._notes = self._notes, {}
        posts, self._posts = self._posts, {}
        try:
            noted = await self._messages.put_all(self._table_id, list(notes.values())) if notes else set()
        finally:
            for post in posts.values():
                post.former.is_replaced = False
        if not is_stopping:
            then = (post.then(name in noted) for name, post in posts.items())
            for fault in await asyncio.gather(*then, return_exceptions=True):
                if isinstance(fault, BaseException):
                    raise fault
