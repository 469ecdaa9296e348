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
"""The Unicode emoji of each card, in the order of `Card`, for use where the bot's own emojis are missing."""


def sign_of(card: Card, unicode: str) -> Sign:
    """The sign of a card; all cards of victory points share one."""
    name = "victory" if card in VICTORY_POINTS else card.name.lower()
    return Sign(name, unicode, f"ru_ra_re:{name}")


SYMBOLS: Final = tuple(sign_of(card, unicode) for card, unicode in zip(CARDS, FALLBACKS, strict=True))
SUNSET: Final = Sign("sunset", "🌅", "art:sunset")
"""The sign of the last turn; an emoji of the bot's own would take too many of a message's characters."""
SIGNS: Final = tuple(dict.fromkeys(SYMBOLS))
"""The signs for which this game has emojis of its own."""


def card_text(card: Card, words: Localizer) -> str:
    """The name of a card, with its emoji."""
    return tied(words.signed(SYMBOLS[card], words(f"ru_ra_re.card_{card.name.lower()}")))


def cards_text(cards: Iterable[Card], words: Localizer) -> str:
    """The names of cards with their emojis, in order, as one text."""
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
    """The cards of a row in words, innermost first; a word marks the outermost."""
    if len(cards) < 2:
        return cards_text(cards, words)
    *inner, last = cards
    return words("ru_ra_re.outermost", cards=cards_text(inner, words), last=card_text(last, words))


def row_line(number: int, cards: Sequence[Card], words: Localizer) -> str:
    """A sentence with a row's number and its cards."""
    if not cards:
        return words("ru_ra_re.row_empty", n=number)
    return words("ru_ra_re.row", n=number, cards=row_cards(cards, words))


def points_text(points: int, words: Localizer) -> str:
    """A number of points in words: `3 points`."""
    return tied(words.count("ru_ra_re.points", points))
