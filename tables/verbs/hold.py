"""The verbs of upkeep: keep a table that would be closed, move it, and stop its clocks while out of reach.

`cogs.ops` calls all but `kept`, which is a click.
"""

from __future__ import annotations

from tables.model.errors import Refused
from tables.model.fold import add
from tables.model.table import Kind, Table, next_entry
from tables.verbs.lobby import check_open, seated
from tables.verbs.verb import By


def kept(table: Table, by: By) -> Table:
    """The table after one of its players kept it from being closed for want of moves.

    Raises:
        Refused: `not_your_table`, `table_over`, `table_cancelled`.
    """
    seat = seated(table.facts, by.person.id)
    return add(table, by.entry(table.facts, Kind.KEEP, seat))


def moved_to(table: Table, by: By, channel_id: int) -> Table:
    """The table after one of its players moved it to another channel, as it can't be reached in its own.

    Raises:
        Refused: `not_your_table`, `table_over`, `table_cancelled`; `plays_elsewhere`: it can be reached.
    """
    seat = seated(table.facts, by.person.id)
    if not table.facts.held:
        raise Refused("plays_elsewhere")
    return add(table, by.entry(table.facts, Kind.PLACE, seat, str(channel_id)))


def held(table: Table, at: float) -> Table:
    """The table with all its clocks stopped, since it can't be reached; unchanged if they stand already.

    Raises:
        Refused: `table_over`, `table_cancelled`.
    """
    return _set_held(table, Kind.HOLD, at)


def resumed(table: Table, at: float) -> Table:
    """The table with its clocks begun anew, since it can be reached again; unchanged if they run.

    Raises:
        Refused: `table_over`, `table_cancelled`.
    """
    return _set_held(table, Kind.RESUME, at)


def _set_held(table: Table, kind: Kind, at: float) -> Table:
    check_open(table.facts)
    if table.facts.held is (kind is Kind.HOLD):
        return table
    return add(table, next_entry(table.facts, kind, None, "", None, at))
