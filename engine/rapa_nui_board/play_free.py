"""What free actions do: the turn of who takes one goes on.  Rules: Rapa Nui board 1.3, 1.4, 8.

Every function here takes only legal moves; `game.py` has checked them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from engine.counts import added, changed, put
from engine.game import Seat, Told
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.exchange import after_payment
from engine.rapa_nui_board.figures import COLUMN, STAR
from engine.rapa_nui_board.moves import (
    Barter,
    By,
    ChipIn,
    Improve,
    LendAHand,
    Rest,
    Safekeep,
    TakeTwo,
)
from engine.rapa_nui_board.play_transport import received, spent
from engine.rapa_nui_board.state import AT_HAND, ON_ISLAND, Figure, Player, State
from engine.rapa_nui_board.tiles import IMPROVEMENT_PRICES, Improvement, Tile


def _improve(state: State, seat: Seat, move: Improve, told: Told) -> State:
    if told is not None:
        told.append(happened.Improved(seat, move.improvement, IMPROVEMENT_PRICES[move.improvement]))
    players = put(state.players, seat, improved(state.players[seat], move.improvement))
    return replace(state, question=state.question + 1, players=players)


def improved(player: Player, improvement: Improvement) -> Player:
    """A player who has paid for one more improvement, with the figure that it brings.  Rules: 1.4."""
    return replace(
        player,
        resources=after_payment(player.resources, IMPROVEMENT_PRICES[improvement]),
        improvements=put(player.improvements, improvement, True),
        villagers=player.villagers + (improvement is Improvement.POPULAR),
        chief=AT_HAND if improvement is Improvement.CHIEF else player.chief,
    )


def _by(state: State, seat: Seat, player: Player, tile: Tile, by: By) -> State:
    """`state` with `player` at `seat`, who has made a free action by an ahu tile or the tablet."""
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
"""What each kind of free action does."""
