"""Plans: moves for one's next questions, chosen together with one that is made at once.

A plan is kept with the auto answers of its seat, nobody else hears of it, and its moves are made like
those: in order, each as soon as its player is asked.  Where the next one can't be made, they are asked; any
other move of theirs ends the plan, and so does taking one back.

A click's moves are a text in a button's id (`Moves`), a plan is one in the row of its seat (`Plan`).
"""

from __future__ import annotations

import re
from typing import Any, Final

import structlog
from msgspec.structs import replace

from engine.game import IllegalMove, Seat, Struct
from tables.errors import Refused
from tables.table import Kind, Step, Table

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NAME: Final = "plan"
"""Of the plan among the auto answers of a seat."""
_AND: Final = ";"
_THEN: Final = ">"
_PLAN: Final = re.compile(r"(?P<since>[0-9]{1,18}) (?P<moves>.+)", re.DOTALL)


class Moves(Struct, frozen=True):
    """The moves of one click: `skip;play moai`, or `villager E2>villager D2>sculptor 1`.

    Attributes:
        now: The texts of those that are made at once, all of them or none; at least one.
        later: The texts of those that are planned for the player's next questions.
    """

    now: tuple[str, ...]
    later: tuple[str, ...] = ()

    def encode(self) -> str:
        """The moves as text: `Moves(("a", "b"), ("c",)).encode() == "a;b>c"`."""
        return _THEN.join((_AND.join(self.now), *self.later))

    @staticmethod
    def parse(text: str) -> Moves:
        """The moves that a text holds; whether there are such moves, the game says."""
        now, *later = text.split(_THEN)
        return Moves(tuple(now.split(_AND)), tuple(later))


class Plan(Struct, frozen=True):
    """A plan as it is kept: `41 villager E2;villager D2;sculptor 1`.

    Attributes:
        since: The journal's last entry before its moves.
        moves: The texts of all its moves, those too that were made at once.
    """

    since: int
    moves: tuple[str, ...]

    def encode(self) -> str:
        """The plan as text: `Plan(41, ("a", "b", "c")).encode() == "41 a;b;c"`."""
        return f"{self.since} {_AND.join(self.moves)}"

    @staticmethod
    def parse(text: str) -> Plan | None:
        """The plan that a text holds; None where it is something else, which is logged."""
        found = _PLAN.fullmatch(text)
        if found is None:
            log.error("plan_unreadable", length=len(text))
            return None
        return Plan(int(found["since"]), tuple(found["moves"].split(_AND)))


def planned(table: Table, seat: Seat, moves: Moves) -> Table:
    """The table with a plan of `seat`, in place of a former one; the same table where nothing is planned.

    Raises:
        Refused: No move is written so (`unknown_move`).
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
    """The table without a plan of `seat`."""
    mine = {name: text for name, text in table.auto_answers.get(seat, {}).items() if name != NAME}
    auto_answers = {**table.auto_answers, seat: mine}
    return replace(table, auto_answers={one: wish for one, wish in auto_answers.items() if wish})


def ahead(table: Table, seat: Seat) -> tuple[str, ...]:
    """The texts of the moves that `seat` has still planned, in order; none once the plan has ended."""
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
    """The next move ahead of `seat`, if they can make it now; else None."""
    texts = ahead(table, seat)
    if not texts or table.position is None:
        return None
    move = table.game.read_move(texts[0])
    return move if move in table.game.legal_moves(table.position.state, seat) else None
