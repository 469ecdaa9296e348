"""What free actions do.  Rules: Rapa Nui board 1.3, 1.4, 8.

Every function here takes only legal moves; `game.py` has checked them.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.counts import added, changed, put
from engine.game import Event, Seat
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.exchange import after_payment
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
from engine.rapa_nui_board.play_transport import received, used, with_player, with_spot
from engine.rapa_nui_board.state import AT_HAND, ON_ISLAND, Figure, Player, State
from engine.rapa_nui_board.tiles import IMPROVEMENT_PRICES, Improvement, Tile


def take_free_action(state: State, seat: Seat, move: FreeAction, told: list[Event]) -> State:
    """Take a free action; the turn of `seat` goes on."""
    player = state.players[seat]
    match move:
        case Improve(improvement):
            told.append(happened.Improved(seat, improvement, IMPROVEMENT_PRICES[improvement]))
            return with_player(state, seat, improved(player, improvement))
        case Barter(give, take, by):
            told.append(happened.Bartered(seat, give, take, by))
            held = added(after_payment(player.resources, give), take)
            state = with_player(state, seat, replace(player, resources=held))
            return used(state, seat, Tile.BARTER, by)
        case TakeTwo(resources, by):
            held, lost = received(player.resources, resources)
            told.append(happened.TookTwo(seat, resources, lost, by))
            state = with_player(state, seat, replace(player, resources=held))
            return used(state, seat, Tile.TAKE_2_MORE, by)
        case ChipIn(column, by):
            told.append(happened.ChippedIn(seat, column, by))
            chipped_in = changed(player.chipped_in, column - 1, 1)
            state = with_player(state, seat, replace(player, chipped_in=chipped_in))
            return used(state, seat, Tile.CHIP_IN, by)
        case Rest(space, by):
            told.append(happened.Rested(seat, space, by))
            number = state.island.numbers[space]
            spot = state.spots[number]
            rested = replace(spot, fresh=spot.fresh + 1, exhausted=spot.exhausted - 1)
            return used(with_spot(state, number, rested), seat, Tile.REST, by)
        case LendAHand():
            return _lend(state, seat, move, told)
        case Safekeep(size, by):
            told.append(happened.Safekept(seat, size, by))
            safekept = changed(player.safekept, size, 1)
            state = with_player(state, seat, replace(player, safekept=safekept))
            return used(state, seat, Tile.SAFEKEEPING, by)


def improved(player: Player, improvement: Improvement) -> Player:
    """A player who has paid for one more improvement, with the figure that it brings.  Rules: 1.4."""
    return replace(
        player,
        resources=after_payment(player.resources, IMPROVEMENT_PRICES[improvement]),
        improvements=put(player.improvements, improvement, True),
        villagers=player.villagers + (improvement is Improvement.POPULAR),
        chief=AT_HAND if improvement is Improvement.CHIEF else player.chief,
    )


def _lend(state: State, seat: Seat, move: LendAHand, told: list[Event]) -> State:
    told.append(happened.HandLent(seat, move.figure, move.column, move.space, move.by))
    player = state.players[seat]
    match move.figure:
        case Figure.VILLAGER:
            player = replace(player, sculptors=changed(player.sculptors, move.column - 1, -1))
        case Figure.CHIEF:
            player = replace(player, chief=ON_ISLAND)
        case Figure.SORCERER:
            player = replace(player, sorcerer=ON_ISLAND)
    space = state.island.numbers[move.space]
    spot = state.spots[space]
    state = with_spot(state, space, replace(spot, owner=seat, fresh=spot.fresh + 1))
    return used(with_player(state, seat, player), seat, Tile.LEND_A_HAND, move.by)
