"""Extras: effects of tiles used together with a move, switched on and off while it is being chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.games.rapa_nui_board.terms import TABLET, TILE_SIGNS, tile_name, used_text
from cogs.games.rapa_nui_board.turn import Button, Turn
from cogs.text.language import Localizer
from cogs.text.names import LIST
from engine.rapa_nui_board.moves import By
from engine.rapa_nui_board.tiles import Tile

Extras = Mapping[str, Tile]
"""The ahu tile of each extra, by the field of a move that says what is used for it."""


def switches(turn: Turn, moves: Sequence[Any], move: Any, extras: Extras) -> list[Button]:
    """A button to switch each extra on or off, one for its tile and one for the tablet.

    Each leads to the one of `moves` that is otherwise most like `move`.
    """
    found: dict[str, Button] = {}
    for field, tile in extras.items():
        for by in By:
            is_on = getattr(move, field) is by
            other = _nearest(moves, move, field, None if is_on else by, extras)
            if other is None:
                continue
            sign = TABLET if by is By.TABLET else TILE_SIGNS[tile]
            label = tile_name(tile, turn.words)
            if by is By.TABLET:
                label = turn.words("rapa_nui_board.turn_by_tablet", what=label)
            style = discord.ButtonStyle.primary if is_on else discord.ButtonStyle.secondary
            label = f"✓ {label}" if is_on else label
            picked = turn.at(other)
            found.setdefault(picked, turn.pick(picked, label, turn.words.sign(sign), style=style))
    return list(found.values())


def _nearest(moves: Sequence[Any], move: Any, field: str, by: By | None, extras: Extras) -> Any:
    """The move with `by` in `field` that keeps most of the other extras, then most of the other fields."""
    kept = [name for name in extras if name != field]

    def lost(other: Any) -> tuple[int, int]:
        changes = [name for name in other.__struct_fields__ if getattr(other, name) != getattr(move, name)]
        return sum(name in kept for name in changes), len(changes)

    return min((other for other in moves if getattr(other, field) is by), key=lost, default=None)


def uses_text(move: Any, extras: Extras, words: Localizer) -> str:
    """The tiles that a move uses up; empty if it uses none."""
    used = ((tile, getattr(move, field)) for field, tile in extras.items())
    return LIST.join(used_text(tile, by, words) for tile, by in used if by is not None)
