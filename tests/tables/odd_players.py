"""Computer players with faults, for processes that load them by the name of this module."""

from __future__ import annotations

import os
import threading
from typing import Any

from engine.game import AnyGame, Chance, Seat
from engine.players import PLAYERS as USUAL_PLAYERS
from engine.players import Player
from engine.players.lookahead import Stop
from engine.players.quick import random_player


def endless(game: AnyGame, seen: Any, seat: Seat, chance: Chance) -> Any:
    """Never return."""
    threading.Event().wait()


def fails(game: AnyGame, seen: Any, seat: Seat, chance: Chance) -> Any:
    """Raise an exception whose text contains the player's observation."""
    raise ValueError(f"secret {seen}")


def dies(game: AnyGame, seen: Any, seat: Seat, chance: Chance) -> Any:
    """End the player's process."""
    os._exit(3)


def talks(game: AnyGame, seen: Any, seat: Seat, chance: Chance) -> Any:
    """Print a text, then return a move."""
    print("let me see")  # noqa: T201
    return random_player(game, seen, seat, chance)


def players(stop: Stop) -> dict[str, Player]:
    """Return these players, one that thinks until its time is up, and the usual ones without a time limit."""

    def thorough(game: AnyGame, seen: Any, seat: Seat, chance: Chance) -> Any:
        while not stop():
            pass
        return random_player(game, seen, seat, chance)

    return {**USUAL_PLAYERS, **PLAYERS, "thorough": thorough}


PLAYERS: dict[str, Player] = {
    "endless": endless,
    "fails": fails,
    "dies": dies,
    "talks": talks,
    "random": random_player,
}
