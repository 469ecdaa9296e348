"""Pictures of lobbies, to be looked at: of each game, with people and computers, full and nearly empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.games import screens
from pictures import Scene
from pictures.lobby import Seated, lobby
from tests.pictures.scenes import NAMES

PLAYERS: Final = tuple(Seated(name, is_computer=seat == 2) for seat, name in enumerate(NAMES))
"""The players in the lobbies; the third is a computer."""


def waiting(game_id: str, players: int, places: int) -> Scene:
    """Return a lobby of a game with the first `players` players."""
    return lobby(screens()[game_id].title, PLAYERS[:players], places)


def lobbies() -> Iterator[Scene]:
    """Yield lobbies of all games, with all numbers of players."""
    for game_id in screens():
        for places in (2, 3, 4):
            for players in range(1, places + 1):
                yield waiting(game_id, players, places)
