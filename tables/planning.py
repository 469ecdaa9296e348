"""Plans: moves for one's next questions, chosen together with one that is made at once.

A plan is kept with the standing answers of its seat, nobody else hears of it, and its moves are made like
those: in order, each as soon as its player is asked.  Where the next one can't be made, they are asked; any
other move of theirs ends the plan, and so does taking one back.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from engine.game import IllegalMove, Seat
from tables.errors import Refused
from tables.table import Kind, Step, Table

NAME: Final = "plan"
"""Of the plan among the standing answers of a seat."""
THEN: Final = ">"
"""Between the moves that are made at once and each one planned for later."""
_AND: Final = ";"


def parted(text: str) -> tuple[list[str], list[str]]:
    """The moves to make at once, joined by `;`, and those after each `>` for later."""
    now, *later = text.split(THEN)
    return now.split(_AND), later


def planned(table: Table, seat: Seat, now: list[str], later: list[str]) -> Table:
    """The table with a plan of `seat`, in place of a former one; the same table where nothing is planned.

    Raises:
        Refused: No move is written so (`unknown_move`).
    """
    if not later or table.position is None:
        return table
    for text in later:
        try:
            table.game.read_move(text)
        except IllegalMove as refusal:
            raise Refused(refusal.code, **refusal.facts) from refusal
    kept = f"{table.facts.version} {_AND.join([*now, *later])}"
    mine = {**table.wishes.get(seat, {}), NAME: kept}
    return replace(table, wishes={**table.wishes, seat: mine})


def forgotten(table: Table, seat: Seat) -> Table:
    """The table without a plan of `seat`."""
    mine = {name: text for name, text in table.wishes.get(seat, {}).items() if name != NAME}
    wishes = {**table.wishes, seat: mine}
    return replace(table, wishes={one: wish for one, wish in wishes.items() if wish})


def ahead(table: Table, seat: Seat) -> tuple[str, ...]:
    """The texts of the moves that `seat` has still planned, in order; none once the plan has ended."""
    plan = table.wishes.get(seat, {}).get(NAME)
    if plan is None:
        return ()
    since, texts = plan.split(" ", 1)
    if any(_is_later(step, seat, int(since)) and step.entry.kind is Kind.BACK for step in table.steps):
        return ()
    made = [step.entry.text for step in table.mainline if _is_later(step, seat, int(since))]
    left = texts.split(_AND)
    return tuple(left[len(made) :]) if left[: len(made)] == made else ()


def _is_later(step: Step, seat: Seat, since: int) -> bool:
    return step.entry.seat == seat and step.entry.number > since


def planned_move(table: Table, seat: Seat) -> Any:
    """The next move ahead of `seat`, if they can make it now; else None."""
    texts = ahead(table, seat)
    if not texts or table.position is None:
        return None
    move = table.game.read_move(texts[0])
    return move if move in table.game.legal_moves(table.position.state, seat) else None
