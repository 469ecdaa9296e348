"""How a player stands before the end; all of it is public."""

from __future__ import annotations

from cogs.games.contract import standing_line
from cogs.games.rapa_nui_board.terms import points_text
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.rapa_nui_board.rounds import points
from engine.rapa_nui_board.state import Observation


def standing(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[str]:
    """The points that everybody would have if the game ended now."""
    totals = [points(seen.state, seat) for seat in range(seen.state.seats)]
    said = [points_text(total, words) for total in totals]
    return [standing_line([(total, total) for total in totals], said, names, words)]
