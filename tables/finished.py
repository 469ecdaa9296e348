"""How many games of each kind people have finished: who has finished few is helped more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tables.model.table import Ending, Phase, Table
from tables.store.database import Database

READ: Final = f"""
SELECT t.game, count(*) FROM seats s JOIN tables t ON t.id = s.table_id
WHERE s.person_id = ? AND s.conceded = 0 AND t.phase = '{Phase.OVER}' AND t.ending = '{Ending.NONE}'
GROUP BY t.game"""

REMEMBERED: Final = 2_000
"""What so many people have finished is kept in memory, since each of their panels asks for it."""


class Finished:
    """Counts finished games by what the rows of tables and seats say; nothing else is stored for it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, Mapping[str, int]] = {}
        self._changes = 0

    async def count(self, person_id: int, game_id: str) -> int:
        """How many games of a kind a person has played to the end.

        Raises:
            StorageFailed: The disk would not give it.
        """
        if person_id in self._known:
            return self._known[person_id].get(game_id, 0)
        changes = self._changes
        read: dict[str, int] = dict(await self._database.read(READ, person_id))
        if changes == self._changes:  # Else a game ended meanwhile, or somebody was forgotten.
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[person_id] = read
        return read.get(game_id, 0)

    def notice(self, _session: object, table: Table) -> None:
        """Count anew what the players of a table have finished, if it is over; called after each change."""
        if table.facts.phase is Phase.OVER:
            for info in table.facts.seats:
                if info.person_id is not None:
                    self.forget(info.person_id)

    def forget(self, person_id: int) -> None:
        """Forget a person whose rows were deleted or have changed."""
        self._changes += 1
        self._known.pop(person_id, None)

    def forget_all(self) -> None:
        """Forget everybody who is in memory."""
        self._changes += 1
        self._known.clear()
