"""Computer players: they see observations, and know games by their contract alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat
from engine.players import searcher
from engine.players.lookahead import Stop, never
from engine.players.quick import random_player, sensible_player, softened_player
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth

Player = Callable[[AnyGame, Any, Seat, Chance], Any]
"""A computer player: (game, the seat's observation, the seat, a source of chance) -> a legal move."""

USUAL: Final = "sensible"
RANDOM: Final = "random"

SKILLED: Final = Budget(worlds=1, plans=3, looks=1, secret=Depth(rounds=4, ahead=1, trust=0.0, playouts=0))
EXPERT: Final = Budget(
    worlds=24, plans=8, looks=4000, secret=Depth(rounds=400, ahead=2, trust=0.75, playouts=60)
)


def players(stop: Stop) -> dict[str, Player]:
    """All computer players by id, the strongest first; if one raises an error, the next weaker one moves.

    Players that think long stop once `stop()` returns True, and make the best move found so far.
    """
    return {
        "expert": partial(searcher.choose, budget=EXPERT, stop=stop),
        "skilled": partial(searcher.choose, budget=SKILLED, stop=stop),
        USUAL: sensible_player,
        "casual": partial(softened_player, softness=1.0),
        "beginner": partial(softened_player, softness=2.5),
        RANDOM: random_player,
    }


PLAYERS: Final = players(never)
"""The computer players without a time limit: the same source of chance leads to the same moves."""

LEVELS: Final = tuple(player for player in reversed(PLAYERS) if player != RANDOM)
"""The ids of the computer players that people can choose, the weakest first."""
