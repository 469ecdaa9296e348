"""Where there is room for transporters, what touches them, where something is to be done: sets of spaces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.game import Seat
from engine.rapa_nui_board.figures import taken_by
from engine.rapa_nui_board.island import ISLANDS, Island, Spaces, space_set, spaces_in
from engine.rapa_nui_board.state import Player, Spot, State


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
