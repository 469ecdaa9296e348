"""The numbers by which a learned value judges a state of Ru-Ra-Re with two players.  Rules: Ru-Ra-Re 1 to 5.

Seen by the other seat, a state has the same numbers in another order, a few of them with the other sign: so
a net can give one seat what it takes from the other.
Before the first choice of a turn, the cards of the last refill count as cards to come: a player who looks
ahead doesn't know them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from operator import mul, sub
from typing import Final

from engine.counts import Counts
from engine.game import Seat
from engine.ru_ra_re.play import FOR_ANIMALS, gain, scores, sheets
from engine.ru_ra_re.state import (
    ANIMALS,
    CARDS,
    CHOOSE,
    COPIES,
    DECK,
    ROW_SIZE,
    ROWS,
    SCORING_FROM,
    Card,
    State,
)

_KINDS: Final = [card.name.lower() for card in CARDS]
_MOST_KINGS: Final = 7
"""More kings than this bring no more points."""
_MANY: Final = 4
"""The largest number of animals of a kind for which kinds are counted."""
_BY_CARDS: Final = (
    *(f"has_kings_{number}" for number in range(1, _MOST_KINGS + 1)),
    *(f"cards_{_KINDS[animal]}" for animal in ANIMALS),
    *(f"kinds_of_{number}_animals" for number in range(1, _MANY + 1)),
    "animals_squared",
    "points_of_animals",
)
_BY_PHASE: Final = (
    "churches",
    "knights",
    "victory_points",
    "farmers",
    "women",
    "houses",
    "pairs_of_a_farm",
    "trios_of_a_farm",
    "lone_farmers",
    "lone_women",
)
"""Numbers of cards that have other worths in each of the two phases."""
_OF_A_SEAT: Final = (
    *_BY_CARDS,
    *(f"{name}_{phase}" for phase in ("at_first", "later") for name in (*_BY_PHASE, "scored_now")),
    "animals_squared_while_the_deck_lasts",
    "animals_to_come",
    "kings_while_the_deck_lasts",
    "kings_to_come",
    "partners_to_come",
    "houses_to_come",
    "points_so_far",
    "points_now",
    "best_row",
    "average_row",
    "best_row_again",
    "average_row_again",
)
_CHURCHES_AHEAD: Final = (-2, -1, 0, 1, 2)
_KNIGHTS_AHEAD: Final = (-3, -2, -1, 0, 1, 2, 3)
_AHEAD: Final = tuple(
    f"{name}_ahead_{number}_{phase}"
    for phase in ("later", "at_first")
    for name, listed in (("churches", _CHURCHES_AHEAD), ("knights", _KNIGHTS_AHEAD))
    for number in listed
)
_BEST: Final = 4
"""How many of the rows that add most points have numbers of their own."""
_ENDS: Final = 3
"""How many of the rows that improve the lead most have numbers of their own, and how many of the others."""
_OF_ROWS: Final = (
    *(f"gain_by_a_row_{place}" for place in range(_BEST)),
    *(f"gain_of_the_other_by_a_row_{place}" for place in range(_BEST)),
    *(f"best_lead_by_a_row_{place}" for place in range(_ENDS)),
    *(f"worst_lead_by_a_row_{place}" for place in range(_ENDS)),
)
_CARDS_A_TURN: Final = 6
_MOST_TURNS: Final = 6
_FIRST_TURNS: Final = 5
_SHARED: Final = (
    "deck",
    "turn",
    "first_scoring_is_held",
    "last_turn",
    "second_choice",
    "open_rows",
    "no_churches",
    *(f"turns_left_{number}" for number in range(_MOST_TURNS + 1)),
    "cards_beyond_these_turns",
    *(f"turns_to_the_first_scoring_{number}" for number in range(1, _FIRST_TURNS + 1)),
    *(f"to_come_{kind}" for kind in _KINDS),
    *(f"lying_{kind}" for kind in _KINDS),
    "lying_cards",
)
NAMES: Final = (
    *(f"{name}_of_{place}" for place in range(2) for name in _OF_A_SEAT),
    *_AHEAD,
    *_OF_ROWS,
    *_SHARED,
)
"""The names of the numbers of `features`, in order."""


def features(state: State, seat: Seat) -> list[float]:
    """The numbers about `state` as `seat` judges it, most of them between -2 and 2, in a fixed order."""
    collections, rows = state.collections, [row for row in lying(state) if row]
    counts, is_first = [0] * len(CARDS), state.first_scoring is None
    for card in chain.from_iterable(rows):
        counts[card] += 1
    left = [
        all_copies - box - one - other - here
        for all_copies, box, one, other, here in zip(COPIES, state.box, *collections, counts, strict=True)
    ]
    so_far, now = scores(state), sheets(collections)
    lasting = len(state.deck) / len(DECK)
    again = state.choice > 1 and state.phase is CHOOSE
    gains = [[gain(collections, one, row) for row in rows] for one in (seat, 1 - seat)]
    found: list[float] = []
    for one, more in zip((seat, 1 - seat), gains, strict=True):
        cards, points = collections[one], now[one].points
        by_cards, by_phase, squares = _alone(cards)
        found += by_cards
        found += (*by_phase, points / 30, *_NONE) if is_first else (*_NONE, *by_phase, points / 30)
        kings, farmers, women, houses = cards[Card.KING], *cards[Card.FARMER :]
        pairs = min(farmers, women)
        partners = (farmers - pairs) * left[Card.FARM_WOMAN] + (women - pairs) * left[Card.FARMER]
        found += (
            squares * lasting / 15,
            sum(map(mul, cards[Card.SHEEP : Card.FARMER], left[Card.SHEEP : Card.FARMER])) / 20,
            kings * lasting,
            kings * left[Card.KING] / 16,
            partners / 10,
            max(0, pairs - houses) * left[Card.FARMHOUSE] / 8,
            so_far[one] / 30,
            (so_far[one] + points) / 60,
        )
        best, mean = (max(more) / 10, sum(more) / len(more) / 10) if more else (0.0, 0.0)
        found += (best, mean, best, mean) if again else (best, mean, 0.0, 0.0)
    found += _ahead(collections[seat], collections[1 - seat], is_first)
    found += _rows(*gains)
    has_no_church = not any(cards[Card.CHURCH] for cards in collections)
    found += (lasting, state.turn / 12, not is_first, state.last_turn, again)
    found += (len(rows) / 8 if again else 0.0, has_no_church)
    full, beyond = (0, 0) if state.last_turn else divmod(len(state.deck) + _CARDS_A_TURN, _CARDS_A_TURN)
    found += _ONE_OF[_MOST_TURNS + 1][min(full, _MOST_TURNS)]
    found.append(beyond / _CARDS_A_TURN)
    if is_first:
        missing = max(1, SCORING_FROM - max(map(sum, collections)))
        found += _ONE_OF[_FIRST_TURNS][min(-(-missing // ROW_SIZE), _FIRST_TURNS) - 1]
    else:
        found += _ONE_OF[_FIRST_TURNS][_FIRST_TURNS]
    found += [count / 8 for count in left]
    found += [count / 2 for count in counts]
    found.append(sum(counts) / (ROW_SIZE * ROWS[2]))
    return found


_NONE: Final = (0.0,) * (len(_BY_PHASE) + 1)
_ONE_OF: Final = {
    size: tuple(tuple([float(one == place) for one in range(size)]) for place in range(size + 1))
    for size in (len(_CHURCHES_AHEAD), len(_KNIGHTS_AHEAD), _MOST_TURNS + 1)
}
"""By size and place: numbers that are 0, save one at this place; at the last place, all are 0."""


@lru_cache(maxsize=4096)
def _alone(cards: Counts) -> tuple[tuple[float, ...], tuple[float, ...], int]:
    """The numbers about a collection by itself, those by phase, and the squares of its animals' counts."""
    kings, churches, twos, threes, fours, knights, *animals, farmers, women, houses = cards
    pairs, squares = min(farmers, women), sum([count * count for count in animals])
    by_cards = (
        *[float(kings >= number) for number in range(1, _MOST_KINGS + 1)],
        *[count / 3 for count in animals],
        *[sum([count >= number for count in animals]) / 4 for number in range(1, _MANY + 1)],
        squares / 30,
        sum([FOR_ANIMALS[count] for count in animals]) / 10,
    )
    by_phase = (
        churches / 3,
        knights / 3,
        (2 * twos + 3 * threes + 4 * fours) / 10,
        farmers / 3,
        women / 3,
        houses / 2,
        pairs / 2,
        min(pairs, houses) / 2,
        (farmers - pairs) / 2,
        (women - pairs) / 2,
    )
    return by_cards, by_phase, squares


def _ahead(own: Counts, other: Counts, is_first: bool) -> tuple[float, ...]:
    """For both phases: by how many churches, and by how many knights, the first collection is ahead."""
    churches, knights = own[Card.CHURCH], own[Card.KNIGHT] - other[Card.KNIGHT]
    most, many = len(_CHURCHES_AHEAD) // 2, len(_KNIGHTS_AHEAD) // 2
    lead = max(-most, min(most, churches - other[Card.CHURCH]))
    place = most + lead if churches or other[Card.CHURCH] else len(_CHURCHES_AHEAD)
    ahead = (
        *_ONE_OF[len(_CHURCHES_AHEAD)][place],
        *_ONE_OF[len(_KNIGHTS_AHEAD)][many + max(-many, min(many, knights))],
    )
    none = (0.0,) * len(ahead)
    return (*none, *ahead) if is_first else (*ahead, *none)


def _rows(own: list[int], others: list[int]) -> list[float]:
    """The points that the best rows add for each seat; then the best and the worst rows for the lead."""
    leads = sorted(map(sub, own, others), reverse=True)
    found = [*sorted(own, reverse=True)[:_BEST], *[0] * (_BEST - len(own))]
    found += [*sorted(others, reverse=True)[:_BEST], *[0] * (_BEST - len(others))]
    found += [*leads[:_ENDS], *[0] * (_ENDS - len(leads))]
    found += [*leads[: -_ENDS - 1 : -1], *[0] * (_ENDS - len(leads))]
    return [points / 10 for points in found]


def lying(state: State) -> list[tuple[Card, ...]]:
    """The rows; before the first choice of a turn, without the cards that the last refill laid."""
    if state.choice > 1 and state.phase is CHOOSE:
        return [*state.rows]
    kept = [ROW_SIZE] * len(state.rows)
    for meetings in state.revealed:
        for meeting in meetings:
            # Two seats took a card from the row by their clash; one seat took all cards.
            kept[meeting.row - 1] = kept[meeting.row - 1] - 1 if len(meeting.seats) > 1 else 0
    return [row[:count] for row, count in zip(state.rows, kept, strict=True)]
