"""How a player stands before the end, by what they may know."""

from __future__ import annotations

from cogs.games.contract import standing_line
from cogs.games.rapa_nui_cards.terms import cards_text, good_name, good_text, joined
from cogs.text.language import Localizer
from cogs.text.names import LIST, TIE, Names, tied
from engine.counts import Counts, changed
from engine.rapa_nui_cards.observe import Observation, SeatView, known_stone, totals_in_sight
from engine.rapa_nui_cards.play import values, worth_of
from engine.rapa_nui_cards.state import GOODS, Good


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


def worth_lines(seen: Observation, goods: list[Good], words: Localizer, *, gives: bool) -> list[str]:
    """What one more card of each good on the stone would make of the viewer's goods.

    By the cards on the stone that the viewer knows; all four values may change.  `gives`: the card is one of
    the viewer's own.
    """
    assert seen.viewer is not None
    held, known = seen.seats[seen.viewer].held, known_stone(seen)
    assert held is not None
    lines = []
    for good in goods:
        left = changed(held, good, -1) if gives else held
        value = change_text((held, values(known)), (left, values(changed(known, good, 1))), words)
        lines.append("-# " + words("table.pair", name=good_text(good, words), value=value))
    return lines


def changed_by_stone(seen: Observation, before: Observation, words: Localizer) -> str:
    """What has become of the viewer's goods by what was just laid on the stone; empty: nothing has."""
    assert seen.viewer is not None
    held, former = seen.seats[seen.viewer].held, before.seats[seen.viewer].held
    assert held is not None
    assert former is not None
    # What they laid there themselves is counted as it was then; what they have got since is no change of it.
    had = tuple(map(max, held, former))
    was, worth = values(known_stone(before)), values(known_stone(seen))
    if known_stone(before) == known_stone(seen) or worth_of(had, was) == worth_of(held, worth):
        return ""
    value = change_text((had, was), (held, worth), words)
    return words("table.pair", name=words("rapa_nui_cards.stone_changed"), value=value)


def change_text(now: tuple[Counts, Counts], then: tuple[Counts, Counts], words: Localizer) -> str:
    """What goods are worth and will be, and each good's value that is another one then.

    `now` and `then`: how many goods of each kind, and what one of each is worth.
    """
    points = words.count("rapa_nui_cards.points", worth_of(*then))
    total = words("rapa_nui_cards.goods_then", now=worth_of(*now), points=points)
    if worth_of(*now) == worth_of(*then):
        total = words("rapa_nui_cards.goods_stay", points=points)
    (_, was), (_, worth) = now, then
    moved = joined(
        TIE.join((tied(good_name(good, words)), str(was[good]), "→", str(worth[good])))
        for good in GOODS
        if was[good] != worth[good]
    )
    return words("table.noted", what=total, note=moved) if moved else total
