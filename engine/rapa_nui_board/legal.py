"""What may be done now.  Rules: Rapa Nui board 5, 11.  `refusals.py` says why something may not."""

from __future__ import annotations

from itertools import compress
from typing import Final

from engine.counts import Counts
from engine.game import Seat
from engine.kept import Kept
from engine.rapa_nui_board.chain import can_carry
from engine.rapa_nui_board.exchange import exchanges
from engine.rapa_nui_board.island import ISLANDS
from engine.rapa_nui_board.legal_free import free_actions, free_when_placing
from engine.rapa_nui_board.legal_transport import (
    carriages,
    carries,
    cheapest_carriages,
    collects,
    may_carry,
    offered,
    takes,
)
from engine.rapa_nui_board.moves import (
    CHIEFS,
    COLUMNS,
    DROP_OUT,
    SCULPTORS,
    SORCERERS,
    TAKE_TILES,
    Carry,
    CarryMoai,
    CarryPukao,
    DropOut,
    Move,
    PlaceChief,
    PlaceSculptor,
    PlaceSorcerer,
    PlaceVillager,
    TakeTile,
    villagers_to,
)
from engine.rapa_nui_board.presence import open_to
from engine.rapa_nui_board.state import (
    AT_HAND,
    IN_VILLAGE,
    ON_ISLAND,
    OVER,
    PLACE,
    TRANSPORT,
    Phase,
    Player,
    State,
)
from engine.rapa_nui_board.tiles import POPULAR, VILLAGERS

KEPT: Final = 6
"""For how many states transports and exchanges are kept.

They can be many, and the same ones are needed to show them, to check a move, and by computer players.
"""


def to_move(state: State) -> tuple[Seat, ...]:
    """The one seat that decides, or chance.  Rules: Rapa Nui board 11."""
    return () if state.phase is OVER else (state.decider,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that `seat` may do now, its main moves last.  Rules: Rapa Nui board 11."""
    if seat != state.decider:
        return ()
    phase = state.phase
    if phase is PLACE:
        return placements(state, seat)
    return _in_turn(state, _carries) if phase is TRANSPORT else _answers.of(state)


def short_list(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves, but in the transport phase only the cheapest way to each destination."""
    if state.phase is TRANSPORT and seat == state.decider:
        return _in_turn(state, _cheapest_carries)
    return legal_moves(state, seat)


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `seat` may make `move`; a chain need not be listed.  Rules: Rapa Nui board 7.1, 11."""
    if seat != state.decider:
        return False
    phase = state.phase
    if phase is PLACE:
        return can_place(state, seat, move)
    if phase is not TRANSPORT:
        return move in _answers.of(state)
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


def _in_turn(state: State, transports: Kept[State, tuple[Carry, ...]]) -> tuple[Move, ...]:
    """The moves of a turn in the transport phase, with all `transports` or some."""
    seat = state.decider
    found: tuple[Move, ...] = (DROP_OUT, *free_actions(state, seat))
    return found + transports.of(state) if may_carry(state, seat) else found


def _find_carries(state: State) -> tuple[Carry, ...]:
    return carries(state, state.decider, carriages)


def _find_cheapest_carries(state: State) -> tuple[Carry, ...]:
    return carries(state, state.decider, cheapest_carriages)


def _find_answers(state: State) -> tuple[Move, ...]:
    """What may be answered to a question that is no turn of its own."""
    seat, transport = state.decider, state.transport
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


_carries: Final = Kept(_find_carries, KEPT)
_cheapest_carries: Final = Kept(_find_cheapest_carries, KEPT)
_answers: Final = Kept(_find_answers, KEPT)


def display_choices(state: State, seat: Seat) -> tuple[TakeTile, ...]:
    """The tiles in the display; once it is empty, those laid aside of kinds `seat` lacks.  Rules: 2.7."""
    if any(state.display):
        return tuple(compress(TAKE_TILES, state.display))
    owned = state.players[seat].tiles
    return tuple(move for move in TAKE_TILES if state.aside[move.tile] and not owned[move.tile])


def placements(state: State, seat: Seat) -> tuple[Move, ...]:
    """The free actions of `seat`, all figures that it may place, and where.  Rules: Rapa Nui board 5, 8."""
    players = state.players
    player = players[seat]
    free = free_when_placing(player)
    stars = to_stars(state, seat) if player.sorcerer == AT_HAND else ()
    chiefs = CHIEFS if player.chief == AT_HAND else ()
    if not player.villagers:
        return (*free, *stars, *chiefs)
    places = free_places(state)
    sculptors = SCULPTORS if all(places) else compress(SCULPTORS, places)
    return (*free, *stars, *chiefs, *sculptors, *villagers_to(ISLANDS[len(players)], open_to(state, seat)))


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


_TAKEN: Final = {AT_HAND: 0, ON_ISLAND: 0} | {move.position: 1 << move.position for move in SORCERERS}
"""Which star space a sorcerer takes, as a bit."""
_TO_FREE_STARS: Final = {
    seats: tuple(
        tuple(move for move in SORCERERS[:seats] if not taken >> move.position & 1)
        for taken in range(2 << seats)
    )
    for seats in ISLANDS
}
"""The sorcerer on each free star space, by the number of players and the bits of those that are taken."""


def to_stars(state: State, seat: Seat) -> tuple[PlaceSorcerer, ...]:
    """The sorcerer of `seat` on each star space where it may be placed.  Rules: 5, ruling 26."""
    players, taken = state.players, 0
    for player in players:
        taken |= _TAKEN[player.sorcerer]
    if seat == state.order[0] and is_first_figure(players[seat]):
        taken |= _TAKEN[1]
    return _TO_FREE_STARS[len(players)][taken]


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
