"""What helps somebody new to decide: a topic of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rapa_nui_board.game import may_stand_on
from engine.rapa_nui_board.moves import SCULPTORS, CarryMoai, CarryPukao, Move, PlaceSorcerer, PlaceVillager
from engine.rapa_nui_board.state import Observation, Phase, State

_FIRST, _SECOND, _ = SCULPTORS


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """What to think of in the present phase; of figures, the one that is still missing and has room."""
    match seen.state.phase:
        case Phase.DISPLAY:
            return "tile"
        case Phase.PLACE:
            return _placing(seen, legal_moves)
        case Phase.TRANSPORT:
            return _carrying(legal_moves)
        case Phase.EXCHANGE:
            return "offering"
        case _:
            return ""


def _placing(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """Of what can still be placed: at last there may be no villager, but a sorcerer or a chief."""
    assert seen.viewer is not None
    state, player = seen.state, seen.state.players[seen.viewer]
    if not any(player.sculptors) and _FIRST in legal_moves:
        return "sculptor" if player.villagers > 1 and _SECOND in legal_moves else "sculptor_alone"
    if not state.standing[seen.viewer] and may_stand_on(state, legal_moves, state.bare):
        return "transporter"
    if _may_crown(state, legal_moves):
        return "pukao"
    if any(isinstance(move, PlaceSorcerer) for move in legal_moves):
        return "sorcerer"
    return "chain" if any(isinstance(move, PlaceVillager) for move in legal_moves) else ""


def _may_crown(state: State, legal_moves: Sequence[Move]) -> bool:
    """Whether a villager can be placed where a moai waits for a pukao, of which there is one left."""
    return state.round > 1 and state.pukao > 0 and may_stand_on(state, legal_moves, state.plain)


def _carrying(legal_moves: Sequence[Move]) -> str:
    if any(isinstance(move, CarryMoai) for move in legal_moves):
        return "carry"
    return "pukao" if any(isinstance(move, CarryPukao) for move in legal_moves) else "stop"
