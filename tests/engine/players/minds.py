"""The computer players with little time to think; they see and do the same as with more."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.players import PLAYERS, Player, searcher
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth

HURRIED: Final = Budget(worlds=2, plans=3, looks=20, secret=Depth(rounds=20, ahead=2, trust=0.5, playouts=2))


def hurried(player: Player) -> Player:
    """Return a player with little time to look ahead; a player that doesn't look ahead stays as it is."""
    if isinstance(player, partial) and player.func is searcher.choose:
        return partial(searcher.choose, budget=HURRIED)
    return player


MINDS: Final = {player_id: hurried(player) for player_id, player in PLAYERS.items()}
"""The hurried players by their ids."""
