"""Which places figures have taken, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from engine.game import Seat
from engine.rapa_nui_board.moves import CHIEFS, SCULPTORS, SORCERERS, Move
from engine.rapa_nui_board.state import (
    ISLANDS,
    Island,
    Player,
    Spaces,
    Spot,
    State,
    Taken,
    space_set,
    spaces_in,
)

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


def open_to(state: State, seat: Seat) -> Spaces:
    """Ahu and inland spaces without transporters of another seat.  Rules: Rapa Nui board 5, 8."""
    standing = state.standing
    return ISLANDS[len(standing)].land_set & ~(sum(standing) ^ standing[seat])


def chained(state: State) -> Spaces:
    """The spaces that a chain can pass: those with transporters, the neutral ones too.  Rules: 7.1."""
    standing = state.standing
    return sum(standing) | ISLANDS[len(standing)].quarries


@lru_cache(maxsize=4096)
def beside(island: Island, spaces: Spaces) -> Spaces:
    """All spaces that touch one of these."""
    found = 0
    for space in spaces_in(spaces):
        found |= island.beside[space]
    return found


def noted(spots: Sequence[Spot], players: Sequence[Player]) -> dict[str, Any]:
    """The fields of a state that follow from these two, looked for in all of them."""
    seats = len(players)
    ahu = [(1 << space, spots[space]) for space in ISLANDS[seats].ahu]
    return {
        "standing": tuple(
            space_set([space for space, spot in enumerate(spots) if spot.owner == seat])
            for seat in range(seats)
        ),
        "bare": sum(bit for bit, spot in ahu if spot.moai is None),
        "plain": sum(bit for bit, spot in ahu if spot.moai is not None and not spot.pukao),
        "taken": taken_by(players),
    }
