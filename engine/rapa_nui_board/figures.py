"""Which figures can be placed beside the island: on the track, in the quarry, below it.  Rules: 5.

`State.taken` says by a bit for each place where none can, so that the moves are looked up in a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.rapa_nui_board.island import ISLANDS
from engine.rapa_nui_board.moves import CHIEFS, SCULPTORS, SORCERERS, Move
from engine.rapa_nui_board.state import Player, Taken

CHIEF: Final[Taken] = 1
"""The bit of the chief, which has room below any column: that it is not at hand."""
STAR: Final[tuple[Taken, ...]] = (0, *(CHIEF << move.position for move in SORCERERS), 0)
"""The bit of each star space by its position; none at `AT_HAND` (0) and `ON_ISLAND` (-1: the last one)."""
COLUMN: Final[tuple[Taken, ...]] = (0, *(STAR[len(SORCERERS)] << move.column for move in SCULPTORS))
"""The bit of each column of the quarry, counted from 1."""
STARS: Final[Taken] = sum(STAR)
COLUMNS: Final[Taken] = sum(COLUMN)
FIRST_STAR: Final = STAR[1]

NOTHING_TAKEN: Final = {seats: sum(STAR[seats + 1 :]) for seats in ISLANDS}
"""What is taken when a round begins, by the number of players: star spaces that aren't played with."""

_PLACES: Final[tuple[tuple[Taken, Move], ...]] = (
    *((STAR[move.position], move) for move in SORCERERS),
    *((CHIEF, move) for move in CHIEFS),
    *((COLUMN[move.column], move) for move in SCULPTORS),
)
TO_PLACES: Final[tuple[tuple[Move, ...], ...]] = tuple(
    tuple(move for place, move in _PLACES if not taken & place)
    for taken in range(COLUMNS + STARS + CHIEF + 1)
)
"""The sorcerer, the chief, a sculptor on each place that has room, for every set of those that have none."""


def taken_by(players: Sequence[Player]) -> Taken:
    """What these players have taken, looked for in all they have."""
    free, found = ISLANDS[len(players)].columns, NOTHING_TAKEN[len(players)]
    for player in players:
        found |= STAR[player.sorcerer]
    for column, places in enumerate(free, 1):
        if sum(player.sculptors[column - 1] for player in players) >= places:
            found |= COLUMN[column]
    return found
