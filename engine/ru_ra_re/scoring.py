"""What collections score, and who wins.  Rules: Ru-Ra-Re 5."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final

from engine.counts import Counts, put, with_more
from engine.game import Part, Result, Seat, SeatResult
from engine.ru_ra_re.state import COPIES, Card, Sheet, State
from engine.standings import ranks

FOR_KINGS: Final = (0, 0, 1, 4, 9, 16, 25, 36)
"""Points for 0 to 7 kings; more add nothing."""
FOR_ANIMALS: Final = (0, 1, 3, 6, 10, 15)
"""Points for 0 to 5 animals of one kind."""
FOR_MOST_CHURCHES: Final = 10
FOR_KNIGHT: Final = 1
FOR_KNIGHT_OF_MOST: Final = 2
FOR_TRIO: Final = 14
FOR_PAIR: Final = 7

_CHURCHES: Final = itemgetter(int(Card.CHURCH))
_KNIGHTS: Final = itemgetter(int(Card.KNIGHT))


def kings_points(kings: int) -> int:
    """Points for the kings of a collection."""
    return FOR_KINGS[min(kings, len(FOR_KINGS) - 1)]


def churches_points(churches: int, most: int) -> int:
    """10 points for each seat with the most churches.  Rules: Ru-Ra-Re 5, ruling 15."""
    return FOR_MOST_CHURCHES if churches == most > 0 else 0


def knights_points(knights: int, most: int) -> int:
    """2 points a knight for each seat with the most knights, 1 point a knight for the others."""
    return knights * (FOR_KNIGHT_OF_MOST if knights == most else FOR_KNIGHT)


def farm_points(farmers: int, women: int, houses: int) -> int:
    """Points for trios and pairs, divided the best way.  Rules: Ru-Ra-Re 5, ruling 18."""
    pairs = min(farmers, women)
    trios = min(pairs, houses)
    return FOR_TRIO * trios + FOR_PAIR * (pairs - trios)


@lru_cache(maxsize=4096)
def sheet(collections: tuple[Counts, ...], seat: Seat) -> Sheet:
    """What the collection of `seat` scores among these collections.  Rules: Ru-Ra-Re 5."""
    return _sheet(collections[seat], *_most(collections))


def sheets(collections: Sequence[Counts]) -> tuple[Sheet, ...]:
    """A scoring: the sheet of each seat.  Rules: Ru-Ra-Re 5."""
    most_churches, most_knights = _most(collections)
    return tuple([_sheet(cards, most_churches, most_knights) for cards in collections])


def _most(collections: Sequence[Counts]) -> tuple[int, int]:
    """How many churches the seats with the most of them have, and how many knights."""
    return max(map(_CHURCHES, collections)), max(map(_KNIGHTS, collections))


def _sheet(cards: Counts, most_churches: int, most_knights: int) -> Sheet:
    kings, churches, twos, threes, fours, knights, *animals, farmers, women, houses = cards
    return Sheet(
        kings=kings_points(kings),
        churches=churches_points(churches, most_churches),
        victory=2 * twos + 3 * threes + 4 * fours,
        knights=knights_points(knights, most_knights),
        animals=sum(map(FOR_ANIMALS.__getitem__, animals)),
        farm=farm_points(farmers, women, houses),
    )


@lru_cache(maxsize=4096)
def gain(collections: tuple[Counts, ...], seat: Seat, cards: tuple[Card, ...]) -> int:
    """How many points `cards` would add for `seat` if all were scored now.  Rules: Ru-Ra-Re 5."""
    more = with_more(collections[seat], cards)
    return sheet(put(collections, seat, more), seat).points - sheet(collections, seat).points


def next_gain(collections: tuple[Counts, ...], seat: Seat, card: Card) -> int:
    """How many points one more of `card` would add for `seat`; 0 if it has all copies."""
    return gain(collections, seat, (card,)) if collections[seat][card] < COPIES[card] else 0


def in_sight(points: Counts, collections: tuple[Counts, ...], seat: Seat) -> int:
    """The points that `seat` has, plus what its collection would score now."""
    return points[seat] + sheet(collections, seat).points


def scores(state: State) -> Counts:
    """The points of each seat so far."""
    held = [scoring for scoring in (state.first_scoring, state.final_scoring) if scoring is not None]
    return tuple(sum(scoring[seat].points for scoring in held) for seat in range(state.seats))


def parts(state: State, seat: Seat) -> tuple[Part, ...]:
    """The lines of the score sheet of `seat`, six for each scoring so far.  Rules: Ru-Ra-Re 6."""
    named = (("first", state.first_scoring), ("final", state.final_scoring))
    return tuple(
        Part(f"{name}_{field}", getattr(scoring[seat], field))
        for name, scoring in named
        if scoring is not None
        for field in Sheet.__struct_fields__
    )


def final_result(state: State) -> Result:
    """The score of each seat; equals share the victory.  Rules: Ru-Ra-Re 5, ruling 19."""
    totals = scores(state)
    return Result(
        seats=tuple(
            SeatResult(total, parts(state, seat), rank)
            for seat, (total, rank) in enumerate(zip(totals, ranks(totals), strict=True))
        ),
        reason="deck_used_up",
    )
