"""The controls of a turn, phase by phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from cogs.games.contract import Question
from cogs.games.rapa_nui_board.carrying import carrying
from cogs.games.rapa_nui_board.exchanging import exchanging
from cogs.games.rapa_nui_board.free import free_step
from cogs.games.rapa_nui_board.placing import placing
from cogs.games.rapa_nui_board.placing_ahead import plan_step
from cogs.games.rapa_nui_board.taking import choosing_tile, collecting, taking
from cogs.games.rapa_nui_board.turn import Turn, part_picked
from cogs.text.components import Item
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.rapa_nui_board.state import Observation, Phase

CONTROLS: Final[dict[Phase, Callable[[Turn], list[Item]]]] = {
    Phase.DISPLAY: choosing_tile,
    Phase.PLACE: placing,
    Phase.TRANSPORT: carrying,
    Phase.COLLECT: collecting,
    Phase.TAKE: taking,
    Phase.EXCHANGE: exchanging,
}


def choices(seen: Observation, question: Question, names: Names, words: Localizer) -> list[Item]:
    """What the viewer can do now: the step that they picked, or the first one."""
    part, picked = part_picked(question.picked, seen.state.seats)
    turn = Turn(seen, replace(question, picked=picked), names, words, part)
    return free_step(turn) or plan_step(turn) or CONTROLS[seen.state.phase](turn)
