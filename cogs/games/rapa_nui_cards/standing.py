"""How a player stands before the end, by what they may know."""

from __future__ import annotations

from cogs.games.contract import standing_line
from cogs.games.rapa_nui_cards.terms import cards_text
from cogs.games.rapa_nui_cards.worth import changed_by_stone
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names
from engine.counts import Counts
from engine.rapa_nui_cards.observe import Observation, SeatView, known_stone, totals_in_sight
from engine.rapa_nui_cards.scoring import values, worth_of


def standing(seen: Observation, before: Observation, names: Names, words: Localizer) -> list[str]:
    """Who is ahead, goods included; how goods are counted and what has changed them; the viewer's village."""
    assert seen.viewer is not None
    totals, worth = totals_in_sight(seen), values(known_stone(seen))
    said = [total_text(view, total, worth, words) for view, total in zip(seen.seats, totals, strict=True)]
    village = cards_text(seen.seats[seen.viewer].village, words.for_alt_text)
    about = (
        counted_text(seen, words),
        changed_by_stone(seen, before, words),
        f"{words('rapa_nui_cards.village')} {village}",
    )
    return [standing_line(totals, said, names, words), LIST.join(filter(None, about))]


def total_text(view: SeatView, total: tuple[int, int], worth: Counts, words: Localizer) -> str:
    """A player's total in words, and how much of it is for goods, or how many of those are hidden."""
    least, most = total
    points = words.count("rapa_nui_cards.points", most)
    if view.held is not None:
        return words("rapa_nui_cards.standing_goods", points=points, n=worth_of(view.held, worth))
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
