"""One repaint of a table: its messages are painted in turn, and at the end it is noted what they show.

`Updaters` has each message painted by `Trying`, and collects the notes in `Noting`; after a fault that may
pass, `Refresher` repaints the table again.  Others, such as `/table show`, may note messages of the table
meanwhile: see `Note.still`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from enum import IntEnum, auto
from math import inf
from typing import Final, NamedTuple, ParamSpec

import structlog
from msgspec.structs import replace

from cogs.discord_io.faults import LOCKED, TROUBLE, code_of, is_denied, is_final, is_unfit
from cogs.messages.tracked_message import TrackedMessage
from tables import Refused, StorageFailed
from tables.model.values import MessageRef
from tables.store.messages import Messages, Note

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

P = ParamSpec("P")


LONGEST_S: Final = 3600.0
"""The most seconds between two tries of a message; 10,000 refusals in ten minutes shut the bot out."""


class Severity(IntEnum):
    """How grave an exception is; of several in one repaint, the first in this order decides what happens."""

    PASSES = auto()
    """Discord, the connection or the disk failed: the repaint is retried until it works."""
    BUG = auto()
    """A bug in our code: the repaint is retried, but only a few times."""
    REFUSED = auto()
    """The table doesn't exist any more, or can't be read."""
    BARRED = auto()
    """Discord forbids the message, its channel is gone, or it was refused too often: the message rests."""


class Resting(Exception):
    """Raised in place of painting a message that rests since Discord has refused it too often."""


def severity(fault: Exception) -> Severity:
    """How grave an exception is."""
    if is_final(fault) or isinstance(fault, Resting):
        return Severity.BARRED
    if isinstance(fault, Refused):
        return Severity.REFUSED
    return Severity.PASSES if isinstance(fault, (*TROUBLE, StorageFailed)) else Severity.BUG


class Rest(NamedTuple):
    """How often Discord has refused a message in a row, and until when it rests, in seconds since 1970.

    `wakes`: the table is repainted at that time; False: the message waits for the table's next change.
    """

    tries: int = 0
    until: float = 0.0
    wakes: bool = True


NO_REST: Final = Rest()


class Rests:
    """The messages of a table that Discord refuses; each of them rests after some retries.

    Args:
        pauses_s: Seconds between the first tries; after those, the last pause is doubled each time.
        now: Tells the time.
    """

    def __init__(self, pauses_s: Sequence[float], now: Callable[[], float]) -> None:
        self._few, self._pause_s, self._now = len(pauses_s), pauses_s[-1], now
        self._of: dict[str, Rest] = {}

    def is_resting(self, name: str) -> bool:
        """Whether a message rests now, and isn't to be tried."""
        return self._of.get(name, NO_REST).until > self._now()

    @property
    def is_any_resting(self) -> bool:
        """Whether any message rests now."""
        return any(map(self.is_resting, self._of))

    def is_hopeless(self, name: str, fault: Exception) -> bool:
        """Whether a refusal is final, or the retries in `pauses_s` are used up."""
        return is_final(fault) or (is_denied(fault) and self._of.get(name, NO_REST).tries >= self._few)

    def failed(self, name: str, fault: Exception) -> bool:
        """Note a message's fault; whether the fault is hopeless, so that the message rests."""
        if not is_denied(fault):
            return False
        tries = max(self._of.get(name, NO_REST).tries, self._few if is_final(fault) else 0) + 1
        longer = LONGEST_S if code_of(fault) in LOCKED else self._pause_s * 2.0 ** min(tries - self._few, 20)
        until = self._now() + min(longer, LONGEST_S) if tries > self._few else 0.0
        self._of[name] = Rest(tries, until, not is_unfit(fault))
        return tries > self._few

    def put_off(self, name: str, wait_s: float) -> None:
        """Have a message rest for so many seconds."""
        self._of[name] = self._of.get(name, NO_REST)._replace(until=self._now() + wait_s)

    def worked(self, name: str) -> None:
        """Note that a message was painted."""
        self._of.pop(name, None)

    def wakes_at(self, name: str) -> float:
        """When a message's rest ends with a repaint, in seconds since 1970; infinity: it ends without one."""
        rest = self._of.get(name, NO_REST)
        return rest.until if rest.until and rest.wakes else inf

    def end(self) -> bool:
        """End all rests, so that the next repaint tries every message; whether Discord has refused any."""
        self._of = {name: rest._replace(until=0.0) for name, rest in self._of.items()}
        return bool(self._of)


class Trying:
    """One repaint of a table, message by message.

    Attributes:
        faults: The exceptions of the messages that were not painted.
        again_at: When the first resting message is to be tried again, in seconds since 1970; infinity: none.
    """

    def __init__(self, rests: Rests) -> None:
        self._rests = rests
        self.faults: list[Exception] = []
        self.again_at = inf

    async def __call__(
        self, name: str, paint: Callable[P, Awaitable[None]], *what: P.args, **how: P.kwargs
    ) -> None:
        """Paint a message unless it rests; an exception goes to `faults`, and the other messages go on."""
        if self._rests.is_resting(name):
            self.faults.append(Resting())
        else:
            try:
                await paint(*what, **how)
            except Exception as fault:
                rests = self._rests.failed(name, fault)
                self.faults.append(Resting() if rests and not is_final(fault) else fault)
                if severity(fault) is Severity.BUG:
                    log.exception("part_not_painted", part=name)
            else:
                self._rests.worked(name)
        self.again_at = min(self.again_at, self._rests.wakes_at(name))


BEHIND: Final = 0
"""A version older than any table's: if this process is killed now, another repaints the table."""


def behind(ref: MessageRef) -> Note:
    """The note of `ref` with its version set to `BEHIND`."""
    return Note(ref.name, ref.channel_id, ref.message_id, BEHIND, ref.extra, still=ref.message_id)


class Post(NamedTuple):
    """A message that was posted in place of a former message.

    Attributes:
        former: The former message; `is_replaced` until the writing of the new one's note was tried.
        then: Called after the writing, with False if the note was refused since its player left the seat.
    """

    former: TrackedMessage
    then: Callable[[bool], Awaitable[None]]


class Noting:
    """The notes of one repaint, made and written by `Updaters.paint`."""

    def __init__(self, messages: Messages, table_id: str) -> None:
        self._messages = messages
        self._table_id = table_id
        self._notes: dict[str, Note] = {}
        self._posts: dict[str, Post] = {}

    def put(self, note: Note, post: Post | None = None) -> None:
        """Add a note, in place of an earlier note of its name; `post`: for the note of a new message."""
        self._notes[note.name] = note
        if post is not None:
            self._posts[note.name] = post

    def leave_behind(self, ref: MessageRef) -> None:
        """Have a message noted as `BEHIND`, whatever version its other notes give."""
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
