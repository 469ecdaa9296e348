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
SHOWN: Final = "shown"
"""The reply to a click has changed a message; have it repainted."""
COVERED: Final = "covered"
"""The reply to a click has put something else in a message's place, until it is repainted."""
TOOK: Final = "took"
"""A private panel is kept up to date by another process from now on."""

Act = Callable[[str, int], None]
"""What follows, of a table and a message."""


class Told(NamedTuple):
    """What somebody told, and when, by the loop's clock."""

    at: float
    what: str
    table_id: str
    message_id: int


class Elsewhere:
    """Tells and hears, from `begin` on."""

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing
        self._acts: Mapping[str, Act] = {}
        self._told: deque[Told] = deque(maxlen=MOST_REMEMBERED)
        self._telling: set[asyncio.Task[None]] = set()

    def begin(self, acts: Mapping[str, Act], moved: Callable[[], None]) -> None:
        """Set what follows from what is heard of our tables, and what is done when others are ours."""
        self._acts = acts

        def other_tables() -> None:
            moved()
            self._again()

        self._hearing.listen(self._heard, other_tables)

    @property
    def are_there(self) -> bool:
        """Whether there may be other processes."""
        return self._hearing.are_there

    def is_ours(self, table_id: str) -> bool:
        """Whether this process looks after a table."""
        return self._hearing.is_ours(table_id)

    def looking_after(self, table_id: str) -> AbstractContextManager[None]:
        """Surrounds a repaint: nobody else begins to look after a table until it ends."""
        return self._hearing.looking_after(table_id)

    def tell(self, what: str, table_id: str, message_id: int = 0) -> None:
        """Tell the others something, in a moment."""
        task = asyncio.create_task(self._tell(what, table_id, message_id), name=f"tell {what}")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def close(self) -> None:
        """Wait until all is told."""
        await asyncio.gather(*self._telling)

    async def _tell(self, what: str, table_id: str, message_id: int) -> None:
        try:
            await self._hearing.tell(what, table_id, message_id)
        except StorageFailed as fault:
            log.warning("not_told", what=what, table=table_id, reason=fault.reason)

    def _heard(self, what: str, table_id: str, message_id: int) -> None:
        self._told.append(Told(asyncio.get_running_loop().time(), what, table_id, message_id))
        if what == TOOK or self.is_ours(table_id):
            self._acts[what](table_id, message_id)

    def _again(self) -> None:
        """Do what was told of tables that are ours now, by when nobody may have looked after them."""
        since = asyncio.get_running_loop().time() - REMEMBERED_S
        for told in self._told:
            if told.at > since and told.what != TOOK and self.is_ours(told.table_id):
                self._acts[told.what](told.table_id, told.message_id)
