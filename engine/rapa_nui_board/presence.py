"""Whose transporters stand where, as sets of spaces: asked at nearly every decision.

It is found once for each island that is asked about, and carried over when a villager comes: then most of it
stays as it was.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.counts import put
from engine.game import Seat, Struct
from engine.kept import Kept
from engine.rapa_nui_board.island import ISLANDS, Island, Spaces
from engine.rapa_nui_board.state import Spots, State

KEPT: Final = 2
"""For how many states of the island it is kept."""


class Presence(Struct, frozen=True):
    """Whose transporters stand where.

    Attributes:
        island: The side of the board.
        own: By seat, the spaces with its transporters.
        taken: All spaces with transporters of any seat.
        near: All spaces beside transporters, the neutral ones too.
    """

    island: Island
    own: tuple[Spaces, ...]
    taken: Spaces
    near: Spaces

    def open_to(self, seat: Seat) -> Spaces:
        """Ahu and inland spaces without transporters of another seat.  Rules: Rapa Nui board 5, 8."""
        return self.island.land_set & ~self.taken | self.own[seat]


def presence(state: State) -> Presence:
    """Whose transporters stand where in `state`."""
    return _found[len(state.players)].of(state.spots)


def note_arrival(before: Presence, seat: Seat, space: int, spots: Spots) -> None:
    """Note who stands where in `spots`: as `before`, but that `seat` has come to a space."""
    island, own, bit = before.island, before.own, 1 << space
    after = Presence(
        island, put(own, seat, own[seat] | bit), before.taken | bit, before.near | island.beside[space]
    )
    _found[len(own)].keep(spots, after)


def _find(island: Island, seats: int, spots: Spots) -> Presence:
    own, taken = [0] * seats, 0
    near = island.beside[island.crater] | island.beside[island.pukao_quarry]
    for space, spot in enumerate(spots):
        if spot.owner is not None:
            own[spot.owner] |= 1 << space
            taken |= 1 << space
            near |= island.beside[space]
    return Presence(island, tuple(own), taken, near)


_found: Final = {seats: Kept(partial(_find, island, seats), KEPT) for seats, island in ISLANDS.items()}
