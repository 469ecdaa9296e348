"""About how good a position is: what computer players steer by."""

from __future__ import annotations

from engine.game import Seat
from engine.rapa_nui_cards.scoring import final_result
from engine.rapa_nui_cards.state import State


def worth(state: State, seat: Seat) -> float:
    """About how many points `seat` will be ahead of its best opponent."""
    totals = [result.points for result in final_result(state).seats]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
