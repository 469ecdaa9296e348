"""Views of a table for one viewer, with only those facts of the game that the viewer may know."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from itertools import islice, pairwise
from typing import Final

from msgspec.structs import replace

from engine.game import CHANCE, Seat
from engine.record import Ply, Record, final
from tables.model.errors import Refused
from tables.model.table import (
    MODERATOR,
    MOST_ENTRIES,
    REPAIR,
    Ending,
    Entry,
    Kind,
    Matter,
    Phase,
    Position,
    ProposalText,
    SeatInfo,
    Step,
    Table,
    final_result,
    is_by_hand,
    nameless,
    seats_at,
)
from tables.model.texts import is_lesson
from tables.model.values import LogEntry, Look, TurnClock, Undoing
from tables.timing.preferences import Wanted
from tables.timing.turn_clock import has_time_after, turn_clocks
from tables.verbs import By, play, votes
from tables.verbs.auto_answers import ahead
from tables.verbs.deadlines import closes_at
from tables.verbs.lobby import check_readable, seat_of
from tables.verbs.play import may_take_back, open_question, own_click
from tables.views import advice

TOLD: Final = frozenset({Kind.CANCEL, Kind.PROPOSE, Kind.WARN, Kind.LATE, Kind.NAME})
"""The kinds of entries whose text everybody may know."""
OF_LATE: Final = 3
"""How many of the latest moves a spectator is shown."""


def look(
    table: Table, person_id: int | None, wanted: Wanted, now: float, is_long_thinking: bool = False
) -> Look:
    """All that one person may know of a table now, or a spectator if `person_id` is None.

    `now` is in seconds since 1970; `is_long_thinking`: whether a computer player has thought for long.

    Raises:
        Refused: What `check_readable` raises.
    """
    clocks, missing = turn_clocks(table, wanted, now), votes.asked_to_agree(table, wanted, now)
    seen = look_at(table, person_id, clocks, closes_at(table), missing, is_long_thinking)
    if seen.takes_back is None or table.facts.turn_s is None or not may_take_back(table, seen.seat):
        return seen
    assert seen.seat is not None
    after = play.taken_back(table, seen.seat, "", now)
    is_in_time = has_time_after(after, seen.seat, wanted, now)
    return seen if is_in_time else replace(seen, takes_back=None)


def taken_back(table: Table, by: By, number: int | None = None) -> Table:
    """The table as it was before the latest click of `by.person`, if they have time for another move.

    A player who needs nobody's agreement goes back by a proposal if others have moved since, or if the click
    has revealed something. The table is unchanged if `number` isn't that click's number; None: any click.

    Raises:
        Refused: `no_time_to_take_back`: the turn's time is over; what `seat_of` and `play.taken_back` raise.
    """
    seat = seat_of(table.facts, by.person.id)
    if number not in (None, latest_click(table, seat)):
        return table
    if votes.may_go_back_alone(table.facts, seat) and not may_take_back(table, seat):
        return votes.proposed(table, by, Matter.BACK)
    after = play.taken_back(table, seat, by.click, by.at)
    if not has_time_after(after, seat, by.house.wanted, by.at):
        raise Refused("no_time_to_take_back")
    return after


def look_at(
    table: Table,
    person_id: int | None,
    clocks: tuple[TurnClock, ...],
    closes_at: float | None,
    missing: tuple[Seat, ...],
    is_long_thinking: bool = False,
) -> Look:
    """All that one person may know of a table, or a spectator if `person_id` is None.

    The other arguments depend on the time; the `Look` gets them as its attributes of the same names.

    Raises:
        Refused: What `check_readable` raises.
    """
    if person_id is not None:
        check_readable(table)
    facts, position = table.facts, table.position
    seat = facts.seat_of(person_id)
    if position is None:
        return Look(table.game, facts, seat, closes_at=closes_at, fault=table.fault)
    running = facts.phase is Phase.RUNNING
    may_go_back = running and not facts.is_compared
    may_ask_back = seat is not None and may_go_back and own_click(table, seat, with_changes=False) is not None
    # In a lesson, nothing but a click that showed nothing can be taken back.
    is_free = may_ask_back and not (table.proposal or is_lesson(facts.id))
    is_alone = is_free and votes.may_go_back_alone(facts, seat)
    question = None if seat is not None and facts.seats[seat].conceded else open_question(table, seat)
    moves = () if question is None or seat is None else table.game.legal_moves(position.state, seat)
    return Look(
        game=table.game,
        table=facts,
        seat=seat,
        observation=table.game.observe(position.state, seat),
        before=table.game.observe(_position_before(table, seat, position).state, seat),
        to_move=table.owing,
        owed_since={owing: _owed_since(table, owing) for owing in table.owing},
        asked=question.number if question is not None else None,
        answered=question is not None and question.answered,
        legal_moves=tuple(moves),
        takes_back=latest_click(table, seat) if is_alone or may_take_back(table, seat) else None,
        may_ask_back=may_ask_back,
        result=final_result(table),
        clocks={clock.seat: clock for clock in clocks},
        closes_at=closes_at,
        proposal=table.proposal if running else None,
        undoing=_undoing(table, table.proposal.back_to, facts.version + 1) if table.proposal else None,
        missing=missing,
        auto_answers={} if seat is None else table.auto_answers.get(seat, {}),
        ahead=() if seat is None else ahead(table, seat),
        recent=_recent(table, seat),
        is_long_thinking=is_long_thinking,
        may_have_hint=advice.may_have_hint(table, seat),
        explainable=() if seat is None else advice.explainable(table, seat, own_click(table, seat)),
    )


def _recent(table: Table, seat: Seat | None) -> tuple[LogEntry, ...]:
    """The entries since a seat's latest click, without moves taken back; `seat` None: the last few moves."""
    if seat is None:
        seen = (step for step in reversed(table.mainline) if table.game.seen(step.events, None))
        latest = [_logged(table, step, None, {step.entry.number}) for step in islice(seen, OF_LATE)]
        standing = latest[::-1]
    else:
        place = own_click(table, seat)
        since = table.mainline[place].entry.number - 1 if place is not None else 0
        standing = [told for told in _told(table, seat, since) if not told.taken_back]
    return tuple(replace(told, number=public_number(table, told.number)) for told in standing)


def _position_before(table: Table, viewer: Seat | None, position: Position) -> Position:
    """The position before the latest moves of one seat in a row, and before chance moves that followed them.

    Moves without events for `viewer` don't count: that a secret choice was changed is secret too.
    """
    mover: Seat | None = None
    for place in range(len(table.mainline) - 1, 0, -1):
        seat, events = table.mainline[place].entry.seat, table.mainline[place].events
        if seat == CHANCE or not table.game.seen(events, viewer):
            continue
        if mover is not None and seat != mover:
            break
        mover = seat
        position = table.mainline[place - 1].position or position
    return position


def _owed_since(table: Table, seat: Seat) -> int:
    """The number of the entry since which `seat` has had to decide without a pause."""
    since = table.facts.version
    for step in reversed(table.steps):
        question = step.position.questions.get(seat) if step.position is not None else None
        if question is None or question.answered:
            break
        since = step.entry.number
        if step.entry.kind is Kind.BACK and step.entry.seat is None:
            break  # A moderator went back: the seat has to decide something else than before.
    return since


def log_of(table: Table, person_id: int | None, since: int = 0) -> list[LogEntry]:
    """The entries after number `since` as one person may know them, or a spectator if `person_id` is None.

    For a spectator, this also works at a table that can't be replayed; its entries then have no events.

    Raises:
        Refused: What `check_readable` raises.
    """
    if person_id is not None:
        check_readable(table)
    return _told(table, table.facts.seat_of(person_id), since)


def _told(table: Table, viewer: Seat | None, since: int) -> list[LogEntry]:
    after = partial(bisect_right, x=since, key=lambda step: step.entry.number)
    standing = {step.entry.number for step in table.mainline[after(table.mainline) :]}
    later = (_logged(table, step, viewer, standing) for step in table.steps[after(table.steps) :])
    # A move without events for the viewer is left out: that a secret choice was changed is secret too.
    return [told for told in later if told.events or told.kind is not Kind.MOVE or told.seat == viewer]


def log_since_asked(table: Table, person_id: int | None, asked: int) -> list[LogEntry]:
    """The entries since question `asked` was put, as far as `person_id` may know (None: a spectator).

    Raises:
        Refused: What `check_readable` raises.
    """
    logged = log_of(table, person_id, asked % MOST_ENTRIES)
    return [told for told in logged if public_number(table, told.number) > asked % MOST_ENTRIES]


def latest_click(table: Table, seat: Seat | None) -> int | None:
    """The public number of the latest click of `seat` that was not taken back, or None if there is none."""
    place = None if seat is None else own_click(table, seat)
    step = None if place is None else table.mainline[place]
    return table.named(step.entry, step.position.changes) if step and step.position else None


def public_number(table: Table, number: int) -> int:
    """The public number of entry `number`: entries that changed a secret choice are not counted."""
    return table.steps[number - 1].public_number if 0 < number <= len(table.steps) else number


def record_of(table: Table) -> Record:
    """The record of a finished game, with its `final_moves`.

    Raises:
        Refused: `not_over`, `ended_early`; what `check_readable` raises.
    """
    check_readable(table)
    if table.facts.phase is not Phase.OVER:
        raise Refused("not_over")
    if table.facts.ending is not Ending.NONE:
        raise Refused("ended_early")
    return Record(
        game=table.facts.game_id,
        rules_version=table.facts.rules_version,
        seats=len(table.facts.seats),
        options=table.facts.options,
        moves=tuple(Ply(ply.seat, ply.text) for ply in final_moves(table)),
    )


class MadePly(Ply, frozen=True):
    """A move, with the entry of the journal that made it."""

    entry: Entry


def final_moves(table: Table) -> tuple[MadePly, ...]:
    """A table's moves that were not taken back; where a seat changed its secret choice, only the last one."""
    made = (
        (before.position.state, MadePly(step.entry.seat, step.entry.text, step.entry))
        for before, step in pairwise(table.mainline)
        if before.position is not None and step.entry.seat is not None
    )
    return final(table.game, made)


def _logged(table: Table, step: Step, viewer: Seat | None, standing: set[int]) -> LogEntry:
    entry, by_hand, seats = step.entry, is_by_hand(step.entry), seats_at(table.facts, step.entry)
    moderator: SeatInfo | None = None
    if entry.click is not None and entry.click.startswith(REPAIR):
        moderator = dict(table.facts.invited).get(entry.number, nameless(MODERATOR))
    is_forced = False
    if viewer is not None and entry.seat == viewer and entry.kind is Kind.MOVE and not by_hand:
        before = table.steps[entry.number - 2].position
        # Only an obvious move counts: everybody can know that it is the viewer's only one.
        is_forced = before is not None and table.game.obvious_move(before.state, viewer) is not None
    return LogEntry(
        number=entry.number,
        kind=entry.kind,
        seat=entry.seat,
        events=table.game.seen(step.events, viewer) if step.events else (),
        text=entry.text if entry.kind in TOLD else "",
        by_hand=by_hand,
        taken_back=entry.kind is Kind.MOVE and entry.number not in standing,
        at=entry.at,
        forced=is_forced,
        undoing=_undoing(table, _back_to(entry), entry.number),
        seats=seats if seats != table.facts.seats else (),
        moderator=None if moderator is None else moderator.name,
        plays=moderator is not None and moderator.offered_to in {info.person_id for info in seats} - {None},
    )


def undoable(table: Table) -> list[LogEntry]:
    """The moves that can be undone together with all later moves, the oldest first, with public numbers.

    Empty if no game runs.

    Raises:
        Refused: What `check_readable` raises.
    """
    check_readable(table)
    if table.facts.phase is not Phase.RUNNING:
        return []
    moves = (step for step, _ in play.turning_points(table))
    logged = (_logged(table, step, None, {step.entry.number}) for step in moves)
    return [replace(one, number=public_number(table, one.number)) for one in logged]


def undone_from(table: Table, number: int) -> Undoing | None:
    """The moves that are undone if the table goes back to before the move with the public number `number`.

    Raises:
        Refused: What `check_readable` and `play.point_before` raise.
    """
    check_readable(table)
    return _undoing(table, play.point_before(table, number), table.facts.version + 1)


def _back_to(entry: Entry) -> int:
    """The number of the entry to which `entry` goes back, or asks to go back; 0: it does neither."""
    if entry.kind is Kind.PROPOSE:
        return ProposalText.parse(entry.text).back_to
    return int(entry.text) if entry.kind is Kind.BACK else 0


def _undoing(table: Table, back_to: int, before: int) -> Undoing | None:
    """The moves that going back to entry `back_to` takes back, of those that stand before entry `before`.

    The moves have only events for spectators, so no secrets. None: `back_to` is 0, or the table has a fault.
    """
    if not back_to or table.fault is not None:
        return None
    standing: list[Step] = []
    for step in table.steps[back_to : before - 1]:
        if step.entry.kind is Kind.BACK:
            standing = [one for one in standing if one.entry.number <= int(step.entry.text)]
        elif step.entry.kind is Kind.MOVE:
            standing.append(step)
    told = [_logged(table, step, None, {step.entry.number}) for step in standing]
    told = [one for one in told if one.events]
    shows = any(not table.game.can_take_back(one.events) for one in told)
    is_drawn = any(step.entry.seat == CHANCE for step in standing)
    moves = tuple(replace(one, number=public_number(table, one.number)) for one in told if one.seat != CHANCE)
    return Undoing(moves, "anew" if is_drawn else "same" if shows else "")
