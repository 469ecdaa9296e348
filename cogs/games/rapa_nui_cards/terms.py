"""Cards, goods, wood and points in words and emojis."""

from __future__ import annotations

from typing import Final

from cogs.text.language import Localizer, Sign
from cogs.text.names import LIST, TIE, tied
from engine.counts import Counts
from engine.rapa_nui_cards.state import CARDS, GOODS, Card, Gain, Good
from pictures.rapa_nui_cards.board import art

SYMBOLS: Final = tuple(
    Sign(card.name.lower(), emoji, art(card.name.lower()))
    for card, emoji in zip(CARDS, "🐟🫐🍠🌾🪓📿🗿", strict=True)
)
"""The sign of each card, in the order of `Card`; the first four are also those of the goods, as in `Good`."""
WOOD: Final = Sign("wood", "🪵", art("wood"))
GLORY: Final = Sign("glory", "⭐", art("glory"))
HAND: Final = Sign("hand", "✋", art("hand"))
SACRIFICE_CARDS: Final = Sign("sacrifice_cards", "🎴", art("held"))
STONE: Final = Sign("stone", "🪨", art("stone"))
SUNSET: Final = Sign("sunset", "🌅", "art:sunset")
"""The sign of the game's end; an emoji of the bot's own would take too many of a message's characters."""
SIGNS: Final = (*SYMBOLS, WOOD, GLORY, HAND, SACRIFICE_CARDS, STONE)
"""The signs for which this game has emojis of its own."""


def card_name(card: Card, words: Localizer) -> str:
    """The name of a Rapa Nui card."""
    return words(f"rapa_nui_cards.card_{card.name.lower()}")


def good_name(good: Good, words: Localizer) -> str:
    """The name of a good."""
    return words(f"rapa_nui_cards.good_{good.name.lower()}")


def card_text(card: Card, words: Localizer) -> str:
    """The name of a Rapa Nui card, with its emoji."""
    return tied(words.signed(SYMBOLS[card], card_name(card, words)))


def good_text(good: Good, words: Localizer) -> str:
    """The name of a good, with its emoji."""
    return tied(words.signed(SYMBOLS[good], good_name(good, words)))


def cards_text(counts: Counts, words: Localizer) -> str:
    """The number of each Rapa Nui card: `🐟 Fish ×2 · 🗿 Moai`."""
    kinds = (
        card_text(card, words) + (f"{TIE}×{counts[card]}" if counts[card] > 1 else "")
        for card in (Card.MOAI, Card.PRIEST, Card.LUMBERJACK, *CARDS[: len(GOODS)])
        if counts[card]
    )
    return LIST.join(kinds) or words("rapa_nui_cards.none")


def goods_text(counts: Counts, words: Localizer, *, zeros: bool = False) -> str:
    """The number of sacrifice cards of each good: `🐟 2 fish · 🌾 1 grain`; with `zeros` also the zeros."""
    kinds = (some_good_text(good, counts[good], words) for good in GOODS if counts[good] or zeros)
    return LIST.join(kinds) or words("rapa_nui_cards.none")


def some_good_text(good: Good, count: int, words: Localizer) -> str:
    """A number of sacrifice cards of a good in words, with its emoji: `🐟 2 fish`."""
    return tied(words.signed(SYMBOLS[good], some_of(good, count, words)))


def some_of(good: Good, count: int, words: Localizer) -> str:
    """A number of cards of a good: `2 fish`."""
    return words.count(f"rapa_nui_cards.some_{good.name.lower()}", count)


def wood_text(amount: int, words: Localizer) -> str:
    """An amount of wood in words, with its emoji."""
    return tied(words.signed(WOOD, words.count("rapa_nui_cards.wood", amount)))


def glory_text(amount: int, words: Localizer) -> str:
    """An amount of glory points in words, with its emoji."""
    return tied(words.signed(GLORY, words.count("rapa_nui_cards.points", amount)))


def gain_text(gain: Gain, words: Localizer) -> str:
    """A player's gain in words, with emojis: `🪵 +2 wood`; empty if they gain nothing."""
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


def due_text(card: Card, amount: int, words: Localizer) -> str:
    """A player's gain when `card` is scored, in words with emojis; `amount`: the amount due to them."""
    if card is Card.MOAI:
        signs = words.sign(WOOD) + words.sign(GLORY)
        return tied(f"{signs} +{words.count('rapa_nui_cards.wood_or_points', amount)}".strip())
    if card is Card.LUMBERJACK:
        return gain_text(Gain(wood=amount), words)
    if card is Card.PRIEST:
        return gain_text(Gain(glory=amount), words)
    return gain_text(Gain(goods=tuple(amount if good.value == card.value else 0 for good in GOODS)), words)
