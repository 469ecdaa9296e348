"""How each game looks in Discord: a folder a game, in it a `screen.py` that offers `SCREEN`."""

from __future__ import annotations

import importlib
from functools import cache

from cogs.screens.contract import GameScreen
from engine.catalogue import games


@cache
def screens() -> dict[str, GameScreen]:
    """The screen of each game, by the game's id."""
    return {
        game_id: importlib.import_module(f"cogs.screens.{game_id.replace('-', '_')}.screen").SCREEN
        for game_id in games()
    }
