"""How an entry of the journal changes a table's facts: its seats, its owner and its phase.

`fold` calls it for each entry.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec
from msgspec.structs import asdict, replace

from engine.game import Seat
from tables.model.table import (
    UNREADABLE,
    Cover,
    Ending,
    Entry,
    Facts,
    Kind,
    Opening,
    Phase,
    SeatInfo,
    WhenLate,
)
from tables.model.values import Person


def after(facts: Facts, entry: Entry, person: Person) -> Facts:
    """A table's facts after an entry other than a move; `person` is who sits down, or is offered a seat.

    The name that its owner gave a table goes with them.
    """
    changed = _after(facts, entry, person)
    if facts.name and all(info.person_id != facts.owner_id for info in changed.seats):
        return replace(changed, name="")
    return changed


def sat(entries: Iterable[Entry]) -> Iterator[tuple[Entry, tuple[int | None, ...]]]:
    """Each entry of a journal, from the first, with who sat on each seat then.

    That is the number of the entry by which a person sat down, since no journal has their name; of a computer
    player it is None.
    """
    seats: list[int | None] = []
    for entry in entries:
        match entry.kind:
            case Kind.OPEN | Kind.JOIN:
                seats.append(entry.number)
            case Kind.COMPUTER:
                seats.append(None)
            case Kind.LEAVE if entry.seat is not None:
                del seats[entry.seat]
            case Kind.TAKE | Kind.YIELD if entry.seat is not None:
                seats[entry.seat] = entry.number if entry.kind is Kind.TAKE else None
        yield entry, tuple(seats)


def _after(facts: Facts, entry: Entry, person: Person) -> Facts:
    match entry.kind:
        case Kind.JOIN:
            return _with_seat(facts, SeatInfo(len(facts.seats), person.id, person.name, None))
        case Kind.COMPUTER:
            return _with_seat(facts, SeatInfo(len(facts.seats), None, "", entry.text))
        case Kind.LEAVE:
            return _without_seat(facts, entry.seat)
        case Kind.CANCEL:
            return replace(facts, phase=Phase.CANCELLED, ending=Ending(entry.text))
        case Kind.HOLD | Kind.RESUME if entry.text != UNREADABLE:
            return replace(facts, held=entry.kind is Kind.HOLD)
        case Kind.PLACE:
            return replace(facts, channel_id=int(entry.text), held=False)
        case Kind.SET_UP:
            return replace(facts, **asdict(msgspec.json.decode(entry.text, type=Opening)))
        case Kind.WARN | Kind.KEEP | Kind.RESUME | Kind.NAME | Kind.HINT:
            return facts
    return _seat_changed(facts, entry, person)


def after_move(facts: Facts, owing: Collection[Seat]) -> Facts:
    """The facts after a move: computer players that played for one turn stop if that turn is over."""
    if all(info.cover is not Cover.TURN or info.seat in owing for info in facts.seats):
        return facts
    seats = (
        info if info.cover is not Cover.TURN or info.seat in owing else replace(info, cover=Cover.NONE)
        for info in facts.seats
    )
    return replace(facts, seats=tuple(seats))


def _seat_changed(facts: Facts, entry: Entry, person: Person) -> Facts:
    if entry.seat is None:
        raise ValueError(f"entry {entry.number} has no seat")
    info = facts.seats[entry.seat]
    match entry.kind:
        case Kind.LATE:
            cover = {WhenLate.MOVE: Cover.TURN, WhenLate.SEAT: Cover.STAY, WhenLate.WAIT: Cover.NONE}
            info = replace(info, cover=Cover(entry.text) or cover[facts.when_late])
        case Kind.RETURN:
            info = replace(info, cover=Cover.NONE, gone=False)
        case Kind.OFFER:
            info = replace(info, offered_to=person.id or None)
        case Kind.TAKE:
            info = SeatInfo(entry.seat, person.id, person.name, None)
        case Kind.YIELD:
            info = SeatInfo(entry.seat, None, "", entry.text)
        case Kind.CONCEDE:
            info = replace(info, cover=Cover.STAY, conceded=True, offered_to=None)
        case Kind.GONE:
            info = replace(info, gone=True)
    seats = (*facts.seats[: entry.seat], info, *facts.seats[entry.seat + 1 :])
    return _ended(_with_owner(replace(facts, seats=seats)))


def _ended(facts: Facts) -> Facts:
    """The facts after somebody stopped: ended if at most one seat has not conceded, or no person plays."""
    playing = [info for info in facts.seats if not info.conceded]
    has_people = any(info.computer is None for info in playing)
    if len(playing) < len(facts.seats) and (len(playing) == 1 or not has_people):
        return replace(facts, phase=Phase.OVER, ending=Ending.CONCEDED)
    if not has_people:
        return replace(facts, phase=Phase.CANCELLED, ending=Ending.LEFT)
    return facts


def _with_owner(facts: Facts) -> Facts:
    """The facts with an owner who still plays: the present one if they do, else the next who does."""
    playing = [info.seat for info in facts.seats if info.computer is None and not info.conceded]
    owner = facts.owner_seat if facts.owner_seat in playing else next(iter(playing), None)
    return replace(facts, owner_seat=owner)


def _with_seat(facts: Facts, info: SeatInfo) -> Facts:
    return replace(facts, seats=(*facts.seats, info))


def _without_seat(facts: Facts, seat: Seat | None) -> Facts:
    left = [info for info in facts.seats if info.seat != seat]
    owner = facts.owner_seat
    if owner == seat:
        owner = next((info.seat for info in left if info.computer is None), None)
    closed_up = tuple(replace(info, seat=place) for place, info in enumerate(left))
    new_owner = next((place for place, info in enumerate(left) if info.seat == owner), None)
    return replace(facts, seats=closed_up, owner_seat=new_owner)
