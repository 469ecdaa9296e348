"""How a player stands before the end; all of it is public."""

from __future__ import annotations

from cogs.games.contract import standing_line
from cogs.games.ru_ra_re.terms import points_text
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import in_sight


def standing(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[str]:
    """The points so far, and those that the collections would score now."""
    totals = [in_sight(seen.points, seen.collections, seat) for seat in range(len(seen.points))]
    said = [points_text(total, words) for total in totals]
    return [standing_line([(total, total) for total in totals], said, names, words)]
