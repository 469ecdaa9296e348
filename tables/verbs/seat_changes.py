"""The verbs by which seats change hands: leave, offer, take, yield to a computer, concede, come back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from engine.game import Seat
from tables.model.errors import Refused
from tables.model.fold import NOBODY, add
from tables.model.table import Kind, Phase, SeatInfo, Table, next_entry
from tables.model.values import Person
from tables.verbs import By
from tables.verbs.auto_answers import with_auto_answers
from tables.verbs.lobby import check_open, seat_of, seated

SUCCESSORS: Final = ("sensible", "random")
"""The computer players that may take over a seat; the first that exists takes it."""


def successor(players: Collection[str]) -> str:
    """The id of the computer player that takes over a person's seat."""
    return next((player for player in SUCCESSORS if player in players), min(players))


def left(table: Table, by: By) -> Table:
    """The table without `by.person`, if it is a lobby or can't be replayed.

    A lobby's next person becomes the owner; without any person, the lobby is cancelled. At a table that can't
    be replayed, a computer player takes the seat.

    Raises:
        Refused: `not_your_table`, `already_started`, `table_over`, `table_cancelled`.
    """
    facts, player = table.facts, successor(by.house.players)
    if table.fault is None and facts.phase is Phase.RUNNING:
        raise Refused("already_started")
    seat = seated(facts, by.person.id)
    if table.fault is not None and [info.seat for info in facts.seats] != list(range(len(facts.seats))):
        # An entry can't name this seat, so only the rows change: a replay takes the people from the rows.
        infos = (
            SeatInfo(info.seat, None, "", player) if info.person_id == by.person.id else info
            for info in facts.seats
        )
        return replace(table, facts=replace(facts, seats=tuple(infos), name=""))
    if facts.phase is Phase.RUNNING:
        return add(table, by.entry(facts, Kind.YIELD, seat, player))
    table = add(table, by.entry(facts, Kind.LEAVE, seat))
    if table.facts.owner_seat is None:
        table = add(table, next_entry(table.facts, Kind.CANCEL, None, "", None, by.at))
    return table


def renamed(table: Table, person: Person) -> Table:
    """The table with the person's present name on their seat."""
    infos = [
        replace(one, name=person.name) if one.person_id == person.id else one for one in table.facts.seats
    ]
    return replace(table, facts=replace(table.facts, seats=tuple(infos)))


def offered(table: Table, by: By, to: Person | None) -> Table:
    """The table with the seat of `by.person` offered to `to`; None: the offer is withdrawn.

    Raises:
        Refused: `not_your_table`, `not_started`, `sits_there_already`, `nothing_offered`.
    """
    seat = seat_of(table.facts, by.person.id)
    if to is None and table.facts.seats[seat].offered_to is None:
        raise Refused("nothing_offered")
    if to is not None and table.facts.seat_of(to.id) is not None:
        raise Refused("sits_there_already")
    return add(table, by.entry(table.facts, Kind.OFFER, seat), to or NOBODY)


def taken(table: Table, by: By, seat: Seat) -> Table:
    """The table with `by.person` on `seat`, which was offered to them, or whose player has left the server.

    Raises:
        Refused: `already_seated`, `seat_not_free`.
    """
    info = seat_at(table, seat)
    if table.facts.seat_of(by.person.id) is not None:
        raise Refused("already_seated")
    if info.conceded or not (info.gone or info.offered_to == by.person.id):
        raise Refused("seat_not_free")
    return with_auto_answers(add(table, by.entry(table.facts, Kind.TAKE, seat), by.person), seat, {})


def yielded(table: Table, by: By, seat: Seat | None = None) -> Table:
    """The table with a computer player for good on `seat`; None: on the seat of `by.person`.

    If another person sits on `seat`, they must have left the server.

    Raises:
        Refused: `not_your_table`, `not_started`, `seat_not_free`.
    """
    own = seat_of(table.facts, by.person.id)
    given = own if seat is None else seat
    if given != own and not seat_at(table, given).gone:
        raise Refused("seat_not_free")
    return filled(table, by, given)


def filled(table: Table, by: By, seat: Seat) -> Table:
    """The table with a computer player for good on a person's seat."""
    entry = by.entry(table.facts, Kind.YIELD, seat, successor(by.house.players))
    return with_auto_answers(add(table, entry), seat, {})


def replaced(table: Table, at: float, person_id: int, player_id: str) -> Table:
    """The table with the computer player `player_id` for good on the seat of a person who left its league.

    It is unchanged if the person doesn't play there, or has given up.
    """
    seat = table.facts.seat_of(person_id)
    if table.facts.phase is not Phase.RUNNING or seat is None or table.facts.seats[seat].conceded:
        return table
    entry = next_entry(table.facts, Kind.YIELD, seat, player_id, None, at)
    return with_auto_answers(add(table, entry), seat, {})


def conceded(table: Table, by: By) -> Table:
    """The table after `by.person` gave up: a computer player goes on, or the game ends.

    Raises:
        Refused: `not_your_table`, `not_started`.
    """
    seat = seat_of(table.facts, by.person.id)
    return with_auto_answers(add(table, by.entry(table.facts, Kind.CONCEDE, seat)), seat, {})


def came_back(table: Table, by: By) -> Table:
    """The table after `by.person` came back, and plays for themselves again.

    Raises:
        Refused: `not_your_table`, `not_started`; `plays_already`: the person already plays for themselves.
    """
    seat = seat_of(table.facts, by.person.id)
    if not table.facts.seats[seat].may_come_back:
        raise Refused("plays_already")
    return add(table, by.entry(table.facts, Kind.RETURN, seat))


def departed(table: Table, by: By) -> Table:
    """The table without `by.person`, in any phase; unchanged if the person doesn't sit there.

    In a lobby, the seat becomes free; in a running game, a computer player takes it for good. An ended table
    is unchanged.
    """
    if table.facts.seat_of(by.person.id) is None or table.facts.phase not in (Phase.LOBBY, Phase.RUNNING):
        return table
    is_playable = table.fault is None and table.facts.phase is Phase.RUNNING
    return yielded(table, by) if is_playable else left(table, by)


def left_behind(table: Table, at: float, seat: Seat) -> Table:
    """The table with an entry that a seat's player has left the server; unchanged if it has such an entry."""
    info = table.facts.seats[seat]
    if table.facts.phase is not Phase.RUNNING or info.gone or not info.is_persons:
        return table
    return add(table, next_entry(table.facts, Kind.GONE, seat, "", None, at))


def seat_at(table: Table, seat: Seat) -> SeatInfo:
    """The person or computer player on a seat of a running game.

    Raises:
        Refused: `not_started`, `table_over`, `table_cancelled`; `seat_not_free`: there is no such seat.
    """
    check_open(table.facts)
    if table.facts.phase is not Phase.RUNNING:
        raise Refused("not_started")
    if not 0 <= seat < len(table.facts.seats):
        raise Refused("seat_not_free")
    return table.facts.seats[seat]
