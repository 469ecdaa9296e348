"""Prices and payments: what an exchange may cost.  Rules: Rapa Nui board 7.3."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final

from engine.counts import Counts, changed, counted, listed
from engine.rapa_nui_board.moves import BY_TABLET, BY_TILE, By, Exchange
from engine.rapa_nui_board.state import (
    FEAST,
    OFFERING_PRICES,
    OFFERINGS,
    RESOURCES,
    THRIFT,
    Improvement,
    Offering,
    Player,
    Resource,
    Tile,
)

# As plain numbers: to Python 3.11 a member of an Enum costs a call.
_ARTISTIC: Final = int(Improvement.ARTISTIC)
_NECKLACE: Final = int(Offering.NECKLACE)


@cache
def price_parts(offering: Offering, *, thrift: bool) -> tuple[Resource, ...]:
    """The parts of a price, most valuable first; Thrift leaves out the first one."""
    parts = tuple(reversed(listed(OFFERING_PRICES[offering], RESOURCES)))
    return parts[1:] if thrift else parts


def covers(payment: Counts, price: tuple[Resource, ...]) -> bool:
    """Whether a payment has as many resources as the price, each at least as valuable as its counterpart."""
    paid = tuple(reversed(listed(payment, RESOURCES)))
    return len(paid) == len(price) and all(one >= asked for one, asked in zip(paid, price, strict=True))


@cache
def good_payments(offering: Offering, *, thrift: bool) -> tuple[Counts, ...]:
    """All payments that cover a price, the cheapest first."""
    price = price_parts(offering, thrift=thrift)
    paid = combinations_with_replacement(RESOURCES, len(price))
    found = [counted(payment, len(RESOURCES)) for payment in paid]
    return tuple(payment for payment in found if covers(payment, price))


def holds(held: Counts, wanted: Counts) -> bool:
    """Whether there is at least as much of each resource as wanted."""
    reed, egg, wood, pearl = wanted
    return held[0] >= reed and held[1] >= egg and held[2] >= wood and held[3] >= pearl


@lru_cache(maxsize=20_000)
def default_payment(offering: Offering, held: Counts, *, thrift: bool) -> Counts | None:
    """For each part, most valuable first, the least valuable resource that covers it; None if one lacks."""
    left, paid = list(held), [0] * len(RESOURCES)
    for part in price_parts(offering, thrift=thrift):
        resource = next((one for one in range(part, len(RESOURCES)) if left[one]), None)
        if resource is None:
            return None
        left[resource] -= 1
        paid[resource] += 1
    return tuple(paid)


@lru_cache(maxsize=20_000)
def payments(offering: Offering, held: Counts, *, thrift: bool) -> tuple[Counts, ...]:
    """All payments that these resources allow, the default payment first."""
    default = default_payment(offering, held, thrift=thrift)
    if default is None:
        return ()
    others = (paid for paid in good_payments(offering, thrift=thrift) if paid != default)
    return (default, *(paid for paid in others if holds(held, paid)))


@lru_cache(maxsize=20_000)
def is_possible(held: Counts, stacks: Counts, *, artistic: bool, thrift: bool) -> bool:
    """Whether any exchange is possible, with Artistic or Thrift if those are there."""
    return any(
        (stacks[offering] or (artistic and offering < _NECKLACE and stacks[offering + 1]))
        and default_payment(offering, held, thrift=thrift) is not None
        for offering in OFFERINGS
    )


def sources(player: Player, tile: Tile, *, tablet_used: bool = False) -> tuple[By, ...]:
    """What a player can use for an effect: its ahu tile, the tablet.  Rules: Rapa Nui board 1.5, 8."""
    return sources_of(player.tiles, tile, tablet=player.tablet and not tablet_used)


def sources_of(tiles: Counts, tile: Tile, *, tablet: bool) -> tuple[By, ...]:
    """The same with these ahu tiles, and the tablet or without."""
    if tiles[tile]:
        return (BY_TILE, BY_TABLET) if tablet else (BY_TILE,)
    return (BY_TABLET,) if tablet else ()


def can_exchange(player: Player, stacks: Counts, *, tablet_used: bool) -> bool:
    """Whether a player could make an exchange, with the tablet or, if it is used by then, without."""
    return is_possible(
        player.resources,
        stacks,
        artistic=player.improvements[_ARTISTIC],
        thrift=bool(sources(player, THRIFT, tablet_used=tablet_used)),
    )


def exchanges(player: Player, stacks: Counts, *, second: bool) -> tuple[Exchange, ...]:
    """All exchanges that a player can make; a second exchange can't use Feast.  Rules: Rapa Nui board 7.3."""
    return tuple(_exchanges(player, stacks, second=second))


def _exchanges(player: Player, stacks: Counts, *, second: bool) -> Iterator[Exchange]:
    thrifts = (None, *sources(player, THRIFT))
    can_shift = player.improvements[_ARTISTIC]
    for offering in OFFERINGS:
        for artistic in (False, True) if can_shift and offering < _NECKLACE else (False,):
            taken = offering + artistic
            if not stacks[taken]:
                continue
            left = changed(stacks, taken, -1)
            for thrift in thrifts:
                for payment in payments(offering, player.resources, thrift=thrift is not None):
                    yield Exchange(offering, payment, artistic, thrift)
                    if not second:
                        for feast in _feasts(player, payment, left, thrift):
                            yield Exchange(offering, payment, artistic, thrift, feast)


def _feasts(player: Player, payment: Counts, stacks: Counts, thrift: By | None) -> Iterator[By]:
    """What a player can use for Feast, if a second exchange will be possible."""
    feasts = sources(player, FEAST, tablet_used=thrift is BY_TABLET)
    if not feasts:
        return
    held = tuple(has - paid for has, paid in zip(player.resources, payment, strict=True))
    thrift_tiles = player.tiles[THRIFT] - (thrift is BY_TILE)
    for feast in feasts:
        has_tablet = player.tablet and BY_TABLET not in (thrift, feast)
        artistic = player.improvements[_ARTISTIC]
        if is_possible(held, stacks, artistic=artistic, thrift=thrift_tiles > 0 or has_tablet):
            yield feast


def after_payment(held: Counts, payment: Counts) -> Counts:
    """The resources left after a payment."""
    reed, egg, wood, pearl = payment
    return (held[0] - reed, held[1] - egg, held[2] - wood, held[3] - pearl)
