"""Keeping house: tables that can't be reached, that move, that wake up, and people who have left."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Seat
from tables import looks, seat_changes
from tables.agreements import Do
from tables.changes import Changes
from tables.errors import Refused
from tables.fold import add
from tables.lobby import check_open
from tables.table import Kind, Table, next_entry
from tables.values import Answer, Person


class Housekeeping:
    """What happens to tables because of what happens around them."""

    def __init__(self, do: Do, changes: Changes) -> None:
        self._do = do
        self._changes = changes

    async def keep(self, table_id: str, person: Person, click: str) -> Answer:
        """Have a table stay that was to be closed for its sleep; anybody who sits there may.

        Raises:
            Refused: `not_your_table`, `table_over`, `table_cancelled`.
        """

        def decide(table: Table, at: float) -> Table:
            check_open(table.facts)
            seat = table.facts.seat_of(person.id)
            if seat is None:
                raise Refused("not_your_table")
            return add(table, next_entry(table.facts, Kind.KEEP, seat, "", click, at))

        return await self._do(table_id, person, click, decide)

    async def move_to(self, table_id: str, person: Person, channel_id: int, click: str) -> Answer:
        """Let a table that can't be reached go on in another channel; anybody who sits there may.

        Raises:
            Refused: `not_your_table`, `table_over`, `table_cancelled`, `plays_elsewhere`.
        """

        def decide(table: Table, at: float) -> Table:
            check_open(table.facts)
            seat = table.facts.seat_of(person.id)
            if seat is None:
                raise Refused("not_your_table")
            if not table.facts.held:
                raise Refused("plays_elsewhere")
            return add(table, next_entry(table.facts, Kind.PLACE, seat, str(channel_id), click, at))

        return await self._do(table_id, person, click, decide)

    async def hold(self, table_id: str) -> bool:
        """Stop all clocks of a table that can't be reached; whether they ran until now."""
        return await self._set_held(table_id, Kind.HOLD)

    async def resume(self, table_id: str) -> bool:
        """Let the clocks of a table begin anew that can be reached again; whether they stood until now."""
        return await self._set_held(table_id, Kind.RESUME)

    async def left(self, table_id: str, seat: Seat) -> bool:
        """Note that the person on a seat has left the server; whether that is news."""
        return await self._quietly(table_id, lambda table, at: seat_changes.left_behind(table, seat, at))

    async def _set_held(self, table_id: str, kind: Kind) -> bool:
        def decide(table: Table, at: float) -> Table:
            check_open(table.facts)
            if table.facts.held is (kind is Kind.HOLD):
                return table
            return add(table, next_entry(table.facts, kind, None, "", None, at))

        return await self._quietly(table_id, decide)

    async def _quietly(self, table_id: str, decide: Callable[[Table, float], Table]) -> bool:
        """Change a table without anybody's click; what can't be read or has ended stays as it is."""

        def checked(table: Table, at: float) -> Table:
            looks.check_readable(table)
            return decide(table, at)

        try:
            status, _ = await self._changes.whole(self._changes.change(table_id, "", checked))
        except Refused as refusal:
            if refusal.code == "storage_failed":
                raise
            return False
        return status == "done"
