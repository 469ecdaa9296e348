"""Which free actions may be taken.  Rules: Rapa Nui board 8."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from engine.counts import Counts, counted
from engine.game import Seat
from engine.rapa_nui_board.exchange import holds, sources
from engine.rapa_nui_board.moves import (
    Barter,
    ChipIn,
    FreeAction,
    Improve,
    LendAHand,
    Rest,
    Safekeep,
    TakeTwo,
)
from engine.rapa_nui_board.state import Figure, Phase, Player, State
from engine.rapa_nui_board.tiles import (
    BARTER_MOST,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS,
    IMPROVEMENTS_MOST,
    RESOURCE_LIMIT,
    RESOURCES,
    SIZES,
    TWO_MORE,
    Improvement,
    Tile,
)


def _handfuls(count: int) -> tuple[Counts, ...]:
    chosen = combinations_with_replacement(RESOURCES, count)
    return tuple(counted(resources, len(RESOURCES)) for resources in chosen)


TWOS: Final = _handfuls(TWO_MORE)
SWAPS: Final = tuple(
    (give, take)
    for count in range(1, BARTER_MOST + 1)
    for give in _handfuls(count)
    for take in _handfuls(count)
    if not any(given and taken for given, taken in zip(give, take, strict=True))
)
"""All barters: what is given, and what is taken for it."""


def free_actions(state: State, seat: Seat) -> Iterator[FreeAction]:
    """All free actions of `seat`, whose turn it is."""
    player = state.players[seat]
    yield from _in_both_phases(player)
    if state.phase is Phase.PLACE:
        for by in sources(player, Tile.CHIP_IN):
            for column in range(1, len(state.island.columns) + 1):
                yield ChipIn(column, by)
    else:
        yield from _in_transport(state, seat, player)


def _in_both_phases(player: Player) -> Iterator[FreeAction]:
    for improvement in IMPROVEMENTS:
        if can_build(player, improvement):
            yield Improve(improvement)
    for by in sources(player, Tile.TAKE_2_MORE):
        for resources in TWOS:
            yield TakeTwo(resources, by)
    for by in sources(player, Tile.BARTER):
        for give, take in swaps(player.resources):
            yield Barter(give, take, by)


def can_build(player: Player, improvement: Improvement) -> bool:
    """Whether a player may build an improvement and can pay for it.  Rules: Rapa Nui board 1.4."""
    return (
        not player.improvements[improvement]
        and sum(player.improvements) < IMPROVEMENTS_MOST
        and holds(player.resources, IMPROVEMENT_PRICES[improvement])
    )


@cache
def swaps(held: Counts) -> tuple[tuple[Counts, Counts], ...]:
    """The barters for which a player holds enough and has room.  Rules: Rapa Nui board 8."""
    return tuple(
        (give, take)
        for give, take in SWAPS
        if holds(held, give)
        and all(has + more <= RESOURCE_LIMIT for has, more in zip(held, take, strict=True) if more)
    )


def _in_transport(state: State, seat: Seat, player: Player) -> Iterator[FreeAction]:
    island = state.island
    for by in sources(player, Tile.REST):
        for space, spot in enumerate(state.spots):
            if spot.owner == seat and spot.exhausted:
                yield Rest(island.ids[space], by)
    for by in sources(player, Tile.SAFEKEEPING):
        for size in SIZES:
            if player.moai[size] > player.safekept[size]:
                yield Safekeep(size, by)
    for by in sources(player, Tile.LEND_A_HAND):
        for figure, column in lendable(player):
            for space in open_spaces(state, seat):
                yield LendAHand(figure, column, island.ids[space], by)


def lendable(player: Player) -> tuple[tuple[Figure, int], ...]:
    """The figures that could become transporters: sculptors with their column, chief, sorcerer."""
    sculptors = tuple((Figure.VILLAGER, column) for column, count in enumerate(player.sculptors, 1) if count)
    chief = ((Figure.CHIEF, 0),) if player.chief > 0 else ()
    sorcerer = ((Figure.SORCERER, 0),) if player.sorcerer > 0 else ()
    return (*sculptors, *chief, *sorcerer)


def open_spaces(state: State, seat: Seat) -> tuple[int, ...]:
    """Ahu and inland spaces without transporters of another player.  Rules: Rapa Nui board 5, 8."""
    return tuple(space for space in state.island.land if state.spots[space].owner in (None, seat))
