"""The public board: display, stone, supply, villages, what was scored last."""

from __future__ import annotations

from discord import ui

from cogs.screens.contract import Item, text
from cogs.screens.rapa_nui_cards.terms import (
    HAND,
    SACRIFICE_CARDS,
    STONE,
    card_text,
    cards_text,
    gain_text,
    glory_text,
    goods_text,
    joined,
    some_good_text,
    tied,
    wood_text,
)
from cogs.seats import TIE, Names
from engine.counts import Counts
from engine.game import Seat
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.scoring import values
from engine.rapa_nui_cards.state import GOODS, Phase
from locales import Words


def board(seen: Observation, names: Names, words: Words) -> list[Item]:
    """All that is public."""
    return [
        display(seen, words),
        text(*stone_lines(seen, names, words)),
        ui.Separator(),
        *(text(*seat_lines(seen, seat, names, words)) for seat in turn_order(seen)),
        *last_scoring(seen, names, words),
    ]


def turn_order(seen: Observation) -> list[Seat]:
    """The seats in the order of play, the first player first."""
    return [(seen.first + step) % len(seen.seats) for step in range(len(seen.seats))]


def display(seen: Observation, words: Words) -> Item:
    """The four columns, each from its front card to the one laid first."""
    deck = words.count("rapa_nui_cards.deck", seen.deck_size)
    lines = [f"**{words('rapa_nui_cards.display')}** · {deck}"]
    for number, column in enumerate(seen.columns, 1):
        front, *beneath = reversed(column)
        covered = "".join(f" ‹ {card_text(card, words)}" for card in beneath)
        lines.append(f"`{number}` **{card_text(front, words)}**{covered}")
    return text(*lines)


def stone_lines(seen: Observation, names: Names, words: Words) -> list[str]:
    """The stone with what goods would be worth by its face-up cards, and the supply."""
    goods = stone_goods(seen.stone, words) if any(seen.stone) else words("rapa_nui_cards.stone_empty")
    lines = [f"**{STONE} {words('rapa_nui_cards.stone')}** {goods}"]
    if seen.face_down:
        laid = [card.seat for card in seen.face_down]
        who = joined(f"{names(seat)} {laid.count(seat)}" for seat in turn_order(seen) if seat in laid)
        lines.append("-# " + words.count("rapa_nui_cards.face_down", len(laid), who=who))
    lines.append(f"-# {words('rapa_nui_cards.supply')} {goods_text(seen.supply, words, zeros=True)}")
    return lines


def stone_goods(stone: Counts, words: Words) -> str:
    """How many cards of each good lie there, and what each good is worth by that."""
    worth = values(stone)
    value = [tied(words("rapa_nui_cards.worth", n=worth[good])) for good in GOODS]
    return joined(f"{some_good_text(good, stone[good], words)}{TIE}({value[good]})" for good in GOODS)


def seat_lines(seen: Observation, seat: Seat, names: Names, words: Words) -> list[str]:
    """What one player has."""
    view = seen.seats[seat]
    marks = [
        words("rapa_nui_cards.is_active") if seat == seen.active and seen.phase is not Phase.OVER else "",
        words("rapa_nui_cards.is_first") if seat == seen.first else "",
    ]
    head = f"**{names(seat)}** " + " ".join(mark for mark in marks if mark)
    numbers = joined(
        (
            wood_text(view.wood, words),
            glory_text(view.glory, words),
            tied(f"{HAND} {words.count('rapa_nui_cards.hand_size', view.hand_size)}"),
            tied(f"{SACRIFICE_CARDS} {words.count('rapa_nui_cards.held_size', view.held_size)}"),
        )
    )
    lines = [head.strip(), numbers, cards_text(view.village, words)]
    if seen.open_hands and view.hand is not None and view.held is not None:
        hand, held = cards_text(view.hand, words), goods_text(view.held, words)
        lines.append(f"-# {HAND} {hand} — {SACRIFICE_CARDS} {held}")
    return lines


def last_scoring(seen: Observation, names: Names, words: Words) -> list[Item]:
    """What was scored last, and what it gave."""
    if seen.scoring is None:
        return []
    gains = seen.scoring.gains
    got = joined(
        f"{names(seat)}{TIE}{gain}" for seat in turn_order(seen) if (gain := gain_text(gains[seat], words))
    )
    line = words("rapa_nui_cards.scored_last", card=card_text(seen.scoring.card, words))
    return [ui.Separator(), text(f"{line} {got or words('rapa_nui_cards.nobody_gets')}")]
