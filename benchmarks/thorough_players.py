"""Computer players that think for a second about each move of any game, as a strong player does."""

from __future__ import annotations

import time
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat
from engine.players import Player
from engine.players.lookahead import Stop
from engine.players.quick import sensible_player

LASTS_S: Final = 1.0
"""CPU seconds that a move takes."""


def thorough(game: AnyGame, seen: Any, seat: Seat, chance: Chance) -> Any:
    """Return the sensible player's move, computed again and again for a second."""
    began = time.thread_time()
    while True:
        move = sensible_player(game, seen, seat, chance)
        if time.thread_time() > began + LASTS_S:
            return move


PLAYERS: dict[str, Player] = {"thorough": thorough}


def players(_: Stop) -> dict[str, Player]:
    """Return such a player for each level; they ignore `Stop`, and use all of their time."""
    return PLAYERS
