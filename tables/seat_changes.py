"""Seats that change hands: offered, taken, given to a computer player, given up, and come back to."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from engine.game import Seat
from tables.errors import Refused
from tables.fold import NOBODY, add
from tables.lobby import check_open
from tables.play import seat_of
from tables.table import Kind, Phase, SeatInfo, Table, next_entry
from tables.values import Person

SUCCESSORS: Final = ("sensible", "random")
"""The computer players that take over a seat: the first one that there is."""


def successor(players: Collection[str]) -> str:
    """The computer player that takes over where a person stops."""
    return next((player for player in SUCCESSORS if player in players), min(players))


def offered(table: Table, person: Person, to: Person | None, click: str, at: float) -> Table:
    """The table with one's seat offered to somebody; None: to nobody any more.

    Raises:
        Refused: `not_your_table`, `not_started`, `sits_there_already`, `nothing_offered`.
    """
    seat = seat_of(table.facts, person.id)
    if to is None and table.facts.seats[seat].offered_to is None:
        raise Refused("nothing_offered")
    if to is not None and table.facts.seat_of(to.id) is not None:
        raise Refused("sits_there_already")
    return add(table, next_entry(table.facts, Kind.OFFER, seat, "", click, at), to or NOBODY)


def taken(table: Table, person: Person, seat: Seat, click: str, at: float) -> Table:
    """The table with `person` on a seat that was offered to them, or that somebody left behind.

    Raises:
        Refused: `already_seated`, `seat_not_free`.
    """
    info = _seat_at(table, seat)
    if table.facts.seat_of(person.id) is not None:
        raise Refused("already_seated")
    if info.conceded or not (info.gone or info.offered_to == person.id):
        raise Refused("seat_not_free")
    return _without_wishes(add(table, next_entry(table.facts, Kind.TAKE, seat, "", click, at), person), seat)


def yielded(table: Table, person: Person, seat: Seat, player: str, click: str, at: float) -> Table:
    """The table with a computer player on one's own seat, or on one that somebody left behind, for good.

    Raises:
        Refused: `not_your_table`, `not_started`, `seat_not_free`.
    """
    own = seat_of(table.facts, person.id)
    if seat != own and not _seat_at(table, seat).gone:
        raise Refused("seat_not_free")
    return _without_wishes(add(table, next_entry(table.facts, Kind.YIELD, seat, player, click, at)), seat)


def conceded(table: Table, person: Person, click: str, at: float) -> Table:
    """The table with somebody who has given up: a computer player goes on, or the game has ended.

    Raises:
        Refused: `not_your_table`, `not_started`.
    """
    seat = seat_of(table.facts, person.id)
    return _without_wishes(add(table, next_entry(table.facts, Kind.CONCEDE, seat, "", click, at)), seat)


def came_back(table: Table, person: Person, click: str, at: float) -> Table:
    """The table with a person playing for themselves again.

    Raises:
        Refused: `not_your_table`, `not_started`; `plays_already`: no computer player plays for them.
    """
    seat = seat_of(table.facts, person.id)
    if not table.facts.seats[seat].may_come_back:
        raise Refused("plays_already")
    return add(table, next_entry(table.facts, Kind.RETURN, seat, "", click, at))


def returned(table: Table, seat: Seat, at: float) -> Table:
    """The table with the person on a seat playing for themselves, who has just shown that they are there."""
    if not table.facts.seats[seat].may_come_back:
        return table
    return add(table, next_entry(table.facts, Kind.RETURN, seat, "", None, at))


def left_behind(table: Table, seat: Seat, at: float) -> Table:
    """The table with a seat whose person has left the server; the same where that is known."""
    info = table.facts.seats[seat]
    if table.facts.phase is not Phase.RUNNING or info.gone or not info.is_persons:
        return table
    return add(table, next_entry(table.facts, Kind.GONE, seat, "", None, at))


def _seat_at(table: Table, seat: Seat) -> SeatInfo:
    check_open(table.facts)
    if table.facts.phase is not Phase.RUNNING:
        raise Refused("not_started")
    if not 0 <= seat < len(table.facts.seats):
        raise Refused("seat_not_free")
    return table.facts.seats[seat]


def _without_wishes(table: Table, seat: Seat) -> Table:
    """The same without the standing answers of whoever sat there: they are nobody else's business."""
    return replace(table, wishes={other: wishes for other, wishes in table.wishes.items() if other != seat})
