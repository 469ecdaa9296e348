"""How much time everybody has: computed from the journal and from people's absences, never stored.

An absence stops the clock of a person's turn, and of their vote, for `AWAY_S` at most; the bot's own
absence stops it for as long as that lasts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.game import AnyGame, Seat
from tables.model.limits import AWAY_S, HERE_S, UNCALLED_S
from tables.model.table import (
    Cover,
    Entry,
    Kind,
    Position,
    SeatInfo,
    Span,
    Step,
    Table,
    WhenLate,
    is_by_hand,
    is_by_person,
)
from tables.model.values import TurnClock
from tables.timing.preferences import Absences, at_most, runs_out_at

SHOWN: Final = frozenset({Kind.MOVE, Kind.BACK})
"""The kinds of entries whose clicks are answered by one's panel."""


class Found(NamedTuple):
    """What was found of a seat's clock while a person's absences are as they were `known` to be.

    Attributes:
        known: All of their absences.
        away: Those that stop the clock.
        clock: As of a moment at which they are there.
    """

    known: Sequence[Span]
    away: Sequence[Span]
    clock: TurnClock


def turn_clocks(table: Table, absences: Absences, now: float) -> tuple[TurnClock, ...]:
    """The clocks of all people who owe a decision; computer players have none."""
    infos = (table.facts.seats[seat] for seat in table.owing)
    return tuple(_clock(table, info, absences, now) for info in infos if info.has_clock)


def _clock(table: Table, info: SeatInfo, absences: Absences, now: float) -> TurnClock:
    """The clock of somebody who owes a decision; all of it but `away_until` is found once for a table."""
    known = absences(info.person_id) if info.person_id is not None else ()
    found: Found | None = table.clocks.get(info.seat)
    if found is None or found.known != known:
        found = table.clocks[info.seat] = _found(table, info, known)
    away_until = next((span.end for span in found.away if span.start <= now < span.end), None)
    return found.clock if away_until is None else replace(found.clock, away_until=away_until)


def _found(table: Table, info: SeatInfo, known: Sequence[Span]) -> Found:
    turn = turn_of(table, info.seat)
    away = at_most(known, turn.began, AWAY_S)
    runs_out = None
    stands = table.facts.held or info.cover is not Cover.NONE
    if table.facts.turn_s is not None and not stands and not turn.is_late:
        held = (*away, *table.off)
        left_s = table.facts.turn_s - sum(_passed(span, held) for span in turn.used)
        runs_out = runs_out_at(turn.since, left_s, held)
    is_here = _is_here(table, info.seat, turn.since)
    called_at = turn.since + UNCALLED_S if is_here else turn.since
    return Found(known, away, TurnClock(info.seat, turn.since, runs_out, turn.is_late, None, called_at))


def _is_here(table: Table, seat: Seat, at: float) -> bool:
    """Whether the person on a seat has moved, or taken a move back, so lately that they see their panel.

    Auto answers count too: whether one moved by oneself, nobody else may learn from when one is called.
    """
    for step in reversed(table.steps):
        entry = step.entry
        if entry.at <= at - HERE_S:
            break
        is_own = entry.kind in SHOWN and entry.seat == seat and is_by_person(entry)
        if is_own and entry.at <= at and not step.is_change:
            return True
    return False


def _passed(span: Span, held: Sequence[Span]) -> float:
    """How many seconds of a span count: those in which its person was not away, and the bot was there."""
    passed, at = 0.0, span.start
    for one in sorted(held, key=lambda one: one.start):
        passed += max(0.0, min(one.start, span.end) - at)
        at = max(at, one.end)
    return passed + max(0.0, span.end - at)


def has_time_after(table: Table, seat: Seat, absences: Absences, now: float) -> bool:
    """Whether a seat that has just taken a move back has time left for another one.

    Always true at tables that only wait for late players.
    """
    clock = next((clock for clock in turn_clocks(table, absences, now) if clock.seat == seat), None)
    if clock is None or clock.runs_out is None or table.facts.when_late is WhenLate.WAIT:
        return True
    return clock.runs_out > now


def absent_seats(table: Table, absences: Absences, now: float) -> tuple[Seat, ...]:
    """The seats of people who are away, and have been for `AWAY_S` in all since they last acted here."""
    return tuple(
        info.seat
        for info in table.facts.seats
        if info.person_id is not None
        and (since := absent_since(table, info, absences(info.person_id))) is not None
        and since <= now
        and any(span.start <= now < span.end for span in absences(info.person_id))
    )


def absent_since(table: Table, info: SeatInfo, away: Sequence[Span]) -> float | None:
    """When a person's absences since they last acted here reach `AWAY_S` in all; None: never so far."""
    if not away:
        return None
    counted = at_most(away, _last_seen(table, info.seat), AWAY_S)
    passed = sum(span.end - span.start for span in counted)
    return counted[-1].end if counted and passed >= AWAY_S else None


def _last_seen(table: Table, seat: Seat) -> float:
    """When the person on a seat last did something; the start of the game, where they haven't yet."""
    for step in reversed(table.steps):
        is_own = step.entry.seat == seat and is_by_hand(step.entry)
        # That a secret choice was changed tells nobody anything, nor does what follows from it.
        if step.entry.kind is Kind.START or (is_own and not step.is_change):
            return step.entry.at
    return table.facts.created_at


class Turn(NamedTuple):
    """The turn of a seat that is to answer; times in seconds since 1970.

    Attributes:
        began: When the seat was asked first.
        since: Since when its time has been running.
        used: Earlier spans in which its time ran.
        is_late: Its time has run out, and what the table does then (`when_late`) has been done.
    """

    began: float
    since: float
    used: Sequence[Span]
    is_late: bool


def turn_of(table: Table, seat: Seat) -> Turn:
    """The present turn of a seat that is to answer."""
    first = _first(table, seat)
    walk = _Walk(table.game, seat, first)
    for step in table.steps[first.entry.number :]:
        walk.take(step)
    return Turn(first.entry.at, walk.since, walk.used, walk.is_late)


def _first(table: Table, seat: Seat) -> Step:
    """The step, not taken back, with which the present turn began."""
    place = len(table.mainline) - 1
    while place and _goes_on(
        table.game, table.mainline[place - 1].position, table.mainline[place].position, seat
    ):
        place -= 1
    return table.mainline[place]


def _goes_on(game: AnyGame, before: Position | None, now: Position | None, seat: Seat) -> bool:
    """Whether the turn of `seat` is the same before and after a move.

    Where several answer at once each question is a turn: who answers last may be asked again without a pause.
    """
    if before is None or now is None or seat not in before.owing or seat not in now.owing:
        return False
    if before.questions[seat].token == now.questions[seat].token:
        return True
    is_alone = len(before.questions) == len(now.questions) == 1
    return is_alone and game.turn(before.state) == game.turn(now.state)


class _Walk:
    """Follows a turn through the journal, also through moves that were taken back."""

    def __init__(self, game: AnyGame, seat: Seat, first: Step) -> None:
        self._game, self._seat = game, seat
        self._position = first.position
        self._line = [(first.entry.number, True)]  # What stands, and whether it is still the turn there.
        self._renewed_by: set[Kind] = set()
        self.since = first.entry.at
        self.used: list[Span] = []
        self.is_late = False

    def take(self, step: Step) -> None:
        """Take the next entry into account."""
        entry, ran = step.entry, self._runs
        self._follow(step)
        if ran and not self._runs:
            self.used.append(Span(self.since, max(self.since, entry.at)))
        elif self._runs and not ran:
            is_own = entry.seat == self._seat and entry.click is not None and bool(self.used)
            self.since = self.used.pop().start if is_own else entry.at
            if self.is_late and not is_own:
                self._come_back(entry.at)
        self._note(entry)

    @property
    def _runs(self) -> bool:
        return self._line[-1][1]

    def _follow(self, step: Step) -> None:
        if step.entry.kind is Kind.BACK:
            self._line = [one for one in self._line if one[0] <= int(step.entry.text)]
        elif step.entry.kind is Kind.MOVE:
            goes_on = self._runs and _goes_on(self._game, self._position, step.position, self._seat)
            self._line.append((step.entry.number, goes_on))
        self._position = step.position

    def _note(self, entry: Entry) -> None:
        if entry.kind in (Kind.RESUME, Kind.PLACE):
            self._begin_anew(entry.at)
        elif entry.seat == self._seat and self._runs:
            if entry.kind is Kind.LATE:
                self.is_late = True
            elif entry.kind in (Kind.RETURN, Kind.TAKE):
                self._come_back(entry.at, entry.kind)

    def _come_back(self, at: float, by: Kind = Kind.RETURN) -> None:
        self.is_late = False
        if by not in self._renewed_by:
            self._begin_anew(at)
        self._renewed_by.add(by)

    def _begin_anew(self, at: float) -> None:
        self.used.clear()
        self.since, self.is_late = at, False
