"""The verbs of playing: moves, the moves of chance and obvious moves that follow, and taking back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.game import CHANCE, IllegalMove, Seat
from tables.model.errors import Refused
from tables.model.fold import add, events_of
from tables.model.limits import SETTLING_MOVES
from tables.model.table import (
    BY_AUTO_ANSWER,
    BY_COMPUTER,
    Facts,
    Kind,
    Phase,
    Position,
    Question,
    Step,
    Table,
    is_by_person,
    next_entry,
)
from tables.verbs import planning
from tables.verbs.lobby import begun, check_open, seated
from tables.verbs.verb import Answers, Asks, By, House


class GameFault(Exception):
    """A game has broken its contract."""


class Due(NamedTuple):
    """A move made without asking anybody, with its seat and its key in place of a click's, if any."""

    seat: Seat
    move: Any
    click: str | None


def seat_of(facts: Facts, person_id: int) -> Seat:
    """The seat of a person in a running game.

    Raises:
        Refused: `not_your_table`, `not_started`, `table_over`, `table_cancelled` or `you_conceded`.
    """
    seat = seated(facts, person_id)
    if facts.phase is not Phase.RUNNING:
        raise Refused("not_started")
    if facts.seats[seat].conceded:
        raise Refused("you_conceded")
    return seat


def open_question(table: Table, seat: Seat | None) -> Question | None:
    """The question that `seat` may answer now; None: there is none."""
    if seat is None or table.facts.phase is not Phase.RUNNING or table.position is None:
        return None
    return table.position.questions.get(seat)


def is_current(table: Table, seat: Seat, asked: int) -> bool:
    """Whether `asked` is the number of the question that `seat` may answer now.

    Raises:
        Refused: `not_your_turn`: `seat` has no question now, and has never been asked that one.
    """
    question = open_question(table, seat)
    if question is None and not any(_was_asked(step, seat, asked) for step in table.steps):
        raise Refused("not_your_turn")
    return question is not None and question.number == asked


def started(table: Table, by: By) -> Table:
    """The table with its game begun, and the moves made that follow without asking anybody.

    Raises:
        Refused: As `lobby.begun`.
    """
    return settled(begun(table, by), by.house, by.at)


def played(table: Table, by: By, asked: int, moves: str) -> Table:
    """The table after a person's answer to question `asked`; `moves` is written by `planning.Moves`.

    The table is unchanged if `asked` is not the number of the question put to the person's seat now.

    Raises:
        Refused: `not_started`, `not_your_table`, `not_your_turn`, or the code of an illegal move.
    """
    seat = seat_of(table.facts, by.person.id)
    if not is_current(table, seat, asked):
        return table
    said = planning.Moves.parse(moves)
    table = planning.planned(_returned(table, seat, by.at), seat, said)
    return _moved(table, by, seat, said.now)


def played_by_computer(table: Table, by: By, seat: Seat, asked: int, move: str) -> Table:
    """The table after a computer player's answer; unchanged if a person plays the seat now.

    Raises:
        Refused: As `played`.
    """
    check_open(table.facts)
    if table.facts.seats[seat].is_played_by_person or not is_current(table, seat, asked):
        return table
    return _moved(table, by, seat, [move])


def _returned(table: Table, seat: Seat, at: float) -> Table:
    """The table with the person on a seat playing for themselves again, since they have just clicked."""
    if not table.facts.seats[seat].may_come_back:
        return table
    return add(table, next_entry(table.facts, Kind.RETURN, seat, "", None, at))


def _moved(table: Table, by: By, seat: Seat, texts: Sequence[str]) -> Table:
    """The table after the moves of one click, and what follows from them."""
    key: str | None = by.click
    try:
        for place, text in enumerate(texts):
            if place > 0:
                table = settled(table, by.house, by.at, until=seat)
                check_open(table.facts)
            table = add(table, next_entry(table.facts, Kind.MOVE, seat, text, key, by.at))
            key = None
    except IllegalMove as refusal:
        raise Refused(refusal.code, **refusal.facts) from refusal
    return settled(table, by.house, by.at)


def settled(table: Table, house: House, at: float, until: Seat | None = None) -> Table:
    """The table after all moves that are made without asking anybody; stops as soon as `until` is to move.

    Those are the moves of chance, obvious moves, auto answers and planned moves.

    Raises:
        GameFault: Such a move is not legal, or there is no end of them.
    """
    game = table.game
    for _ in range(SETTLING_MOVES):
        position = table.position
        if position is None or until in position.to_move:
            return table
        if CHANCE in position.to_move:
            due: Due | None = Due(CHANCE, game.chance_move(position.state, house.chance), None)
        else:
            due = _obvious(table, position, house.asks) or _answered(table, position, house.answers)
        if due is None:
            return table
        try:
            text = game.write_move(due.move)
            table = add(table, next_entry(table.facts, Kind.MOVE, due.seat, text, due.click, at))
        except IllegalMove as refusal:
            raise GameFault(f"{game.id}: a move made by the table is not legal: {refusal.code}") from refusal
    raise GameFault(f"{game.id}: moves of chance and obvious moves find no end")


def taken_back(table: Table, seat: Seat, click: str, at: float) -> Table:
    """The table as it was before the latest click, which has to be one of `seat`.

    Raises:
        Refused: `nothing_to_take_back` or `cannot_take_back`.
    """
    if not any(_decided(step, seat) for step in table.mainline):
        raise Refused("nothing_to_take_back")
    latest = _latest_click(table)
    if not _decided(latest[0], seat):
        raise Refused("cannot_take_back", why="other_acted")
    if not table.game.can_take_back(events_of(latest)):
        raise Refused("cannot_take_back", why="revealed")
    back_to = table.mainline[-len(latest) - 1].entry.number
    return add(table, next_entry(table.facts, Kind.BACK, seat, str(back_to), click, at))


def may_take_back(table: Table, seat: Seat | None) -> bool:
    """Whether `taken_back` would not refuse."""
    if seat is None or table.facts.phase is not Phase.RUNNING:
        return False
    latest = _latest_click(table)
    return _decided(latest[0], seat) and table.game.can_take_back(events_of(latest))


def own_click(table: Table, seat: Seat, with_changes: bool = True) -> int | None:
    """The index in `mainline` of the latest click by which `seat` moved; None: there is none.

    Without `with_changes`, clicks that changed a secret choice are passed over: all are asked to agree to
    take a move back, and would learn of such a change.
    """
    for place in reversed(range(len(table.mainline))):
        step = table.mainline[place]
        if _decided(step, seat) and (with_changes or not step.is_change):
            return place
    return None


def _obvious(table: Table, position: Position, asks: Asks) -> Due | None:
    for seat in position.owing:
        move = table.game.obvious_move(position.state, seat)
        if move is not None and not asks(table, seat):
            return Due(seat, move, None)
    return None


def _answered(table: Table, position: Position, answers: Answers) -> Due | None:
    for seat in position.owing:
        move = answers(table, seat)
        if move is not None:
            return Due(seat, move, auto_click(seat, position.questions[seat]))
    return None


def auto_click(seat: Seat, question: Question) -> str:
    """The key of an auto answer, in place of a click's, so that it is given only once."""
    return f"{BY_AUTO_ANSWER}{seat}:{question.number}"


def computer_click(seat: Seat, asked: int) -> str:
    """The key of a computer player's move, in place of a click's, so that it is made only once."""
    return f"{BY_COMPUTER}{seat}:{asked}"


def _decided(step: Step, seat: Seat) -> bool:
    entry = step.entry
    return is_by_person(entry) and entry.kind is Kind.MOVE and entry.seat == seat


def _latest_click(table: Table) -> tuple[Step, ...]:
    for place in reversed(range(len(table.mainline))):
        if table.mainline[place].entry.click is not None:
            return table.mainline[place:]
    raise GameFault("a running table without a start")


def _was_asked(step: Step, seat: Seat, asked: int) -> bool:
    question = step.position.questions.get(seat) if step.position is not None else None
    return question is not None and question.number == asked
