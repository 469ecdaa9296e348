"""The numbers by which a learned value judges a state of the card game.  Rules: Rapa Nui cards 1 to 6.

Each seat has a block of numbers, the judging seat first and then the others in the order of play; after the
blocks come the numbers on shared things.  In a state sampled for an observation, numbers on hidden
cards are about the sampled cards.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from engine.counts import Counts, counted, with_more
from engine.game import Seat
from engine.rapa_nui_cards.play import points_in_sight, revealed_stone, shares_of, values
from engine.rapa_nui_cards.state import (
    CARDS,
    COLUMN_SIZE,
    COLUMNS,
    GOODS,
    MOAI,
    MOAI_PRICE,
    Card,
    Phase,
    State,
)

_KINDS: Final = [card.name.lower() for card in CARDS]
_GOODS: Final = _KINDS[: len(GOODS)]
_PHASES: Final = tuple(phase for phase in Phase if phase.value not in {"draw_first", "shuffle", "over"})
_ONE: Final = {phase: tuple(float(phase is one) for one in _PHASES) for phase in Phase}

DECK_SIZE: Final = 34
"""The number of cards in the deck at the beginning.  Rules: Rapa Nui cards 2.5."""
_LATE: Final = 8
"""A deck of this many cards, or fewer, counts as nearly used up."""

_OF_A_SEAT: Final = (
    *(f"laid_{kind}" for kind in _KINDS),
    *(f"due_for_{kind}" for kind in _KINDS),
    *(f"due_for_{kind}_to_come" for kind in _KINDS),
    "wood_up_to_a_moai",
    "wood_beyond_a_moai",
    "wood_while_the_deck_lasts",
    "glory",
    *(f"in_hand_{kind}" for kind in _KINDS),
    "moai_in_hand_that_can_be_paid",
    "wood_that_a_moai_in_hand_lacks",
    *(f"held_{good}" for good in _GOODS),
    "points_of_held_cards_by_the_stone",
    "points_of_goods_to_come_by_the_stone",
    "points_by_the_stone",
)
_OF_ALL: Final = (
    "deck",
    "end_of_the_deck",
    "display",
    *(f"stone_{good}" for good in _GOODS),
    *(f"value_{good}" for good in _GOODS),
    "gap_first_to_second",
    "gap_second_to_third",
    "gap_third_to_fourth",
    "face_down",
    *(f"phase_{phase.value}" for phase in _PHASES),
    "asked",
)
_OF_THE_DISPLAY: Final = (
    "most_for_uncovering",
    "least_for_uncovering",
    *(f"to_come_{kind}" for kind in _KINDS),
    *(f"front_{kind}" for kind in _KINDS),
    *(f"front_{front}_on_{beneath}" for front in _KINDS for beneath in _KINDS),
)
_PAIRS: Final = len(CARDS) * len(CARDS)


def feature_names(seats: int) -> tuple[str, ...]:
    """The names of the numbers of `features` in a game of `seats` players, in order."""
    of_seats = (f"{name}_of_{place}" for place in range(seats) for name in _OF_A_SEAT)
    return (*of_seats, *_OF_ALL, *(f"turn_of_{place}" for place in range(seats)), *_OF_THE_DISPLAY)


def features(state: State, seat: Seat) -> list[float]:
    """The numbers about `state` as `seat` judges it, most of them between -2 and 2, in a fixed order."""
    seats, villages, wood, active = state.seats, state.villages, state.wood, state.active
    deck, order = len(state.deck), (*range(seat, seats), *range(seat))
    lasting = deck / DECK_SIZE
    stone = revealed_stone(state)
    worths = values(stone)
    due = [shares_of(laid, card)[1] for card, laid in zip(CARDS, zip(*villages, strict=True), strict=True)]
    to_come = counted(state.deck, len(CARDS))
    for column in state.columns:
        to_come = with_more(to_come, column[:-1])
    found: list[float] = []
    for one in order:
        village, hand, own, held, glory = (
            villages[one],
            state.hands[one],
            wood[one],
            state.held[one],
            state.glory[one],
        )
        fish, mulberry, potato, grain, lumber, priest, moai = village
        in_hand, dues = hand[MOAI], [gain[one] for gain in due]
        coming = [*map(mul, dues, to_come)]
        goods = sum(map(mul, held, worths))
        found += (fish / 3, mulberry / 3, potato / 3, grain / 3, lumber / 5, priest / 4, moai / 3)
        found += [gain / 2 for gain in dues]
        found += [cards / 16 for cards in coming]
        found += (
            own / MOAI_PRICE if own < MOAI_PRICE else 1.0,
            (own - MOAI_PRICE) / 10 if own > MOAI_PRICE else 0.0,
            own * lasting / 10,
            glory / 20,
        )
        found += hand
        found += (
            (in_hand > 0) * (own >= MOAI_PRICE),
            in_hand * max(0, MOAI_PRICE - own) / MOAI_PRICE,
            held[0] / 8,
            held[1] / 8,
            held[2] / 8,
            held[3] / 8,
            goods / 30,
            sum(map(mul, coming, worths)) / 32,
            (points_in_sight(glory, village, own) + goods) / 30,
        )
    first, second, third, fourth = sorted(stone, reverse=True)
    found += (
        lasting,
        max(0, _LATE - deck) / _LATE,
        sum(map(len, state.columns)) / (COLUMNS * COLUMN_SIZE),
        *(count / 5 for count in stone),
        *(worth / 3 for worth in worths),
        (first - second) / 2,
        (second - third) / 2,
        (third - fourth) / 2,
        len(state.face_down) / 4,
        *_ONE[state.phase],
        state.decider == seat,
        *(one == active for one in order),
    )
    return found + _display(state.columns, due, seat, to_come)


def _display(
    columns: tuple[tuple[Card, ...], ...], due: list[Counts], seat: Seat, to_come: Counts
) -> list[float]:
    fronts, pairs = [0.0] * len(CARDS), [0.0] * _PAIRS
    uncovering: list[int] = []
    for column in columns:
        if not column:
            continue
        front = column[-1]
        fronts[front] += 0.5
        if len(column) > 1:
            beneath = column[-2]
            pairs[front * len(CARDS) + beneath] += 1.0
            gains = due[beneath]
            uncovering.append(gains[seat] - max(gains[:seat] + gains[seat + 1 :]))
    ends = (max(uncovering) / 3, min(uncovering) / 3) if uncovering else (0.0, 0.0)
    return [*ends, *(count / 8 for count in to_come), *fronts, *pairs]
