"""The game's pictures under names that tell them from the parts of messages that hold them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rapa_nui_board.observe import Observation
from pictures.rapa_nui_board.chart import chart as chart_scene
from pictures.rapa_nui_board.chart import offerings_chart as offerings_scene
from pictures.rapa_nui_board.island import choices, regions
from pictures.rapa_nui_board.island import island as island_scene
from pictures.rapa_nui_board.island import region as region_scene
from pictures.rapa_nui_board.players import players as players_scene
from pictures.rapa_nui_board.sheet import sheet as sheet_scene
from pictures.scene import Scene

__all__ = [
    "chart_scene",
    "island_scene",
    "offerings_scene",
    "players_scene",
    "region_scene",
    "sheet_scene",
    "way_scene",
]


def way_scene(seen: Observation, way: Sequence[str]) -> Scene:
    """A way along these spaces, on the part of the island in which it lies, or on all of it."""
    parts = (name for name, spaces in regions(seen.seats).items() if set(way) <= set(spaces))
    part = next(parts, None)
    return choices(seen, way[-1:], way) if part is None else region_scene(seen, part, way)
