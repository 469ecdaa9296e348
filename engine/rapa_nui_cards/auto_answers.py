"""Answers that a player gives before they are asked.  Rules: Rapa Nui cards 3.4, 4.1, 4.2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.game import AutoAnswer
from engine.rapa_nui_cards import moves
from engine.rapa_nui_cards.moves import Move
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import GOODS, Phase

SACRIFICE: Final = AutoAnswer("sacrifice", tuple(good.name.lower() for good in GOODS), is_list=True)
COLLECT: Final = AutoAnswer("collect", ("wood", "glory"), is_list=False)
STANDING: Final = (SACRIFICE, COLLECT)


def auto_move(seen: Observation, auto_answers: Mapping[str, tuple[str, ...]]) -> Move | None:
    """The favourite sacrifice of those held, or wood or glory; None if they gave no answer for this."""
    if seen.viewer is None or seen.decider != seen.viewer:
        return None
    match seen.phase:
        case Phase.SACRIFICE:
            held = seen.seats[seen.viewer].held or ()
            kinds = (SACRIFICE.values.index(name) for name in auto_answers.get(SACRIFICE.name, ()))
            return next((moves.SACRIFICES[kind] for kind in kinds if held[kind]), None)
        case Phase.COLLECT_MOAI:
            for answer in auto_answers.get(COLLECT.name, ()):
                return moves.COLLECT_GLORY if answer == "glory" else moves.COLLECT_WOOD
    return None
