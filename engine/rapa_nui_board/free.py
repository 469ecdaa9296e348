"""Free actions: the legal ones in a state, and their effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any, Final

from msgspec.structs import replace

from engine.counts import Counts, added, changed, counted, put
from engine.game import Seat, Told
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.legal_transport import after_payment, holds, sources, sources_of
from engine.rapa_nui_board.moves import (
    CHIP_INS,
    Barter,
    By,
    ChipIn,
    FreeAction,
    Improve,
    LendAHand,
    Rest,
    Safekeep,
    TakeTwo,
)
from engine.rapa_nui_board.play_transport import received, spent
from engine.rapa_nui_board.presence import COLUMN, STAR, open_to
from engine.rapa_nui_board.state import (
    AT_HAND,
    BARTER,
    BARTER_MOST,
    CHIP_IN,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS,
    IMPROVEMENTS_MOST,
    LEND_A_HAND,
    NO_MOAI,
    ON_ISLAND,
    RESOURCE_LIMIT,
    RESOURCES,
    REST,
    SAFEKEEPING,
    SIZES,
    TAKE_2_MORE,
    TWO_MORE,
    Figure,
    Improvement,
    Island,
    Player,
    State,
    Tile,
    spaces_in,
)

# Plain numbers: indexing by a member of an Enum takes Python twice as long.
_REST: Final = int(REST)
_BARTER: Final = int(BARTER)
_CHIP_IN: Final = int(CHIP_IN)
_TAKE_2_MORE: Final = int(TAKE_2_MORE)
_LEND_A_HAND: Final = int(LEND_A_HAND)
_SAFEKEEPING: Final = int(SAFEKEEPING)


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
"""All barters, each as (resources given, resources taken)."""


def free_when_placing(player: Player) -> tuple[FreeAction, ...]:
    """The free actions of a player who is to place a figure."""
    tiles = player.tiles
    if player.tablet or tiles[_BARTER] or tiles[_TAKE_2_MORE] or tiles[_CHIP_IN]:
        return _by_what_is_held(player.resources, player.improvements, tiles, player.tablet, True)
    return _improves(player.resources, player.improvements)


def free_in_transport(state: State, seat: Seat) -> tuple[FreeAction, ...]:
    """The free actions of `seat` in its turn of the transport phase."""
    player = state.players[seat]
    tiles, tablet = player.tiles, player.tablet
    if tablet or tiles[_BARTER] or tiles[_TAKE_2_MORE]:
        found = _by_what_is_held(player.resources, player.improvements, tiles, tablet, False)
    else:
        found = _improves(player.resources, player.improvements)
    if tablet or tiles[_REST]:
        found += _rests(state, seat, player)
    if (tablet or tiles[_SAFEKEEPING]) and player.moai != NO_MOAI:
        found += _safekeeps(player)
    if tablet or tiles[_LEND_A_HAND]:
        found += _lends(state, seat, player)
    return found


@lru_cache(maxsize=4096)
def _by_what_is_held(
    resources: Counts, built: tuple[bool, ...], tiles: Counts, tablet: bool, placing: bool
) -> tuple[FreeAction, ...]:
    """The legal free actions by a player's belongings alone; `placing`: whether figures are placed now."""
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
    """The improvements that a player may still build and can pay for.  Rules: Rapa Nui board 1.4."""
    if sum(built) == IMPROVEMENTS_MOST:
        return ()
    return tuple(
        Improve(improvement)
        for improvement in IMPROVEMENTS
        if not built[improvement] and holds(resources, IMPROVEMENT_PRICES[improvement])
    )


@lru_cache(maxsize=20_000)
def _barters(held: Counts, by: By) -> tuple[Barter, ...]:
    """The barters, paid by `by`, for which a player with `held` has resources and room.  Rules: 8."""
    return tuple(
        Barter(give, take, by)
        for give, take in SWAPS
        if holds(held, give)
        and all(has + more <= RESOURCE_LIMIT for has, more in zip(held, take, strict=True) if more)
    )


def _rests(state: State, seat: Seat, player: Player) -> tuple[FreeAction, ...]:
    """The moves by which `seat` makes one of its exhausted transporters fresh again."""
    if state.quiet:  # Before this round's first transport, no transporter is exhausted.
        return ()
    spots, ids = state.spots, state.island.ids
    spaces = [ids[space] for space in spaces_in(state.standing[seat]) if spots[space].exhausted]
    return tuple([Rest(space, by) for by in sources(player, REST) for space in spaces])


def _safekeeps(player: Player) -> tuple[FreeAction, ...]:
    """The moves by which a player keeps one of its carved moai beyond the round."""
    sizes = [size for size in SIZES if player.moai[size] > player.safekept[size]]
    return tuple([Safekeep(size, by) for by in sources(player, SAFEKEEPING) for size in sizes])


def _lends(state: State, seat: Seat, player: Player) -> tuple[FreeAction, ...]:
    """The moves by which `seat` turns one of its figures into a transporter, on each possible space."""
    island, spaces, figures = state.island, spaces_in(open_to(state, seat)), lendable(player)
    found: list[FreeAction] = []
    for by in sources(player, LEND_A_HAND):
        for figure, column in figures:
            to_space = _to_spaces(island, figure, column, by)
            found += [to_space[space] for space in spaces]
    return tuple(found)


@cache
def _to_spaces(island: Island, figure: Figure, column: int, by: By) -> tuple[LendAHand, ...]:
    """For each space by number, the move that makes `figure` a transporter there; `by`: the payment."""
    return tuple(LendAHand(figure, column, space, by) for space in island.ids)


def lendable(player: Player) -> tuple[tuple[Figure, int], ...]:
    """The figures that can become transporters, each with its column if it is a sculptor, else 0."""
    sculptors = tuple((Figure.VILLAGER, column) for column, count in enumerate(player.sculptors, 1) if count)
    chief = ((Figure.CHIEF, 0),) if player.chief > 0 else ()
    sorcerer = ((Figure.SORCERER, 0),) if player.sorcerer > 0 else ()
    return (*sculptors, *chief, *sorcerer)


def _improve(state: State, seat: Seat, move: Improve, told: Told) -> State:
    player, improvement = state.players[seat], move.improvement
    if told is not None:
        told.append(happened.Improved(seat, improvement, IMPROVEMENT_PRICES[improvement]))
    player = replace(
        player,
        resources=after_payment(player.resources, IMPROVEMENT_PRICES[improvement]),
        improvements=put(player.improvements, improvement, True),
        villagers=player.villagers + (improvement is Improvement.POPULAR),
        chief=AT_HAND if improvement is Improvement.CHIEF else player.chief,
    )
    return replace(state, question=state.question + 1, players=put(state.players, seat, player))


def _by(state: State, seat: Seat, player: Player, tile: Tile, by: By) -> State:
    """The state with `player` as the belongings of `seat`, after `by` paid for the effect of `tile`."""
    player, aside = spent(player, state.aside, tile, by)
    players = put(state.players, seat, player)
    return replace(state, question=state.question + 1, players=players, aside=aside)


def _barter(state: State, seat: Seat, move: Barter, told: Told) -> State:
    if told is not None:
        told.append(happened.Bartered(seat, move.give, move.take, move.by))
    player = state.players[seat]
    held = added(after_payment(player.resources, move.give), move.take)
    return _by(state, seat, replace(player, resources=held), Tile.BARTER, move.by)


def _take_two(state: State, seat: Seat, move: TakeTwo, told: Told) -> State:
    player = state.players[seat]
    held, lost = received(player.resources, move.resources)
    if told is not None:
        told.append(happened.TookTwo(seat, move.resources, lost, move.by))
    return _by(state, seat, replace(player, resources=held), Tile.TAKE_2_MORE, move.by)


def _chip_in(state: State, seat: Seat, move: ChipIn, told: Told) -> State:
    if told is not None:
        told.append(happened.ChippedIn(seat, move.column, move.by))
    player = state.players[seat]
    chipped_in = changed(player.chipped_in, move.column - 1, 1)
    return _by(state, seat, replace(player, chipped_in=chipped_in), Tile.CHIP_IN, move.by)


def _rest(state: State, seat: Seat, move: Rest, told: Told) -> State:
    if told is not None:
        told.append(happened.Rested(seat, move.space, move.by))
    space = state.island.numbers[move.space]
    spot = state.spots[space]
    rested = replace(spot, fresh=spot.fresh + 1, exhausted=spot.exhausted - 1)
    state = replace(state, spots=put(state.spots, space, rested))
    return _by(state, seat, state.players[seat], Tile.REST, move.by)


def _lend(state: State, seat: Seat, move: LendAHand, told: Told) -> State:
    if told is not None:
        told.append(happened.HandLent(seat, move.figure, move.column, move.space, move.by))
    player, taken = state.players[seat], state.taken
    match move.figure:
        case Figure.VILLAGER:
            player = replace(player, sculptors=changed(player.sculptors, move.column - 1, -1))
            taken &= ~COLUMN[move.column]
        case Figure.CHIEF:
            player = replace(player, chief=ON_ISLAND)
        case Figure.SORCERER:
            taken &= ~STAR[player.sorcerer]
            player = replace(player, sorcerer=ON_ISLAND)
    space = state.island.numbers[move.space]
    spot = state.spots[space]
    spots = put(state.spots, space, replace(spot, owner=seat, fresh=spot.fresh + 1))
    standing = put(state.standing, seat, state.standing[seat] | 1 << space)
    state = replace(state, spots=spots, standing=standing, taken=taken)
    return _by(state, seat, player, Tile.LEND_A_HAND, move.by)


def _safekeep(state: State, seat: Seat, move: Safekeep, told: Told) -> State:
    if told is not None:
        told.append(happened.Safekept(seat, move.size, move.by))
    player = state.players[seat]
    safekept = changed(player.safekept, move.size, 1)
    return _by(state, seat, replace(player, safekept=safekept), Tile.SAFEKEEPING, move.by)


FREE_ACTIONS: Final[Mapping[type[Any], Callable[[State, Seat, Any, Told], State]]] = {
    Improve: _improve,
    Barter: _barter,
    TakeTwo: _take_two,
    ChipIn: _chip_in,
    Rest: _rest,
    LendAHand: _lend,
    Safekeep: _safekeep,
}
"""The function that carries out each kind of free action."""
