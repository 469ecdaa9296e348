"""The display in words, for alternative texts."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.rapa_nui_cards.terms import card_name
from cogs.kit.language import Localizer
from cogs.kit.names import LIST
from engine.rapa_nui_cards.state import Card


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
