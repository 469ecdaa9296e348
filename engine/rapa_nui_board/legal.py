"""What may be done now.  Rules: Rapa Nui board 5, 11.  `refusals.py` says why something may not."""

from __future__ import annotations

from itertools import compress
from typing import Final

from engine.counts import Counts
from engine.game import Seat
from engine.kept import Kept
from engine.rapa_nui_board.chain import can_carry
from engine.rapa_nui_board.exchange import exchanges
from engine.rapa_nui_board.figures import CHIEF, COLUMNS, FIRST_STAR, STARS, TO_PLACES
from engine.rapa_nui_board.island import ISLANDS
from engine.rapa_nui_board.legal_free import free_in_transport, free_when_placing
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
    DROP_OUT,
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
    villagers_beside,
)
from engine.rapa_nui_board.state import (
    AT_HAND,
    DISPLAY,
    IN_VILLAGE,
    OVER,
    PLACE,
    TRANSPORT,
    Phase,
    Player,
    State,
    Taken,
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
    if phase is TRANSPORT:
        return _in_turn(state, _carries)
    return display_choices(state, seat) if phase is DISPLAY else _answers.of(state)


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
        return move in legal_moves(state, seat)
    match move:
        case DropOut():
            return True
        case CarryMoai() | CarryPukao():
            return can_carry(state, seat, move)
        case _:
            return move in free_in_transport(state, seat)


def obvious_move(state: State, seat: Seat) -> Move | None:
    """The only legal move, if there is only one: all can see that.  Rules: Rapa Nui board 11."""
    if len(short_list(state, seat)) > 1:
        return None
    found = legal_moves(state, seat)
    return found[0] if len(found) == 1 else None


_DROPS_OUT: Final[tuple[Move, ...]] = (DROP_OUT,)


def _in_turn(state: State, transports: Kept[State, tuple[Carry, ...]]) -> tuple[Move, ...]:
    """The moves of a turn in the transport phase, with all `transports` or some."""
    seat = state.decider
    found = _DROPS_OUT + free_in_transport(state, seat)
    return found + transports.of(state) if may_carry(state, seat) else found


def _find_carries(state: State) -> tuple[Carry, ...]:
    return carries(state, state.decider, carriages)


def _find_cheapest_carries(state: State) -> tuple[Carry, ...]:
    return carries(state, state.decider, cheapest_carriages)


def _find_answers(state: State) -> tuple[Move, ...]:
    """What may be answered to a question that is no turn of its own."""
    seat, transport = state.decider, state.transport
    match state.phase:
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
    player, standing = state.players[seat], state.standing
    taken, found = _taken_to(state, seat, player), free_when_placing(player)
    if not player.villagers:
        return found + TO_PLACES[taken | COLUMNS]
    of_others = sum(standing) ^ standing[seat]
    return found + TO_PLACES[taken] + villagers_beside(len(standing), of_others)


def _taken_to(state: State, seat: Seat, player: Player) -> Taken:
    """Where beside the island figures of `player`, at `seat`, have no room."""
    taken = state.taken
    if player.sorcerer != AT_HAND:
        taken |= STARS
    elif player.villagers >= VILLAGERS and seat == state.order[0] and is_first_figure(player):
        taken |= FIRST_STAR  # Ruling 26; how many villagers there are mostly settles it, without a call.
    return taken if player.chief == AT_HAND else taken | CHIEF


def can_place(state: State, seat: Seat, move: Move) -> bool:
    """Whether `seat`, who is to place a figure, may do this: a free action, or that figure there."""
    player = state.players[seat]
    if isinstance(move, PlaceVillager):
        space = ISLANDS[len(state.players)].land_numbers.get(move.space)
        return player.villagers > 0 and space is not None and state.spots[space].owner in (None, seat)
    match move:
        case PlaceSculptor():
            return player.villagers > 0 and move in TO_PLACES[state.taken | STARS | CHIEF]
        case PlaceSorcerer() | PlaceChief():
            return move in TO_PLACES[_taken_to(state, seat, player) | COLUMNS]
        case _:
            return move in free_when_placing(player)


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
