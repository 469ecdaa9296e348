"""What collections score, and who wins.  Rules: Ru-Ra-Re 5."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.counts import Counts, added, counted, put
from engine.game import Part, Result, Seat, SeatResult
from engine.ru_ra_re.state import ANIMALS, CARDS, COPIES, VICTORY_POINTS, Card, Sheet, State
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


def kings_points(kings: int) -> int:
    """Points for the kings of a collection."""
    return FOR_KINGS[min(kings, len(FOR_KINGS) - 1)]


def churches_points(collections: Sequence[Counts], seat: Seat) -> int:
    """10 points for each seat with the most churches.  Rules: Ru-Ra-Re 5, ruling 15."""
    churches = [cards[Card.CHURCH] for cards in collections]
    return FOR_MOST_CHURCHES if churches[seat] == max(churches) > 0 else 0


def knights_points(collections: Sequence[Counts], seat: Seat) -> int:
    """2 points a knight for each seat with the most knights, 1 point a knight for the others."""
    knights = [cards[Card.KNIGHT] for cards in collections]
    return knights[seat] * (FOR_KNIGHT_OF_MOST if knights[seat] == max(knights) else FOR_KNIGHT)


def farm_points(farmers: int, women: int, houses: int) -> int:
    """Points for trios and pairs, divided the best way.  Rules: Ru-Ra-Re 5, ruling 18."""
    pairs = min(farmers, women)
    trios = min(pairs, houses)
    return FOR_TRIO * trios + FOR_PAIR * (pairs - trios)


@lru_cache(maxsize=4096)
def sheet(collections: tuple[Counts, ...], seat: Seat) -> Sheet:
    """What the collection of `seat` scores among these collections.  Rules: Ru-Ra-Re 5."""
    cards = collections[seat]
    return Sheet(
        kings=kings_points(cards[Card.KING]),
        churches=churches_points(collections, seat),
        victory=sum(points * cards[card] for card, points in VICTORY_POINTS.items()),
        knights=knights_points(collections, seat),
        animals=sum(FOR_ANIMALS[cards[animal]] for animal in ANIMALS),
        farm=farm_points(cards[Card.FARMER], cards[Card.FARM_WOMAN], cards[Card.FARMHOUSE]),
    )


def sheets(collections: Sequence[Counts]) -> tuple[Sheet, ...]:
    """A scoring: the sheet of each seat.  Rules: Ru-Ra-Re 5."""
    return tuple(sheet(tuple(collections), seat) for seat in range(len(collections)))


@lru_cache(maxsize=4096)
def gain(collections: tuple[Counts, ...], seat: Seat, cards: tuple[Card, ...]) -> int:
    """How many points `cards` would add for `seat` if all were scored now.  Rules: Ru-Ra-Re 5."""
    more = added(collections[seat], counted(cards, len(CARDS)))
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
