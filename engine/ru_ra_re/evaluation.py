"""Estimates the value of a position or a row, for computer players.  The constants are estimates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from operator import add
from typing import Final, NamedTuple

from engine.counts import Counts, changed, with_more
from engine.game import Seat
from engine.kept import Kept
from engine.ru_ra_re.moves import WAITING_SEATS, legal_moves
from engine.ru_ra_re.play import FOR_ANIMALS, FOR_MOST_CHURCHES, farm_points, kings_points, scores
from engine.ru_ra_re.state import (
    ANIMALS,
    CARDS,
    NO_CARDS,
    RED_CROSS,
    VICTORY_POINTS,
    Card,
    Phase,
    State,
)
from engine.standings import lead

FIRST_SCORING_AFTER: Final = 5
"""The number of turns after which the first scoring usually comes."""
CARDS_A_TURN: Final = {2: 6.5, 3: 9.5, 4: 12.5}
"""About how many cards are laid for the next turn, by the number of players."""
KINGS_A_TURN: Final = 0.35
ANIMALS_A_TURN: Final = 0.12
"""A seat with animals of a kind gets about this many more a turn; `KINGS_A_TURN`: the same for kings."""
LONE_FARMER: Final = 0.5
"""The points, for each turn left, of a farmer without a farm woman, or of a woman without a farmer."""
LONE_FARMHOUSE: Final = 0.25
STILL_TO_COME: Final = 0.5
"""The share of an average row's worth that a seat is expected to get if it chooses again in a turn."""


class Rivals(NamedTuple):
    """The most churches, and the most knights, that any one opponent has."""

    churches: int
    knights: int


Asked = tuple[Counts, Rivals, float | None, float]
"""The arguments of `outlook`: collection, rivals, turns to the first scoring (None: over), to the end."""


def worth(state: State, seat: Seat) -> float:
    """About how many points `seat` will be ahead of its best opponent."""
    return lead(_TOTALS.of(state), seat)


def totals(state: State) -> list[float]:
    """About how many points each seat will have at the end."""
    found = [float(points) for points in scores(state)]
    if state.phase is Phase.OVER:
        return found
    to_come = [prospects(state, seat, asked) for seat, asked in enumerate(outlooks(state))]
    return [*map(add, found, to_come)]


_TOTALS: Final = Kept(totals, 1)
"""Caches the totals of one state: computer players ask its worth for one seat after the other."""


def prospects(state: State, seat: Seat, asked: Asked) -> float:
    """About how many more points `seat` will get; `asked`: the arguments of `outlook` for this seat."""
    now = outlook(*asked)
    if state.choice < 2 or not state.waiting[seat]:
        return now
    # Between two choices of a turn, a waiting seat can still get one of the rows with cards.
    cards, *others = asked
    hopes = [outlook(with_more(cards, row), *others) - now for row in state.rows if row]
    return now + STILL_TO_COME * sum(hopes) / max(1, len(hopes))


def outlooks(state: State) -> list[Asked]:
    """The arguments of `outlook` for each seat."""
    churches = most_of_others(state.collections, Card.CHURCH)
    knights = most_of_others(state.collections, Card.KNIGHT)
    until_end = turns_left(state)
    until_first = None
    if state.first_scoring is None:
        until_first = min(until_end, max(0.0, float(FIRST_SCORING_AFTER - state.turn)))
    rivals = map(Rivals, churches, knights)
    return [
        (cards, one, until_first, until_end) for cards, one in zip(state.collections, rivals, strict=True)
    ]


def most_of_others(collections: Sequence[Counts], card: Card) -> list[int]:
    """For each seat, the most copies of `card` that any one opponent has."""
    held = [cards[card] for cards in collections]
    return [max(held[:seat] + held[seat + 1 :]) for seat in range(len(held))]


@lru_cache(maxsize=20_000)
def outlook(cards: Counts, rivals: Rivals, until_first: float | None, until_end: float) -> float:
    """About how many points a collection brings in the final scoring and, if still to come, the first."""
    if until_first is None:
        return sum(expected(cards, rivals, until_end))
    first, last = expected(cards, rivals, until_first), expected(staying(cards), rivals, until_end)
    return sum(first, 0.0) + sum(last, 0.0)


def staying(cards: Counts) -> Counts:
    """The cards of a collection that do not go to the box after the first scoring."""
    return tuple(0 if card in RED_CROSS else count for card, count in zip(CARDS, cards, strict=True))


def turns_left(state: State) -> float:
    """About how many turns follow this one."""
    return len(state.deck) / CARDS_A_TURN[state.seats] + (0 if state.last_turn else 1)


def expected(cards: Counts, rivals: Rivals, turns: float) -> tuple[float, ...]:
    """About how many points each field of a score sheet brings in a scoring in `turns` turns."""
    knights = cards[Card.KNIGHT]
    return (
        expected_kings(cards[Card.KING], turns),
        FOR_MOST_CHURCHES * chance_of_most(cards[Card.CHURCH], rivals.churches, turns),
        sum(value * cards[card] for card, value in VICTORY_POINTS.items()),
        knights * (1 + chance_of_most(knights, rivals.knights, turns)),
        sum(expected_animals(cards[animal], turns) for animal in ANIMALS),
        expected_farm(cards, turns),
    )


def expected_kings(kings: int, turns: float) -> float:
    """The expected points for `kings` kings plus those that usually follow in `turns` turns."""
    coming = kings + KINGS_A_TURN * turns
    least = int(coming)
    return kings_points(least) + (coming - least) * (kings_points(least + 1) - kings_points(least))


def expected_animals(animals: int, turns: float) -> float:
    """The expected points for `animals` animals of a kind plus those that usually follow in `turns` turns."""
    if not animals:
        return 0.0
    more = min(ANIMALS_A_TURN * turns, len(FOR_ANIMALS) - 1 - animals)
    return FOR_ANIMALS[animals] + more * (animals + 1)


def chance_of_most(own: int, of_others: int, turns: float) -> float:
    """The probability that a seat with `own` copies of a card has the most copies after `turns` turns.

    `of_others`: the most copies that one of the other seats has now.
    """
    if not own:
        return 0.0
    ahead = own - of_others
    if turns < 1:
        return 1.0 if ahead >= 0 else 0.0
    spread = 1 + 0.3 * turns
    return min(0.95, max(0.05, 0.5 + 0.3 * (ahead + 0.3) / spread))


def expected_farm(cards: Counts, turns: float) -> float:
    """The expected points for farm cards, with a share for missing ones that may follow in `turns` turns."""
    farmers, women, houses = cards[Card.FARMER], cards[Card.FARM_WOMAN], cards[Card.FARMHOUSE]
    lone = abs(farmers - women)
    pairs = min(farmers, women)
    bare = max(0, pairs - houses)
    spare = max(0, houses - pairs)
    hope = min(turns, 4.0)
    return (
        farm_points(farmers, women, houses)
        + hope * LONE_FARMER * lone
        + hope * LONE_FARMHOUSE * min(1, spare + bare)
    )


FARM: Final = (Card.FARMER, Card.FARM_WOMAN, Card.FARMHOUSE)
"""The types of card that score in combination; all other types score by themselves."""


def at_a_glance(state: State, seat: Seat) -> tuple[float, ...]:
    """For each open row, a quick estimate of the points it brings `seat`, with the risk of a clash."""
    cards = state.collections[seat]
    others = [held for one, held in enumerate(state.collections) if one != seat]
    until_end = int(turns_left(state))
    until_first = None
    if state.first_scoring is None:
        until_first = min(until_end, max(0, FIRST_SCORING_AFTER - state.turn))
    open_rows = [state.rows[move.row - 1] for move in legal_moves(state, seat)]  # type: ignore[union-attr]
    farm = tuple([cards[card] for card in FARM])
    more: dict[Card, float] = {}
    for card in {*chain.from_iterable(open_rows)}:
        if card in FARM:
            more[card] = more_of_farm(card, farm, until_first, until_end)
        else:
            most = max([held[card] for held in others])
            more[card] = more_alike(card, cards[card], most, until_first, until_end)
    alone = (1 - 1 / len(open_rows)) ** (len(WAITING_SEATS[state.waiting]) - 1)
    return tuple([alone * sum([more[card] for card in row]) for row in open_rows])


@lru_cache(maxsize=20_000)
def more_alike(card: Card, own: int, most: int, until_first: int | None, until_end: int) -> float:
    """The points that one more `card` brings a seat that has `own`, while the best opponent has `most`.

    `until_first`, `until_end`: the turns to the first scoring (None: it is over) and to the final one.
    """
    return _more(card, changed(NO_CARDS, card, own), Rivals(most, most), until_first, until_end)


@lru_cache(maxsize=20_000)
def more_of_farm(card: Card, farm: Counts, until_first: int | None, until_end: int) -> float:
    """The points that one more farm card brings a seat; `farm`: how many of each farm card the seat has."""
    cards = [*NO_CARDS]
    cards[FARM[0] :] = farm
    return _more(card, tuple(cards), Rivals(0, 0), until_first, until_end)


def _more(card: Card, cards: Counts, rivals: Rivals, until_first: int | None, until_end: int) -> float:
    after = changed(cards, card, 1)
    return outlook(after, rivals, until_first, until_end) - outlook(cards, rivals, until_first, until_end)
