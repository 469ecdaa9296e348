"""About how good a position is: what computer players steer by.  Numbers are guesses that play well."""

from __future__ import annotations

from engine.game import Seat
from engine.rapa_nui_board.scoring import points
from engine.rapa_nui_board.state import State
from engine.standings import lead


def worth(state: State, seat: Seat) -> float:
    """About how many points `seat` will be ahead of its best opponent."""
    totals = [float(points(state, one)) for one in range(state.seats)]
    return lead(totals, seat)
