"""Why a move may not be made now: a code, with its numbers.  Rules: Rapa Nui board 5, 7, 8."""

from __future__ import annotations

from engine.counts import Counts
from engine.game import IllegalMove, Seat
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.chain import (
    can_pay,
    can_pay_for,
    chain_fault,
    extras_used,
    is_at_hand,
)
from engine.rapa_nui_board.exchange import covers, holds, price_parts, sources
from engine.rapa_nui_board.moves import Carry, Move
from engine.rapa_nui_board.state import AT_HAND, Phase, Spot, State
from engine.rapa_nui_board.tiles import (
    IMPROVEMENT_PRICES,
    IMPROVEMENTS_MOST,
    OFFERINGS,
    RESOURCE_LIMIT,
    Improvement,
    Offering,
    Tile,
)


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """Why `move` is not legal for `seat`."""
    if state.phase is Phase.OVER:
        return IllegalMove("game_over")
    if seat != state.decider:
        return IllegalMove("not_your_turn")
    match state.phase, move:
        case Phase.DISPLAY, moves.TakeTile(tile):
            return IllegalMove("not_in_display", tile=tile.name.lower())
        case Phase.PLACE, (
            moves.PlaceVillager() | moves.PlaceSculptor() | moves.PlaceSorcerer() | moves.PlaceChief()
        ):
            return _cannot_place(state, seat, move)
        case ((Phase.PLACE | Phase.TRANSPORT), moves.Improve(improvement)):
            return _cannot_build(state, seat, improvement)
        case ((Phase.PLACE | Phase.TRANSPORT), moves.Barter(give, _, by)):
            return _no_tile(state, seat, Tile.BARTER, by) or _cannot_barter(state, seat, give)
        case ((Phase.PLACE | Phase.TRANSPORT), moves.TakeTwo(_, by)):
            return _no_tile(state, seat, Tile.TAKE_2_MORE, by) or IllegalMove("not_now")
        case Phase.PLACE, moves.ChipIn(column, by):
            no_column = IllegalMove("no_such_column", column=column)
            return _no_tile(state, seat, Tile.CHIP_IN, by) or no_column
        case Phase.TRANSPORT, moves.Rest(space, by):
            return _no_tile(state, seat, Tile.REST, by) or IllegalMove("not_exhausted", space=space)
        case Phase.TRANSPORT, moves.LendAHand(_, _, space, by):
            no_tile = _no_tile(state, seat, Tile.LEND_A_HAND, by)
            return no_tile or _not_free(state, seat, space) or IllegalMove("no_such_figure")
        case Phase.TRANSPORT, moves.Safekeep(size, by):
            no_moai = IllegalMove("no_such_moai", size=size.name.lower())
            return _no_tile(state, seat, Tile.SAFEKEEPING, by) or no_moai
        case Phase.TRANSPORT, (moves.CarryMoai() | moves.CarryPukao()):
            return _cannot_carry(state, seat, move)
        case Phase.EXCHANGE, moves.Exchange():
            return _cannot_exchange(state, seat, move)
        case Phase.TAKE, moves.Take():
            return IllegalMove("not_offered")
        case _:
            return IllegalMove("not_now")


def _no_tile(state: State, seat: Seat, tile: Tile, by: moves.By) -> IllegalMove | None:
    if by in sources(state.players[seat], tile):
        return None
    if by is moves.By.TABLET:
        return IllegalMove("no_tablet", tile=tile.name.lower())
    return IllegalMove("no_tile", tile=tile.name.lower())


def _cannot_place(state: State, seat: Seat, move: moves.Placement) -> IllegalMove:
    player, columns = state.players[seat], len(state.island.columns)
    match move:
        case moves.PlaceVillager(space) if player.villagers:
            return _not_free(state, seat, space) or IllegalMove("not_now")
        case moves.PlaceSculptor(column) if player.villagers:
            if 1 <= column <= columns:
                return IllegalMove("column_full", column=column)
            return IllegalMove("no_such_column", column=column)
        case moves.PlaceSorcerer(position) if player.sorcerer == AT_HAND:
            if position == 1 and all(other.sorcerer != 1 for other in state.players):
                return IllegalMove("first_figure_first_place")
            return IllegalMove("star_taken", position=position)
        case moves.PlaceChief(column) if player.chief == AT_HAND:
            return IllegalMove("no_such_column", column=column)
        case _:
            return IllegalMove("no_such_figure")


def _not_free(state: State, seat: Seat, space: str) -> IllegalMove | None:
    """Why no figure can be put on a space; None if one can."""
    number = state.island.number(space)
    if number is None:
        return IllegalMove("no_such_space", space=space)
    if number not in state.island.land:
        return IllegalMove("quarry", space=space)
    if state.spots[number].owner not in (None, seat):
        return IllegalMove("space_of_another", space=space)
    return None


def _cannot_build(state: State, seat: Seat, improvement: Improvement) -> IllegalMove:
    player = state.players[seat]
    if player.improvements[improvement]:
        return IllegalMove("already_built")
    if sum(player.improvements) == IMPROVEMENTS_MOST:
        return IllegalMove("improvements_full", most=IMPROVEMENTS_MOST)
    (resource,) = (kind for kind, count in enumerate(IMPROVEMENT_PRICES[improvement]) if count)
    price = IMPROVEMENT_PRICES[improvement][resource]
    return IllegalMove("too_expensive", price=price, held=player.resources[resource])


def _cannot_barter(state: State, seat: Seat, give: Counts) -> IllegalMove:
    if not holds(state.players[seat].resources, give):
        return IllegalMove("not_held")
    return IllegalMove("no_room", limit=RESOURCE_LIMIT)


def _cannot_carry(state: State, seat: Seat, move: Carry) -> IllegalMove:
    island, player = state.island, state.players[seat]
    if unknown := next((space for space in move.path if island.number(space) is None), None):
        return IllegalMove("no_such_space", space=unknown)
    goal = state.spots[island.numbers[move.path[-1]]] if move.path else Spot()
    if isinstance(move, moves.CarryMoai) and not player.moai[move.size]:
        return IllegalMove("no_such_moai", size=move.size.name.lower())
    if isinstance(move, moves.CarryPukao) and not state.pukao:
        return IllegalMove("no_pukao")
    if isinstance(move, moves.CarryPukao) and not is_at_hand(state, seat, move):
        return IllegalMove("no_exchange")
    if goal.owner != seat or not goal.fresh:
        return IllegalMove("nobody_fresh", space=move.path[-1] if move.path else "")
    if isinstance(move, moves.CarryMoai) and goal.moai is not None:
        return IllegalMove("moai_there", space=move.path[-1])
    if isinstance(move, moves.CarryPukao) and (goal.moai is None or goal.pukao):
        return IllegalMove("no_moai_to_style", space=move.path[-1])
    return _no_extra(state, seat, move) or chain_fault(state, move) or IllegalMove("not_now")


def _no_extra(state: State, seat: Seat, move: Carry) -> IllegalMove | None:
    """Why one of the extras can't be used."""
    if can_pay(state, seat, move):
        return None
    used = extras_used(move)
    for tile, by in used.items():
        if by is moves.By.TILE and not can_pay_for(state, state.players[seat], move, tile, by):
            return IllegalMove("no_tile", tile=tile.name.lower())
    copied = next(tile for tile, by in used.items() if by is moves.By.TABLET)
    return IllegalMove("no_tablet", tile=copied.name.lower())


def _cannot_exchange(state: State, seat: Seat, move: moves.Exchange) -> IllegalMove:
    player = state.players[seat]
    taken = move.offering + move.artistic
    if taken > Offering.NECKLACE or (move.artistic and not player.improvements[Improvement.ARTISTIC]):
        return IllegalMove("not_artistic")
    if not state.stacks[taken]:
        return IllegalMove("stack_empty", offering=OFFERINGS[taken].name.lower())
    for tile, by in ((Tile.THRIFT, move.thrift), (Tile.FEAST, move.feast)):
        if by is not None and (missing := _no_tile(state, seat, tile, by)):
            return missing
    if not holds(player.resources, move.payment):
        return IllegalMove("not_held")
    if not covers(move.payment, price_parts(move.offering, thrift=move.thrift is not None)):
        return IllegalMove("bad_payment")
    return IllegalMove("no_second_exchange")
