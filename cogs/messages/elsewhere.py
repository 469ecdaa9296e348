"""Where several processes share the store: what one tells who looks after a table, and hears of its own.

Any process answers clicks; one alone repaints a table's messages.  So who answers a click on a message of
somebody else's table tells them that it may show something else now.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Final, NamedTuple

import structlog

from tables import StorageFailed
from tables.hearing import Hearing

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

REMEMBERED_S: Final = 60.0
"""What was told of a table counts for so long for whoever looks after it next."""
MOST_REMEMBERED: Final = 10_000

MARK: Final = "mark"
"""Have a table repainted."""
POST: Final = "post"
"""Have the board of a new table posted."""
RETRY: Final = "retry"
"""Have what Discord refused of a table tried again."""
SHOWN: Final = "shown"
"""The reply to a click has changed a message; have it repainted."""
BOARD_SHOWN: Final = "board"
"""As `SHOWN`, of a board, which may have been replaced meanwhile."""
COVERED: Final = "covered"
"""The reply to a click has put something else in a message's place, which its reader opened there."""
TOOK: Final = "took"
"""Somebody's newest private panel is kept up to date by another process from now on."""
HALT: Final = "halt"
"""Whoever lets a replay run by itself for somebody is to stop it."""
HALTED: Final = "halted"
"""It has stopped."""
TO_ALL: Final = (COVERED, TOOK, HALT, HALTED)
"""What is for whoever it concerns, and for that moment only; the rest is for who looks after the table."""


class Told(NamedTuple):
    """What somebody told.

    Attributes:
        at: When, by the loop's clock.
        what: One of those above.
        table_id: Of which table; empty: none.
        message_id: Of which message; 0: none.
        person_id: Of whom; 0: nobody.
        note: What else there is to say.
    """

    at: float
    what: str
    table_id: str
    message_id: int
    person_id: int
    note: str = ""


Act = Callable[[Told], None]
"""What follows from what somebody told."""


class Elsewhere:
    """Tells and hears, from `begin` on."""

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing
        self._acts: Mapping[str, Act] = {}
        self._told: deque[Told] = deque(maxlen=MOST_REMEMBERED)
        self._telling: set[asyncio.Task[None]] = set()

    def begin(self, acts: Mapping[str, Act], moved: Callable[[], None]) -> None:
        """Set what follows from what is heard of our tables, and what is done when others are ours."""
        self.heed(acts)

        def other_tables() -> None:
            moved()
            self._again()

        self._hearing.listen(self._heard, other_tables)

    def heed(self, acts: Mapping[str, Act]) -> None:
        """Set what else follows from what is heard."""
        self._acts = {**self._acts, **acts}

    @property
    def are_there(self) -> bool:
        """Whether there may be other processes."""
        return self._hearing.are_there

    def is_ours(self, table_id: str) -> bool:
        """Whether this process looks after a table."""
        return self._hearing.is_ours(table_id)

    def is_newest(self, table_id: str, version: int) -> bool:
        """Whether nothing newer than that version of a table has been heard of."""
        return self._hearing.is_newest(table_id, version)

    def looking_after(self, table_id: str) -> AbstractContextManager[None]:
        """Surrounds a repaint: nobody else begins to look after a table until it ends."""
        return self._hearing.looking_after(table_id)

    def tell(
        self, what: str, table_id: str = "", message_id: int = 0, person_id: int = 0, note: str = ""
    ) -> None:
        """Tell the others something, in a moment."""
        told = Told(asyncio.get_running_loop().time(), what, table_id, message_id, person_id, note)
        if what not in TO_ALL:
            self._told.append(told)  # Whom we tell may be about to end, and we look after the table next.
        task = asyncio.create_task(self._tell(told), name=f"tell {what}")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def close(self) -> None:
        """Wait until all is told."""
        await asyncio.gather(*self._telling)

    async def _tell(self, told: Told) -> None:
        try:
            await self._hearing.tell(told.what, told.table_id, told.message_id, told.person_id, told.note)
        except StorageFailed as fault:
            log.warning("not_told", what=told.what, table=told.table_id, reason=fault.reason)

    def _heard(self, what: str, table_id: str, message_id: int, person_id: int, note: str) -> None:
        if what not in self._acts:
            return  # A word of another version of the bot, as while one process after the other is updated.
        told = Told(asyncio.get_running_loop().time(), what, table_id, message_id, person_id, note)
        if what not in TO_ALL:
            self._told.append(told)
            if not self.is_ours(table_id):
                return
        self._acts[what](told)

    def _again(self) -> None:
        """Do what was told of tables that are ours now, by when nobody may have looked after them."""
        since = asyncio.get_running_loop().time() - REMEMBERED_S
        for told in self._told:
            if told.at > since and self.is_ours(told.table_id):
                self._acts[told.what](told._replace(note=""))  # By now something else may be shown.
