"""What depends on the present time: how a table looks now, and whether a move can still be taken back."""

from __future__ import annotations

from msgspec.structs import replace

from tables.model.errors import Refused
from tables.model.table import Table
from tables.model.values import Look, Timed
from tables.timing.preferences import Absences
from tables.timing.turn_clock import has_time_after, turn_clocks
from tables.verbs import deadlines as due
from tables.verbs import play, votes
from tables.verbs.verb import By
from tables.views import looks


def look(
    table: Table,
    person_id: int | None,
    absences: Absences,
    now: float,
    is_long_thinking: bool = False,
) -> Look:
    """What one person may know of a table now, found once while it holds; `person_id` None: a spectator.

    Args:
        table: The table.
        person_id: The viewer.
        absences: When people are away.
        now: The time.
        is_long_thinking: A computer player has thought for long about what it is to do now.

    Raises:
        Refused: As `looks.look`.
    """
    if person_id is not None:
        looks.check_readable(table)
    seat = table.facts.seat_of(person_id)
    clocks, missing = turn_clocks(table, absences, now), votes.asked_to_agree(table, absences, now)
    timed: Timed = clocks, due.closes_at(table), missing, is_long_thinking
    known: tuple[Timed, Look] | None = table.looks.get(seat)
    if known is None or known[0] != timed:
        known = table.looks[seat] = timed, looks.look(table, person_id, *timed)
    _, seen = known
    if seen.seat is None or seen.takes_back is None or table.facts.turn_s is None:
        return seen
    after = play.taken_back(table, seen.seat, "", now)
    is_in_time = has_time_after(after, seen.seat, absences, now)
    return seen if is_in_time else replace(seen, takes_back=None)


def taken_back(table: Table, by: By, number: int | None = None) -> Table:
    """The table as it was before that person's latest click, if they still have time for another move.

    The table is unchanged if `number`, which `Look.takes_back` gave, is not that click's; None: any click.

    Raises:
        Refused: As `play.seat_of` and `play.taken_back`; `no_time_to_take_back`: the turn's time is over.
    """
    seat = play.seat_of(table.facts, by.person.id)
    if number not in (None, looks.latest_click(table, seat)):
        return table
    after = play.taken_back(table, seat, by.click, by.at)
    if not has_time_after(after, seat, by.house.absences, by.at):
        raise Refused("no_time_to_take_back")
    return after
