"""Cards, rows and points in words and emojis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cogs.text.language import Localizer, Sign
from cogs.text.names import LIST, tied
from engine.counts import Counts
from engine.ru_ra_re.state import CARDS, VICTORY_POINTS, Card

BEASTS: Final = ("🐑", "🐴", "🐷", "🐮", "🐐", "🐔", "🦢", "🦓")
FALLBACKS: Final = ("👑", "⛪", "🏅", "🏅", "🏅", "🛡️", *BEASTS, "🧑\u200d🌾", "👩\u200d🌾", "🏡")
"""The emoji of each card where ours are missing, by `Card`."""


def sign_of(card: Card, unicode: str) -> Sign:
    """The sign of a card; victory points share one."""
    name = "victory" if card in VICTORY_POINTS else card.name.lower()
    return Sign(name, unicode, f"ru_ra_re:{name}")


SYMBOLS: Final = tuple(sign_of(card, unicode) for card, unicode in zip(CARDS, FALLBACKS, strict=True))
SUNSET: Final = Sign("sunset", "🌅", "art:sunset")
"""A sign without an emoji of ours, which would take the room of a sentence where a message is full."""
SIGNS: Final = tuple(dict.fromkeys(SYMBOLS))
"""The signs for which this game has emojis of its own."""


def card_text(card: Card, words: Localizer) -> str:
    """A card with its emoji."""
    return tied(words.signed(SYMBOLS[card], words(f"ru_ra_re.card_{card.name.lower()}")))


def cards_text(cards: Iterable[Card], words: Localizer) -> str:
    """Cards in a list, in their order."""
    return LIST.join(card_text(card, words) for card in cards)


def collection_text(counts: Counts, words: Localizer) -> str:
    """The number of each card: `King ×2 · Sheep`."""
    kinds = (
        card_text(card, words) + (tied(f" ×{counts[card]}") if counts[card] > 1 else "")
        for card in CARDS
        if counts[card]
    )
    return LIST.join(kinds) or words("ru_ra_re.no_cards")


def row_cards(cards: Sequence[Card], words: Localizer) -> str:
    """The cards of a row, innermost first, with a word that marks the outermost."""
    if len(cards) < 2:
        return cards_text(cards, words)
    *inner, last = cards
    return words("ru_ra_re.outermost", cards=cards_text(inner, words), last=card_text(last, words))


def row_line(number: int, cards: Sequence[Card], words: Localizer) -> str:
    """A row in a sentence."""
    if not cards:
        return words("ru_ra_re.row_empty", n=number)
    return words("ru_ra_re.row", n=number, cards=row_cards(cards, words))


def points_text(points: int, words: Localizer) -> str:
    """A number of points."""
    return tied(words.count("ru_ra_re.points", points))
