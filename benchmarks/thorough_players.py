"""Computer players that think for a second: what a strong one takes, whichever there are."""

from __future__ import annotations

import time
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat
from engine.players import Player
from engine.players.lookahead import Stop
from engine.players.quick import sensible_player

LASTS_S: Final = 1.0
"""Seconds of a processor that a move takes."""


def thorough(game: AnyGame, seen: Any, seat: Seat, chance: Chance) -> Any:
    """What the sensible player chooses, thought over again and again."""
    began = time.thread_time()
    while True:
        move = sensible_player(game, seen, seat, chance)
        if time.thread_time() > began + LASTS_S:
            return move


PLAYERS: dict[str, Player] = {"thorough": thorough}


def players(_: Stop) -> dict[str, Player]:
    """These, who take all of their time."""
    return PLAYERS
