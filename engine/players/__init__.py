"""Computer players: they know the contract and see observations; no game by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import AnyGame, Chance, Seat
from engine.players import random_player, sensible_player

Player = Callable[[AnyGame, Any, Seat, Chance], Any]
"""Game, the seat's observation, the seat, a source of chance -> one of its legal moves."""

PLAYERS: dict[str, Player] = {"sensible": sensible_player.choose, "random": random_player.choose}
"""All computer players by the id that stands in a table's seats, the usual one first."""
