"""The numbers by which a learned value judges a state of the card game.  Rules: Rapa Nui cards 1 to 6.

Each seat has a block of numbers, the judging seat first and then the others in the order of play; after the
blocks come the numbers on shared things.  In a state sampled for an observation, numbers on hidden
cards are about the sampled cards.
"""

from __future__ import annotations

from typing import Final

from engine.counts import Counts
from engine.game import Seat
from engine.rapa_nui_cards.play import revealed_stone, shares_of, values
from engine.rapa_nui_cards.state import CARDS, COLUMN_SIZE, COLUMNS, GOODS, MOAI, MOAI_PRICE, Phase, State

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
    *(f"has_laid_{good}" for good in _GOODS),
    *(f"due_for_{kind}_while_the_deck_lasts" for kind in _KINDS),
    "wood_up_to_a_moai",
    "wood_beyond_a_moai",
    "wood_while_the_deck_lasts",
    "glory",
    *(f"in_hand_{kind}" for kind in _KINDS),
    "moai_in_hand_that_can_be_paid",
    "wood_that_a_moai_in_hand_lacks",
    *(f"held_{good}" for good in _GOODS),
    "points_of_held_cards_by_the_stone",
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
    *(f"supply_{good}" for good in _GOODS),
    *(f"phase_{phase.value}" for phase in _PHASES),
    "asked",
    "in_turn",
    "most_for_uncovering",
    "least_for_uncovering",
    "columns_about_to_be_refilled",
    *(f"third_{kind}" for kind in _KINDS),
    *(f"front_{kind}" for kind in _KINDS),
    *(f"front_{front}_on_{beneath}" for front in _KINDS for beneath in _KINDS),
)
_PAIRS: Final = len(CARDS) * len(CARDS)


def feature_names(seats: int) -> tuple[str, ...]:
    """The names of the numbers of `features` in a game of `seats` players, in order."""
    return (*(f"{name}_of_{place}" for place in range(seats) for name in _OF_A_SEAT), *_OF_ALL)


def features(state: State, seat: Seat) -> list[float]:
    """The numbers about `state` as `seat` judges it, most of them between -2 and 2, in a fixed order."""
    seats, villages, wood = state.seats, state.villages, state.wood
    deck = len(state.deck)
    lasting = deck / DECK_SIZE
    stone = revealed_stone(state)
    worths = values(stone)
    due = [shares_of(laid, card)[1] for card, laid in zip(CARDS, zip(*villages, strict=True), strict=True)]
    found: list[float] = []
    for one in (*range(seat, seats), *range(seat)):
        village, hand, own, held = villages[one], state.hands[one], wood[one], state.held[one]
        fish, mulberry, potato, grain, lumber, priest, moai = village
        in_hand = hand[MOAI]
        found += (
            fish / 3,
            mulberry / 3,
            potato / 3,
            grain / 3,
            lumber / 5,
            priest / 4,
            moai / 3,
            fish > 0,
            mulberry > 0,
            potato > 0,
            grain > 0,
        )
        found += [gain[one] * lasting / 2 for gain in due]
        found += (
            own / MOAI_PRICE if own < MOAI_PRICE else 1.0,
            (own - MOAI_PRICE) / 10 if own > MOAI_PRICE else 0.0,
            own * lasting / 10,
            state.glory[one] / 20,
        )
        found += hand
        found += (
            (in_hand > 0) * (own >= MOAI_PRICE),
            in_hand * max(0, MOAI_PRICE - own) / MOAI_PRICE,
            held[0] / 8,
            held[1] / 8,
            held[2] / 8,
            held[3] / 8,
            (held[0] * worths[0] + held[1] * worths[1] + held[2] * worths[2] + held[3] * worths[3]) / 30,
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
        *(count / 25 for count in state.supply),
        *_ONE[state.phase],
        state.decider == seat,
        state.active == seat,
    )
    return found + _display(state.columns, due, seat)


def _display(columns: tuple[tuple[int, ...], ...], due: list[Counts], seat: Seat) -> list[float]:
    fronts, thirds, pairs = [0.0] * len(CARDS), [0.0] * len(CARDS), [0.0] * _PAIRS
    uncovering: list[int] = []
    for column in columns:
        if not column:
            continue
        front = column[-1]
        fronts[front] += 0.5
        if len(column) > 1:
            beneath = column[-2]
            pairs[front * len(CARDS) + beneath] += 1.0
            if len(column) > 2:
                thirds[column[-3]] += 0.5
            gains = due[beneath]
            uncovering.append(gains[seat] - max(gains[:seat] + gains[seat + 1 :]))
    single = len(columns) - len(uncovering)
    ends = (max(uncovering) / 3, min(uncovering) / 3) if uncovering else (0.0, 0.0)
    return [*ends, single / 2, *thirds, *fronts, *pairs]
