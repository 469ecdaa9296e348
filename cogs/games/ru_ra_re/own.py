"""What a player has: the rows with what each would bring them, and their collection."""

from __future__ import annotations

from cogs.discord_io.attachments import Picture
from cogs.discord_io.small_print import SmallPrint
from cogs.games.ru_ra_re.board import cross_lines, scoring_lines
from cogs.games.ru_ra_re.terms import card_text, points_text, row_cards, row_line
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, tied
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import gain, next_gain
from pictures.ru_ra_re.own import own as pictured
from pictures.ru_ra_re.own import own_alone
from pictures.ru_ra_re.parts import SLOTS, slot_points


def own(
    seen: Observation, before: Observation, names: Names, words: Localizer, *, beside_board: bool = False
) -> list[Item]:
    """The viewer's collection with the rows, in small print what red crosses mean and what it would score.

    Beside the board, which has rows and red crosses, it has only what each row would bring.
    """
    crosses = [] if beside_board else cross_lines(seen, words)
    choice = gain_lines if beside_board else choice_lines
    scene = (own_alone if beside_board else pictured)(seen, before)
    alt = spoken((*crosses, *choice(seen, words.for_alt_text)), words)
    picture = Picture("choice", scene, alt, [text(*choice(seen, words))])
    lines = [f"-# {line}" for line in collection_lines(seen, words.for_alt_text)]
    notes = [] if beside_board else [*crosses, *scoring_lines(seen, words)]
    return [
        picture,
        *([text(*notes)] if notes else []),
        SmallPrint(lines, lambda: [spoken([line], words) for line in lines]),
    ]


def gain_lines(seen: Observation, words: Localizer) -> list[str]:
    """What the viewer would get for each row if they are alone there; or that they wait for none."""
    assert seen.viewer is not None
    if not seen.waiting[seen.viewer]:
        return [words("ru_ra_re.waits_for_none")]
    gains = []
    for number, cards in enumerate(seen.rows, 1):
        if cards:
            points = points_text(gain(seen.collections, seen.viewer, cards), words)
            gains.append(tied(words("ru_ra_re.gain_at", n=number, points=points)))
    return [words("ru_ra_re.gains_alone", list=LIST.join(gains))]


def choice_lines(seen: Observation, words: Localizer) -> list[str]:
    """Each row and, while the viewer waits for one, what they would get for it if they are alone there."""
    assert seen.viewer is not None
    lines = []
    for number, cards in enumerate(seen.rows, 1):
        if cards and seen.waiting[seen.viewer]:
            more = gain(seen.collections, seen.viewer, cards)
            shown = row_cards(cards, words)
            lines.append(words("ru_ra_re.row_gain", n=number, cards=shown, points=points_text(more, words)))
        else:
            lines.append(row_line(number, cards, words))
    return lines


def collection_lines(seen: Observation, words: Localizer) -> list[str]:
    """The viewer's cards with what they score now, and what one more of each kind would add."""
    assert seen.viewer is not None
    cards, worth = seen.collections[seen.viewer], slot_points(seen.collections, seen.viewer)
    have, more = [], []
    for slot in (slot for line in SLOTS for slot in line):
        first = slot.cards[0]
        points = points_text(worth.get(slot.name, 0), words)
        for card in slot.cards:
            if cards[card]:
                what = card_text(card, words) + (tied(f" ×{cards[card]}") if cards[card] > 1 else "")
                is_last = card == max(one for one in slot.cards if cards[one])
                have.append(words("ru_ra_re.scores", card=what, points=points) if is_last else what)
        added = next_gain(seen.collections, seen.viewer, first)
        if added:
            more.append(tied(words("ru_ra_re.gain", card=card_text(first, words), n=added)))
    own_cards = LIST.join(have) or words("ru_ra_re.no_cards")
    lines = [f"{words('ru_ra_re.collection')} {own_cards}"]
    if more:
        lines.append(words("ru_ra_re.next", list=LIST.join(more)))
    return lines
