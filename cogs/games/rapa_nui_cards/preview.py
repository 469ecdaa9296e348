"""What taking a card would uncover, and what scoring that would give."""

from __future__ import annotations

from cogs.games.rapa_nui_cards.terms import card_text, due_text, joined
from cogs.kit.language import Localizer
from cogs.kit.names import TIE, Names
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.scoring import dues
from engine.rapa_nui_cards.state import COLUMN_SIZE, Card


def scoring_text(seen: Observation, card: Card, names: Names, words: Localizer) -> str:
    """What each player would get if `card` were scored now."""
    due = dues([view.village for view in seen.seats], card)
    # The viewer first: what do *I* get?
    order = sorted(range(len(due)), key=lambda seat: seat != names.viewer)
    got = joined(f"{names.short(seat)}{TIE}{due_text(card, due[seat], words)}" for seat in order if due[seat])
    return got or words("rapa_nui_cards.nobody_gets")


def uncovered_text(seen: Observation, column: int, words: Localizer) -> str:
    """What taking the front card of `column` (from 1) would uncover."""
    cards = seen.columns[column - 1]
    if len(cards) > 1:
        return words("rapa_nui_cards.uncovers", card=card_text(cards[-2], words))
    if seen.deck_size <= COLUMN_SIZE:
        return words("rapa_nui_cards.ends_game")
    return words("rapa_nui_cards.uncovers_new")


def consequence_text(seen: Observation, column: int, names: Names, words: Localizer) -> str:
    """What taking from `column` as the last card of this turn would score; empty if that cannot be known."""
    cards = seen.columns[column - 1]
    return scoring_text(seen, cards[-2], names, words) if len(cards) > 1 else ""
