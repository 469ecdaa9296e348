"""Keeping house: tables that sleep, that can't be reached, and that move."""

from __future__ import annotations

from tables.errors import Refused
from tables.fold import add
from tables.lobby import check_open, seated
from tables.table import Kind, Table, next_entry
from tables.verbs import By


def kept(table: Table, by: By) -> Table:
    """The table awake again that was to be closed for its sleep; anybody who sits there may.

    Raises:
        Refused: `not_your_table`, `table_over`, `table_cancelled`.
    """
    seat = seated(table.facts, by.person.id)
    return add(table, by.entry(table.facts, Kind.KEEP, seat))


def moved_to(table: Table, by: By, channel_id: int) -> Table:
    """The table in another channel, where it can't be reached in its own; anybody who sits there may.

    Raises:
        Refused: `not_your_table`, `table_over`, `table_cancelled`, `plays_elsewhere`.
    """
    seat = seated(table.facts, by.person.id)
    if not table.facts.held:
        raise Refused("plays_elsewhere")
    return add(table, by.entry(table.facts, Kind.PLACE, seat, str(channel_id)))


def held(table: Table, at: float) -> Table:
    """The table with all its clocks stopped, which can't be reached; the same where they are.

    Raises:
        Refused: `table_over`, `table_cancelled`.
    """
    return _set_held(table, Kind.HOLD, at)


def resumed(table: Table, at: float) -> Table:
    """The table with its clocks begun anew, which can be reached again; the same where they run.

    Raises:
        Refused: `table_over`, `table_cancelled`.
    """
    return _set_held(table, Kind.RESUME, at)


def _set_held(table: Table, kind: Kind, at: float) -> Table:
    check_open(table.facts)
    if table.facts.held is (kind is Kind.HOLD):
        return table
    return add(table, next_entry(table.facts, kind, None, "", None, at))
