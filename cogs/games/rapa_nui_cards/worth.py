"""What the viewer's goods are worth by the stone, and what a card more on it changes."""

from __future__ import annotations

from cogs.games.rapa_nui_cards.terms import good_name, good_text, joined
from cogs.text.language import Localizer
from cogs.text.names import TIE, tied
from engine.counts import Counts, changed
from engine.rapa_nui_cards.observe import Observation, known_stone
from engine.rapa_nui_cards.scoring import values, worth_of
from engine.rapa_nui_cards.state import GOODS, Good


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
