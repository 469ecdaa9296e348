"""How much time everybody has: made from the journal and from when people are away, never stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Seat, Struct
from tables.preferences import Span, runs_out_at
from tables.table import Cover, Kind, Phase, SeatInfo, Table

Absences = Callable[[int], Sequence[Span]]
"""A person's id -> when they are away, past and present, in the order of time."""


class TurnClock(Struct, frozen=True):
    """The time of a seat that owes a decision; times in seconds since 1970.

    Attributes:
        seat: Whose it is.
        since: When its turn began, or when the person came back to it.
        runs_out: When the time has run out, as things stand; None: never.
        is_late: It ran out, and what the table agreed on has happened.
        away_until: The person is away, and the clock stands, until then; None: they aren't.
    """

    seat: Seat
    since: float
    runs_out: float | None
    is_late: bool
    away_until: float | None


def turn_clocks(table: Table, absences: Absences, now: float) -> tuple[TurnClock, ...]:
    """The clocks of all persons who owe a decision; those of computer players have none."""
    position, facts = table.position, table.facts
    if position is None or facts.phase is not Phase.RUNNING:
        return ()
    infos = (facts.seats[seat] for seat in position.owing)
    return tuple(_clock(table, info, absences, now) for info in infos if _has_clock(info))


def _has_clock(info: SeatInfo) -> bool:
    return info.computer is None and not info.conceded


def _clock(table: Table, info: SeatInfo, absences: Absences, now: float) -> TurnClock:
    since, is_late = _began(table, info.seat)
    away = absences(info.person_id) if info.person_id is not None else ()
    away_until = next((span.end for span in away if span.start <= now < span.end), None)
    runs_out = None
    stands = table.facts.held or info.cover is not Cover.NONE
    if table.facts.turn_s is not None and not stands and not is_late:
        runs_out = runs_out_at(since, table.facts.turn_s, away)
    return TurnClock(info.seat, since, runs_out, is_late, away_until)


def _began(table: Table, seat: Seat) -> tuple[float, bool]:
    """Since when the present turn of `seat` counts, and whether its time has run out since."""
    since, is_late = table.facts.changed_at, False
    for step in reversed(table.steps):
        position, entry = step.position, step.entry
        if position is None or seat not in position.owing:
            break
        since = entry.at
        if entry.kind is Kind.LATE and entry.seat == seat:
            is_late = True
        if entry.kind is Kind.RESUME or (entry.seat == seat and entry.kind in (Kind.RETURN, Kind.TAKE)):
            break
        if entry.kind is Kind.PLACE:
            break
    return since, is_late
