"""Estimates the value of a position, for computer players.  The constants are estimates that play well."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.counts import Counts
from engine.game import Seat
from engine.rapa_nui_cards.play import (
    MAJORITY_FROM,
    POINTS_FOR_MOAI,
    WOOD_FOR_POINT,
    final_result,
    revealed_stone,
    values,
)
from engine.rapa_nui_cards.state import CARDS, DECK, GOODS, MOAI_PRICE, Card, Phase, State
from engine.standings import lead

CARDS_A_TURN: Final = 1.3
"""About how many cards leave the display in a turn."""
LEFT_LYING: Final = 12
"""About how many cards are left in the display when the game ends."""
TURNS: Final = 30
"""About how many turns a game takes."""
SHARE: Final = tuple(DECK.count(card) / len(DECK) for card in CARDS)
"""For each kind of card, the probability that a scored card is of this kind."""
EARLY_GOOD: Final = 1.5
"""The average points that a sacrifice card is worth while the stone is empty."""
WOOD_EARLY: Final = {2: 0.85, 3: 0.65, 4: 0.55}
"""The points that one wood is worth while there is time to use it, by the number of players."""
WOOD_LATE: Final = 1 / WOOD_FOR_POINT
HAND_DISCOUNT: Final = 0.6
"""A card in hand is worth this share of its worth in the village."""


def worth(state: State, seat: Seat) -> float:
    """About how many points `seat` will be ahead of its best opponent."""
    return lead(totals(state), seat)


def totals(state: State) -> list[float]:
    """About how many points each seat will have at the end."""
    if state.phase is Phase.OVER:
        return [float(result.points) for result in final_result(state).seats]
    turns = turns_left(state)
    goods = good_worths(state, turns)
    laid = zip(*state.villages, strict=True)
    dues = [expected_dues(of_card, card < Card.LUMBERJACK) for card, of_card in enumerate(laid)]
    return [prospects(state, one, turns, goods, dues) for one in range(state.seats)]


def wood_worth(state: State, turns: float) -> float:
    """The points that one wood is worth if about `turns` turns are left."""
    return WOOD_LATE + (WOOD_EARLY[state.seats] - WOOD_LATE) * min(1.0, turns / 10)


def turns_left(state: State) -> float:
    """About how many turns are left in the game."""
    lying = sum(map(len, state.columns))
    return max(0.0, (len(state.deck) + lying - LEFT_LYING) / CARDS_A_TURN)


def good_worths(state: State, turns: float) -> tuple[float, ...]:
    """About how many points a sacrifice card of each good will be worth, with `turns` turns left."""
    now = values(revealed_stone(state))
    trust = 1 - 0.7 * min(1.0, turns / TURNS) if any(now) else 0.0
    return tuple(trust * now[good] + (1 - trust) * EARLY_GOOD for good in GOODS)


def prospects(
    state: State, seat: Seat, turns: float, goods: tuple[float, ...], dues: list[tuple[float, ...]]
) -> float:
    """About how many points `seat` will have at the end; `dues`: the `expected_dues` of each kind of card."""
    wood = wood_worth(state, turns)
    village, hand, held = state.villages[seat], state.hands[seat], state.held[seat]
    points = state.glory[seat] + POINTS_FOR_MOAI * village[Card.MOAI] + wood * state.wood[seat]
    for good in GOODS:
        points += held[good] * goods[good]
    units = (*goods, wood, 1.0, 1.0)
    for card in CARDS:
        points += turns * SHARE[card] * units[card] * dues[card][seat]
    return points + HAND_DISCOUNT * hand_worth(hand, village, state.wood[seat], turns, units)


@lru_cache(maxsize=4096)
def expected_dues(laid: Counts, of_gatherer: bool) -> tuple[float, ...]:
    """Each seat's average gain when a kind of card is scored: sacrifice cards, wood or glory points.

    `laid`: for each seat, the number of such cards in its village; `of_gatherer`: the kind is a Gatherer, any
    number of which brings one sacrifice card.
    """
    return tuple(
        expected_due(own, max(laid[:seat] + laid[seat + 1 :]), of_gatherer) for seat, own in enumerate(laid)
    )


def expected_due(own: int, most_of_others: int, of_gatherer: bool) -> float:
    """The average gain of a seat with `own` cards of a kind when that kind is scored."""
    if not own:
        return 0.0
    bonus = 0.0
    if own >= MAJORITY_FROM:
        bonus = 0.8 if own > most_of_others else 0.2 if own == most_of_others else 0.0
    return (1.0 if of_gatherer else float(own)) + bonus


def hand_worth(hand: Counts, village: Counts, wood: int, turns: float, units: tuple[float, ...]) -> float:
    """About how many points the cards in hand will add once they are laid, with `turns` turns left.

    `units`: the points that one sacrifice card of each good is worth.
    """
    total = 0.0
    for card in CARDS:
        if not hand[card]:
            continue
        gain = turns * SHARE[card] * units[card]
        if card < Card.LUMBERJACK:
            # The first Gatherer brings goods; further ones make sacrifice cards cheaper and win majorities.
            total += gain * (1.0 if not village[card] else 0.3) + 0.15 * (hand[card] - 1)
        elif card is Card.MOAI:
            near = min(1.0, (wood + min(turns, 4)) / MOAI_PRICE)
            total += near * (POINTS_FOR_MOAI + gain - MOAI_PRICE * units[Card.LUMBERJACK])
            total -= 0.8 * (hand[card] - 1)  # A second Moai waits for wood, a third one blocks the hand.
        else:
            total += gain * hand[card]
    return total
