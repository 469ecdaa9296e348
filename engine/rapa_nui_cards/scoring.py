"""What is given in scoring phases and at the end.  Rules: Rapa Nui cards 3.4, 6."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final

from engine.counts import Counts
from engine.game import Part, Result, Seat, SeatResult
from engine.rapa_nui_cards.state import CARDS, GOODS, LUMBERJACK, Card, State
from engine.standings import ranks

POINTS_FOR_MOAI = 4
WOOD_FOR_POINT = 5
MAJORITY_FROM = 2
"""The least number of cards that can give a majority bonus."""

_COUNT_OF: Final = tuple(itemgetter(int(card)) for card in CARDS)


def shares(villages: Sequence[Counts], card: Card) -> tuple[Seat | None, Counts]:
    """The majority and what each seat is due when `card` is uncovered: wood, points or sacrifice cards.

    The majority is the seat with at least 2 of `card` and more than every other, if any.  Rules: 3.4.
    """
    return shares_of(laid(villages, card), card)


def laid(villages: Sequence[Counts], card: Card) -> Counts:
    """How many of `card` each seat has laid."""
    return tuple(map(_COUNT_OF[card], villages))


@lru_cache(maxsize=4096)
def shares_of(laid: Counts, card: Card) -> tuple[Seat | None, Counts]:
    """The same where each seat has laid so many of `card`."""
    due = [min(count, 1) if card < LUMBERJACK else count for count in laid]
    most = max(laid)
    if most < MAJORITY_FROM or laid.count(most) > 1:
        return None, tuple(due)
    best = laid.index(most)
    due[best] += 1
    return best, tuple(due)


def dues(villages: Sequence[Counts], card: Card) -> Counts:
    """How much each seat is due when `card` is uncovered: wood, points or sacrifice cards.  Rules: 3.4."""
    _, due = shares(villages, card)
    return due


def values(stone: Counts) -> Counts:
    """What a sacrifice card of each good is worth with these cards on the stone (0 to 3).  Rules: 6."""
    if not any(stone):
        return (0, 0, 0, 0)
    ranks = sorted(set(stone), reverse=True)
    return tuple(3 - ranks.index(count) for count in stone)


def worth_of(held: Counts, worth: Counts) -> int:
    """The points for sacrifice cards, with `worth` points for each good.  Rules: 6."""
    return sum(count * each for count, each in zip(held, worth, strict=True))


def points_in_sight(glory: int, village: Counts, wood: int) -> int:
    """The public part of a seat's total: all but its sacrifice cards.  Rules: 5, 6."""
    return glory + POINTS_FOR_MOAI * village[Card.MOAI] + wood // WOOD_FOR_POINT


def revealed_stone(state: State) -> Counts:
    """All cards on the stone by good, those face down included."""
    stone = list(state.stone)
    for card in state.face_down:
        stone[card.good] += 1
    return tuple(stone)


def parts(state: State, seat: Seat, worth: Counts) -> tuple[Part, ...]:
    """The lines of the score sheet of `seat`, with `worth` points for each good.  Rules: Rapa Nui cards 6."""
    held = state.held[seat]
    return (
        Part("glory", state.glory[seat]),
        Part("moai", POINTS_FOR_MOAI * state.villages[seat][Card.MOAI]),
        Part("wood", state.wood[seat] // WOOD_FOR_POINT),
        *(Part(CARDS[good].name.lower(), held[good] * worth[good]) for good in GOODS),
    )


def final_result(state: State) -> Result:
    """The score of each seat, with both tie-breaks.  Rules: Rapa Nui cards 6, 7."""
    worth = values(revealed_stone(state))
    sheets = [parts(state, seat, worth) for seat in range(state.seats)]
    totals = [sum(part.points for part in sheet) for sheet in sheets]
    standings = [
        (total, village[Card.MOAI], wood if state.wood_tiebreak else 0)
        for total, village, wood in zip(totals, state.villages, state.wood, strict=True)
    ]
    return Result(
        seats=tuple(
            SeatResult(total, sheet, rank)
            for total, sheet, rank in zip(totals, sheets, ranks(standings), strict=True)
        ),
        reason="deck_used_up",
    )
