"""How a player stands before the end, by what they may know."""

from __future__ import annotations

from cogs.games.contract import standing_line
from cogs.games.rapa_nui_cards.terms import cards_text
from cogs.kit.language import Localizer
from cogs.kit.names import LIST, Names
from engine.game import Seat
from engine.rapa_nui_cards.observe import Observation, goods_in_sight, known_stone, total_in_sight


def standing(seen: Observation, names: Names, words: Localizer) -> list[str]:
    """Who is ahead, goods included; what goods are counted by, and the viewer's village."""
    assert seen.viewer is not None
    seats = range(len(seen.seats))
    said = [total_text(seen, seat, words) for seat in seats]
    village = cards_text(seen.seats[seen.viewer].village, words.for_alt_text)
    about = LIST.join((counted_text(seen, words), f"{words('rapa_nui_cards.village')} {village}"))
    return [standing_line([total_in_sight(seen, seat) for seat in seats], said, names, words), about]


def total_text(seen: Observation, seat: Seat, words: Localizer) -> str:
    """A player's total in words, and how much of it is for goods, or how many of those are hidden."""
    view, (least, most) = seen.seats[seat], total_in_sight(seen, seat)
    if view.held is not None:
        goods, _ = goods_in_sight(seen, seat)
        return words(
            "rapa_nui_cards.standing_goods", points=words.count("rapa_nui_cards.points", most), n=goods
        )
    points = words.count("rapa_nui_cards.points", most)
    if not view.held_size:
        return points
    if least < most:
        points = words("rapa_nui_cards.standing_span", least=least, points=points)
    return words.count("rapa_nui_cards.standing_hidden", view.held_size, points=points)


def counted_text(seen: Observation, words: Localizer) -> str:
    """By what goods are counted, and that cards which the viewer doesn't know may change that."""
    hidden = sum(card.good is None for card in seen.face_down)
    if hidden:
        return words.count("rapa_nui_cards.standing_face_down", hidden)
    if not any(known_stone(seen)):
        return f"{words('rapa_nui_cards.stone')} {words('rapa_nui_cards.stone_empty')}"
    return words("rapa_nui_cards.standing_stone")
