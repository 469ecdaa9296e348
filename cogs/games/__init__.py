"""The appearance of each game in Discord: each game has a folder, whose `screen.py` defines `SCREEN`."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Final

from cogs.games.contract import GameScreen
from cogs.text.names import MARKS
from engine.catalogue import games
from pictures.render import sprite_file

EMOJI_SIZE: Final = 128
"""The size of an emoji's drawing, in pixels; Discord shows emojis at 22 to 48."""


@cache
def emoji_files() -> Mapping[str, bytes]:
    """A PNG file for each of the bot's own emojis, by the emoji's name."""
    signs = (*MARKS, *(sign for screen in screens().values() for sign in screen.signs))
    return {sign.name: sprite_file(sign.sprite, EMOJI_SIZE, EMOJI_SIZE) for sign in signs}


@cache
def screens() -> dict[str, GameScreen]:
    """The screen of each game, by the game's id."""
    return {
        game_id: importlib.import_module(f"cogs.games.{game_id.replace('-', '_')}.screen").SCREEN
        for game_id in games()
    }
