"""Stand-ins for the pictures that are still being drawn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Result, Seat
from engine.rapa_nui_board.observe import Observation
from engine.rapa_nui_board.tiles import Tile
from pictures.scene import Scene, Sketch


def island_scene(seen: Observation, before: Observation) -> Scene:
    """The island with all that stands and lies on it."""
    return Sketch(1000, 600, "dusk").scene()


def players_scene(seen: Observation, before: Observation, seats: Sequence[Seat]) -> Scene:
    """What some of the players have."""
    return Sketch(1000, 600, "dusk").scene()


def sheet_scene(result: Result) -> Scene:
    """The final score."""
    return Sketch(1000, 600, "dusk").scene()


def way_scene(seen: Observation, way: Sequence[str]) -> Scene:
    """The island with a way along these spaces."""
    return island_scene(seen, seen)


def chart_scene(tiles: Sequence[Tile]) -> Scene:
    """Ahu tiles, numbered from 1 on."""
    return Sketch(1000, 600, "dusk").scene()


def offerings_scene() -> Scene:
    """The offerings with prices and highest values, and the outstanding ones."""
    return Sketch(1000, 600, "dusk").scene()
