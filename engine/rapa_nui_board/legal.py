"""What may be done now.  Rules: Rapa Nui board 5, 11.  `refusals.py` says why something may not."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, compress
from operator import sub
from typing import Final

from engine.counts import Counts
from engine.game import Seat
from engine.rapa_nui_board.chain import can_carry
from engine.rapa_nui_board.exchange import exchanges
from engine.rapa_nui_board.legal_free import free_actions, open_spaces
from engine.rapa_nui_board.legal_transport import (
    cheapest_carriages,
    collects,
    moai_carries,
    offered,
    pukao_carries,
    takes,
)
from engine.rapa_nui_board.moves import (
    CHIEFS,
    DROP_OUT,
    SCULPTORS,
    SORCERERS,
    TO_SPACES,
    CarryMoai,
    CarryPukao,
    DropOut,
    Move,
    Placement,
    TakeTile,
)
from engine.rapa_nui_board.state import AT_HAND, IN_VILLAGE, Phase, Player, State
from engine.rapa_nui_board.tiles import TILES, VILLAGERS, Improvement

KEPT: Final = 6
"""For how many states the legal moves are kept.

They are many, and the same ones are needed to show them, to check a move, and by computer players.
"""


def to_move(state: State) -> tuple[Seat, ...]:
    """The one seat that decides, or chance.  Rules: Rapa Nui board 11."""
    return () if state.phase is Phase.OVER else (state.decider,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that `seat` may do now, its main moves last.  Rules: Rapa Nui board 11."""
    return _legal_moves(state) if seat == state.decider else ()


def short_list(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves, but in the transport phase only the cheapest way to each destination."""
    if seat != state.decider:
        return ()
    return _cheapest(state) if state.phase is Phase.TRANSPORT else _legal_moves(state)


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `seat` may make `move`; a chain need not be listed.  Rules: Rapa Nui board 7.1, 11."""
    if seat != state.decider:
        return False
    if state.phase is not Phase.TRANSPORT:
        return move in _legal_moves(state)
    if isinstance(move, CarryMoai | CarryPukao):
        return can_carry(state, seat, move)
    return isinstance(move, DropOut) or move in free_actions(state, seat)


def obvious_move(state: State, seat: Seat) -> Move | None:
    """The only legal move, if there is only one: all can see that.  Rules: Rapa Nui board 11."""
    if len(short_list(state, seat)) > 1:
        return None
    found = legal_moves(state, seat)
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=KEPT)
def _legal_moves(state: State) -> tuple[Move, ...]:
    seat, transport = state.decider, state.transport
    match state.phase:
        case Phase.DISPLAY:
            return display_choices(state, seat)
        case Phase.PLACE:
            return (*free_actions(state, seat), *placements(state, seat))
        case Phase.TRANSPORT:
            return (
                DROP_OUT,
                *free_actions(state, seat),
                *pukao_carries(state, seat),
                *moai_carries(state, seat),
            )
        case Phase.COLLECT if transport is not None:
            return collects(state, transport)
        case Phase.TAKE if transport is not None:
            return takes(offered(state, seat, transport.path[-1]), transport.take)
        case Phase.EXCHANGE if transport is not None:
            return exchanges(state.players[seat], state.stacks, second=transport.second)
        case _:
            return ()


@lru_cache(maxsize=KEPT)
def _cheapest(state: State) -> tuple[Move, ...]:
    seat = state.decider
    return (
        DROP_OUT,
        *free_actions(state, seat),
        *pukao_carries(state, seat, cheapest_carriages),
        *moai_carries(state, seat, cheapest_carriages),
    )


def display_choices(state: State, seat: Seat) -> tuple[TakeTile, ...]:
    """The tiles in the display; once it is empty, those laid aside of kinds `seat` lacks.  Rules: 2.7."""
    if any(state.display):
        return tuple(TakeTile(tile) for tile in TILES if state.display[tile])
    owned = state.players[seat].tiles
    return tuple(TakeTile(tile) for tile in TILES if state.aside[tile] and not owned[tile])


def placements(state: State, seat: Seat) -> list[Placement]:
    """All figures that `seat` may place, and where.  Rules: Rapa Nui board 5."""
    player = state.players[seat]
    found: list[Placement] = []
    if player.sorcerer == AT_HAND:
        found += [SORCERERS[position - 1] for position in positions(state, seat)]
    if player.chief == AT_HAND:
        found += CHIEFS
    if player.villagers:
        found += compress(SCULPTORS, free_places(state))
        to_space = TO_SPACES[state.island]
        found += [to_space[space] for space in _linked_last(state, seat)]
    return found


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """The star spaces on which `seat` may place its sorcerer.  Rules: Rapa Nui board 5, ruling 26."""
    taken = {player.sorcerer for player in state.players}
    first = 2 if seat == state.order[0] and is_first_figure(state.players[seat]) else 1
    return tuple([position for position in range(first, state.seats + 1) if position not in taken])


def is_first_figure(player: Player) -> bool:
    """Whether a player has not placed any figure in this round."""
    joined = VILLAGERS + player.improvements[Improvement.POPULAR]
    at_hand = player.villagers == joined and player.sorcerer == AT_HAND
    return at_hand and player.chief in (AT_HAND, IN_VILLAGE)


def free_places(state: State) -> Counts:
    """How many spaces are free in each column of the moai quarry."""
    by_column = zip(*[player.sculptors for player in state.players], strict=True)
    return tuple(map(sub, state.island.columns, map(sum, by_column)))


def _linked_last(state: State, seat: Seat) -> list[int]:
    """The spaces for a villager, those beside transporters last: there it makes a chain longer."""
    island = state.island
    standing = [space for space, spot in enumerate(state.spots) if spot.owner is not None]
    standing += (island.crater, island.pukao_quarry)
    linked = {*chain.from_iterable([island.neighbours[space] for space in standing])}
    return sorted(open_spaces(state, seat), key=linked.__contains__)
