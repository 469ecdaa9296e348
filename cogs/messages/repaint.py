"""One repaint of a table: its messages are painted in turn, then their contents are noted in the database.

`Updaters` paints each message by `Trying`, and collects the database notes in `Noting`; after a temporary
failure, `Refresher` repaints the table again.  Other code, such as `/table show`, may write notes of the
table meanwhile; `Note.still` keeps a repaint from overwriting them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from enum import IntEnum, auto
from math import inf
from typing import Final, NamedTuple, ParamSpec

import structlog
from msgspec.structs import replace

from cogs.discord_io.faults import LOCKED, TROUBLE, code_of, is_denied, is_final, is_unfit
from tables import Refused, StorageFailed
from tables.model.values import MessageRef
from tables.store.messages import Messages, Note

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

P = ParamSpec("P")


LONGEST_S: Final = 3600.0
"""The longest pause between two tries of a message, in seconds; Discord shuts out a bot for many refusals."""


class Severity(IntEnum):
    """How severe an exception is; of a repaint's exceptions, the one with the lowest value decides."""

    PASSES = auto()
    """Discord, the connection or the disk failed: the repaint is retried until it works."""
    BUG = auto()
    """A bug in our code: the repaint is retried, but only a few times."""
    REFUSED = auto()
    """The table doesn't exist any more, or its journal can't be read."""
    BARRED = auto()
    """Discord forbids the message, its channel is gone, or too many tries were refused: retries pause."""


class Resting(Exception):
    """Raised in place of painting a message that rests: after too many refusals, retries pause."""


def severity(fault: Exception) -> Severity:
    """Return the severity of an exception."""
    if is_final(fault) or isinstance(fault, Resting):
        return Severity.BARRED
    if isinstance(fault, Refused):
        return Severity.REFUSED
    return Severity.PASSES if isinstance(fault, (*TROUBLE, StorageFailed)) else Severity.BUG


class Rest(NamedTuple):
    """How often in a row Discord has refused a message, and until when retries pause, in seconds since 1970.

    `wakes`: whether the table is repainted at the end of the pause; False: only at its next change.
    """

    tries: int = 0
    until: float = 0.0
    wakes: bool = True


NO_REST: Final = Rest()


class Rests:
    """The messages of one table that Discord refuses; after some retries, a message *rests*: retries pause.

    `pauses_s`: seconds between the first retries; after those, the last pause is doubled each time.
    """

    def __init__(self, pauses_s: Sequence[float], now: Callable[[], float]) -> None:
        self._few, self._pause_s, self._now = len(pauses_s), pauses_s[-1], now
        self._of: dict[str, Rest] = {}

    def is_resting(self, name: str) -> bool:
        """Whether the message `name` rests now, so that it must not be retried."""
        return self._of.get(name, NO_REST).until > self._now()

    @property
    def is_any_resting(self) -> bool:
        """Whether any message rests now."""
        return any(map(self.is_resting, self._of))

    def is_hopeless(self, name: str, fault: Exception) -> bool:
        """Whether to give up a message, since `fault` is final, or the message's retries are used up."""
        return is_final(fault) or (is_denied(fault) and self._of.get(name, NO_REST).tries >= self._few)

    def failed(self, name: str, fault: Exception) -> bool:
        """Count a message's failure if `fault` is a refusal; return whether the message rests from now on."""
        if not is_denied(fault):
            return False
        tries = max(self._of.get(name, NO_REST).tries, self._few if is_final(fault) else 0) + 1
        longer = LONGEST_S if code_of(fault) in LOCKED else self._pause_s * 2.0 ** min(tries - self._few, 20)
        until = self._now() + min(longer, LONGEST_S) if tries > self._few else 0.0
        self._of[name] = Rest(tries, until, not is_unfit(fault))
        return tries > self._few

    def put_off(self, name: str, wait_s: float) -> None:
        """Have a message rest for `wait_s` seconds."""
        self._of[name] = self._of.get(name, NO_REST)._replace(until=self._now() + wait_s)

    def worked(self, name: str) -> None:
        """Forget a message's refusals, since Discord has taken the message."""
        self._of.pop(name, None)

    def wakes_at(self, name: str) -> float:
        """Return when a repaint is to end a message's rest, in seconds since 1970; infinity: none is."""
        rest = self._of.get(name, NO_REST)
        return rest.until if rest.until and rest.wakes else inf

    def end(self) -> bool:
        """End all rests, so that the next repaint tries each message; return whether any was refused."""
        self._of = {name: rest._replace(until=0.0) for name, rest in self._of.items()}
        return bool(self._of)


class Trying:
    """One repaint of a table, message by message.

    Attributes:
        faults: The exceptions of the messages that were not painted.
        again_at: When the first resting message is to be retried, in seconds since 1970; infinity: never.
    """

    def __init__(self, rests: Rests) -> None:
        self._rests = rests
        self.faults: list[Exception] = []
        self.again_at = inf

    async def __call__(
        self, name: str, paint: Callable[P, Awaitable[None]], *what: P.args, **how: P.kwargs
    ) -> None:
        """Paint a message unless it rests; add any exception to `faults`, so that other messages go on."""
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
"""Version 0, older than any table's: a table with such a note is repainted after a start."""


def behind(ref: MessageRef) -> Note:
    """Return a note that marks a message as outdated, by the version `BEHIND`."""
    return Note(ref.name, ref.channel_id, ref.message_id, BEHIND, ref.extra, still=ref.message_id)


class Noting:
    """The database notes of one repaint's edits, collected and then written together by `Updaters.paint`."""

    def __init__(self, messages: Messages, table_id: str) -> None:
        self._messages = messages
        self._table_id = table_id
        self._notes: dict[str, Note] = {}

    def put(self, note: Note) -> None:
        """Add a note; it replaces an earlier note of the same message."""
        self._notes[note.name] = note

    def leave_behind(self, ref: MessageRef) -> None:
        """Have a message's note say that the message is outdated (`BEHIND`), even if it was just edited."""
        self._notes[ref.name] = replace(self._notes.get(ref.name, behind(ref)), version=BEHIND)

    async def write(self) -> None:
        """Write all notes in one transaction.

        Raises:
            Refused: `no_such_table` or `storage_failed`.
        """
        notes, self._notes = self._notes, {}
        if notes:
            await self._messages.put_all(self._table_id, list(notes.values()))
