"""Sprites of the board game that are composed of several drawings: the shapes of other modules."""

from __future__ import annotations

from pictures.rapa_nui_board import figures, plaques
from pictures.rapa_nui_board.title import title
from pictures.sprites import spent


def draw(name: str) -> str:
    """The SVG of a composed sprite, `shape.kind`: `villager.2`, `plaque.rest`; `spent.` before it: pale.

    Raises:
        KeyError: There is no such sprite.
    """
    if name == "land.title":
        return title()
    shape, _, kind = name.partition(".")
    if shape == "spent":
        return spent(draw(kind))
    return {**figures.SHAPES, **plaques.SHAPES}[shape](kind)
