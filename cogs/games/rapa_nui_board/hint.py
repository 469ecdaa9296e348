"""What helps somebody new to decide: a topic of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rapa_nui_board.moves import CarryMoai, CarryPukao, Move
from engine.rapa_nui_board.observe import Observation
from engine.rapa_nui_board.state import AT_HAND, Phase


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """What to think of in the present phase; of figures, the one that is still missing."""
    match seen.state.phase:
        case Phase.DISPLAY:
            return "tile"
        case Phase.PLACE:
            return _placing(seen)
        case Phase.TRANSPORT:
            return _carrying(legal_moves)
        case Phase.EXCHANGE:
            return "offering"
        case _:
            return ""


def _placing(seen: Observation) -> str:
    assert seen.viewer is not None
    state, player = seen.state, seen.state.players[seen.viewer]
    if not any(player.sculptors):
        return "sculptor"
    if all(spot.owner != seen.viewer for spot in state.spots):
        return "transporter"
    if state.round > 1 and any(spot.moai is not None and not spot.pukao for spot in state.spots):
        return "pukao"
    return "sorcerer" if player.sorcerer == AT_HAND else "chain"


def _carrying(legal_moves: Sequence[Move]) -> str:
    if any(isinstance(move, CarryMoai) for move in legal_moves):
        return "carry"
    return "pukao" if any(isinstance(move, CarryPukao) for move in legal_moves) else "stop"
