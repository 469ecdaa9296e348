"""Plans: moves for one's next questions, chosen together with one that is made at once.

A plan is kept with the standing answers of its seat, nobody else hears of it, and its moves are made like
those: as soon as they can be, in order.  What can't be made then is passed over for good.  It ends with any
other move of its seat, and when a move is taken back: then its player wants to be asked.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from engine.game import IllegalMove, Seat
from tables.errors import Refused
from tables.table import Kind, Table

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
    """The texts of the moves that `seat` has still planned, in order; none once the plan has ended.

    While they are asked, none of these can be made.
    """
    plan = table.wishes.get(seat, {}).get(NAME)
    if plan is None:
        return ()
    since, texts = plan.split(" ", 1)
    later = [step.entry for step in table.steps if step.entry.number > int(since)]
    if any(entry.kind is Kind.BACK for entry in later):
        return ()
    left = texts.split(_AND)
    for text in (entry.text for entry in later if entry.kind is Kind.MOVE and entry.seat == seat):
        if text not in left:
            return ()  # They were asked, for nothing that was left of the plan could be made.
        left = left[left.index(text) + 1 :]
    return tuple(left)


def planned_move(table: Table, seat: Seat) -> Any:
    """The first move ahead that `seat` can make now, or None."""
    texts = ahead(table, seat)
    if not texts or table.position is None:
        return None
    legal = table.game.legal_moves(table.position.state, seat)
    moves = (table.game.read_move(text) for text in texts)
    return next((move for move in moves if move in legal), None)
