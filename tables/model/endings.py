"""How a table ended: by the rules of its game, or because people gave up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import Result, Seat
from tables.model.table import Ending, Phase, SeatInfo, Table


def final_result(table: Table) -> Result | None:
    """The final score, with those who gave up ranked last; None: the game was not played to its end."""
    facts, position = table.facts, table.position
    if facts.phase is not Phase.OVER or facts.ending is not Ending.NONE or position is None:
        return None
    result: Result | None = table.game.result(position.state)
    if result is None or not any(info.conceded for info in facts.seats):
        return result
    ranks = [own.rank for own in result.seats]
    stayed = [info.seat for info in facts.seats if not info.conceded]
    last = 1 + len(stayed)
    seats = (
        replace(own, rank=1 + sum(ranks[other] < own.rank for other in stayed) if seat in stayed else last)
        for seat, own in enumerate(result.seats)
    )
    return replace(result, seats=tuple(seats))


def winners(seats: Sequence[SeatInfo], result: Result | None) -> tuple[Seat, ...]:
    """The seats that have won a finished game: the best, or, without a score, all that did not give up."""
    if result is not None:
        return tuple(seat for seat, own in enumerate(result.seats) if own.rank == 1)
    return tuple(info.seat for info in seats if not info.conceded)
