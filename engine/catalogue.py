"""The catalogue of games: each folder of `engine/` whose `game.py` defines `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec

import engine
from engine.game import AnyGame


@cache
def games() -> dict[str, AnyGame]:
    """The games by id, in the order of their folders' names."""
    folders = (module.name for module in pkgutil.iter_modules(engine.__path__, "engine.") if module.ispkg)
    found: list[AnyGame] = [
        importlib.import_module(f"{folder}.game").GAME for folder in folders if find_spec(f"{folder}.game")
    ]
    return {game.id: game for game in found}


def find(known: Mapping[str, AnyGame], game_id: str, version: int) -> AnyGame | None:
    """The game of `known` with this id and version of its rules; None if `known` has no such game."""
    game = known.get(game_id)
    return None if game is None else game.under(version)
