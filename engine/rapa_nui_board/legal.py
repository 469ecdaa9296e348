"""What may be done now.  Rules: Rapa Nui board 5, 11.  `refusals.py` says why something may not."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import Final

from engine.counts import Counts
from engine.game import Seat
from engine.kept import Kept
from engine.rapa_nui_board.chain import can_carry
from engine.rapa_nui_board.exchange import exchanges
from engine.rapa_nui_board.island import ISLANDS
from engine.rapa_nui_board.legal_free import free_actions
from engine.rapa_nui_board.legal_transport import (
    Finder,
    carriages,
    cheapest_carriages,
    collects,
    moai_carries,
    offered,
    pukao_carries,
    takes,
)
from engine.rapa_nui_board.moves import (
    CHIEFS,
    COLUMNS,
    DROP_OUT,
    SCULPTORS,
    SORCERERS,
    TAKE_TILES,
    CarryMoai,
    CarryPukao,
    DropOut,
    Move,
    PlaceChief,
    PlaceSculptor,
    PlaceSorcerer,
    PlaceVillager,
    TakeTile,
    add_villagers,
)
from engine.rapa_nui_board.presence import presence
from engine.rapa_nui_board.state import AT_HAND, IN_VILLAGE, OVER, PLACE, TRANSPORT, Phase, Player, State
from engine.rapa_nui_board.tiles import POPULAR, VILLAGERS

KEPT: Final = 6
"""For how many states the legal moves are kept.

They are many, and the same ones are needed to show them, to check a move, and by computer players.
"""


def to_move(state: State) -> tuple[Seat, ...]:
    """The one seat that decides, or chance.  Rules: Rapa Nui board 11."""
    return () if state.phase is OVER else (state.decider,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that `seat` may do now, its main moves last.  Rules: Rapa Nui board 11."""
    if seat != state.decider:
        return ()
    if state.phase is PLACE:
        return placements(state, seat)
    return _legal_moves.of(state)


def short_list(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves, but in the transport phase only the cheapest way to each destination."""
    if state.phase is TRANSPORT and seat == state.decider:
        return _cheapest.of(state)
    return legal_moves(state, seat)


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `seat` may make `move`; a chain need not be listed.  Rules: Rapa Nui board 7.1, 11."""
    if seat != state.decider:
        return False
    phase = state.phase
    if phase is PLACE:
        return can_place(state, seat, move)
    if phase is not TRANSPORT:
        return move in _legal_moves.of(state)
    match move:
        case DropOut():
            return True
        case CarryMoai() | CarryPukao():
            return can_carry(state, seat, move)
        case _:
            return move in free_actions(state, seat)


def obvious_move(state: State, seat: Seat) -> Move | None:
    """The only legal move, if there is only one: all can see that.  Rules: Rapa Nui board 11."""
    if len(short_list(state, seat)) > 1:
        return None
    found = legal_moves(state, seat)
    return found[0] if len(found) == 1 else None


def _find_legal_moves(state: State) -> tuple[Move, ...]:
    seat, transport = state.decider, state.transport
    if state.phase is TRANSPORT:
        return _in_turn(state, carriages)
    match state.phase:
        case Phase.DISPLAY:
            return display_choices(state, seat)
        case Phase.COLLECT if transport is not None:
            return collects(state, transport)
        case Phase.TAKE if transport is not None:
            return takes(offered(state, seat, transport.path[-1]), transport.take)
        case Phase.EXCHANGE if transport is not None:
            return exchanges(state.players[seat], state.stacks, second=transport.second)
        case _:
            return ()


def _find_cheapest(state: State) -> tuple[Move, ...]:
    return _in_turn(state, cheapest_carriages)


def _in_turn(state: State, find: Finder) -> tuple[Move, ...]:
    """The moves of a turn in the transport phase, with the ways that `find` finds."""
    seat = state.decider
    return (
        DROP_OUT,
        *free_actions(state, seat),
        *pukao_carries(state, seat, find),
        *moai_carries(state, seat, find),
    )


_legal_moves: Final = Kept(_find_legal_moves, KEPT)
_cheapest: Final = Kept(_find_cheapest, KEPT)


def display_choices(state: State, seat: Seat) -> tuple[TakeTile, ...]:
    """The tiles in the display; once it is empty, those laid aside of kinds `seat` lacks.  Rules: 2.7."""
    if any(state.display):
        return tuple(compress(TAKE_TILES, state.display))
    owned = state.players[seat].tiles
    return tuple(move for move in TAKE_TILES if state.aside[move.tile] and not owned[move.tile])


def placements(state: State, seat: Seat) -> tuple[Move, ...]:
    """The free actions of `seat`, all figures that it may place, and where.  Rules: Rapa Nui board 5, 8."""
    player = state.players[seat]
    found: list[Move] = [*free_actions(state, seat)]
    if player.sorcerer == AT_HAND:
        found += to_stars(state, seat)
    if player.chief == AT_HAND:
        found += CHIEFS
    if player.villagers:
        there = presence(state)
        free = there.open_to(seat)
        linked = free & there.near
        found += compress(SCULPTORS, free_places(state))
        # Beside transporters last: there a villager makes a chain longer.
        add_villagers(found, there.island, free ^ linked, linked)
    return tuple(found)


def can_place(state: State, seat: Seat, move: Move) -> bool:
    """Whether `seat`, who is to place a figure, may do this: a free action, or that figure there."""
    player = state.players[seat]
    if isinstance(move, PlaceVillager):
        space = ISLANDS[len(state.players)].land_numbers.get(move.space)
        return player.villagers > 0 and space is not None and state.spots[space].owner in (None, seat)
    match move:
        case PlaceSculptor(column):
            return player.villagers > 0 and column in COLUMNS and free_places(state)[column - 1] > 0
        case PlaceSorcerer():
            return player.sorcerer == AT_HAND and move in to_stars(state, seat)
        case PlaceChief():
            return player.chief == AT_HAND and move in CHIEFS
        case _:
            return move in free_actions(state, seat)


def to_stars(state: State, seat: Seat) -> tuple[PlaceSorcerer, ...]:
    """The sorcerer of `seat` on each star space where it may be placed.  Rules: 5, ruling 26."""
    taken = tuple([player.sorcerer for player in state.players])
    return _to_free_stars(taken, seat == state.order[0] and is_first_figure(state.players[seat]))


@lru_cache(maxsize=4096)
def _to_free_stars(taken: tuple[int, ...], not_first: bool) -> tuple[PlaceSorcerer, ...]:
    return tuple(move for move in SORCERERS[not_first : len(taken)] if move.position not in taken)


def is_first_figure(player: Player) -> bool:
    """Whether a player has not placed any figure in this round."""
    joined = VILLAGERS + player.improvements[POPULAR]
    at_hand = player.villagers == joined and player.sorcerer == AT_HAND
    return at_hand and player.chief in (AT_HAND, IN_VILLAGE)


def free_places(state: State) -> Counts:
    """How many spaces are free in each column of the moai quarry."""
    players = state.players
    first, second, third = ISLANDS[len(players)].columns
    for player in players:
        in_first, in_second, in_third = player.sculptors
        first -= in_first
        second -= in_second
        third -= in_third
    return first, second, third
