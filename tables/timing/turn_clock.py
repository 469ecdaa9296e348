"""The clocks of turns: computed from the journal and from people's absences, never stored.

A person's absence stops the clock of their turn, and of their vote, for `AWAY_S` at most; an absence of the
bot stops all clocks for as long as it lasts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.game import AnyGame, Seat
from tables.model.limits import AWAY_S, HERE_S, UNCALLED_S
from tables.model.table import (
    Cover,
    Kind,
    Position,
    SeatInfo,
    Span,
    Table,
    WhenLate,
    is_by_hand,
    is_by_person,
)
from tables.model.values import TurnClock
from tables.timing.preferences import Wanted, at_most, is_away, runs_out_at

SHOWN: Final = frozenset({Kind.MOVE, Kind.BACK})
"""The kinds of journal entries whose click is answered by showing the clicker's panel."""


class Found(NamedTuple):
    """A seat's cached clock, valid as long as the person's absences equal `known`.

    Attributes:
        known: All absences of the person, when the clock was computed.
        away: The parts of these absences that stop the clock.
        clock: The clock, without `away_until`.
    """

    known: Sequence[Span]
    away: Sequence[Span]
    clock: TurnClock


def turn_clocks(table: Table, wanted: Wanted, now: float) -> tuple[TurnClock, ...]:
    """The clocks of all people who have to decide; computer players have no clock."""
    clocks = []
    for info in (table.facts.seats[seat] for seat in table.owing):
        if info.computer is not None or info.conceded:
            continue
        known = wanted(info.person_id).away if info.person_id is not None else ()
        found: Found | None = table.clocks.get(info.seat)
        if found is None or found.known != known:  # All but `away_until` is cached with the table.
            found = table.clocks[info.seat] = _found(table, info, known)
        away_until = next((span.end for span in found.away if span.start <= now < span.end), None)
        clocks.append(found.clock if away_until is None else replace(found.clock, away_until=away_until))
    return tuple(clocks)


def _found(table: Table, info: SeatInfo, known: Sequence[Span]) -> Found:
    turn = turn_of(table, info.seat)
    away = at_most(known, turn.began, AWAY_S)
    runs_out, reserve_at = None, None
    stands = table.facts.held or info.cover is not Cover.NONE
    if table.facts.turn_s is not None and not stands and not turn.is_late:
        held = (*away, *table.off)
        left_s = table.facts.turn_s - sum(_passed(span, held) for span in turn.used)
        runs_out = runs_out_at(turn.since, left_s, held)
        if (more_s := reserve_s(table, info.seat, known)) > 0:
            reserve_at, runs_out = runs_out, runs_out_at(turn.since, left_s + more_s, held)
    is_here = _is_here(table, info.seat, turn.since)
    called_at = turn.since + UNCALLED_S if is_here else turn.since
    clock = TurnClock(info.seat, turn.since, runs_out, turn.is_late, None, called_at, reserve_at)
    return Found(known, away, clock)


def reserve_s(table: Table, seat: Seat, known: Sequence[Span], now: float | None = None) -> float:
    """The seconds left of a seat's reserve, from which each turn takes the seconds beyond the turn's time.

    `known`: all absences of the seat's person. `now`: the time until which the present turn counts; None: the
    present turn doesn't count.
    """
    lobby = takewhile(lambda step: step.entry.kind is not Kind.START, table.steps)
    kept = [step.entry for step in lobby if step.entry.kind is Kind.RESERVE and step.entry.seat == seat]
    turn_s, left_s = table.facts.turn_s, sum(float(entry.text) for entry in kept)
    if turn_s is None or not left_s:
        return 0.0
    *turns, present = _turns(table, seat)
    if now is not None and seat in table.owing:
        turns.append([*present, Span(table.steps[-1].entry.at, now)])
    for turn in filter(None, turns):
        held = (*at_most(known, turn[0].start, AWAY_S), *table.off)
        left_s -= max(0.0, sum(_passed(span, held) for span in turn) - turn_s)
    return max(0.0, left_s)


def _turns(table: Table, seat: Seat) -> list[list[Span]]:
    """The spans in which a seat's clock ran, turn by turn; the last turn is the present one, or empty.

    When the seat's person returns, a new turn begins, so the time of the turn before stays used.
    """
    turns: list[list[Span]] = []
    line: list[tuple[int, list[Span]]] = [(0, [])]  # Moves not taken back, and the turn after each.
    position, since = None, 0.0
    for step in table.steps:
        entry, turn = step.entry, line[-1][1]
        if position is not None and seat in position.owing:
            turn.append(Span(since, entry.at))
        is_back = entry.seat == seat and entry.kind in (Kind.RETURN, Kind.TAKE)
        if entry.kind is Kind.BACK:
            line = [one for one in line if one[0] <= int(entry.text)]
        elif entry.kind in (Kind.RESUME, Kind.PLACE):
            turn.clear()
        elif is_back or not _goes_on(table.game, position, step.position, seat):
            turns.append([])
            line.append((entry.number, turns[-1]))
        elif entry.kind is Kind.MOVE:
            line.append((entry.number, turn))
        position, since = step.position, entry.at
    present = line[-1][1] if seat in table.owing else []
    return [*(turn for turn in turns if turn is not present), present]


def _is_here(table: Table, seat: Seat, at: float) -> bool:
    """Whether a seat's person moved, took a move back or began the game within `HERE_S` seconds before `at`.

    Auto answers count too: the time at which a person is called must not tell others who moved by hand.
    """
    for step in reversed(table.steps):
        entry = step.entry
        if entry.at <= at - HERE_S:
            break
        is_start = entry.kind is Kind.START and seat == table.facts.owner_seat
        is_own = is_start or (entry.kind in SHOWN and entry.seat == seat)
        if is_own and is_by_person(entry) and entry.at <= at and not step.is_change:
            return True
    return False


def _passed(span: Span, held: Sequence[Span]) -> float:
    """How many seconds of a span lie outside of all `held` spans."""
    passed, at = 0.0, span.start
    for one in sorted(held, key=lambda one: one.start):
        passed += max(0.0, min(one.start, span.end) - at)
        at = max(at, one.end)
    return passed + max(0.0, span.end - at)


def has_time_after(table: Table, seat: Seat, wanted: Wanted, now: float) -> bool:
    """Whether the player on `seat`, who has just taken a move back, has time left for another move.

    True at tables without a limit for turns, and at those that only wait for late players.
    """
    clock = next((clock for clock in turn_clocks(table, wanted, now) if clock.seat == seat), None)
    if clock is None or clock.runs_out is None or table.facts.when_late is WhenLate.WAIT:
        return True
    return clock.runs_out > now


def absent_seats(table: Table, wanted: Wanted, now: float) -> tuple[Seat, ...]:
    """The seats of people who are away, and were for `AWAY_S` in all since their last action at the table."""
    return tuple(
        info.seat
        for info in table.facts.seats
        if info.person_id is not None
        and (since := absent_since(table, info, wanted(info.person_id).away)) is not None
        and since <= now
        and is_away(wanted(info.person_id), now) is not None
    )


def absent_since(table: Table, info: SeatInfo, away: Sequence[Span]) -> float | None:
    """The time when a person's absences since their last action at the table reach `AWAY_S`; None: never."""
    if not away:
        return None
    counted = at_most(away, _last_seen(table, info.seat), AWAY_S)
    passed = sum(span.end - span.start for span in counted)
    return counted[-1].end if counted and passed >= AWAY_S else None


def _last_seen(table: Table, seat: Seat) -> float:
    """The last time the person on a seat acted, in seconds since 1970; if never, the start of the game."""
    for step in reversed(table.steps):
        is_own = step.entry.seat == seat and is_by_hand(step.entry)
        # A changed secret choice must not show, not even by a time that follows from it.
        if step.entry.kind is Kind.START or (is_own and not step.is_change):
            return step.entry.at
    return table.facts.created_at


class Turn(NamedTuple):
    """The turn of a seat that has to answer; times in seconds since 1970.

    Attributes:
        began: When the seat was first asked.
        since: When its clock last began to run.
        used: Earlier spans in which its clock ran.
        is_late: Whether its time has run out, and the table has applied its setting `when_late`.
    """

    began: float
    since: float
    used: Sequence[Span]
    is_late: bool


def turn_of(table: Table, seat: Seat) -> Turn:
    """The present turn of a seat that has to answer; moves taken back don't end it."""
    game, mainline = table.game, table.mainline
    place = len(mainline) - 1
    while place and _goes_on(game, mainline[place - 1].position, mainline[place].position, seat):
        place -= 1
    began, position = mainline[place].entry.at, mainline[place].position
    since, is_late = began, False
    used: list[Span] = []
    line = [(mainline[place].entry.number, True)]  # Moves not taken back, and whether each is of this turn.
    renewed_by: set[Kind] = set()
    for step in table.steps[mainline[place].entry.number :]:
        entry, ran = step.entry, line[-1][1]
        if entry.kind is Kind.BACK:
            line = [one for one in line if one[0] <= int(entry.text)]
        elif entry.kind is Kind.MOVE:
            line.append((entry.number, ran and _goes_on(game, position, step.position, seat)))
        position, runs = step.position, line[-1][1]
        back_by: Kind | None = None  # The kind of return; each kind restarts the time only once.
        if ran and not runs:
            used.append(Span(since, max(since, entry.at)))
        elif runs and not ran:
            is_own = entry.seat == seat and entry.click is not None and bool(used)
            since = used.pop().start if is_own else entry.at
            back_by = Kind.RETURN if is_late and not is_own else None
        elif entry.seat == seat and runs and entry.kind in (Kind.RETURN, Kind.TAKE):
            back_by = entry.kind
        is_late = (is_late or (entry.kind is Kind.LATE and entry.seat == seat and runs)) and back_by is None
        if entry.kind in (Kind.RESUME, Kind.PLACE) or (back_by is not None and back_by not in renewed_by):
            used.clear()
            since, is_late = entry.at, False
        if back_by is not None:
            renewed_by.add(back_by)
    return Turn(began, since, used, is_late)


def _goes_on(game: AnyGame, before: Position | None, now: Position | None, seat: Seat) -> bool:
    """Whether the turn of `seat` is the same before and after a move.

    Where several seats answer at the same time, each question is a turn, since the seat that answers last
    may be asked again at once.
    """
    if before is None or now is None or seat not in before.owing or seat not in now.owing:
        return False
    if before.questions[seat].token == now.questions[seat].token:
        return True
    is_alone = len(before.questions) == len(now.questions) == 1
    return is_alone and game.turn(before.state) == game.turn(now.state)
