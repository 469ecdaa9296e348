"""The legal moves of a state, and the reasons why other moves are refused.  Rules: Rapa Nui board 5, 11."""

from __future__ import annotations

from itertools import compress
from typing import Final

from engine.counts import Counts
from engine.game import IllegalMove, Seat
from engine.kept import Kept
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.free import free_in_transport, free_when_placing
from engine.rapa_nui_board.legal_transport import (
    can_carry,
    can_pay,
    can_pay_for,
    carriages,
    carries,
    chain_fault,
    cheapest_carriages,
    collects,
    covers,
    exchanges,
    extras_used,
    holds,
    is_at_hand,
    may_carry,
    offered,
    price_parts,
    sources,
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
    TakeTile,
    villagers_beside,
)
from engine.rapa_nui_board.presence import CHIEF, COLUMNS, FIRST_STAR, STARS, TO_PLACES
from engine.rapa_nui_board.state import (
    AT_HAND,
    DISPLAY,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS_MOST,
    IN_VILLAGE,
    ISLANDS,
    OFFERINGS,
    OVER,
    PLACE,
    POPULAR,
    RESOURCE_LIMIT,
    TRANSPORT,
    VILLAGERS,
    Improvement,
    Offering,
    Phase,
    Player,
    Spot,
    State,
    Taken,
    Tile,
)

KEPT: Final = 6
"""The number of latest states for which transports and exchanges are cached."""


def to_move(state: State) -> tuple[Seat, ...]:
    """The one seat that decides, `CHANCE` included; none at the end.  Rules: Rapa Nui board 11."""
    return () if state.phase is OVER else (state.decider,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal moves of `seat`: dropping out, free actions, then the others.  Rules: Rapa Nui board 11."""
    if seat != state.decider:
        return ()
    phase = state.phase
    if phase is PLACE:
        return placements(state, seat)
    if phase is TRANSPORT:
        return _in_turn(state, _carries)
    return display_choices(state, seat) if phase is DISPLAY else _answers.of(state)


def short_list(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves of `seat`; of the transports to one destination, only the cheapest."""
    if state.phase is TRANSPORT and seat == state.decider:
        return _in_turn(state, _cheapest_carries)
    return legal_moves(state, seat)


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `seat` may make `move`, even a transport that `legal_moves` leaves out.  Rules: 7.1, 11."""
    if seat != state.decider:
        return False
    if state.phase is not TRANSPORT:
        return move in legal_moves(state, seat)
    match move:
        case DropOut():
            return True
        case CarryMoai() | CarryPukao():
            return can_carry(state, seat, move)
        case _:
            return move in free_in_transport(state, seat)


def obvious_move(state: State, seat: Seat) -> Move | None:
    """The only legal move of `seat`, known to everybody; None if there are several.  Rules: 11."""
    if len(short_list(state, seat)) > 1:
        return None
    found = legal_moves(state, seat)
    return found[0] if len(found) == 1 else None


_DROPS_OUT: Final[tuple[Move, ...]] = (DROP_OUT,)


def _in_turn(state: State, transports: Kept[State, tuple[Carry, ...]]) -> tuple[Move, ...]:
    """The legal moves in the transport phase; `transports`: returns the transports of a state, cached."""
    seat = state.decider
    found = _DROPS_OUT + free_in_transport(state, seat)
    return found + transports.of(state) if may_carry(state, seat) else found


def _find_answers(state: State) -> tuple[Move, ...]:
    """The legal moves when a transport asks its carrier or the owner of a passed space to choose."""
    seat, transport = state.decider, state.transport
    match state.phase:
        case Phase.COLLECT if transport is not None:
            return collects(state, transport)
        case Phase.TAKE if transport is not None:
            return takes(offered(state, seat, transport.path[-1]), transport.take)
        case Phase.EXCHANGE if transport is not None:
            return tuple(exchanges(state.players[seat], state.stacks, second=transport.second))
        case _:
            return ()


_carries: Final = Kept[State, tuple[Carry, ...]](lambda one: carries(one, one.decider, carriages), KEPT)
_cheapest_carries: Final = Kept[State, tuple[Carry, ...]](
    lambda one: carries(one, one.decider, cheapest_carriages), KEPT
)
_answers: Final = Kept(_find_answers, KEPT)


def display_choices(state: State, seat: Seat) -> tuple[TakeTile, ...]:
    """The moves that take a tile from the display or, if it is empty, one laid aside.  Rules: 2.7."""
    if any(state.display):
        return tuple(compress(TAKE_TILES, state.display))
    owned = state.players[seat].tiles
    return tuple(move for move in TAKE_TILES if state.aside[move.tile] and not owned[move.tile])


def placements(state: State, seat: Seat) -> tuple[Move, ...]:
    """The free actions of `seat`, then all legal placements of its figures.  Rules: Rapa Nui board 5, 8."""
    player, standing = state.players[seat], state.standing
    taken, found = _taken_to(state, seat, player), free_when_placing(player)
    if not player.villagers:
        return found + TO_PLACES[taken | COLUMNS]
    of_others = sum(standing) ^ standing[seat]
    return found + TO_PLACES[taken] + villagers_beside(len(standing), of_others)


def _taken_to(state: State, seat: Seat, player: Player) -> Taken:
    """The places in the quarry and on the track where `player` (at `seat`) can't put a figure."""
    taken = state.taken
    if player.sorcerer != AT_HAND:
        taken |= STARS
    elif player.villagers >= VILLAGERS and seat == state.order[0] and is_first_figure(player):
        taken |= FIRST_STAR  # Ruling 26.
    return taken if player.chief == AT_HAND else taken | CHIEF


def is_first_figure(player: Player) -> bool:
    """Whether `player` has not placed any figure in this round."""
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


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The error that says why `move` is not legal for `seat`."""
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
    """The error if no figure of `seat` can be put on a space; None if one can."""
    number = state.island.numbers.get(space)
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
    if unknown := next((space for space in move.path if space not in island.numbers), None):
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
    """The error if `seat` can't use an effect of `move`, such as Log road; None if it can use all."""
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
