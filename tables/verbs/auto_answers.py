"""Auto answers: answers that players give before they are asked, from which their moves are made."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from engine.game import AutoAnswer, Seat, Struct
from tables.model.errors import Refused
from tables.model.table import Kind, Step, Table
from tables.model.values import Person
from tables.timing.preferences import OnlyMove
from tables.verbs import planning
from tables.verbs.deadlines import Wanted
from tables.verbs.play import GameFault, auto_click, seat_of


class AutoAnswerNote(Struct, frozen=True):
    """An auto answer as it is stored, its values in order: `fish sweet`."""

    values: tuple[str, ...]

    def encode(self) -> str:
        """The answer as text: `AutoAnswerNote(("fish", "sweet")).encode() == "fish sweet"`."""
        return " ".join(self.values)

    @staticmethod
    def parse(text: str) -> AutoAnswerNote:
        """The answer that a text holds; whether its values exist, the game decides."""
        return AutoAnswerNote(tuple(text.split()))


def auto_move(table: Table, seat: Seat, wanted: Wanted) -> Any:
    """The move that the player on `seat` wants made without being asked; None: they are to be asked.

    It is the only legal move, a planned one, or an auto answer's.  One that they took back is not made again.
    """
    info, position = table.facts.seats[seat], table.position
    if position is None or info.person_id is None or not info.is_played_by_person:
        return None
    if auto_click(seat, position.questions[seat]) in table.clicks or _went_back_to_be_asked(table, seat):
        return None
    game, legal = table.game, table.game.legal_moves(position.state, seat)
    if wanted(info.person_id).only_move is OnlyMove.ALWAYS and len(legal) == 1:
        return legal[0]
    if seat not in table.auto_answers:
        return None
    move = planning.planned_move(table, seat)
    if move is not None:
        return move
    known = {standing.name for standing in game.auto_answers}
    kept = table.auto_answers[seat].items()
    auto_answers = {name: AutoAnswerNote.parse(text).values for name, text in kept if name in known}
    move = game.auto_move(game.observe(position.state, seat), auto_answers)
    if move is not None and move not in legal:
        raise GameFault(f"{game.id}: a standing answer is not legal")
    return move


def asks_always(table: Table, seat: Seat, wanted: Wanted) -> bool:
    """Whether the player on `seat` wants to be asked even where all can know that they have only one move."""
    info = table.facts.seats[seat]
    if info.person_id is None or not info.is_played_by_person:
        return False
    return wanted(info.person_id).only_move is OnlyMove.NEVER


def _went_back_to_be_asked(table: Table, seat: Seat) -> bool:
    """Whether `seat` is asked its question because its player took back their answer to it."""
    number = _asked(table.steps[-1], seat)
    since = list(takewhile(lambda step: _asked(step, seat) == number, reversed(table.steps)))
    return since[-1].entry.kind is Kind.BACK and since[-1].entry.seat == seat


def _asked(step: Step, seat: Seat) -> int | None:
    question = step.position.questions.get(seat) if step.position is not None else None
    return question.number if question is not None else None


def with_auto_answer(table: Table, person: Person, name: str, values: tuple[str, ...]) -> Table:
    """The table with a person's auto answer `name`; without it if `values` is empty.

    Raises:
        Refused: `not_your_table`, `not_started`; `unknown_button`: the game has no such auto answer.
    """
    seat = seat_of(table.facts, person.id)
    standing = next((one for one in table.game.auto_answers if one.name == name), None)
    if standing is None or not _fits(standing, values):
        raise Refused("unknown_button")
    mine = dict(table.auto_answers.get(seat, {}))
    mine.pop(name, None)
    if values:
        mine[name] = AutoAnswerNote(values).encode()
    auto_answers: dict[Seat, Mapping[str, str]] = {**table.auto_answers, seat: mine}
    return replace(table, auto_answers={one: wish for one, wish in auto_answers.items() if wish})


def unplanned(table: Table, person: Person) -> Table:
    """The table without the plan of a person, who wants to be asked again.

    Raises:
        Refused: As `play.seat_of`.
    """
    return planning.forgotten(table, seat_of(table.facts, person.id))


def _fits(standing: AutoAnswer, values: tuple[str, ...]) -> bool:
    most = len(standing.values) if standing.is_list else 1
    is_known = all(value in standing.values for value in values)
    return is_known and len(set(values)) == len(values) <= most
