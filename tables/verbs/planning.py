"""Plans: moves for a player's next questions, chosen together with a move that is made at once.

A plan is kept with the auto answers of its seat, and nobody else is told of it.  Its moves are made in order,
each as soon as its player would be asked.  If the next one can't be made, the player is asked; the plan ends
when they make another move, or take a move back.

The moves of a click are a text in a button's id (`Moves`); a plan is a text in a row of its seat (`Plan`).
"""

from __future__ import annotations

import re
from typing import Any, Final

import structlog
from msgspec.structs import replace

from engine.game import IllegalMove, Seat, Struct
from tables.model.errors import Refused
from tables.model.table import Kind, Step, Table

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NAME: Final = "plan"
"""Of the plan among the auto answers of a seat."""
_AND: Final = ";"
_THEN: Final = ">"
_PLAN: Final = re.compile(r"(?P<since>[0-9]{1,18}) (?P<moves>.+)", re.DOTALL)


class Moves(Struct, frozen=True):
    """The moves of one click: `skip;play moai`, or `villager E2>villager D2>sculptor 1`.

    Attributes:
        now: The texts of the moves that are made at once, all or none of them; at least one.
        later: The texts of the moves that are planned for the player's next questions.
    """

    now: tuple[str, ...]
    later: tuple[str, ...] = ()

    def encode(self) -> str:
        """The moves as text: `Moves(("a", "b"), ("c",)).encode() == "a;b>c"`."""
        return _THEN.join((_AND.join(self.now), *self.later))

    @staticmethod
    def parse(text: str) -> Moves:
        """The moves that a text holds; whether they exist, the game decides."""
        now, *later = text.split(_THEN)
        return Moves(tuple(now.split(_AND)), tuple(later))


class Plan(Struct, frozen=True):
    """A plan as it is kept: `41 villager E2;villager D2;sculptor 1`.

    Attributes:
        since: The journal's last entry before its moves.
        moves: The texts of all its moves, including those that were made at once.
    """

    since: int
    moves: tuple[str, ...]

    def encode(self) -> str:
        """The plan as text: `Plan(41, ("a", "b", "c")).encode() == "41 a;b;c"`."""
        return f"{self.since} {_AND.join(self.moves)}"

    @staticmethod
    def parse(text: str) -> Plan | None:
        """The plan that a text holds; None if it is no plan, which is logged."""
        found = _PLAN.fullmatch(text)
        if found is None:
            log.error("plan_unreadable", length=len(text))
            return None
        return Plan(int(found["since"]), tuple(found["moves"].split(_AND)))


def planned(table: Table, seat: Seat, moves: Moves) -> Table:
    """The table with a plan of `seat`, in place of a former one; unchanged if `moves` plans nothing.

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
    return replace(table, auto_answers={**table.auto_answers, seat: mine})


def forgotten(table: Table, seat: Seat) -> Table:
    """The table without the plan of `seat`, if it has one."""
    mine = {name: text for name, text in table.auto_answers.get(seat, {}).items() if name != NAME}
    auto_answers = {**table.auto_answers, seat: mine}
    return replace(table, auto_answers={one: wish for one, wish in auto_answers.items() if wish})


def ahead(table: Table, seat: Seat) -> tuple[str, ...]:
    """The texts of `seat`'s planned moves that are not made yet, in order; none if the plan has ended."""
    text = table.auto_answers.get(seat, {}).get(NAME)
    plan = Plan.parse(text) if text is not None else None
    if plan is None:
        return ()
    if any(_is_later(step, seat, plan.since) and step.entry.kind is Kind.BACK for step in table.steps):
        return ()
    made = tuple(step.entry.text for step in table.mainline if _is_later(step, seat, plan.since))
    return plan.moves[len(made) :] if plan.moves[: len(made)] == made else ()


def _is_later(step: Step, seat: Seat, since: int) -> bool:
    return step.entry.seat == seat and step.entry.number > since


def planned_move(table: Table, seat: Seat) -> Any:
    """The next planned move of `seat`, if it is legal now; else None."""
    texts = ahead(table, seat)
    if not texts or table.position is None:
        return None
    move = table.game.read_move(texts[0])
    return move if move in table.game.legal_moves(table.position.state, seat) else None
