"""Builds a table by adding its journal's entries one by one, for new entries and replays alike.

The verbs call `add`; the store calls `replayed` when it reads a table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Final, cast

import msgspec
from msgspec.structs import asdict, replace

from engine.game import CHANCE, AnyGame, AutoAnswer, Option, Seat, Struct
from tables.model.table import (
    MODERATOR,
    OPEN_PHASES,
    QUIET,
    UNREADABLE,
    Cover,
    Ending,
    Entry,
    Eras,
    Facts,
    Fault,
    Invitation,
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
    WhenLate,
    nameless,
    unreadable_since,
)
from tables.model.values import Person

NOBODY = Person(id=0, name="")
LARGEST: Final = 2**31
"""An entry with this number or a higher one counts as damaged."""
IN_BOTH: Final = {Kind.CANCEL, Kind.WARN, Kind.KEEP, Kind.HOLD, Kind.RESUME, Kind.PLACE}
FITTING: Final[Mapping[Phase, frozenset[Kind]]] = {
    Phase.LOBBY: frozenset(
        {*IN_BOTH, Kind.JOIN, Kind.LEAVE, Kind.COMPUTER, Kind.SET_UP, Kind.NAME, Kind.INVITE}
        | {Kind.WORD, Kind.RESERVE, Kind.START}
    ),
    Phase.RUNNING: frozenset(
        {*IN_BOTH, Kind.MOVE, Kind.BACK, Kind.LATE, Kind.RETURN, Kind.PROPOSE, Kind.AGREE, Kind.DECLINE}
        | {Kind.OFFER, Kind.TAKE, Kind.YIELD, Kind.CONCEDE, Kind.GONE, Kind.HINT}
    ),
}
"""The kinds of entries that may come in each phase; without `open`, which is always the first entry."""


class Unreadable(Exception):
    """Raised for a journal that cannot be replayed.

    Attributes:
        number: The number of the entry that is damaged or missing.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"entry {number} cannot be replayed")
        self.number = number


def opening(entries: Sequence[Entry]) -> Opening:
    """The settings with which a table was opened, from the first entry of its journal.

    Raises:
        Unreadable: The entry is damaged or missing.
    """
    try:
        return msgspec.json.decode(entries[0].text, type=Opening)
    except (IndexError, msgspec.MsgspecError, ValueError) as fault:
        raise Unreadable(1) from fault


def opened(game: AnyGame, table_id: str, entry: Entry, owner: Person, eras: Eras = ()) -> Table:
    """A table after its first entry, with `owner` on seat 0; `eras` as in `Table.eras`."""
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
    """Add one entry to a table; `person`: the person whom the entry seats, calls or offers a seat.

    Raises:
        engine.game.IllegalMove: The entry is an illegal move.
        Unreadable: The entry does not fit the table.
    """
    facts = table.facts
    if entry.number != facts.version + 1 or entry.kind not in FITTING.get(facts.phase, ()):
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
    after = _with_step(table, Step(entry, (), table.position), _facts_after(facts, entry, person))
    if entry.kind is Kind.TAKE and table.proposal is not None:
        # The seat's new player has not been asked yet.
        agreed = tuple(seat for seat in table.proposal.agreed if seat != entry.seat)
        return replace(after, proposal=replace(table.proposal, agreed=agreed))
    return after


def replayed(game: AnyGame, rows: Facts, entries: Iterable[Entry], eras: Eras = ()) -> Table:
    """Replay a journal; the table's people and name come from `rows`, since the journal has neither.

    A lobby gets the newest version of its game's rules, any other table the version of its start.

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
    """The table with the people and the name from its rows, since no journal has these."""
    seats = [info.seat for info in rows.seats]
    if seats != [info.seat for info in table.facts.seats] or rows.version > table.facts.version:
        raise Unreadable(table.facts.version + 1)
    stored = dict(rows.former)
    former = tuple((number, stored.get(number, nameless(info.seat))) for number, info in table.facts.former)
    people = {"seats": rows.seats, "former": former, "invited": rows.invited}
    return replace(table, facts=replace(table.facts, name=rows.name, **people))


def _with_step(table: Table, step: Step, facts: Facts, mainline: tuple[Step, ...] | None = None) -> Table:
    entry = step.entry
    stays = entry.kind in QUIET or step.is_change
    return replace(
        table,
        facts=replace(facts, version=entry.number, changed_at=facts.changed_at if stays else entry.at),
        steps=(*table.steps, step),
        mainline=table.mainline if mainline is None else mainline,
        clicks=table.clicks if entry.click is None else table.clicks | {entry.click},
        auto_answers=table.auto_answers if facts.phase in OPEN_PHASES else {},
        unreadable_since=unreadable_since(table.unreadable_since, entry),
    )


def _started(table: Table, entry: Entry) -> Table:
    version = int(entry.text.split(" ")[0])
    game = table.game.under(version)
    if game is None:
        raise Unreadable(entry.number)
    table = replace(table, game=game)
    facts = replace(table.facts, phase=Phase.RUNNING, rules_version=version, invited=())
    state = game.start(len(facts.seats), facts.options)
    step = Step(entry, (), _position(table, state, entry, None))
    return _with_step(table, step, facts, (step,))


def _moved(table: Table, entry: Entry) -> Table:
    game, before = table.game, table.position
    if before is None or entry.seat is None:
        raise Unreadable(entry.number)
    state, events = game.apply(before.state, entry.seat, game.read_move(entry.text))
    position = _position(table, state, entry, entry.seat)
    facts = _facts_after_move(table.facts, position.owing)
    if not position.to_move:
        facts = replace(facts, phase=Phase.OVER)
    step = Step(entry, events, position, is_change=position.changes > before.changes)
    moved = _with_step(table, step, facts, (*table.mainline, step))
    if moved.proposal is None or moved.proposal.matter is not Matter.BACK or step.is_change:
        return moved
    if entry.seat == CHANCE or entry.click is None or not table.facts.seats[entry.seat].is_played_by_person:
        return moved
    return replace(moved, proposal=None)  # By playing on, the others have dropped the proposal.


def _went_back(table: Table, entry: Entry) -> Table:
    end = bisect_right(table.mainline, int(entry.text), key=lambda step: step.entry.number)
    mainline = table.mainline[:end]
    then = mainline[-1].position if mainline else None
    if then is None or table.position is None:
        raise Unreadable(entry.number)
    questions = {}
    for seat, question in then.questions.items():
        now = table.position.questions.get(seat)
        # A question keeps its number only if it was open just now, and another seat goes back. Else a click
        # on an old panel would answer it, and a computer player's next answer would count as repeated.
        stands = now is not None and (now.token, now.answered) == (question.token, question.answered)
        anew = table.named(entry, table.position.changes)
        number = now.number if now is not None and stands and seat != entry.seat else anew
        questions[seat] = replace(question, number=number)
    position = Position(then.state, then.to_move, questions, table.position.changes)
    facts = _facts_after_move(table.facts, position.owing)
    return replace(_with_step(table, Step(entry, (), position), facts, mainline), proposal=None)


def _proposed(table: Table, entry: Entry) -> Proposal | None:
    """The open proposal after an entry that makes or answers one; None: the entry ends the proposal."""
    open_one = table.proposal
    if entry.seat is None:
        raise Unreadable(entry.number)
    # In older journals, changing a secret choice ended a proposal to take back: so a second one may follow.
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


def _position(table: Table, state: Any, entry: Entry, actor: Seat | None) -> Position:
    game, before = table.game, table.position
    to_move = tuple(game.to_move(state))
    known: Mapping[Seat, Question] = before.questions if before is not None else {}
    changes = before.changes if before is not None else 0
    if actor is not None and actor in known and known[actor].answered:
        changes += 1
    asked = {seat for seat in to_move if seat != CHANCE}
    if to_move:
        # A seat that has chosen in secret may change its choice while others still think.
        asked |= {seat for seat in known if seat not in to_move and game.legal_moves(state, seat)}
    questions: dict[Seat, Question] = {}
    for seat in sorted(asked):
        token = game.question(state, seat)
        old = known.get(seat)
        if old is not None and old.token == token:
            questions[seat] = replace(old, answered=True) if seat == actor and not old.answered else old
        else:
            questions[seat] = Question(table.named(entry, changes), token, answered=False)
    return Position(state, to_move, questions, changes)


def _facts_after(facts: Facts, entry: Entry, person: Person) -> Facts:
    """A table's facts after an entry other than a move, by which `person` may sit down or be offered a seat.

    When the owner leaves, the name that they gave the table goes too.
    """
    changed = _changed(facts, entry, person)
    if facts.name and all(info.person_id != facts.owner_id for info in changed.seats):
        return replace(changed, name="")
    return changed


def _changed(facts: Facts, entry: Entry, person: Person) -> Facts:
    match entry.kind:
        case Kind.JOIN:
            taken = SeatInfo(len(facts.seats), person.id, person.name, None)
            sat_down = _invited(facts, entry, person, is_held=False)
            return replace(sat_down, seats=(*facts.seats, taken))
        case Kind.INVITE:
            return _invited(facts, entry, person, is_held=entry.text == Invitation.SEAT, is_new=True)
        case Kind.COMPUTER:
            taken = SeatInfo(len(facts.seats), None, "", entry.text)
            return replace(facts, seats=(*facts.seats, taken))
        case Kind.LEAVE:
            return _without_seat(facts, entry.seat)
        case Kind.CANCEL:
            repaired = tuple(one for one in facts.invited if one[1].seat == MODERATOR)
            return replace(facts, phase=Phase.CANCELLED, ending=Ending(entry.text), invited=repaired)
        case Kind.HOLD | Kind.RESUME if entry.text != UNREADABLE:
            return replace(facts, held=entry.kind is Kind.HOLD)
        case Kind.PLACE:
            channel_id, *more = map(int, entry.text.split(" "))
            moved = {"guild_id": more[0] or None, "guest": bool(more[1])} if more else {}
            return replace(facts, channel_id=channel_id, held=False, **moved)
        case Kind.SET_UP:
            return replace(facts, **asdict(msgspec.json.decode(entry.text, type=Opening)))
        case Kind.WARN | Kind.KEEP | Kind.RESUME | Kind.NAME | Kind.HINT | Kind.WORD:
            return facts
        case Kind.RESERVE if int(entry.text) >= 0:
            return facts
    return _seat_changed(facts, entry, person)


def _invited(facts: Facts, entry: Entry, person: Person, *, is_held: bool, is_new: bool = False) -> Facts:
    """The facts with (`is_held`) or without a seat reserved for `person`.

    `is_new`: Whether `person` is added to `Facts.invited`.
    """
    number = next((at for at, one in facts.invited if one.offered_to == person.id), None)
    if number is None and not is_new:
        return facts
    one = SeatInfo(0, None, person.name, None, offered_to=person.id, gone=not is_held)
    invited = {**dict(facts.invited), number or entry.number: one}
    return replace(facts, invited=tuple(invited.items()))


def _facts_after_move(facts: Facts, owing: Collection[Seat]) -> Facts:
    """The facts after a move; `Cover.TURN` ends at all seats but `owing`, which still have to decide."""
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
    if entry.kind in (Kind.TAKE, Kind.YIELD):
        left = replace(nameless(info.seat), person_id=info.person_id, name=info.name)
        facts = replace(facts, former=(*facts.former, (entry.number, left)))
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
    """The facts after a player left or gave up; the game ends if no person, or only one seat, plays on."""
    playing = [info for info in facts.seats if not info.conceded]
    if len(playing) < len(facts.seats) and not play_on(playing):
        return replace(facts, phase=Phase.OVER, ending=Ending.CONCEDED)
    if all(info.computer is not None for info in playing):
        return replace(facts, phase=Phase.CANCELLED, ending=Ending.LEFT)
    return facts


def play_on(seats: Sequence[SeatInfo]) -> bool:
    """Whether a game goes on among `seats`, after the players of all other seats gave up."""
    return len(seats) > 1 and any(info.computer is None for info in seats)


def _with_owner(facts: Facts) -> Facts:
    """The facts with an owner who still plays: the present owner, or else the first person still playing."""
    playing = [info.seat for info in facts.seats if info.computer is None and not info.conceded]
    owner = facts.owner_seat if facts.owner_seat in playing else next(iter(playing), None)
    return replace(facts, owner_seat=owner)


def _without_seat(facts: Facts, seat: Seat | None) -> Facts:
    left = [info for info in facts.seats if info.seat != seat]
    owner = facts.owner_seat
    if owner == seat:
        owner = next((info.seat for info in left if info.computer is None), None)
    closed_up = tuple(replace(info, seat=place) for place, info in enumerate(left))
    new_owner = next((place for place, info in enumerate(left) if info.seat == owner), None)
    return replace(facts, seats=closed_up, owner_seat=new_owner)


class Gone(Struct, frozen=True):
    """Stands in for a game that this bot no longer has, so that its tables can still be listed and closed."""

    id: str
    seats: tuple[int, ...]
    rules_version: int = 0
    options: tuple[Option, ...] = ()
    auto_answers: tuple[AutoAnswer, ...] = ()
    former: tuple[AnyGame, ...] = ()
    hides: bool = True


def set_aside(game: AnyGame | None, facts: Facts, entries: Sequence[Entry], fault: Fault) -> Table:
    """A table that can't be replayed because of `fault`, built from its rows (`facts`) and entries alone.

    `game`: any version of the table's game; None: this bot lacks the game, and `Gone` stands in.
    """
    steps = tuple(Step(entry, (), None) for entry in entries if 0 < entry.number < LARGEST)
    newest = max((step.entry.number for step in steps), default=0)
    return Table(
        game or cast(AnyGame, Gone(facts.game_id, (max(1, len(facts.seats)),))),
        replace(facts, version=max(facts.version, newest) if facts.version < LARGEST else newest),
        steps=steps,
        clicks=frozenset(entry.click for entry in entries if entry.click is not None),
        fault=fault,
        unreadable_since=reduce(unreadable_since, (step.entry for step in steps), None),
    )
