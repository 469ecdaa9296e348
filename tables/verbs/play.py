"""The verbs of playing: start, move, take back, and the moves that the table then makes by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.game import CHANCE, IllegalMove, IllegalOption, Seat
from tables.model.errors import GameFault, Refused
from tables.model.fold import add
from tables.model.limits import SETTLING_MOVES
from tables.model.table import (
    BY_COMPUTER,
    Kind,
    Phase,
    Position,
    Question,
    Step,
    Table,
    is_by_person,
    next_entry,
)
from tables.verbs import By, House
from tables.verbs.auto_answers import Moves, asks_always, auto_click, auto_move, planned
from tables.verbs.lobby import check_may_set_up, check_open, joined_by_computer, missing_seats, seat_of


def open_question(table: Table, seat: Seat | None) -> Question | None:
    """The question that `seat` may answer now, or None if it has none."""
    if seat is None or table.facts.phase is not Phase.RUNNING or table.position is None:
        return None
    return table.position.questions.get(seat)


def is_current(table: Table, seat: Seat, asked: int) -> bool:
    """Whether `asked` is the number of the question that `seat` may answer now.

    Raises:
        Refused: `not_your_turn`: `seat` has no question now, and never had a question of that number.
    """
    question = open_question(table, seat)
    if question is None and not any(step.asked(seat) == asked for step in table.steps):
        raise Refused("not_your_turn")
    return question is not None and question.number == asked


def started(table: Table, by: By) -> Table:
    """The table after its owner, `by.person`, started its game, played on until somebody has to decide.

    Raises:
        Refused: `not_owner`, `too_few_players`, `illegal_option`, `already_started`, `table_over`,
            `table_cancelled`.
    """
    check_may_set_up(table, by)
    missing = missing_seats(table.game, table.facts)
    if missing:
        raise Refused("too_few_players", missing=missing, needed=len(table.facts.seats) + missing)
    versions = f"{table.game.rules_version}{by.house.deals.version}"
    try:
        table = add(table, by.entry(table.facts, Kind.START, None, versions))
    except IllegalOption as fault:
        raise Refused("illegal_option", name=fault.name, value=fault.value) from fault
    return settled(table, by.house, by.at)


def started_with_computers(table: Table, by: By, player_id: str) -> Table:
    """The table after its owner started it with computer players `player_id` on all missing seats.

    Raises:
        Refused: `unknown_player`; what `started` raises, except `too_few_players`.
    """
    check_may_set_up(table, by)
    if player_id not in by.house.players:
        raise Refused("unknown_player", player=player_id)
    while missing_seats(table.game, table.facts):
        table = joined_by_computer(table, player_id, None, by.at)
    return started(table, by)


def played(table: Table, by: By, asked: int, moves: str) -> Table:
    """The table after `by.person` answered question `asked` by `moves`, an encoded `auto_answers.Moves`.

    The table is unchanged if `asked` is not the number of the present question of the person's seat.

    Raises:
        Refused: `not_started`, `not_your_table`, `not_your_turn`, or the code of an illegal move.
    """
    seat = seat_of(table.facts, by.person.id)
    if not is_current(table, seat, asked):
        return table
    if table.facts.seats[seat].may_come_back:  # A click ends the computer player's help.
        table = add(table, next_entry(table.facts, Kind.RETURN, seat, "", None, by.at))
    said = Moves.parse(moves)
    return _moved(planned(table, seat, said), by, seat, said.now)


def played_by_computer(table: Table, by: By, seat: Seat, asked: int, move: str) -> Table:
    """The table after a computer player answered question `asked`; unchanged if that question is over.

    Raises:
        Refused: `table_over`, `table_cancelled`, `not_your_turn`, or the code of an illegal move.
    """
    check_open(table.facts)
    if table.facts.seats[seat].is_played_by_person or not is_current(table, seat, asked):
        return table
    return _moved(table, by, seat, [move])


def _moved(table: Table, by: By, seat: Seat, texts: Sequence[str]) -> Table:
    """The table after the moves `texts` of one click, played on until somebody has to decide."""
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
    """Make the moves for which nobody is asked, until somebody has to decide or seat `until` is to move.

    These are moves of chance, obvious moves, auto answers and planned moves.

    Raises:
        GameFault: Such a move is illegal, or there are more than `SETTLING_MOVES`.
    """
    game = table.game
    for _ in range(SETTLING_MOVES):
        position = table.position
        if position is None or until in position.to_move:
            return table
        due = _due(table, position, house)
        if due is None:
            return table
        seat, move, key = due
        try:
            table = add(table, next_entry(table.facts, Kind.MOVE, seat, game.write_move(move), key, at))
        except IllegalMove as refusal:
            raise GameFault(f"{game.id}: a move made by the table is not legal: {refusal.code}") from refusal
    raise GameFault(f"{game.id}: moves of chance and obvious moves find no end")


def taken_back(table: Table, seat: Seat, click: str, at: float) -> Table:
    """The table as it was before the latest click, if that click was by `seat`.

    Raises:
        Refused: `nothing_to_take_back`, `cannot_take_back` or, where results are compared, `compared`.
    """
    if table.facts.is_compared:
        raise Refused("compared")
    latest = _latest_click(table)
    if not may_take_back(table, seat):
        if not any(_decided(step, seat) for step in table.mainline):
            raise Refused("nothing_to_take_back")
        raise Refused("cannot_take_back", why="revealed" if _decided(latest[0], seat) else "other_acted")
    back_to = table.mainline[-len(latest) - 1].entry.number
    return add(table, next_entry(table.facts, Kind.BACK, seat, str(back_to), click, at))


def may_take_back(table: Table, seat: Seat | None) -> bool:
    """Whether the person on `seat` made the latest click, and may take it back."""
    if seat is None or table.facts.phase is not Phase.RUNNING or table.facts.is_compared:
        return False
    latest = _latest_click(table)
    if any(left.seat == seat and number > latest[0].entry.number for number, left in table.facts.former):
        return False  # The click was that of the person who had the seat before.
    events = [event for step in latest for event in step.events]
    return _decided(latest[0], seat) and table.game.can_take_back(events)


def own_click(table: Table, seat: Seat, with_changes: bool = True) -> int | None:
    """The index in `mainline` of the latest click by which `seat` moved, or None if there is none.

    With `with_changes` False, clicks that changed a secret choice are skipped: else a proposal to take the
    move back would tell the others of the change.
    """
    for place in reversed(range(len(table.mainline))):
        step = table.mainline[place]
        if _decided(step, seat) and (with_changes or not step.is_change):
            return place
    return None


def turning_points(table: Table) -> Iterator[tuple[Step, int]]:
    """Yield the moves that everybody has seen, the oldest first; moves without an alternative are left out.

    With each move comes the number of the entry to go back to in order to undo the move. Going back undoes
    secret choices made right before the move, too: others know them by now.
    """
    back_to, before = 0, table.position
    for step in table.mainline:
        seat, is_by_itself = step.entry.seat, True
        if seat is not None and seat != CHANCE and before is not None:
            is_by_itself = step.entry.click is None
            is_by_itself &= table.game.obvious_move(before.state, seat) is not None
        if is_by_itself or table.game.seen(step.events, None):
            if not is_by_itself:
                yield step, back_to
            back_to = step.entry.number
        before = step.position


def point_before(table: Table, number: int) -> int:
    """The number of the entry to go back to, to undo the move with the public number `number`.

    Raises:
        Refused: `point_gone`: there is no such move among the `turning_points`.
    """
    for step, back_to in turning_points(table):
        if step.public_number == number:
            return back_to
    raise Refused("point_gone")


def _due(table: Table, position: Position, house: House) -> tuple[Seat, Any, str | None] | None:
    """The next move for which nobody is asked, if any: the seat, the move, and its click key or None."""
    if CHANCE in position.to_move:
        return CHANCE, table.game.chance_move(position.state, house.deals.chance(table)), None
    for seat in position.owing:
        move = table.game.obvious_move(position.state, seat)
        if move is not None and not asks_always(table, seat, house.wanted):
            return seat, move, None
    for seat in position.owing:
        move = auto_move(table, seat, house.wanted)
        if move is not None:
            return seat, move, auto_click(seat, position.questions[seat])
    return None


def computer_click(seat: Seat, asked: int) -> str:
    """The key of a computer player's move, in place of a click's id, so that the move is made only once."""
    return f"{BY_COMPUTER}{seat}:{asked}"


def _decided(step: Step, seat: Seat) -> bool:
    entry = step.entry
    return is_by_person(entry) and entry.kind is Kind.MOVE and entry.seat == seat


def _latest_click(table: Table) -> tuple[Step, ...]:
    for place in reversed(range(len(table.mainline))):
        if table.mainline[place].entry.click is not None:
            return table.mainline[place:]
    raise GameFault("a running table without a start")
