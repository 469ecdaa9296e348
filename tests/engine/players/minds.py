"""The computer players, all with little time: what they may see and do is the same as with more."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.players import PLAYERS, Player, searcher
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth

HURRIED: Final = Budget(worlds=2, plans=3, looks=20, secret=Depth(rounds=20, ahead=2, trust=0.5, playouts=2))


def hurried(player: Player) -> Player:
    """The same player with hardly any time to look ahead, if it does."""
    if isinstance(player, partial) and player.func is searcher.choose:
        return partial(searcher.choose, budget=HURRIED)
    return player


MINDS: Final = {player_id: hurried(player) for player_id, player in PLAYERS.items()}
"""Players by their ids."""
