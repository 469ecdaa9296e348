"""Auto answers and plans: players' decisions in advance, by which the table makes moves for them.

A plan is a list of moves for a player's next questions, chosen together with a move that is made at once. It
is stored with its seat's auto answers, and nobody else is told of it. Its moves are made in order, each as
soon as its question comes. If the next move is not possible, the player is asked; the plan ends when they
make another move, or take a move back.

`Moves` is the text of a click's moves in a button's id; `Plan` is the text of a plan in its seat's row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile
from typing import Any, Final

import structlog
from msgspec.structs import replace

from engine.game import AutoAnswer, IllegalMove, Seat, Struct
from tables.model.errors import GameFault, Refused
from tables.model.table import BY_AUTO_ANSWER, Kind, Question, Table
from tables.model.values import Person
from tables.timing.preferences import OnlyMove, Wanted
from tables.verbs.lobby import seat_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NAME: Final = "plan"
"""The plan's name among a seat's auto answers."""
_AND: Final = ";"
_THEN: Final = ">"
_PLAN: Final = re.compile(r"(?P<since>[0-9]{1,18}) (?P<moves>.+)", re.DOTALL)


class Moves(Struct, frozen=True):
    """The moves that one click makes or plans: `skip;play moai`, or `villager E2>villager D2>sculptor 1`.

    Attributes:
        now: The texts of the moves that are made at once, all or none of them; at least one.
        later: The texts of the moves planned for the player's next questions.
    """

    now: tuple[str, ...]
    later: tuple[str, ...] = ()

    def encode(self) -> str:
        """The moves as text: `Moves(("a", "b"), ("c",)).encode() == "a;b>c"`."""
        return _THEN.join((_AND.join(self.now), *self.later))

    @staticmethod
    def parse(text: str) -> Moves:
        """Parse the text of a click's moves; whether such moves exist isn't checked here."""
        now, *later = text.split(_THEN)
        return Moves(tuple(now.split(_AND)), tuple(later))


class Plan(Struct, frozen=True):
    """A plan as it is stored: `41 villager E2;villager D2;sculptor 1`.

    Attributes:
        since: The number of the journal's last entry before the plan's moves.
        moves: The texts of all the plan's moves, including those that were made at once.
    """

    since: int
    moves: tuple[str, ...]

    def encode(self) -> str:
        """The plan as text: `Plan(41, ("a", "b", "c")).encode() == "41 a;b;c"`."""
        return f"{self.since} {_AND.join(self.moves)}"

    @staticmethod
    def parse(text: str) -> Plan | None:
        """Parse the text of a plan; if it is no plan, log that, and return None."""
        found = _PLAN.fullmatch(text)
        if found is None:
            log.error("plan_unreadable", length=len(text))
            return None
        return Plan(int(found["since"]), tuple(found["moves"].split(_AND)))


def auto_move(table: Table, seat: Seat, wanted: Wanted) -> Any:
    """The move to be made for the player on `seat` without asking them, or None if they are to be asked.

    The move is the player's only legal one, a planned one, or an auto answer. A player who took such a move
    back is asked.
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
    texts = ahead(table, seat)
    if texts and (move := game.read_move(texts[0])) in legal:
        return move
    known = {standing.name for standing in game.auto_answers}
    kept = table.auto_answers[seat].items()
    auto_answers = {name: tuple(text.split()) for name, text in kept if name in known}
    move = game.auto_move(game.observe(position.state, seat), auto_answers)
    if move is not None and move not in legal:
        raise GameFault(f"{game.id}: a standing answer is not legal")
    return move


def asks_always(table: Table, seat: Seat, wanted: Wanted) -> bool:
    """Whether the player on `seat` wants to be asked even if all can foresee the player's move."""
    info = table.facts.seats[seat]
    if info.person_id is None or not info.is_played_by_person:
        return False
    return wanted(info.person_id).only_move is OnlyMove.NEVER


def _went_back_to_be_asked(table: Table, seat: Seat) -> bool:
    """Whether `seat` is asked again because its player, or a moderator, took back an answer."""
    number = table.steps[-1].asked(seat)
    since = list(takewhile(lambda step: step.asked(seat) == number, reversed(table.steps)))
    return since[-1].entry.kind is Kind.BACK and since[-1].entry.seat in (None, seat)


def auto_click(seat: Seat, question: Question) -> str:
    """The key of an auto answer, in place of a click's id, so that the answer is given only once."""
    return f"{BY_AUTO_ANSWER}{seat}:{question.number}"


def with_auto_answer(table: Table, person: Person, name: str, values: tuple[str, ...]) -> Table:
    """The table with a person's auto answer `name`: `values`, stored as text (`fish sweet`); empty: removed.

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
        mine[name] = " ".join(values)
    return with_auto_answers(table, seat, mine)


def with_auto_answers(table: Table, seat: Seat, answers: Mapping[str, str]) -> Table:
    """The table with `answers` (auto answers and plan, by name) in place of all those of `seat`."""
    others = {other: texts for other, texts in table.auto_answers.items() if other != seat}
    return replace(table, auto_answers={**others, seat: answers} if answers else others)


def planned(table: Table, seat: Seat, moves: Moves) -> Table:
    """The table with the moves in `moves.later` as the plan of `seat`; unchanged if there are none.

    Raises:
        Refused: `unknown_move`: a text is no move.
    """
    if not moves.later or table.position is None:
        return table
    for text in moves.later:
        try:
            table.game.read_move(text)
        except IllegalMove as refusal:
            raise Refused(refusal.code, **refusal.facts) from refusal
    plan = Plan(table.facts.version, (*moves.now, *moves.later))
    mine = {**table.auto_answers.get(seat, {}), NAME: plan.encode()}
    return with_auto_answers(table, seat, mine)


def unplanned(table: Table, person: Person) -> Table:
    """The table without the plan of `person`, who is then asked again.

    Raises:
        Refused: What `lobby.seat_of` raises.
    """
    seat = seat_of(table.facts, person.id)
    mine = {name: text for name, text in table.auto_answers.get(seat, {}).items() if name != NAME}
    return with_auto_answers(table, seat, mine)


def ahead(table: Table, seat: Seat) -> tuple[str, ...]:
    """The texts of `seat`'s planned moves that are not made yet, in order; none if the plan has ended."""
    text = table.auto_answers.get(seat, {}).get(NAME)
    plan = Plan.parse(text) if text is not None else None
    if plan is None:
        return ()
    backs = (step.entry for step in table.steps[plan.since :] if step.entry.kind is Kind.BACK)
    if any(entry.seat in (None, seat) for entry in backs):  # None: a moderator went back.
        return ()
    later = (step.entry for step in table.mainline if step.entry.number > plan.since)
    made = tuple(entry.text for entry in later if entry.seat == seat)
    return plan.moves[len(made) :] if plan.moves[: len(made)] == made else ()


def _fits(standing: AutoAnswer, values: tuple[str, ...]) -> bool:
    most = len(standing.values) if standing.is_list else 1
    is_known = all(value in standing.values for value in values)
    return is_known and len(set(values)) == len(values) <= most
