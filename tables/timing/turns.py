"""How much of its time a turn has used: computed from the journal, including what was taken back.

A turn begins when its seat is asked, and ends with the answer after which another seat is asked.  Its time
runs while the seat owes an answer:

- Taking a move back gives no time back: what was used before counts, and so does the time for which a move
  stood that its player took back alone.  The time until all others agreed to take it back doesn't count.
- The time begins anew when a person comes back to their seat, or gets a late turn back, but once a turn; also
  once when somebody takes the seat over; and whenever a table can be reached again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import AnyGame, Seat
from tables.model.table import Entry, Kind, Position, Step, Table
from tables.timing.preferences import Span


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
