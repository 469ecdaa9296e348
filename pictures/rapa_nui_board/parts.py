"""What the pictures share: sizes, names of sprites."""

from __future__ import annotations

from typing import Final

GAME: Final = "rapa_nui_board"
WIDTH: Final = 1000
EDGE: Final = 20
SHARED: Final = ("egg", "moai", "wood")
"""The drawings that all games share."""


def spent(sprite: str) -> str:
    """The name of a sprite of this game as it is shown where it has just been used up."""
    return sprite.replace(":", ":spent.", 1)


def art(name: str) -> str:
    """The name of a sprite of this game, or of one that all games share."""
    return f"{'art' if name in SHARED else GAME}:{name}"
