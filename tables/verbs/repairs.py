"""The verbs by which a moderator of a table's channel repairs its running game; the log shows each repair.

A repair's entry is of a kind that players make, too, so that earlier versions of the bot can read the
journal; the key of its click begins with `REPAIR`. The moderator's name has a row like an invited person's.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Seat
from tables.model.errors import Refused
from tables.model.fold import add
from tables.model.table import MODERATOR, Kind, SeatInfo, Table
from tables.model.values import Person
from tables.verbs import By
from tables.verbs.play import point_before
from tables.verbs.seat_changes import filled, seat_at


def went_back(table: Table, by: By, number: int) -> Table:
    """The table as it was before the move with the public number `number`.

    Raises:
        Refused: `not_started`, `table_over`, `table_cancelled`; `point_gone`: there is no such move now.
    """
    seat_at(table, 0)
    text = str(point_before(table, number))
    return _named(add(table, by.entry(table.facts, Kind.BACK, None, text)), by)


def handed_on(table: Table, by: By, seat: Seat, to: Person | None) -> Table:
    """The table with a person's seat offered to another person; `to` None: a computer plays it for good.

    Raises:
        Refused: `not_started`, `table_over`, `table_cancelled`, `sits_there_already`; `seat_not_free`: no
            person plays on that seat.
    """
    if not seat_at(table, seat).is_persons:
        raise Refused("seat_not_free")
    if to is None:
        return _named(filled(table, by, seat), by)
    if table.facts.seat_of(to.id) is not None:
        raise Refused("sits_there_already")
    return _named(add(table, by.entry(table.facts, Kind.OFFER, seat), to), by)


def _named(table: Table, by: By) -> Table:
    """The table with a row that names `by.person` as the moderator who made the latest entry."""
    facts = table.facts
    row = SeatInfo(MODERATOR, None, by.person.name, None, offered_to=by.person.id, gone=True)
    return replace(table, facts=replace(facts, invited=(*facts.invited, (facts.version, row))))
