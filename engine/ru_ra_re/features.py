"""The numbers by which a learned value judges a state of Ru-Ra-Re.  Rules: Ru-Ra-Re 1 to 5.

Each seat has a block of numbers, the judging seat first and then the others by number; after the blocks come
the numbers on shared things.  With two players, other numbers judge a state (`features_of_two`).
"""

from __future__ import annotations

from typing import Final

from engine.game import Seat
from engine.ru_ra_re import features_of_two
from engine.ru_ra_re.play import gain, scores, sheets
from engine.ru_ra_re.state import (
    ANIMALS,
    CARDS,
    COPIES,
    DECK,
    SCORING_FROM,
    Card,
    Sheet,
    State,
)

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
    "animals_squared",
    "kinds_of_animals",
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
    "best_open_row",
    "average_open_row",
)
_OF_ALL: Final = (
    "deck",
    "turn",
    "first_scoring_is_held",
    "last_turn",
    "cards_of_the_largest_collection",
    "second_choice",
    "open_rows",
    *(f"to_come_{kind}" for kind in _KINDS),
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
    again = state.choice > 1
    rows = [row for row in state.rows if row] if again else []
    found: list[float] = []
    for one in (*range(seat, seats), *range(seat)):
        cards, sheet = collections[one], now[one]
        found += [count / 3 for count in cards]
        parts = (
            sheet.kings / 10,
            sheet.churches / 10,
            sheet.victory / 10,
            sheet.knights / 10,
            sheet.animals / 10,
            sheet.farm / 14,
        )
        found += (*parts, *_NONE) if is_first else (*_NONE, *parts)
        kings, farmers, women, houses = cards[Card.KING], *cards[Card.FARMER :]
        animals = cards[Card.SHEEP : Card.FARMER]
        pairs = min(farmers, women)
        church = churches[one] - max(churches[:one] + churches[one + 1 :])
        knight = knights[one] - max(knights[:one] + knights[one + 1 :])
        found += (
            so_far[one] / 30,
            (so_far[one] + sheet.points) / 60,
            kings * kings / 25,
            kings * lasting,
            sum([count * count for count in animals]) / 30,
            sum(map(bool, animals)) / len(ANIMALS),
            pairs / 2,
            min(pairs, houses) / 2,
            (farmers - pairs) / 2,
            (women - pairs) / 2,
            church / 3,
            church >= 0 and churches[one] > 0,
            knight / 3,
            knight >= 0 and knights[one] > 0,
            max(0, SCORING_FROM - sum(cards)) / SCORING_FROM if is_first else 0.0,
        )
        if again and state.waiting[one] and rows:
            gains = [gain(collections, one, row) for row in rows]
            found += (1.0, max(gains) / 10, sum(gains) / len(gains) / 10)
        else:
            found += (0.0, 0.0, 0.0)
    found += (
        lasting,
        state.turn / 12,
        not is_first,
        state.last_turn,
        max(map(sum, collections)) / SCORING_FROM if is_first else 0.0,
        again,
        len(rows) / 8,
    )
    return found + _to_come(state)


_NONE: Final = (0.0,) * len(_PARTS)


def _to_come(state: State) -> list[float]:
    """For each kind of card, how many can still be laid, by public knowledge."""
    left = [*COPIES]
    for cards in (*state.collections, state.box):
        for kind, count in enumerate(cards):
            left[kind] -= count
    for row in state.rows:
        for card in row:
            left[card] -= 1
    return [count / 8 for count in left]
