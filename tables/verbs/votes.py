"""The verbs of proposals: to take a move back, or to end the table without a result, if all players agree."""

from __future__ import annotations

from engine.game import Seat
from tables.model.errors import Refused
from tables.model.fold import add
from tables.model.table import Ending, Facts, Kind, Matter, Phase, Proposal, ProposalText, Table, next_entry
from tables.timing.preferences import Wanted
from tables.timing.turn_clock import absent_seats, absent_since
from tables.verbs import By
from tables.verbs.lobby import seat_of
from tables.verbs.play import own_click, point_before


def proposed(table: Table, by: By, matter: Matter, number: int | None = None) -> Table:
    """The table with a proposal of `by.person`; `settled` carries the proposal out once all have agreed.

    `number`: the public number of the first move that is to be undone; None: the person's own latest move.

    Raises:
        Refused: `not_your_table`, `not_started`, `proposal_open`, `nothing_to_take_back`, `point_gone`;
            `compared`: the table's result is compared with those of other tables.
    """
    seat = seat_of(table.facts, by.person.id)
    if table.proposal is not None:
        raise Refused("proposal_open")
    if matter is Matter.BACK and table.facts.is_compared:
        raise Refused("compared")
    text = ProposalText(matter)
    if number is not None:
        text = ProposalText(matter, point_before(table, number))
    elif matter is Matter.BACK:
        place = own_click(table, seat, with_changes=False)
        if place is None:
            raise Refused("nothing_to_take_back")
        text = ProposalText(matter, table.mainline[place - 1].entry.number)
    return add(table, by.entry(table.facts, Kind.PROPOSE, seat, text.encode()))


def agreed(table: Table, by: By, number: int, matter: Matter | None = None) -> Table:
    """The table after `by.person` agreed to proposal `number`; once all have agreed, it is carried out.

    `matter` must be the proposal's matter; None comes from a button of an earlier version of the bot.

    Raises:
        Refused: `not_your_table`, `not_started`, `proposal_gone`, `agreed_already`.
    """
    seat = seat_of(table.facts, by.person.id)
    proposal = _open_one(table, number, matter)
    if seat == proposal.seat or seat in proposal.agreed:
        raise Refused("agreed_already")
    return add(table, by.entry(table.facts, Kind.AGREE, seat))


def declined(table: Table, by: By, number: int, matter: Matter | None = None) -> Table:
    """The table after `by.person` declined proposal `number`, or withdrew it if it is their own.

    Raises:
        Refused: `not_your_table`, `not_started`, `proposal_gone`.
    """
    seat = seat_of(table.facts, by.person.id)
    _open_one(table, number, matter)
    return add(table, by.entry(table.facts, Kind.DECLINE, seat))


def is_alone(facts: Facts, seat: Seat | None) -> bool:
    """Whether proposals of the player on `seat` need no other player's agreement."""
    return not any(info.has_say and info.seat != seat for info in facts.seats)


def may_go_back_alone(facts: Facts, seat: Seat | None) -> bool:
    """Whether the player on `seat` may take back any moves, as at a table for practice."""
    return is_alone(facts, seat) and not facts.is_compared


def asked_to_agree(table: Table, wanted: Wanted, at: float) -> tuple[Seat, ...]:
    """The seats that have yet to agree to the proposal; absent people and computer players are not asked."""
    if table.proposal is None or table.facts.phase is not Phase.RUNNING:
        return ()
    done = (table.proposal.seat, *table.proposal.agreed, *absent_seats(table, wanted, at))
    return tuple(info.seat for info in table.facts.seats if info.has_say and info.seat not in done)


def lapses_at(table: Table, wanted: Wanted, at: float) -> float | None:
    """The time to call `settled` again, in seconds since 1970; None: not before the table changes.

    At that time one more person will have been away too long to be asked. If nobody has to agree, the time
    is `at`.
    """
    if table.proposal is None or table.facts.phase is not Phase.RUNNING:
        return None
    asked = asked_to_agree(table, wanted, at)
    if not asked:
        return at
    infos = [table.facts.seats[seat] for seat in asked]
    known = [(info, wanted(info.person_id).away) for info in infos if info.person_id is not None]
    moments = [moment for info, away in known if (moment := absent_since(table, info, away)) is not None]
    return min((moment for moment in moments if moment > at), default=None)


def settled(wanted: Wanted, table: Table, at: float) -> Table:
    """The table with its proposal carried out if all have agreed, or dropped if the proposer left their seat.

    Callers call this after every change of a table, since a change may add or remove players who have to
    agree.
    """
    facts, proposal = table.facts, table.proposal
    if proposal is None or facts.phase is not Phase.RUNNING:
        return table
    later = [step.entry for step in table.steps[proposal.entry :] if step.entry.seat == proposal.seat]
    if any(entry.kind in (Kind.TAKE, Kind.YIELD, Kind.CONCEDE) for entry in later):
        return add(table, next_entry(facts, Kind.DECLINE, proposal.seat, "", None, at))
    if asked_to_agree(table, wanted, at):
        return table
    if proposal.matter is Matter.END:
        return add(table, next_entry(facts, Kind.CANCEL, None, Ending.AGREED, None, at))
    return add(table, next_entry(facts, Kind.BACK, proposal.seat, str(proposal.back_to), None, at))


def _open_one(table: Table, number: int, matter: Matter | None) -> Proposal:
    proposal = table.proposal
    if proposal is None or proposal.number != number:
        raise Refused("proposal_gone")
    # Buttons of earlier versions name no matter, and the entry's number: now another proposal may have it.
    is_old = matter is None and (proposal.matter is not Matter.END or proposal.number == proposal.entry)
    if matter is not proposal.matter and not is_old:
        raise Refused("proposal_gone")
    return proposal
