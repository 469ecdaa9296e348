"""Builds a table by adding one entry of the journal after the other, for live moves and replays alike.

The verbs call `add`; the cache calls `replayed` when it reads a table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.game import CHANCE, AnyGame, Event, Seat
from tables.model import seating
from tables.model.table import (
    OPEN_PHASES,
    QUIET,
    Entry,
    Eras,
    Facts,
    Kind,
    Matter,
    Opening,
    Phase,
    Position,
    Proposal,
    ProposalText,
    Question,
    SeatInfo,
    Step,
    Table,
    unreadable_since,
)
from tables.model.values import Person

NOBODY = Person(id=0, name="")
FITTING: Final[Mapping[Kind, tuple[Phase, ...]]] = {
    Kind.JOIN: (Phase.LOBBY,),
    Kind.LEAVE: (Phase.LOBBY,),
    Kind.COMPUTER: (Phase.LOBBY,),
    Kind.SET_UP: (Phase.LOBBY,),
    Kind.NAME: (Phase.LOBBY,),
    Kind.START: (Phase.LOBBY,),
    Kind.MOVE: (Phase.RUNNING,),
    Kind.BACK: (Phase.RUNNING,),
    Kind.CANCEL: OPEN_PHASES,
    Kind.LATE: (Phase.RUNNING,),
    Kind.RETURN: (Phase.RUNNING,),
    Kind.WARN: OPEN_PHASES,
    Kind.KEEP: OPEN_PHASES,
    Kind.HOLD: OPEN_PHASES,
    Kind.RESUME: OPEN_PHASES,
    Kind.PLACE: OPEN_PHASES,
    Kind.PROPOSE: (Phase.RUNNING,),
    Kind.AGREE: (Phase.RUNNING,),
    Kind.DECLINE: (Phase.RUNNING,),
    Kind.OFFER: (Phase.RUNNING,),
    Kind.TAKE: (Phase.RUNNING,),
    Kind.YIELD: (Phase.RUNNING,),
    Kind.CONCEDE: (Phase.RUNNING,),
    Kind.GONE: (Phase.RUNNING,),
    Kind.HINT: (Phase.RUNNING,),
}
"""The phases in which each kind of entry is possible; `open` is missing, since it is always the first."""


class Unreadable(Exception):
    """A journal that cannot be replayed.

    Attributes:
        number: The number of the entry that is damaged or missing.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"entry {number} cannot be replayed")
        self.number = number


def opening(entries: Sequence[Entry]) -> Opening:
    """What a table was opened with.

    Raises:
        Unreadable: Its first entry is damaged or missing.
    """
    try:
        return msgspec.json.decode(entries[0].text, type=Opening)
    except (IndexError, msgspec.MsgspecError, ValueError) as fault:
        raise Unreadable(1) from fault


def opened(game: AnyGame, table_id: str, entry: Entry, owner: Person, eras: Eras = ()) -> Table:
    """A table after its first entry."""
    settings = msgspec.json.decode(entry.text, type=Opening)
    facts = Facts(
        **msgspec.structs.asdict(settings),
        id=table_id,
        owner_seat=0,
        seats=(SeatInfo(0, owner.id, owner.name, None),),
        phase=Phase.LOBBY,
        version=0,
        created_at=entry.at,
        changed_at=entry.at,
    )
    return _with_step(Table(game, facts, eras=eras), Step(entry, (), None), facts)


def add(table: Table, entry: Entry, person: Person = NOBODY) -> Table:
    """The table after one more entry; `person` is who sits down, or is offered a seat.

    Raises:
        engine.game.IllegalMove: The entry is a move that is not legal.
        Unreadable: The entry does not fit the table.
    """
    facts = table.facts
    if entry.number != facts.version + 1 or facts.phase not in FITTING.get(entry.kind, ()):
        raise Unreadable(entry.number)
    match entry.kind:
        case Kind.START:
            return _started(table, entry)
        case Kind.MOVE:
            return _moved(table, entry)
        case Kind.BACK:
            return _went_back(table, entry)
        case Kind.PROPOSE | Kind.AGREE | Kind.DECLINE:
            proposal = _proposed(table, entry)
            return replace(_with_step(table, Step(entry, (), table.position), facts), proposal=proposal)
    after = _with_step(table, Step(entry, (), table.position), seating.after(facts, entry, person))
    if entry.kind is Kind.TAKE and table.proposal is not None:
        # Another player of this seat has not been asked before.
        agreed = tuple(seat for seat in table.proposal.agreed if seat != entry.seat)
        return replace(after, proposal=replace(table.proposal, agreed=agreed))
    return after


def continued(table: Table, rows: Facts, entries: Iterable[Entry]) -> Table:
    """A table after the entries that others have added to its journal; as `replayed` else.

    Raises:
        Unreadable: They don't follow.
    """
    for entry in entries:
        try:
            table = add(table, entry)
        except Exception as fault:
            raise Unreadable(entry.number) from fault
    return _named(table, rows)


def replayed(game: AnyGame, rows: Facts, entries: Iterable[Entry], eras: Eras = ()) -> Table:
    """The table that a journal makes; its people and its name come from `rows`, since the journal has none.

    A lobby has the newest version of its game's rules, a table that has begun the version it began with.

    Raises:
        Unreadable: An entry is damaged or missing.
    """
    table: Table | None = None
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            raise Unreadable(number)
        try:
            table = opened(game, rows.id, entry, NOBODY, eras) if table is None else add(table, entry)
        except Unreadable:
            raise
        except Exception as fault:
            raise Unreadable(number) from fault
    if table is None:
        raise Unreadable(1)
    return _named(table, rows)


def _named(table: Table, rows: Facts) -> Table:
    """The table with its people and its name, which the rows have."""
    seats = [info.seat for info in rows.seats]
    if seats != [info.seat for info in table.facts.seats] or rows.version > table.facts.version:
        raise Unreadable(table.facts.version + 1)
    return replace(table, facts=replace(table.facts, seats=rows.seats, name=rows.name))


def _with_step(table: Table, step: Step, facts: Facts, mainline: tuple[Step, ...] | None = None) -> Table:
    entry = step.entry
    return Table(
        game=table.game,
        facts=replace(
            facts,
            version=entry.number,
            changed_at=facts.changed_at if entry.kind in QUIET or step.is_change else entry.at,
        ),
        steps=(*table.steps, step),
        mainline=table.mainline if mainline is None else mainline,
        clicks=table.clicks if entry.click is None else table.clicks | {entry.click},
        fault=table.fault,
        proposal=table.proposal,
        auto_answers=table.auto_answers if facts.phase in OPEN_PHASES else {},
        unreadable_since=unreadable_since(table.unreadable_since, entry),
        eras=table.eras,
        off=table.off,
    )


def _started(table: Table, entry: Entry) -> Table:
    version = int(entry.text)
    game = table.game.under(version)
    if game is None:
        raise Unreadable(entry.number)
    table = replace(table, game=game)
    facts = replace(table.facts, phase=Phase.RUNNING, rules_version=version)
    state = game.start(len(facts.seats), facts.options)
    step = Step(entry, (), _position(table, state, entry, None))
    return _with_step(table, step, facts, (step,))


def _moved(table: Table, entry: Entry) -> Table:
    game, before = table.game, table.position
    if before is None or entry.seat is None:
        raise Unreadable(entry.number)
    state, events = game.apply(before.state, entry.seat, game.read_move(entry.text))
    position = _position(table, state, entry, entry.seat)
    facts = seating.after_move(table.facts, position.owing)
    if not position.to_move:
        facts = replace(facts, phase=Phase.OVER)
    step = Step(entry, events, position, is_change=position.changes > before.changes)
    moved = _with_step(table, step, facts, (*table.mainline, step))
    proposal = moved.proposal
    if proposal is None or step.is_change:
        return moved
    if proposal.matter is Matter.BACK and _is_by_person(table.facts, entry):
        return replace(moved, proposal=None)  # By playing on, the others have let the proposal drop.
    return moved


def _went_back(table: Table, entry: Entry) -> Table:
    end = bisect_right(table.mainline, int(entry.text), key=lambda step: step.entry.number)
    mainline = table.mainline[:end]
    then = mainline[-1].position if mainline else None
    if then is None or table.position is None:
        raise Unreadable(entry.number)
    questions = {}
    for seat, question in then.questions.items():
        now = table.position.questions.get(seat)
        # Who goes back is asked anew, so a click on the panel of before is recognised as old.  So is who had
        # their answer undone: else the next one of a computer player would count as that one, repeated.
        stands = now is not None and (now.token, now.answered) == (question.token, question.answered)
        anew = table.named(entry, table.position.changes)
        number = now.number if now is not None and stands and seat != entry.seat else anew
        questions[seat] = replace(question, number=number)
    position = Position(then.state, then.to_move, questions, table.position.changes)
    facts = seating.after_move(table.facts, position.owing)
    return replace(_with_step(table, Step(entry, (), position), facts, mainline), proposal=None)


def _proposed(table: Table, entry: Entry) -> Proposal | None:
    """The open proposal after an entry that makes or answers one; None: there is none."""
    open_one = table.proposal
    if entry.seat is None:
        raise Unreadable(entry.number)
    # In older journals a changed choice ended a proposal to take back, so another `propose` may follow.
    may_be_new = open_one is None or open_one.matter is Matter.BACK
    if entry.kind is Kind.PROPOSE and may_be_new:
        text = ProposalText.parse(entry.text)
        number = table.named(entry, table.position.changes if table.position is not None else 0)
        return Proposal(number, text.matter, entry.seat, text.back_to, entry=entry.number)
    if open_one is None or entry.kind is Kind.PROPOSE:
        raise Unreadable(entry.number)
    if entry.kind is Kind.DECLINE:
        return None
    return replace(open_one, agreed=(*open_one.agreed, entry.seat))


def _is_by_person(facts: Facts, entry: Entry) -> bool:
    """Whether an entry is a move that a person made."""
    is_seat = entry.seat is not None and entry.seat != CHANCE
    return is_seat and entry.click is not None and facts.seats[entry.seat or 0].is_played_by_person


def _position(table: Table, state: Any, entry: Entry, actor: Seat | None) -> Position:
    game, before = table.game, table.position
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
            questions[seat] = Question(table.named(entry, changes), token, answered=False)
    return Position(state, to_move, questions, changes)


def _asked(game: AnyGame, state: Any, to_move: Sequence[Seat], known: Mapping[Seat, Question]) -> list[Seat]:
    # A seat that has chosen in secret owes nothing, but may change its choice while others still think.
    waiting = (
        [seat for seat in known if seat not in to_move and game.legal_moves(state, seat)] if to_move else []
    )
    return sorted([seat for seat in to_move if seat != CHANCE] + waiting)


def events_of(steps: Iterable[Step]) -> list[Event]:
    """The events of several steps, in order."""
    return [event for step in steps for event in step.events]
