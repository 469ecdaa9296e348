"""What players settle among themselves at a running table; all verbs as those of `Tables`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from engine.game import Seat
from tables import looks, planning, play, seat_changes, standing, votes
from tables.changes import Changes, Decide
from tables.doors import Doors
from tables.errors import Refused
from tables.table import Matter, Table
from tables.values import Answer, Look, Person


class Do(Protocol):
    """Changes a table as `Tables` does: exactly once, on the disk when it returns."""

    def __call__(self, table_id: str, person: Person, click: str, decide: Decide, /) -> Awaitable[Answer]:
        """Change the table, and tell how it looks to that person."""


class Agreements:
    """Proposals, seats that change hands, giving up, and standing answers."""

    def __init__(
        self,
        do: Do,
        look: Callable[[Table, int], Look],
        doors: Doors,
        changes: Changes,
        players: Collection[str],
    ) -> None:
        self._do = do
        self._look = look
        self._doors = doors
        self._changes = changes
        self._players = players

    async def propose(self, table_id: str, person: Person, matter: Matter, click: str) -> Answer:
        """Ask all others to agree to something; done at once where there is nobody to ask.

        Raises:
            Refused: As `votes.proposed`.
        """
        return await self._do(
            table_id, person, click, lambda table, at: votes.proposed(table, person, matter, click, at)
        )

    async def agree(
        self, table_id: str, person: Person, number: int, click: str, matter: Matter | None = None
    ) -> Answer:
        """Agree to proposal `number`; the last one to do so has it done.

        Its matter goes with it, save from buttons of earlier versions, which counted otherwise.

        Its matter goes with it, save from buttons of earlier versions, which counted otherwise.

        Raises:
            Refused: As `votes.agreed`.
        """
        return await self._do(
            table_id, person, click, lambda table, at: votes.agreed(table, person, number, matter, click, at)
        )

    async def decline(
        self, table_id: str, person: Person, number: int, click: str, matter: Matter | None = None
    ) -> Answer:
        """Refuse proposal `number`, or withdraw one's own.

        Raises:
            Refused: As `votes.declined`.
        """
        return await self._do(
            table_id,
            person,
            click,
            lambda table, at: votes.declined(table, person, number, matter, click, at),
        )

    async def offer(self, table_id: str, person: Person, to: Person | None, click: str) -> Answer:
        """Offer one's seat to somebody, who need not take it; None: to nobody any more.

        Raises:
            Refused: As `seat_changes.offered`.
        """
        return await self._do(
            table_id, person, click, lambda table, at: seat_changes.offered(table, person, to, click, at)
        )

    async def take(self, table_id: str, person: Person, seat: Seat, click: str) -> Answer:
        """Sit down on a seat that was offered, or left behind.

        Raises:
            Refused: As `seat_changes.taken`, and `too_many_tables`.
        """
        status, table = await self._changes.whole(self._doors.take(table_id, person, seat, click))
        return Answer(status, self._look(table, person.id))

    async def give_to_computer(self, table_id: str, person: Person, seat: Seat | None, click: str) -> Answer:
        """Let a computer player have a seat for good: one's own (None), or one that was left behind.

        Raises:
            Refused: As `seat_changes.yielded`.
        """
        player = seat_changes.successor(self._players)

        def decide(table: Table, at: float) -> Table:
            own = table.facts.seat_of(person.id)
            if own is None:
                raise Refused("not_your_table")
            return seat_changes.yielded(table, person, own if seat is None else seat, player, click, at)

        return await self._do(table_id, person, click, decide)

    async def concede(self, table_id: str, person: Person, click: str) -> Answer:
        """Give up: the game ends where one seat is left, else a computer player goes on.

        Raises:
            Refused: As `seat_changes.conceded`.
        """
        return await self._do(
            table_id, person, click, lambda table, at: seat_changes.conceded(table, person, click, at)
        )

    async def come_back(self, table_id: str, person: Person, click: str) -> Answer:
        """Play for oneself again.

        Raises:
            Refused: As `seat_changes.came_back`.
        """
        return await self._do(
            table_id, person, click, lambda table, at: seat_changes.came_back(table, person, click, at)
        )

    async def wish(self, table_id: str, person: Person, name: str, values: tuple[str, ...]) -> None:
        """Answer questions of a kind before they are asked; no values: be asked.

        Raises:
            Refused: As `standing.wished`, and those of a table that can't be read.
        """

        def decide(table: Table) -> Table:
            looks.check_readable(table)
            return standing.wished(table, person, name, values)

        await self._changes.whole(self._changes.amend(table_id, decide))

    async def forget_plan(self, table_id: str, person: Person) -> None:
        """Be asked again, instead of making the moves planned.

        Raises:
            Refused: As `play.seat_of`, and those of a table that can't be read.
        """

        def decide(table: Table) -> Table:
            looks.check_readable(table)
            return planning.forgotten(table, play.seat_of(table.facts, person.id))

        await self._changes.whole(self._changes.amend(table_id, decide))
