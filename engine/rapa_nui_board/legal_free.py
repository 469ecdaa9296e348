"""Which free actions may be taken.  Rules: Rapa Nui board 8."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final

from engine.counts import Counts, counted
from engine.game import Seat
from engine.rapa_nui_board.exchange import holds, sources_of
from engine.rapa_nui_board.island import Island, spaces_in
from engine.rapa_nui_board.moves import (
    CHIP_INS,
    Barter,
    By,
    FreeAction,
    Improve,
    LendAHand,
    Rest,
    Safekeep,
    TakeTwo,
)
from engine.rapa_nui_board.presence import open_to
from engine.rapa_nui_board.state import PLACE, Figure, Player, State
from engine.rapa_nui_board.tiles import (
    BARTER,
    BARTER_MOST,
    CHIP_IN,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS,
    IMPROVEMENTS_MOST,
    LEND_A_HAND,
    NO_TILES,
    RESOURCE_LIMIT,
    RESOURCES,
    REST,
    SAFEKEEPING,
    SIZES,
    TAKE_2_MORE,
    TWO_MORE,
)


def _handfuls(count: int) -> tuple[Counts, ...]:
    chosen = combinations_with_replacement(RESOURCES, count)
    return tuple(counted(resources, len(RESOURCES)) for resources in chosen)


TAKE_TWOS: Final = {by: tuple(TakeTwo(two, by) for two in _handfuls(TWO_MORE)) for by in By}
SWAPS: Final = tuple(
    (give, take)
    for count in range(1, BARTER_MOST + 1)
    for give in _handfuls(count)
    for take in _handfuls(count)
    if not any(given and taken for given, taken in zip(give, take, strict=True))
)
"""All barters: what is given, and what is taken for it."""


def free_actions(state: State, seat: Seat) -> tuple[FreeAction, ...]:
    """All free actions of `seat`, whose turn it is."""
    player = state.players[seat]
    if state.phase is PLACE:
        return free_when_placing(player)
    if not player.tablet and player.tiles == NO_TILES:
        return _improves(player.resources, player.improvements)
    held = _by_what_is_held(player.resources, player.improvements, player.tiles, player.tablet, False)
    return (*held, *_in_transport(state, seat, player))


def free_when_placing(player: Player) -> tuple[FreeAction, ...]:
    """All free actions of a player who is to place a figure."""
    tiles = player.tiles
    if player.tablet or tiles[BARTER] or tiles[TAKE_2_MORE] or tiles[CHIP_IN]:
        return _by_what_is_held(player.resources, player.improvements, tiles, player.tablet, True)
    return _improves(player.resources, player.improvements)


@lru_cache(maxsize=4096)
def _by_what_is_held(
    resources: Counts, built: tuple[bool, ...], tiles: Counts, tablet: bool, placing: bool
) -> tuple[FreeAction, ...]:
    """The free actions that ask for nothing on the island."""
    found: list[FreeAction] = [*_improves(resources, built)]
    for by in sources_of(tiles, TAKE_2_MORE, tablet=tablet):
        found += TAKE_TWOS[by]
    for by in sources_of(tiles, BARTER, tablet=tablet):
        found += _barters(resources, by)
    if placing:
        for by in sources_of(tiles, CHIP_IN, tablet=tablet):
            found += CHIP_INS[by]
    return tuple(found)


@lru_cache(maxsize=20_000)
def _improves(resources: Counts, built: tuple[bool, ...]) -> tuple[Improve, ...]:
    """The improvements that may be built and paid for.  Rules: Rapa Nui board 1.4."""
    if sum(built) == IMPROVEMENTS_MOST:
        return ()
    return tuple(
        Improve(improvement)
        for improvement in IMPROVEMENTS
        if not built[improvement] and holds(resources, IMPROVEMENT_PRICES[improvement])
    )


@lru_cache(maxsize=20_000)
def _barters(held: Counts, by: By) -> tuple[Barter, ...]:
    """The barters for which a player holds enough and has room.  Rules: Rapa Nui board 8."""
    return tuple(
        Barter(give, take, by)
        for give, take in SWAPS
        if holds(held, give)
        and all(has + more <= RESOURCE_LIMIT for has, more in zip(held, take, strict=True) if more)
    )


def _in_transport(state: State, seat: Seat, player: Player) -> list[FreeAction]:
    """The free actions with figures and moai."""
    found: list[FreeAction] = []
    tiles, tablet = player.tiles, player.tablet
    if tablet or tiles[REST]:
        spots, ids = state.spots, state.island.ids
        spaces = [ids[space] for space in spaces_in(state.standing[seat]) if spots[space].exhausted]
        found += [Rest(space, by) for by in sources_of(tiles, REST, tablet=tablet) for space in spaces]
    if tablet or tiles[SAFEKEEPING]:
        sizes = [size for size in SIZES if player.moai[size] > player.safekept[size]]
        found += [
            Safekeep(size, by) for by in sources_of(tiles, SAFEKEEPING, tablet=tablet) for size in sizes
        ]
    if tablet or tiles[LEND_A_HAND]:
        island, spaces_open = state.island, spaces_in(open_to(state, seat))
        for by in sources_of(tiles, LEND_A_HAND, tablet=tablet):
            for figure, column in lendable(player):
                to_space = _lends(island, figure, column, by)
                found += [to_space[space] for space in spaces_open]
    return found


@cache
def _lends(island: Island, figure: Figure, column: int, by: By) -> tuple[LendAHand, ...]:
    """A figure as a transporter on each space of an island, by the number of the space."""
    return tuple(LendAHand(figure, column, space, by) for space in island.ids)


def lendable(player: Player) -> tuple[tuple[Figure, int], ...]:
    """The figures that could become transporters: sculptors with their column, chief, sorcerer."""
    sculptors = tuple((Figure.VILLAGER, column) for column, count in enumerate(player.sculptors, 1) if count)
    chief = ((Figure.CHIEF, 0),) if player.chief > 0 else ()
    sorcerer = ((Figure.SORCERER, 0),) if player.sorcerer > 0 else ()
    return (*sculptors, *chief, *sorcerer)
