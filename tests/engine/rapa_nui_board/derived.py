"""The fields of a state that are derived from its spaces and players, computed anew from these alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.rapa_nui_board.presence import COLUMN, NOTHING_TAKEN, STAR
from engine.rapa_nui_board.state import ISLANDS, Player, Spot, Taken, space_set


def taken_by(players: Sequence[Player]) -> Taken:
    """The places taken by the figures of all these players, computed from the players alone."""
    free, found = ISLANDS[len(players)].columns, NOTHING_TAKEN[len(players)]
    for player in players:
        found |= STAR[player.sorcerer]
    for column, places in enumerate(free, 1):
        if sum(player.sculptors[column - 1] for player in players) >= places:
            found |= COLUMN[column]
    return found


def noted(spots: Sequence[Spot], players: Sequence[Player]) -> dict[str, Any]:
    """The values of a state's derived fields, computed from `spots` and `players` alone."""
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
