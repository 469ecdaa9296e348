"""How a player stands before the end, by what they may know."""

from __future__ import annotations

from cogs.games.contract import standing_line
from cogs.games.rapa_nui_cards.terms import cards_text
from cogs.kit.language import Localizer
from cogs.kit.names import LIST, Names
from engine.game import Seat
from engine.rapa_nui_cards.observe import Observation, goods_in_sight, total_in_sight


def standing(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """The points in sight, and what the viewer's goods and village have to do with them."""
    assert seen.viewer is not None
    seats = range(len(seen.seats))
    points = [total_in_sight(seen, seat) for seat in seats]
    said = [total_text(seen, seat, points[seat], words) for seat in seats]
    goods = words("rapa_nui_cards.standing_goods", n=goods_in_sight(seen, seen.viewer))
    village = cards_text(seen.seats[seen.viewer].village, words.for_alt_text)
    about = LIST.join((goods, f"{words('rapa_nui_cards.village')} {village}"))
    return [standing_line(points, said, names, words), about]


def total_text(seen: Observation, seat: Seat, total: int, words: Localizer) -> str:
    """A player's points in sight in words, and how many goods of theirs the viewer doesn't know."""
    view, points = seen.seats[seat], words.count("rapa_nui_cards.points", total)
    if view.held is not None or not view.held_size:
        return points
    return words.count("rapa_nui_cards.standing_hidden", view.held_size, points=points)
