"""Stand-ins for the pictures that are still being drawn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Result, Seat
from engine.rapa_nui_board.observe import Observation
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
