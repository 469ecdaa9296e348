"""Whether a transport is legal: its chain, its destination, its extras.  Rules: Rapa Nui board 7.

Every chain may be chosen; `transport.py` finds those that are listed.
"""

from __future__ import annotations

from itertools import pairwise

from engine.game import IllegalMove, Seat
from engine.rapa_nui_board.exchange import can_exchange, sources
from engine.rapa_nui_board.legal_transport import (
    moai_goals,
    owners,
    pukao_goals,
    three_more,
)
from engine.rapa_nui_board.moves import By, Carry, CarryMoai
from engine.rapa_nui_board.state import Player, State
from engine.rapa_nui_board.tiles import Tile
from engine.rapa_nui_board.transport import NOBODY


def can_carry(state: State, seat: Seat, move: Carry) -> bool:
    """Whether `seat`, whose turn it is, may make this transport.  Rules: Rapa Nui board 7.1 to 7.3."""
    goal = state.island.number(move.path[-1]) if move.path else None
    if goal is None or not is_at_hand(state, seat, move):
        return False
    goals = moai_goals(state, seat) if isinstance(move, CarryMoai) else pukao_goals(state, seat)
    return goal in goals and can_pay(state, seat, move) and chain_fault(state, move) is None


def is_at_hand(state: State, seat: Seat, move: Carry) -> bool:
    """Whether the moai or pukao can be had, and for a pukao an exchange is possible after it."""
    player = state.players[seat]
    if isinstance(move, CarryMoai):
        return player.moai[move.size] > 0
    tablet_used = By.TABLET in (move.log_road, move.mana)
    return state.pukao > 0 and can_exchange(player, state.stacks, tablet_used=tablet_used)


def can_pay(state: State, seat: Seat, move: Carry) -> bool:
    """Whether a player has the tiles for the extras of a transport, the tablet for one of them at most."""
    used = extras_used(move)
    player = state.players[seat]
    return all(can_pay_for(state, player, move, tile, by) for tile, by in used.items()) and (
        list(used.values()).count(By.TABLET) <= 1
    )


def extras_used(move: Carry) -> dict[Tile, By]:
    """The extras of a transport, and what pays for each."""
    found = {Tile.LOG_ROAD: move.log_road, Tile.MANA: move.mana}
    if isinstance(move, CarryMoai):
        found[Tile.TAKE_3_MORE] = move.take_3_more
    return {tile: by for tile, by in found.items() if by is not None}


def can_pay_for(state: State, player: Player, move: Carry, tile: Tile, by: By) -> bool:
    """Whether a player has a tile of this kind, or the tablet, for an extra of a transport."""
    if tile is Tile.TAKE_3_MORE:
        goal = state.island.numbers[move.path[-1]]
        return by in three_more(state, player, goal, tablet_used=False)
    return by in sources(player, tile)


def chain_fault(state: State, move: Carry) -> IllegalMove | None:
    """Why the spaces of a transport are no chain; None where they are.  Rules: Rapa Nui board 7.1.

    All its spaces are on the island.
    """
    island, standing = state.island, owners(state)
    path = [island.numbers[space] for space in move.path]
    start = island.crater if isinstance(move, CarryMoai) else island.pukao_quarry
    if path[0] != start:
        return IllegalMove("wrong_start", space=island.ids[start])
    for space, after in pairwise(path):
        if after not in island.neighbours[space]:
            return IllegalMove("no_neighbours", space=island.ids[space], other=island.ids[after])
    if len(set(path)) < len(path):
        return IllegalMove("space_twice")
    bare = next((at for at in path if standing[at] == NOBODY and island.ids[at] != move.road), None)
    if bare is not None:
        return IllegalMove("gap", space=island.ids[bare])
    return _road_fault(state, move)


def _road_fault(state: State, move: Carry) -> IllegalMove | None:
    """Why a space can't be passed by Log road.  Rules: Rapa Nui board 1.3, ruling 38."""
    if (move.road is None) != (move.log_road is None) or move.road not in (None, *move.path):
        return IllegalMove("road_off_way")
    if move.road is not None and owners(state)[state.island.numbers[move.road]] != NOBODY:
        return IllegalMove("road_occupied", space=move.road)
    return None
