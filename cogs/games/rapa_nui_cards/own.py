"""What a player has: their hand, their sacrifice cards, and what they laid face down."""

from __future__ import annotations

from cogs.discord_io.attachments import Picture
from cogs.games.rapa_nui_cards.board import column_lines, ending_lines
from cogs.games.rapa_nui_cards.terms import (
    HAND,
    SACRIFICE_CARDS,
    STONE,
    cards_text,
    glory_text,
    goods_text,
    joined,
    wood_text,
)
from cogs.text.alt_text import spoken
from cogs.text.components import Item, text
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import Good
from pictures.rapa_nui_cards.own import own as with_display
from pictures.rapa_nui_cards.own import own_alone


def own(
    seen: Observation, before: Observation, names: Names, words: Localizer, *, beside_board: bool = False
) -> list[Item]:
    """The viewer's hand, sacrifice cards, and what they laid face down, with the display to take from."""
    lines, aloud = own_lines(seen, words), words.for_alt_text
    alt_lines = own_lines(seen, aloud)
    scene = own_alone(seen, before) if beside_board else with_display(seen, before)
    if not beside_board:
        alt_lines += [*column_lines(seen.columns, aloud), *ending_lines(seen, aloud)]
    return [Picture("cards", scene, spoken(alt_lines, words), [text(*lines)])]


def own_lines(seen: Observation, words: Localizer) -> list[str]:
    """The viewer's own things in words."""
    assert seen.viewer is not None
    view = seen.seats[seen.viewer]
    assert view.hand is not None
    assert view.held is not None
    lines = [
        f"**{words.signed(HAND, words('rapa_nui_cards.hand'))}** {cards_text(view.hand, words)}",
        f"**{words.signed(SACRIFICE_CARDS, words('rapa_nui_cards.held'))}** {goods_text(view.held, words)}",
    ]
    laid = [card.good for card in seen.face_down if card.seat == seen.viewer and card.good is not None]
    if laid:
        counts = tuple(laid.count(good) for good in Good)
        title = words.signed(STONE, words("rapa_nui_cards.own_face_down"))
        lines.append(f"**{title}** {goods_text(counts, words)}")
    lines.append(joined((wood_text(view.wood, words), glory_text(view.glory, words))))
    lines.append(f"-# {words('rapa_nui_cards.village')} {cards_text(view.village, words)}")
    return lines
