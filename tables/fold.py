"""One entry after the other makes a table.  Live moves and the replay of a journal go the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.game import CHANCE, AnyGame, Event, Seat
from tables.table import (
    OPEN_PHASES,
    Entry,
    Facts,
    Kind,
    Opening,
    Phase,
    Position,
    Question,
    SeatInfo,
    Step,
    Table,
)
from tables.values import Person

NOBODY = Person(id=0, name="")
FITTING: Final[Mapping[Kind, tuple[Phase, ...]]] = {
    Kind.JOIN: (Phase.LOBBY,),
    Kind.LEAVE: (Phase.LOBBY,),
    Kind.COMPUTER: (Phase.LOBBY,),
    Kind.START: (Phase.LOBBY,),
    Kind.MOVE: (Phase.RUNNING,),
    Kind.BACK: (Phase.RUNNING,),
    Kind.CANCEL: OPEN_PHASES,
}
"""The phases in which an entry can stand; a table is opened by its first one alone."""


class Unreadable(Exception):
    """A journal that cannot be replayed.

    Attributes:
        number: The entry at fault.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"entry {number} cannot be replayed")
        self.number = number


def opened(game: AnyGame, table_id: str, entry: Entry, owner: Person) -> Table:
    """A table after its first entry."""
    opening = msgspec.json.decode(entry.text, type=Opening)
    facts = Facts(
        id=table_id,
        game_id=opening.game,
        rules_version=opening.rules_version,
        options=opening.options,
        wanted_seats=opening.seats,
        guild_id=opening.guild_id,
        channel_id=opening.channel_id,
        pace_s=opening.pace_s,
        locale=opening.locale,
        owner_seat=0,
        seats=(SeatInfo(0, owner.id, owner.name, None),),
        phase=Phase.LOBBY,
        version=0,
        created_at=entry.at,
        changed_at=entry.at,
    )
    return _with_step(Table(game, facts), Step(entry, (), None), facts)


def add(table: Table, entry: Entry, person: Person = NOBODY) -> Table:
    """The table after one more entry; `person` is who sits down in a `join`.

    Raises:
        engine.game.IllegalMove: A move that may not be made.  Nothing has changed.
        Unreadable: An entry that does not fit the table.
    """
    facts = table.facts
    if entry.number != facts.version + 1 or facts.phase not in FITTING.get(entry.kind, ()):
        raise Unreadable(entry.number)
    match entry.kind:
        case Kind.JOIN:
            facts = replace(
                facts, seats=(*facts.seats, SeatInfo(len(facts.seats), person.id, person.name, None))
            )
        case Kind.COMPUTER:
            facts = replace(facts, seats=(*facts.seats, SeatInfo(len(facts.seats), None, "", entry.text)))
        case Kind.LEAVE:
            facts = _without_seat(facts, entry.seat)
        case Kind.CANCEL:
            facts = replace(facts, phase=Phase.CANCELLED)
        case Kind.START:
            return _started(table, entry)
        case Kind.MOVE:
            return _moved(table, entry)
        case Kind.BACK:
            return _went_back(table, entry)
    return _with_step(table, Step(entry, (), table.position), facts)


def replayed(game: AnyGame, rows: Facts, entries: Iterable[Entry]) -> Table:
    """The table that a journal tells of, its people taken from `rows`.

    Raises:
        Unreadable: An entry is damaged or missing; it has its number.
    """
    table: Table | None = None
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            raise Unreadable(number)
        try:
            table = opened(game, rows.id, entry, NOBODY) if table is None else add(table, entry)
        except Unreadable:
            raise
        except Exception as fault:
            raise Unreadable(number) from fault
    if table is None:
        raise Unreadable(1)
    if len(rows.seats) != len(table.facts.seats) or rows.version != table.facts.version:
        raise Unreadable(table.facts.version + 1)
    return replace(table, facts=replace(table.facts, seats=rows.seats))


def _with_step(table: Table, step: Step, facts: Facts, standing: tuple[Step, ...] | None = None) -> Table:
    entry = step.entry
    return Table(
        game=table.game,
        facts=replace(facts, version=entry.number, changed_at=entry.at),
        steps=(*table.steps, step),
        standing=table.standing if standing is None else standing,
        clicks=table.clicks if entry.click is None else table.clicks | {entry.click},
        fault=table.fault,
    )


def _without_seat(facts: Facts, seat: Seat | None) -> Facts:
    left = [info for info in facts.seats if info.seat != seat]
    owner = facts.owner_seat
    if owner == seat:
        owner = next((info.seat for info in left if info.computer is None), None)
    closed_up = tuple(replace(info, seat=place) for place, info in enumerate(left))
    new_owner = next((place for place, info in enumerate(left) if info.seat == owner), None)
    return replace(facts, seats=closed_up, owner_seat=new_owner)


def _started(table: Table, entry: Entry) -> Table:
    if int(entry.text) != table.game.rules_version:
        raise Unreadable(entry.number)
    facts = replace(table.facts, phase=Phase.RUNNING, rules_version=int(entry.text))
    state = table.game.start(len(facts.seats), facts.options)
    step = Step(entry, (), _position(table.game, None, state, entry, None))
    return _with_step(table, step, facts, (step,))


def _moved(table: Table, entry: Entry) -> Table:
    game, before = table.game, table.position
    if before is None or entry.seat is None:
        raise Unreadable(entry.number)
    state, events = game.apply(before.state, entry.seat, game.read_move(entry.text))
    position = _position(game, before, state, entry, entry.seat)
    facts = table.facts if position.to_move else replace(table.facts, phase=Phase.OVER)
    step = Step(entry, events, position)
    return _with_step(table, step, facts, (*table.standing, step))


def _went_back(table: Table, entry: Entry) -> Table:
    standing = tuple(step for step in table.standing if step.entry.number <= int(entry.text))
    then = standing[-1].position if standing else None
    if then is None or table.position is None:
        raise Unreadable(entry.number)
    questions = {}
    for seat, question in then.questions.items():
        now = table.position.questions.get(seat)
        # Who goes back is asked anew, so a click on the panel of before is recognised as old.
        same = now is not None and now.token == question.token and seat != entry.seat
        anew = entry.number - table.position.changes
        questions[seat] = replace(question, number=now.number if same and now is not None else anew)
    position = Position(then.state, then.to_move, questions, table.position.changes)
    return _with_step(table, Step(entry, (), position), table.facts, standing)


def _position(
    game: AnyGame, before: Position | None, state: Any, entry: Entry, actor: Seat | None
) -> Position:
    to_move = tuple(game.to_move(state))
    known: Mapping[Seat, Question] = before.questions if before is not None else {}
    changes = before.changes if before is not None else 0
    if actor is not None and actor in known and known[actor].answered:
        changes += 1
    questions: dict[Seat, Question] = {}
    for seat in _asked(game, state, to_move, known):
        token = game.question(state, seat)
        old = known.get(seat)
        if old is not None and old.token == token:
            questions[seat] = replace(old, answered=True) if seat == actor and not old.answered else old
        else:
            questions[seat] = Question(entry.number - changes, token, answered=False)
    return Position(state, to_move, questions, changes)


def _asked(game: AnyGame, state: Any, to_move: Sequence[Seat], known: Mapping[Seat, Question]) -> list[Seat]:
    # A seat that has chosen in secret owes nothing more, but may change its choice while others still think.
    waiting = (
        [seat for seat in known if seat not in to_move and game.legal_moves(state, seat)] if to_move else []
    )
    return sorted([seat for seat in to_move if seat != CHANCE] + waiting)


def events_of(steps: Iterable[Step]) -> list[Event]:
    """What happened in several steps, in order."""
    return [event for step in steps for event in step.events]
