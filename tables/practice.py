"""Practice tables: one person plays a finished game on from one of its positions, against computers.

The journal of a practice table begins with the finished game's moves up to that position. So the practice
table needs no storage of another kind, and shares nothing with the finished table.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.game import CHANCE, Seat
from engine.players import USUAL
from engine.record import steps
from tables.model.errors import Refused
from tables.model.fold import NOBODY, add
from tables.model.limits import TABLE_NAME_LENGTH
from tables.model.table import Entry, Kind, Phase, Table, next_entry
from tables.model.values import Person
from tables.verbs import By
from tables.verbs.play import settled
from tables.views.looks import record_of


def played_on(table: Table, by: By, old: Table, moves: int, name: str) -> Table:
    """A practice table, made from a table just opened: a finished game goes on after its first `moves` moves.

    The person has the seat that they had in the finished game, else the seat to move; computer players have
    all other seats. The deal can't be checked: its beginning came from another table.

    Raises:
        Refused: `nothing_to_play_on`: nobody has to decide anything after these moves; what `record_of`
            raises.
    """
    record, facts = record_of(old), old.facts
    plies = record.moves[:moves]
    state = old.game.start(record.seats, record.options)
    for step in steps(old.game, state, plies):
        state = step.state
    own = facts.seat_of(by.person.id)
    if own is None:
        own = next((seat for seat in old.game.to_move(state) if seat != CHANCE), 0)
    levels = [info.computer for info in facts.seats if info.computer in by.house.players]
    level = next(filter(None, levels), USUAL)

    def then(
        kind: Kind, seat: Seat | None, text: str, click: str | None = None, who: Person = NOBODY
    ) -> None:
        nonlocal table
        table = add(table, next_entry(table.facts, kind, seat, text, click, by.at), who)

    # The person who opens a table has its first seat; to get another, they join again and leave the first.
    for seat in range(1, own + 1):
        then(Kind.COMPUTER, seat, level)
    if own:
        then(Kind.JOIN, own + 1, "", who=by.person)
        then(Kind.LEAVE, 0, "")
    for seat in range(own + 1, record.seats):
        then(Kind.COMPUTER, seat, level)
    then(Kind.NAME, own, f"{facts.id} {max(1, old.game.turn(state))}")
    table = replace(table, facts=replace(table.facts, name=name[:TABLE_NAME_LENGTH]))
    then(Kind.START, None, str(record.rules_version), f"{by.click}:start")
    for ply in plies:
        then(Kind.MOVE, ply.seat, ply.text)
    table = settled(table, by.house, by.at) if table.facts.phase is Phase.RUNNING else table
    if table.facts.phase is not Phase.RUNNING:
        raise Refused("nothing_to_play_on")
    return table


def is_practice(entries: Iterable[Entry]) -> bool:
    """Whether a journal is that of a practice table, whose result says little about its player."""
    return any(entry.kind is Kind.NAME and entry.text for entry in entries)
