"""What the players of a table can agree on: to take a move back, and to end without a result."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat
from tables.errors import Refused
from tables.fold import add
from tables.play import own_click, seat_of
from tables.table import Ending, Kind, Matter, Phase, Proposal, SeatInfo, Table, next_entry
from tables.values import Person


def proposed(table: Table, person: Person, matter: Matter, click: str, at: float) -> Table:
    """The table asked to agree to something; done at once where there is nobody else to ask.

    Raises:
        Refused: `not_your_table`, `not_started`, `proposal_open`, `nothing_to_take_back`.
    """
    seat = seat_of(table.facts, person.id)
    if table.proposal is not None:
        raise Refused("proposal_open")
    text = str(matter)
    if matter is Matter.BACK:
        place = own_click(table, seat)
        if place is None:
            raise Refused("nothing_to_take_back")
        text = f"{matter} {table.standing[place - 1].entry.number}"
    return _carried(add(table, next_entry(table.facts, Kind.PROPOSE, seat, text, click, at)), at)


def agreed(table: Table, person: Person, number: int, click: str, at: float) -> Table:
    """The table with one more who agrees; with the last one, it is done.

    Raises:
        Refused: `not_your_table`, `not_started`, `proposal_gone`, `agreed_already`.
    """
    seat = seat_of(table.facts, person.id)
    proposal = _open_one(table, number)
    if seat == proposal.seat or seat in proposal.agreed:
        raise Refused("agreed_already")
    return _carried(add(table, next_entry(table.facts, Kind.AGREE, seat, "", click, at)), at)


def declined(table: Table, person: Person, number: int, click: str, at: float) -> Table:
    """The table with a proposal refused by somebody, or withdrawn by whoever made it.

    Raises:
        Refused: `not_your_table`, `not_started`, `proposal_gone`.
    """
    seat = seat_of(table.facts, person.id)
    _open_one(table, number)
    return add(table, next_entry(table.facts, Kind.DECLINE, seat, "", click, at))


def asked_to_agree(seats: Sequence[SeatInfo], proposal: Proposal) -> tuple[Seat, ...]:
    """The seats whose agreement is still missing; absent people and computer players are not asked."""
    done = (proposal.seat, *proposal.agreed)
    return tuple(info.seat for info in seats if info.has_say and info.seat not in done)


def _open_one(table: Table, number: int) -> Proposal:
    if table.proposal is None or table.proposal.number != number:
        raise Refused("proposal_gone")
    return table.proposal


def _carried(table: Table, at: float) -> Table:
    facts, proposal = table.facts, table.proposal
    if proposal is None or facts.phase is not Phase.RUNNING or asked_to_agree(facts.seats, proposal):
        return table
    if proposal.matter is Matter.END:
        return add(table, next_entry(table.facts, Kind.CANCEL, None, Ending.AGREED, None, at))
    return add(table, next_entry(table.facts, Kind.BACK, proposal.seat, str(proposal.back_to), None, at))
