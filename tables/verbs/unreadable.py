"""Tables that can't be replayed: a row is damaged, or this bot no longer has the game or its old rules.

They are handled by their rows and journal alone: their players are told, can leave or end them, and after
some days they are closed.  If within that time a bot is started that can read them, they go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final, cast

from msgspec.structs import replace

from engine.game import AnyGame, AutoAnswer, Option, Struct
from tables.model.fold import add
from tables.model.limits import WARNED_S
from tables.model.table import (
    OPEN_PHASES,
    UNREADABLE,
    Ending,
    Entry,
    Facts,
    Fault,
    Kind,
    Phase,
    SeatInfo,
    Step,
    Table,
    next_entry,
    unreadable_since,
)
from tables.model.values import Person
from tables.timing.preferences import runs_out_at
from tables.verbs import lobby
from tables.verbs.verb import By

LARGEST: Final = 2**31
"""An entry with a number from this on is taken as damaged: numbers could not go on from there for long."""


class Gone(Struct, frozen=True):
    """Stands for a game that this bot no longer has, with as much of a game as its tables' rows need."""

    id: str
    seats: tuple[int, ...]
    rules_version: int = 0
    options: tuple[Option, ...] = ()
    auto_answers: tuple[AutoAnswer, ...] = ()
    former: tuple[AnyGame, ...] = ()
    hides: bool = True


def gone(facts: Facts) -> AnyGame:
    """What stands for the game of a table that this bot no longer has; it can't be played."""
    return cast(AnyGame, Gone(facts.game_id, (max(1, len(facts.seats)),)))


def set_aside(game: AnyGame, facts: Facts, entries: Sequence[Entry], fault: Fault) -> Table:
    """A table that can't be replayed, with all that is known of it without its game."""
    steps = tuple(Step(entry, (), None) for entry in entries if 0 < entry.number < LARGEST)
    newest = max((step.entry.number for step in steps), default=0)
    return Table(
        game,
        replace(facts, version=max(facts.version, newest) if facts.version < LARGEST else newest),
        steps=steps,
        clicks=frozenset(entry.click for entry in entries if entry.click is not None),
        fault=fault,
        unreadable_since=reduce(unreadable_since, (step.entry for step in steps), None),
    )


def closes_at(table: Table) -> float | None:
    """When a table that can't be read will be closed; None before its players were told."""
    is_open = table.fault is not None and table.facts.phase in OPEN_PHASES
    told_at = table.unreadable_since if is_open else None
    return None if told_at is None else runs_out_at(told_at, WARNED_S, table.off)


def attended(table: Table, at: float) -> Table:
    """A table that can't be read after what is due now: its players are told, or it is closed."""
    closes = closes_at(table)
    if closes is None:
        return add(table, next_entry(table.facts, Kind.WARN, None, UNREADABLE, None, at))
    if closes <= at:
        return add(table, next_entry(table.facts, Kind.CANCEL, None, Ending.UNREADABLE, None, at))
    return table


def resumed(table: Table, at: float) -> Table:
    """A table that can be read again; if its players were told that it couldn't, its clocks begin anew."""
    if table.unreadable_since is None:
        return table
    return add(table, next_entry(table.facts, Kind.RESUME, None, UNREADABLE, None, at))


def left(table: Table, by: By, successor: str) -> Table:
    """An unreadable table after that person left it; if it goes on, the computer player `successor` plays.

    Raises:
        Refused: `not_your_table`, `table_over`, `table_cancelled`.
    """
    seat = lobby.seated(table.facts, by.person.id)
    if [info.seat for info in table.facts.seats] != list(range(len(table.facts.seats))):
        # An entry could not name this seat, so only the rows are changed, which a replay takes people from.
        return replace(table, facts=_handed_on(table.facts, by.person, successor))
    if table.facts.phase is Phase.LOBBY:
        return lobby.stood_up(table, by)
    return add(table, by.entry(table.facts, Kind.YIELD, seat, successor))


def _handed_on(facts: Facts, person: Person, player: str) -> Facts:
    seats = (
        SeatInfo(info.seat, None, "", player) if info.person_id == person.id else info for info in facts.seats
    )
    return replace(facts, seats=tuple(seats), name="")
