"""The deadlines of a table: turns run out of time, and tables where nobody plays are closed.

A table that can't be replayed, since its journal is damaged or this bot lacks its game or rules, is handled
by its rows and journal alone. It goes on if a bot that can replay it starts before the table is closed.

When a table falls due, all that is due there is done, once and in order, even if it fell due while the bot
was down. The next due time is stored in the table's row, so that a start replays only tables that are due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from engine.game import AnyGame, Seat
from tables.model.errors import StorageFailed, frames
from tables.model.fold import add
from tables.model.limits import (
    AWAY_S,
    HURRY_S,
    LATE_IN_A_ROW,
    LOBBY_ASLEEP_S,
    LONELY_ASLEEP_S,
    TABLE_ASLEEP_S,
    WARNED_S,
)
from tables.model.table import (
    OPEN_PHASES,
    QUIET,
    UNREADABLE,
    Cover,
    Ending,
    Kind,
    Phase,
    Span,
    Table,
    WhenLate,
    is_by_hand,
    next_entry,
)
from tables.model.values import TurnClock
from tables.timing.preferences import Wanted, at_most, reminders_of, runs_out_at
from tables.timing.turn_clock import turn_clocks
from tables.verbs import votes

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

HERE: Final = Path(__file__).parents[1]
ALWAYS: Final = 0.0
"""A due time that is past by any clock, even one that is set back while the bot is off."""


class Due(NamedTuple):
    """The time when a table falls due, as stored in its row.

    Attributes:
        at: The time, in seconds since 1970; None: never, or unknown.
        by: The version of the bot that computed `at` (`version_of`); None: the next start computes it anew.
    """

    at: float | None = None
    by: str | None = None


def attended(table: Table, wanted: Wanted, at: float) -> Table:
    """The table after all that is due there at the time `at`; the same object if nothing is due.

    The players of a table that can't be replayed are warned, and some days later the table is closed. If a
    bot can replay the table before that, the table's clocks restart.
    """
    if table.facts.phase not in OPEN_PHASES:
        return table
    if table.fault is not None:
        closes = closes_at(table)
        if closes is None:
            return add(table, next_entry(table.facts, Kind.WARN, None, UNREADABLE, None, at))
        return _closed(table, Ending.UNREADABLE, at) if closes <= at else table
    if table.unreadable_since is not None:
        table = add(table, next_entry(table.facts, Kind.RESUME, None, UNREADABLE, None, at))
    for clock in sorted(turn_clocks(table, wanted, at), key=lambda clock: clock.runs_out or at):
        if clock.runs_out is not None and clock.runs_out <= at:
            text = Cover.STAY if _is_ghost(table, clock.seat) else ""
            table = add(table, next_entry(table.facts, Kind.LATE, clock.seat, text, None, at))
    table = votes.settled(wanted, table, at)
    if table.facts.phase not in OPEN_PHASES:
        return table
    closes = closes_at(table)
    if closes is not None:
        return _closed(table, Ending.ASLEEP, at) if closes <= at else table
    if _asleep_at(table, wanted, turn_clocks(table, wanted, at)) <= at:
        return add(table, next_entry(table.facts, Kind.WARN, None, "", None, at))
    return table


def hurried(table: Table, at: float, wanted: Wanted, since: float) -> Table:
    """The table after computer players took over from players who let others wait for `HURRY_S`.

    The waiting counts from `since` on. The computer players play until the people return. This is for a table
    of a league whose round's time has ended.
    """
    for clock in turn_clocks(table, wanted, at):
        if at >= max(clock.since, since) + HURRY_S and table.facts.seats[clock.seat].cover is Cover.NONE:
            table = add(table, next_entry(table.facts, Kind.LATE, clock.seat, Cover.STAY, None, at))
    return table


def _closed(table: Table, ending: Ending, at: float) -> Table:
    return add(table, next_entry(table.facts, Kind.CANCEL, None, ending, None, at))


def _is_ghost(table: Table, seat: Seat) -> bool:
    """Whether a computer player is to play on after this turn, since the person missed `LATE_IN_A_ROW` turns.

    If so, the text of the new `late` entry is `stay`; entries of earlier versions have no text.
    """
    if table.facts.when_late is not WhenLate.MOVE:
        return False
    own = [step.entry for step in reversed(table.steps) if step.entry.seat == seat and not step.is_change]
    since = takewhile(lambda entry: entry.kind is not Kind.RETURN and not is_by_hand(entry), own)
    return 1 + sum(entry.kind is Kind.LATE for entry in since) >= LATE_IN_A_ROW


def next_moment(table: Table, wanted: Wanted, now: float) -> float | None:
    """The time when a table falls due next, in seconds since 1970; may be in the past; None: never."""
    if table.facts.phase not in OPEN_PHASES:
        return None
    if table.fault is not None:
        return closes_at(table) or now
    if table.unreadable_since is not None:
        return now  # The table can be replayed again.
    running, closes = turn_clocks(table, wanted, now), closes_at(table)
    moments = [_asleep_at(table, wanted, running) if closes is None else closes]
    for clock in running:
        person_id = table.facts.seats[clock.seat].person_id
        if clock.called_at > now:
            moments.append(clock.called_at)
        if clock.away_until is not None:
            moments.append(clock.away_until)  # The board, which shows the absence, changes then.
        if clock.runs_out is not None and person_id is not None:
            reminders = reminders_of(clock, wanted(person_id))
            moments += [clock.runs_out, *(reminder for reminder in reminders if reminder > now)]
    lapses = votes.lapses_at(table, wanted, now)
    return min(moments if lapses is None else [*moments, lapses])


def row(table: Table, wanted: Wanted, now: float, version: str) -> Due:
    """The `Due` for a table's row, by which the next start sets the timer; `version` is this bot's.

    A table is due at once if a computer player is to move. `by` is None if the table can't be replayed, or
    after an error.
    """
    try:
        is_computers = any(not table.facts.seats[seat].is_played_by_person for seat in table.owing)
        at = ALWAYS if is_computers else next_moment(table, wanted, now)
    except StorageFailed as fault:
        log.warning("moment_put_off", table=table.facts.id, reason=fault.reason)
        return Due()
    except Exception as fault:
        log.error("moment_unknown", table=table.facts.id, fault=frames(fault))
        return Due()
    return Due(at, None if table.fault is not None else version)


def version_of(games: Mapping[str, AnyGame]) -> str:
    """A digest of the bot's code and rules: a bot with another digest may compute other due times."""
    rules = [(game.id, *(one.rules_version for one in (game, *game.former))) for game in games.values()]
    return blake2b(repr(rules).encode(), key=_code(), digest_size=12).hexdigest()


@cache
def _code() -> bytes:
    digest = blake2b(digest_size=12)
    for folder in (HERE, HERE.parent / "engine"):
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.digest()


def _asleep_at(table: Table, wanted: Wanted, running: Sequence[TurnClock]) -> float:
    """The time to warn a table's people that the table will be closed; `running`: their turns' clocks.

    Absences of players who are to move don't count as time passed, up to `AWAY_S`.
    """
    away: list[Span] = []
    for clock in running:
        person_id = table.facts.seats[clock.seat].person_id
        if person_id is not None:
            away += at_most(wanted(person_id).away, table.facts.changed_at, AWAY_S)
    is_lonely = sum(info.person_id is not None for info in table.facts.seats) < 2
    in_lobby_s = LONELY_ASLEEP_S if is_lonely else LOBBY_ASLEEP_S
    asleep_s = in_lobby_s if table.facts.phase is Phase.LOBBY else TABLE_ASLEEP_S
    return runs_out_at(table.facts.changed_at, asleep_s, away)


def closes_at(table: Table) -> float | None:
    """The time when a table will be closed, in seconds since 1970; None: its players were not warned."""
    if table.facts.phase not in OPEN_PHASES:
        return None
    warned_at = table.unreadable_since if table.fault is not None else _warned_at(table)
    return None if warned_at is None else runs_out_at(warned_at, WARNED_S, table.off)


def _warned_at(table: Table) -> float | None:
    """The time of the last warning that a table will be closed; None: a player has acted since."""
    for step in reversed(table.steps):
        if step.entry.text == UNREADABLE:
            return None  # Nobody could act while the table couldn't be replayed.
        if step.entry.kind is Kind.WARN:
            return step.entry.at
        if step.entry.kind not in QUIET and not step.is_change:
            return None
    return None
