"""The numbers by which a learned value judges a state of Ru-Ra-Re.  Rules: Ru-Ra-Re 1 to 5.

Each seat has a block of numbers, the judging seat first and then the others by number; after the blocks come
the numbers on shared things.  With two players, other numbers judge a state (`features_of_two`).
"""

from __future__ import annotations

from itertools import chain
from operator import mul, sub
from typing import Final

from engine.counts import counted, without
from engine.game import Seat
from engine.ru_ra_re import features_of_two
from engine.ru_ra_re.features_of_two import lying
from engine.ru_ra_re.play import gain, scores, sheets
from engine.ru_ra_re.state import (
    ANIMALS,
    CARDS,
    CHOOSE,
    COPIES,
    DECK,
    SCORING_FROM,
    Card,
    Sheet,
    State,
)
from engine.standings import over_the_best

_KINDS: Final = [card.name.lower() for card in CARDS]
_PARTS: Final = Sheet.__struct_fields__
_OF_A_SEAT: Final = (
    *(f"cards_{kind}" for kind in _KINDS),
    *(f"first_scoring_now_{part}" for part in _PARTS),
    *(f"last_scoring_now_{part}" for part in _PARTS),
    "points_so_far",
    "points_now",
    "kings_squared",
    "kings_while_the_deck_lasts",
    "kings_to_come",
    "animals_squared",
    "kinds_of_animals",
    "animals_to_come",
    "pairs_of_a_farm",
    "trios_of_a_farm",
    "lone_farmers",
    "lone_women",
    "churches_ahead",
    "most_churches",
    "knights_ahead",
    "most_knights",
    "cards_to_the_first_scoring",
    "waiting",
    "best_row",
    "average_row",
)
_OWN, _OTHERS, _LEADS = 4, 3, 3
"""How many of the best rows for the judging seat, the others and its lead have numbers of their own."""
_OF_ALL: Final = (
    "deck",
    "turn",
    "first_scoring_is_held",
    "last_turn",
    "cards_of_the_largest_collection",
    "second_choice",
    "open_rows",
    "lead_so_far",
    "lead_now",
    *(f"gain_by_a_row_{place}" for place in range(_OWN)),
    *(f"gain_of_another_by_a_row_{place}" for place in range(_OTHERS)),
    *(f"best_lead_by_a_row_{place}" for place in range(_LEADS)),
    "worst_lead_by_a_row",
    *(f"to_come_{kind}" for kind in _KINDS),
    *(f"lying_{kind}" for kind in _KINDS),
)


def feature_names(seats: int) -> tuple[str, ...]:
    """The names of the numbers of `features` in a game of `seats` players, in order."""
    if seats == 2:
        return features_of_two.NAMES
    of_seats = (f"{name}_of_{place}" for place in range(seats) for name in _OF_A_SEAT)
    return (*of_seats, *_OF_ALL)


def features(state: State, seat: Seat) -> list[float]:
    """The numbers about `state` as `seat` judges it, most of them between -2 and 2, in a fixed order."""
    seats, collections = state.seats, state.collections
    if seats == 2:
        return features_of_two.features(state, seat)
    is_first = state.first_scoring is None
    lasting = len(state.deck) / len(DECK)
    so_far, now = scores(state), sheets(collections)
    churches = [cards[Card.CHURCH] for cards in collections]
    knights = [cards[Card.KNIGHT] for cards in collections]
    again = state.choice > 1 and state.phase is CHOOSE
    rows = [row for row in lying(state) if row]
    counts = counted(chain.from_iterable(rows), len(CARDS))
    left = COPIES
    for known in (state.box, counts, *collections):
        left = without(left, known)
    order, found = (*range(seat, seats), *range(seat)), list[float]()
    gains = {one: [gain(collections, one, row) for row in rows] for one in order}
    for one in order:
        cards, points, more = collections[one], now[one], gains[one]
        found += [count / 3 for count in cards]
        parts = (
            points.kings / 10,
            points.churches / 10,
            points.victory / 10,
            points.knights / 10,
            points.animals / 10,
            points.farm / 14,
        )
        found += (*parts, *_NONE) if is_first else (*_NONE, *parts)
        kings, farmers, women, houses = cards[Card.KING], *cards[Card.FARMER :]
        animals = cards[Card.SHEEP : Card.FARMER]
        pairs = min(farmers, women)
        church = churches[one] - max(churches[:one] + churches[one + 1 :])
        knight = knights[one] - max(knights[:one] + knights[one + 1 :])
        found += (
            so_far[one] / 30,
            (so_far[one] + points.points) / 60,
            kings * kings / 25,
            kings * lasting,
            kings * left[Card.KING] / 16,
            sum([count * count for count in animals]) / 30,
            sum(map(bool, animals)) / len(ANIMALS),
            sum(map(mul, animals, left[Card.SHEEP : Card.FARMER])) / 20,
            pairs / 2,
            min(pairs, houses) / 2,
            (farmers - pairs) / 2,
            (women - pairs) / 2,
            church / 3,
            church >= 0 and churches[one] > 0,
            knight / 3,
            knight >= 0 and knights[one] > 0,
            max(0, SCORING_FROM - sum(cards)) / SCORING_FROM if is_first else 0.0,
            again and state.waiting[one],
            *((max(more) / 10, sum(more) / len(more) / 10) if more else (0.0, 0.0)),
        )
    seen = [before + points.points for before, points in zip(so_far, now, strict=True)]
    found += (
        lasting,
        state.turn / 12,
        not is_first,
        state.last_turn,
        max(map(sum, collections)) / SCORING_FROM if is_first else 0.0,
        again,
        len(rows) / 8 if again else 0.0,
        over_the_best(so_far, seat) / 30,
        over_the_best(seen, seat) / 30,
    )
    others = [max(each) for each in zip(*(gains[one] for one in order[1:]), strict=True)]
    leads = sorted(map(sub, gains[seat], others), reverse=True)
    for listed, size in ((gains[seat], _OWN), (others, _OTHERS), (leads, _LEADS)):
        best = sorted(listed, reverse=True)[:size]
        found += [*(one / 10 for one in best), *(0.0,) * (size - len(best))]
    found.append(leads[-1] / 10 if leads else 0.0)
    found += [count / 8 for count in left]
    found += [count / 2 for count in counts]
    return found


_NONE: Final = (0.0,) * len(_PARTS)
