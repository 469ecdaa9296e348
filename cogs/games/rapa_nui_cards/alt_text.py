"""The display in words, for alternative texts, and what the setting sun upon it means."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.rapa_nui_cards.terms import SUNSET, card_name
from cogs.text.language import Localizer
from cogs.text.names import LIST
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import COLUMN_SIZE, Card


def column_lines(columns: Sequence[Sequence[Card]], words: Localizer) -> list[str]:
    """Each column of the display: its front card, then the cards beneath, the nearest first."""
    return [
        column_line(number, [card_name(card, words) for card in reversed(column)], words)
        for number, column in enumerate(columns, 1)
        if column
    ]


def column_line(number: int, cards: Sequence[str], words: Localizer) -> str:
    """One column, `cards` from its front card on."""
    front, *beneath = cards
    if not beneath:
        return words("rapa_nui_cards.aloud_column_last", n=number, front=front)
    return words("rapa_nui_cards.aloud_column", n=number, front=front, beneath=LIST.join(beneath))


def ending_lines(seen: Observation, words: Localizer) -> list[str]:
    """The columns of which the last card, once taken, ends the game: a setting sun in the picture."""
    if not 0 < seen.deck_size <= COLUMN_SIZE:
        return []
    last = [str(number) for number, column in enumerate(seen.columns, 1) if len(column) == 1]
    if not last:
        return []
    line = words.count("rapa_nui_cards.ends_game_at", len(last), columns=words.listed(last))
    return [words.signed(SUNSET, line)]
