"""When a game ends and what is scored.  Rules: Rapa Nui board 7.6, 10."""

from __future__ import annotations

from typing import Final

from engine.game import Part, Result, Seat, SeatResult
from engine.rapa_nui_board.island import ISLANDS
from engine.rapa_nui_board.state import State, empty_ahu
from engine.rapa_nui_board.tiles import FOR_FAVOUR, FOR_RESOURCE, FOR_TABLET, OUTSTANDING_POINTS, Tile
from engine.standings import ranks

QUIET_ROUNDS_MOST: Final = 3
"""How many rounds in a row with nothing erected or styled end a game.  Rules: 7.6."""


def end_reason(state: State) -> str | None:
    """Why the game ends with this round; None if it goes on.  Rules: Rapa Nui board 7.6."""
    seats = len(state.players)
    if empty_ahu(state) <= ISLANDS[seats].end[seats]:
        return "island_full"
    return "quiet_rounds" if state.quiet_rounds >= QUIET_ROUNDS_MOST else None


def parts(state: State, seat: Seat) -> tuple[Part, ...]:
    """The lines of the score sheet of `seat` if the game ended now.  Rules: Rapa Nui board 10."""
    player = state.players[seat]
    won = zip(OUTSTANDING_POINTS, state.outstanding, strict=True)
    return (
        Part("offerings", sum(tile.points for tile in player.offerings)),
        Part("outstanding", sum(points for points, owner in won if owner == seat)),
        Part("resources", FOR_RESOURCE * sum(player.resources)),
        Part("tablet", FOR_TABLET * player.tablet),
        Part("favour", FOR_FAVOUR * player.tiles[Tile.FAVOUR]),
    )


def points(state: State, seat: Seat) -> int:
    """What `seat` would have if the game ended now."""
    return sum(part.points for part in parts(state, seat))


def final_result(state: State) -> Result:
    """The score of each seat; equals share the victory.  Rules: Rapa Nui board 10, ruling 33."""
    sheets = [parts(state, seat) for seat in range(state.seats)]
    totals = [sum(part.points for part in sheet) for sheet in sheets]
    return Result(
        seats=tuple(
            SeatResult(total, sheet, rank)
            for total, sheet, rank in zip(totals, sheets, ranks(totals), strict=True)
        ),
        reason=end_reason(state) or "",
    )
