"""Why the viewer can't carry a moai or a pukao now.  Rules: Rapa Nui board 7."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.games.rapa_nui_board.turn import Turn
from engine.rapa_nui_board.exchange import can_exchange
from engine.rapa_nui_board.legal_transport import moai_goals, pukao_goals


def why_no_moai(turn: Turn) -> str:
    """Why no moai of the viewer can be erected; none can."""
    if not any(turn.player.moai):
        return turn.words("rapa_nui_board.why_none_carved")
    start = turn.island.ids[turn.island.crater]
    goals = moai_goals(turn.state, turn.seat)
    return _no_chain(turn, start, goals) if goals else turn.words("rapa_nui_board.why_no_moai", start=start)


def why_no_pukao(turn: Turn) -> str:
    """Why the viewer can place no pukao; they can place none."""
    if not turn.state.pukao:
        return turn.words("rapa_nui_board.refused_no_pukao")
    if not can_exchange(turn.player, turn.state.stacks, tablet_used=False):
        return turn.words("rapa_nui_board.refused_no_exchange")
    start = turn.island.ids[turn.island.pukao_quarry]
    goals = pukao_goals(turn.state, turn.seat)
    return _no_chain(turn, start, goals) if goals else turn.words("rapa_nui_board.why_no_pukao", start=start)


def _no_chain(turn: Turn, start: str, goals: Iterable[int]) -> str:
    listed = " ".join(turn.island.ids[space] for space in sorted(goals))
    return turn.words("rapa_nui_board.why_no_chain", start=start, list=listed)
