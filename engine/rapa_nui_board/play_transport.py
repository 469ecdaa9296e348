"""What happens when something is carried: gains, erecting, styling, exchanges.  Rules: Rapa Nui board 7.

Every function here takes only legal moves; `game.py` has checked them.  `told` collects the events.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.counts import Counts, added, changed, put
from engine.game import Seat, Told
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.exchange import after_payment
from engine.rapa_nui_board.legal_transport import dues, gainable, offered, takes
from engine.rapa_nui_board.moves import By, CarryMoai, CarryPukao, Exchange
from engine.rapa_nui_board.state import OfferingTile, Phase, Player, Spot, State, Transport
from engine.rapa_nui_board.tiles import (
    FOR_MOAI,
    KINDS,
    OFFERINGS,
    OUTSTANDING,
    OUTSTANDING_POINTS,
    PAIR,
    RESOURCE_LIMIT,
    THREE_MORE,
    Offering,
    Outstanding,
    Resource,
    Size,
    Tile,
    values_left,
)


def with_player(state: State, seat: Seat, player: Player) -> State:
    """`state` with `player` at `seat`."""
    return replace(state, players=put(state.players, seat, player))


def with_spot(state: State, space: int, spot: Spot) -> State:
    """`state` with `spot` on a space."""
    return replace(state, spots=put(state.spots, space, spot))


def used(state: State, seat: Seat, tile: Tile, by: By | None) -> State:
    """`state` with an effect used: its ahu tile is out of play, or the tablet gone.  Rules: 1.5."""
    return state if by is None else spent(state, seat, state.players[seat], tile, by)


def spent(state: State, seat: Seat, player: Player, tile: Tile, by: By) -> State:
    """`state` with `player` at `seat`, who has used an effect."""
    if by is By.TABLET:
        return with_player(state, seat, replace(player, tablet=False))
    players = put(state.players, seat, replace(player, tiles=changed(player.tiles, tile, -1)))
    return replace(state, players=players, aside=changed(state.aside, tile, 1))


def received(held: Counts, more: Counts) -> tuple[Counts, Counts]:
    """What somebody holds together with `more`, and what is lost for want of room.  Rules: 1."""
    both = added(held, more)
    kept = tuple(min(count, RESOURCE_LIMIT) for count in both)
    return kept, tuple(count - here for count, here in zip(both, kept, strict=True))


def carry_moai(state: State, seat: Seat, move: CarryMoai, told: Told) -> State:
    """Begin to carry a moai.  Rules: Rapa Nui board 7.2."""
    if told is not None:
        told.append(
            happened.MoaiCarried(
                seat, move.size, move.path, move.road, move.log_road, move.mana, move.take_3_more
            )
        )
    state = used(state, seat, Tile.LOG_ROAD, move.log_road)
    state = used(state, seat, Tile.MANA, move.mana)
    if move.take_3_more is By.TABLET:
        state = used(state, seat, Tile.TAKE_3_MORE, By.TABLET)
    count = FOR_MOAI[move.size] + (THREE_MORE if move.take_3_more else 0)
    transport = Transport(
        seat=seat,
        size=move.size,
        path=_numbers(state, move.path),
        take=count,
        by_tile=move.take_3_more is By.TILE,
    )
    return _gain(replace(state, transport=_with_dues(state, transport, move)), told)


def carry_pukao(state: State, seat: Seat, move: CarryPukao, told: Told) -> State:
    """Begin to carry a pukao.  Rules: Rapa Nui board 7.3."""
    if told is not None:
        told.append(happened.PukaoCarried(seat, move.path, move.road, move.log_road, move.mana))
    state = used(state, seat, Tile.LOG_ROAD, move.log_road)
    state = used(state, seat, Tile.MANA, move.mana)
    transport = Transport(seat=seat, size=None, path=_numbers(state, move.path))
    return _gain(replace(state, transport=_with_dues(state, transport, move)), told)


def _numbers(state: State, path: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(state.island.numbers[space] for space in path)


def _with_dues(state: State, transport: Transport, move: CarryMoai | CarryPukao) -> Transport:
    if move.mana is not None:
        return transport
    return replace(transport, dues=dues(state, transport.seat, transport.path))


def _gain(state: State, told: Told) -> State:
    """Let the owners of passed spaces gain, until one has to choose.  Rules: Rapa Nui board 7.1."""
    transport = state.transport
    assert transport is not None
    while transport.dues:
        space = transport.dues[0]
        owner = state.spots[space].owner
        assert owner is not None
        possible = _possible_gain(state, transport, space, owner)
        if len(possible) > 1 and not state.auto_collect:
            return replace(state, phase=Phase.COLLECT, decider=owner, transport=transport)
        state = _gained(state, owner, space, possible[-1] if possible else None, told)
        transport = replace(transport, dues=transport.dues[1:])
    state = replace(state, decider=transport.seat, transport=transport)
    return _style(state, transport, told) if transport.size is None else _erect(state, transport, told)


def _possible_gain(state: State, transport: Transport, space: int, owner: Seat) -> tuple[Resource, ...]:
    if transport.size is not None:
        return gainable(state, space)
    has_room = state.players[owner].resources[Resource.REED] < RESOURCE_LIMIT
    return (Resource.REED,) if has_room else ()


def _gained(state: State, seat: Seat, space: int, resource: Resource | None, told: Told) -> State:
    carrier = state.transport.seat if state.transport else seat
    if told is not None:
        told.append(happened.Gained(seat, carrier, state.island.ids[space], resource))
    if resource is None:
        return state
    player = state.players[seat]
    return with_player(state, seat, replace(player, resources=changed(player.resources, resource, 1)))


def collect(state: State, seat: Seat, resource: Resource, told: Told) -> State:
    """Give an owner what they chose to gain, and go on with the other owners.  Rules: Rapa Nui board 11."""
    transport = state.transport
    assert transport is not None
    state = _gained(state, seat, transport.dues[0], resource, told)
    return _gain(replace(state, transport=replace(transport, dues=transport.dues[1:])), told)


def _erect(state: State, transport: Transport, told: Told) -> State:
    """Take the ahu tile, erect the moai, take resources.  Rules: Rapa Nui board 7.2."""
    seat, space, size = transport.seat, transport.path[-1], transport.size
    spot, player = state.spots[space], state.players[seat]
    assert size is not None
    tiles = player.tiles
    if spot.tile is not None:
        tiles = changed(tiles, spot.tile, 1)
        if told is not None:
            told.append(happened.AhuTileTaken(seat, state.island.ids[space], spot.tile))
    if told is not None:
        told.append(happened.MoaiErected(seat, state.island.ids[space], size))
    moai = changed(player.moai, size, -1)
    state = with_player(state, seat, replace(player, tiles=tiles, moai=moai, safekept=_at_most(player, moai)))
    state = with_spot(state, space, replace(spot, moai=Size(size), tile=None))
    if transport.by_tile:
        state = used(state, seat, Tile.TAKE_3_MORE, By.TILE)
    state = replace(state, quiet=False)
    choices = takes(offered(state, seat, space), transport.take)
    if len(choices) > 1:
        return replace(state, phase=Phase.TAKE)
    return take(state, seat, choices[0].resources, told)


def _at_most(player: Player, moai: Counts) -> Counts:
    """How many moai are safekept: not more than there still are."""
    return tuple(min(kept, left) for kept, left in zip(player.safekept, moai, strict=True))


def take(state: State, seat: Seat, resources: Counts, told: Told) -> State:
    """Take resources for a moai; its transporter is then exhausted.  Rules: Rapa Nui board 7.2."""
    transport, player = state.transport, state.players[seat]
    assert transport is not None
    held, lost = received(player.resources, resources)
    if told is not None:
        told.append(happened.ResourcesTaken(seat, state.island.ids[transport.path[-1]], resources, lost))
    return _finish(with_player(state, seat, replace(player, resources=held)), transport)


def _style(state: State, transport: Transport, told: Told) -> State:
    """Style the moai; the exchange is next.  Rules: Rapa Nui board 7.3."""
    space = transport.path[-1]
    if told is not None:
        told.append(happened.MoaiStyled(transport.seat, state.island.ids[space]))
    state = with_spot(state, space, replace(state.spots[space], pukao=True))
    return replace(state, phase=Phase.EXCHANGE, pukao=state.pukao - 1, quiet=False)


def exchange(state: State, seat: Seat, move: Exchange, told: Told) -> State:
    """Pay a price and take a tile; with Feast another exchange follows.  Rules: 7.3."""
    transport, player = state.transport, state.players[seat]
    assert transport is not None
    if told is not None:
        told.append(happened.Paid(seat, move.offering, move.payment, move.artistic, move.thrift, move.feast))
    kind = OFFERINGS[move.offering + move.artistic]
    left = state.stacks[kind] - 1
    tile = OfferingTile(kind, values_left(state.seats, kind, state.stacks[kind])[0])
    if told is not None:
        told.append(happened.OfferingTaken(seat, kind, tile.points, left))
    resources = after_payment(player.resources, move.payment)
    player = replace(player, resources=resources, offerings=(*player.offerings, tile))
    state = replace(with_player(state, seat, player), stacks=put(state.stacks, kind, left))
    state = used(state, seat, Tile.THRIFT, move.thrift)
    state = used(state, seat, Tile.FEAST, move.feast)
    state = _win_outstanding(state, seat, told)
    if move.feast is not None:
        return replace(state, transport=replace(transport, second=True))
    return _finish(state, transport)


def _win_outstanding(state: State, seat: Seat, told: Told) -> State:
    won = outstanding_won([tile.offering for tile in state.players[seat].offerings])
    for tile in won:
        if state.outstanding[tile] is None:
            if told is not None:
                told.append(happened.OutstandingWon(seat, tile, OUTSTANDING_POINTS[tile]))
            state = replace(state, outstanding=put(state.outstanding, tile, seat))
    return state


def outstanding_won(owned: list[Offering]) -> tuple[Outstanding, ...]:
    """The outstanding tiles that these offering tiles would win.  Rules: 1.2."""
    pairs = {OUTSTANDING[offering] for offering in OFFERINGS if owned.count(offering) >= PAIR}
    kinds = {tile for tile, count in KINDS.items() if len(set(owned)) >= count}
    return tuple(sorted(pairs | kinds))


def _finish(state: State, transport: Transport) -> State:
    """Exhaust one transporter and end the turn.  Rules: Rapa Nui board 7.2, 7.3."""
    space = transport.path[-1]
    spot = state.spots[space]
    acted = replace(spot, fresh=spot.fresh - 1, exhausted=spot.exhausted + 1)
    return replace(with_spot(state, space, acted), phase=Phase.TRANSPORT, transport=None)
