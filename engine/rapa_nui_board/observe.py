"""What a seat or a spectator may know: everything.  Rules: Rapa Nui board 9."""

from __future__ import annotations

from engine.game import Chance, Struct, Viewer
from engine.rapa_nui_board.state import State


class Observation(Struct, frozen=True):
    """What one viewer knows.

    Attributes:
        viewer: Who looks.
        state: All of the game, the same for every viewer.
    """

    viewer: Viewer
    state: State


def observe(state: State, viewer: Viewer) -> Observation:
    """All of `state`.  Rules: Rapa Nui board 9."""
    return Observation(viewer, state)


def reveal(state: State) -> Observation:
    """All of `state`, with no viewer."""
    return Observation(None, state)


def determinise(seen: Observation, chance: Chance) -> State:
    """The state itself: nothing of it is hidden."""
    return seen.state
