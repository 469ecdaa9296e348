"""Where there is room for transporters, and what touches them: sets of spaces."""

from __future__ import annotations

from functools import lru_cache

from engine.game import Seat
from engine.rapa_nui_board.island import ISLANDS, Island, Spaces, spaces_in
from engine.rapa_nui_board.state import State


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
