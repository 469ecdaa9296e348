"""The places of figures: their spaces on the island, and the taken places in the quarry and on the track."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.game import Seat
from engine.rapa_nui_board.moves import CHIEFS, SCULPTORS, SORCERERS, Move
from engine.rapa_nui_board.state import ISLANDS, Island, Spaces, State, Taken, spaces_in

CHIEF: Final[Taken] = 1
"""The bit set if a player has no chief to place; below the columns there is always room for a chief."""
STAR: Final[tuple[Taken, ...]] = (0, *(CHIEF << move.position for move in SORCERERS), 0)
"""The bit of each star space, by position; 0 for `AT_HAND` (0) and `ON_ISLAND` (-1: the last item)."""
COLUMN: Final[tuple[Taken, ...]] = (0, *(STAR[len(SORCERERS)] << move.column for move in SCULPTORS))
"""The bit of each column of the quarry, counted from 1."""
STARS: Final[Taken] = sum(STAR)
COLUMNS: Final[Taken] = sum(COLUMN)
FIRST_STAR: Final = STAR[1]

NOTHING_TAKEN: Final = {seats: sum(STAR[seats + 1 :]) for seats in ISLANDS}
"""By the number of players: the star spaces that aren't in use, closed when a round begins."""

_PLACES: Final[tuple[tuple[Taken, Move], ...]] = (
    *((STAR[move.position], move) for move in SORCERERS),
    *((CHIEF, move) for move in CHIEFS),
    *((COLUMN[move.column], move) for move in SCULPTORS),
)
TO_PLACES: Final[tuple[tuple[Move, ...], ...]] = tuple(
    tuple(move for place, move in _PLACES if not taken & place)
    for taken in range(COLUMNS + STARS + CHIEF + 1)
)
"""The moves that put a sorcerer, chief or sculptor on the free places, for each set of taken places."""


def open_to(state: State, seat: Seat) -> Spaces:
    """The ahu and inland spaces on which no opponent of `seat` has transporters.  Rules: 5, 8."""
    standing = state.standing
    return ISLANDS[len(standing)].land_set & ~(sum(standing) ^ standing[seat])


def chained(state: State) -> Spaces:
    """The spaces that a chain can pass: those with transporters, neutral ones included.  Rules: 7.1."""
    standing = state.standing
    return sum(standing) | ISLANDS[len(standing)].quarries


@lru_cache(maxsize=4096)
def beside(island: Island, spaces: Spaces) -> Spaces:
    """All spaces that share an edge with one of `spaces`."""
    found = 0
    for space in spaces_in(spaces):
        found |= island.beside[space]
    return found
