"""What a row seems to bring at a glance, for computer players who play on quickly in their thoughts."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Final

from engine.counts import Counts, changed
from engine.game import Seat
from engine.ru_ra_re.evaluation.estimate import FIRST_SCORING_AFTER, Rivals, outlook, turns_left
from engine.ru_ra_re.legal import WAITING_SEATS, legal_moves
from engine.ru_ra_re.state import NO_CARDS, Card, State

FARM: Final = (Card.FARMER, Card.FARM_WOMAN, Card.FARMHOUSE)
"""The cards that are worth something together; of all others only cards of the same type count."""


def at_a_glance(state: State, seat: Seat) -> tuple[float, ...]:
    """About how many points each open row brings `seat`, which may meet others there.

    Cards of a row are added up as if each came alone.
    """
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
    """How many points one more of a card brings who has `own` of it, where another has `most`."""
    return _more(card, changed(NO_CARDS, card, own), Rivals(most, most), until_first, until_end)


@lru_cache(maxsize=20_000)
def more_of_farm(card: Card, farm: Counts, until_first: int | None, until_end: int) -> float:
    """How many points one more of a card of the farm brings who has so many of each."""
    cards = [*NO_CARDS]
    cards[FARM[0] :] = farm
    return _more(card, tuple(cards), Rivals(0, 0), until_first, until_end)


def _more(card: Card, cards: Counts, rivals: Rivals, until_first: int | None, until_end: int) -> float:
    after = changed(cards, card, 1)
    return outlook(after, rivals, until_first, until_end) - outlook(cards, rivals, until_first, until_end)
