"""Cards, goods, wood and points in words and emojis."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from cogs.text.language import Localizer, Sign
from cogs.text.names import LIST, TIE, tied
from engine.counts import Counts
from engine.rapa_nui_cards.state import CARDS, GOODS, Card, Gain, Good
from pictures.rapa_nui_cards.parts import art

SYMBOLS: Final = tuple(
    Sign(card.name.lower(), emoji, art(card.name.lower()))
    for card, emoji in zip(CARDS, "🐟🫐🍠🌾🪓📿🗿", strict=True)
)
"""The sign of each card, by `Card`; the first four also by `Good`."""
WOOD: Final = Sign("wood", "🪵", art("wood"))
GLORY: Final = Sign("glory", "⭐", art("glory"))
HAND: Final = Sign("hand", "✋", art("hand"))
SACRIFICE_CARDS: Final = Sign("sacrifice_cards", "🎴", art("held"))
STONE: Final = Sign("stone", "🪨", art("stone"))
SUNSET: Final = Sign("sunset", "🌅", "art:sunset")
"""Has no emoji of ours: that would take the room of a sentence where a message is full."""
SIGNS: Final = (*SYMBOLS, WOOD, GLORY, HAND, SACRIFICE_CARDS, STONE)
"""The signs for which this game has emojis of its own."""
CARD_NAMES: Final = tuple(f"rapa_nui_cards.card_{card.name.lower()}" for card in CARDS)
"""The sentence that is the name of each card, by `Card`."""
GOOD_NAMES: Final = tuple(f"rapa_nui_cards.good_{good.name.lower()}" for good in GOODS)
"""The sentence that is the name of each good, by `Good`."""
KEPT: Final = 1024
"""So many texts of a kind are kept: a message has dozens of them, and most stood in the one before."""
SOME: Final = tuple(f"rapa_nui_cards.some_{good.name.lower()}" for good in GOODS)
"""The sentence for a number of cards of each good, by `Good`."""


@lru_cache(KEPT)
def card_name(card: Card, words: Localizer) -> str:
    """What a Rapa Nui card is called."""
    return words(CARD_NAMES[card])


@lru_cache(KEPT)
def good_name(good: Good, words: Localizer) -> str:
    """What a good is called."""
    return words(GOOD_NAMES[good])


@lru_cache(KEPT)
def card_text(card: Card, words: Localizer) -> str:
    """A Rapa Nui card with its emoji."""
    return tied(words.signed(SYMBOLS[card], card_name(card, words)))


@lru_cache(KEPT)
def good_text(good: Good, words: Localizer) -> str:
    """A good with its emoji."""
    return tied(words.signed(SYMBOLS[good], good_name(good, words)))


@lru_cache(KEPT)
def cards_text(counts: Counts, words: Localizer) -> str:
    """How many of each Rapa Nui card: `🐟 Fish ×2 · 🗿 Moai`."""
    kinds = (
        card_text(card, words) + (f"{TIE}×{counts[card]}" if counts[card] > 1 else "")
        for card in (Card.MOAI, Card.PRIEST, Card.LUMBERJACK, *CARDS[: len(GOODS)])
        if counts[card]
    )
    return LIST.join(kinds) or words("rapa_nui_cards.none")


@lru_cache(KEPT)
def goods_text(counts: Counts, words: Localizer, *, zeros: bool = False) -> str:
    """How many sacrifice cards of each good: `🐟 2 fish · 🌾 1 grain`; `zeros` adds those without any."""
    kinds = (some_good_text(good, counts[good], words) for good in GOODS if counts[good] or zeros)
    return LIST.join(kinds) or words("rapa_nui_cards.none")


@lru_cache(KEPT)
def some_good_text(good: Good, count: int, words: Localizer) -> str:
    """A number of sacrifice cards of a good, with its emoji."""
    return tied(words.signed(SYMBOLS[good], some_of(good, count, words)))


def some_of(good: Good, count: int, words: Localizer) -> str:
    """A number of cards of a good: `2 fish`."""
    return words.count(SOME[good], count)


@lru_cache(KEPT)
def wood_text(amount: int, words: Localizer) -> str:
    """An amount of wood with its emoji."""
    return tied(words.signed(WOOD, words.count("rapa_nui_cards.wood", amount)))


@lru_cache(KEPT)
def glory_text(amount: int, words: Localizer) -> str:
    """An amount of glory points with its emoji."""
    return tied(words.signed(GLORY, words.count("rapa_nui_cards.points", amount)))


@lru_cache(KEPT)
def gain_text(gain: Gain, words: Localizer) -> str:
    """What somebody got: `🪵 +2 wood`; empty for nothing."""
    parts: list[str] = []
    if gain.wood:
        parts.append(words.signed(WOOD, f"+{words.count('rapa_nui_cards.wood', gain.wood)}"))
    if gain.glory:
        parts.append(words.signed(GLORY, f"+{words.count('rapa_nui_cards.points', gain.glory)}"))
    parts += (
        words.signed(SYMBOLS[good], f"+{some_of(good, gain.goods[good], words)}")
        for good in GOODS
        if gain.goods[good]
    )
    return tied(" ".join(parts))


@lru_cache(KEPT)
def due_text(card: Card, amount: int, words: Localizer) -> str:
    """What somebody is due when `card` is uncovered."""
    if card is Card.MOAI:
        signs = words.sign(WOOD) + words.sign(GLORY)
        return tied(f"{signs} +{words.count('rapa_nui_cards.wood_or_points', amount)}".strip())
    if card is Card.LUMBERJACK:
        return gain_text(Gain(wood=amount), words)
    if card is Card.PRIEST:
        return gain_text(Gain(glory=amount), words)
    return gain_text(Gain(goods=tuple(amount if good.value == card.value else 0 for good in GOODS)), words)


def joined(texts: Iterable[str]) -> str:
    """Texts in a list."""
    return LIST.join(texts)
