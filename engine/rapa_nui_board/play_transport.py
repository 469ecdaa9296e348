"""The effects of the moves of a transport: gains, erecting, styling, exchanges.  Rules: Rapa Nui board 7.

All moves passed in here are legal; `game.py` has checked them.  `told` collects the events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from engine.counts import Counts, added, changed, put, without
from engine.game import Seat, Told
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.legal_transport import after_payment, dues, gainable, offered, takes
from engine.rapa_nui_board.moves import BY_TABLET, BY_TILE, By, CarryMoai, CarryPukao, Collect, Exchange, Take
from engine.rapa_nui_board.rounds import next_to_carry
from engine.rapa_nui_board.state import (
    FEAST,
    FOR_MOAI,
    KINDS,
    LOG_ROAD,
    MANA,
    NOTHING,
    OFFERINGS,
    OUTSTANDING,
    OUTSTANDING_POINTS,
    PAIR,
    RESOURCE_LIMIT,
    SIZES,
    TAKE_3_MORE,
    THREE_MORE,
    THRIFT,
    TRANSPORT,
    Offering,
    OfferingTile,
    Outstanding,
    Phase,
    Player,
    Resource,
    State,
    Tile,
    Transport,
    values_left,
)

Owners = tuple[Seat | None, ...]
"""The seat that owns each outstanding offering tile; None if no seat has won the tile."""


def used(state: State, seat: Seat, tile: Tile, by: By | None) -> State:
    """The state after `by` paid for the effect of `tile` for `seat`; None: no payment.  Rules: 1.5."""
    if by is None:
        return state
    player, aside = spent(state.players[seat], state.aside, tile, by)
    return replace(state, players=put(state.players, seat, player), aside=aside)


def spent(player: Player, aside: Counts, tile: Tile, by: By) -> tuple[Player, Counts]:
    """The player after `by` paid for the effect of `tile`, and the ahu tiles out of play.  Rules: 1.5."""
    if by is BY_TABLET:
        return replace(player, tablet=False), aside
    return replace(player, tiles=changed(player.tiles, tile, -1)), changed(aside, tile, 1)


def received(held: Counts, more: Counts) -> tuple[Counts, Counts]:
    """The resources held after `more` are received, and those lost for lack of room.  Rules: 1."""
    both = added(held, more)
    if max(both) <= RESOURCE_LIMIT:
        return both, NOTHING
    kept = tuple([min(count, RESOURCE_LIMIT) for count in both])
    return kept, without(both, kept)


def _carry_moai(state: State, seat: Seat, move: CarryMoai, told: Told) -> State:
    """Begin the transport of a moai.  Rules: Rapa Nui board 7.2."""
    if told is not None:
        told.append(
            happened.MoaiCarried(
                seat, move.size, move.path, move.road, move.log_road, move.mana, move.take_3_more
            )
        )
    state = used(state, seat, LOG_ROAD, move.log_road)
    state = used(state, seat, MANA, move.mana)
    if move.take_3_more is BY_TABLET:
        state = used(state, seat, TAKE_3_MORE, BY_TABLET)
    path = _numbers(state, move.path)
    count = FOR_MOAI[move.size] + (THREE_MORE if move.take_3_more else 0)
    owed = dues(state, seat, path) if move.mana is None else ()
    return _gain(state, Transport(seat, move.size, path, owed, count, move.take_3_more is BY_TILE), told)


def _carry_pukao(state: State, seat: Seat, move: CarryPukao, told: Told) -> State:
    """Begin the transport of a pukao.  Rules: Rapa Nui board 7.3."""
    if told is not None:
        told.append(happened.PukaoCarried(seat, move.path, move.road, move.log_road, move.mana))
    state = used(state, seat, LOG_ROAD, move.log_road)
    state = used(state, seat, MANA, move.mana)
    path = _numbers(state, move.path)
    owed = dues(state, seat, path) if move.mana is None else ()
    return _gain(state, Transport(seat, None, path, owed), told)


def _numbers(state: State, path: tuple[str, ...]) -> tuple[int, ...]:
    numbers = state.island.numbers
    return tuple([numbers[space] for space in path])


def _gain(state: State, transport: Transport, told: Told) -> State:
    """Have the owners of passed spaces gain; ask one who must choose, else erect or style.  Rules: 7.1."""
    while transport.dues:
        space = transport.dues[0]
        owner = state.spots[space].owner
        assert owner is not None
        possible = _possible_gain(state, transport, space, owner)
        if len(possible) > 1 and not state.auto_collect:
            question = state.question + 1
            return replace(state, phase=Phase.COLLECT, question=question, decider=owner, transport=transport)
        state = _gained(state, transport, owner, possible[-1] if possible else None, told)
        transport = replace(transport, dues=transport.dues[1:])
    return _style(state, transport, told) if transport.size is None else _erect(state, transport, told)


def _possible_gain(state: State, transport: Transport, space: int, owner: Seat) -> tuple[Resource, ...]:
    if transport.size is not None:
        return gainable(state, space)
    has_room = state.players[owner].resources[Resource.REED] < RESOURCE_LIMIT
    return (Resource.REED,) if has_room else ()


def _gained(state: State, transport: Transport, seat: Seat, resource: Resource | None, told: Told) -> State:
    if told is not None:
        space = state.island.ids[transport.dues[0]]
        told.append(happened.Gained(seat, transport.seat, space, resource))
    if resource is None:
        return state
    player = state.players[seat]
    player = replace(player, resources=changed(player.resources, resource, 1))
    return replace(state, players=put(state.players, seat, player))


def _collect(state: State, seat: Seat, move: Collect, told: Told) -> State:
    """Give an owner the resource that they chose, then go on with the next owners.  Rules: 11."""
    transport = state.transport
    assert transport is not None
    state = _gained(state, transport, seat, move.resource, told)
    return _gain(state, replace(transport, dues=transport.dues[1:]), told)


def _erect(state: State, transport: Transport, told: Told) -> State:
    """Take the ahu tile, erect the moai, and take resources or ask which.  Rules: Rapa Nui board 7.2."""
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
    safekept = tuple(map(min, player.safekept, moai))  # At most as many as there are moai left.
    player, aside = replace(player, tiles=tiles, moai=moai, safekept=safekept), state.aside
    if transport.by_tile:
        player, aside = spent(player, aside, TAKE_3_MORE, BY_TILE)
    state = replace(
        state,
        phase=Phase.TAKE,
        question=state.question + 1,
        decider=seat,
        spots=put(state.spots, space, replace(spot, moai=SIZES[size], tile=None)),
        bare=state.bare ^ 1 << space,
        plain=state.plain | 1 << space,
        players=put(state.players, seat, player),
        aside=aside,
        quiet=False,
        transport=transport,
    )
    choices = takes(offered(state, seat, space), transport.take)
    return state if len(choices) > 1 else _taken(state, transport, choices[0].resources, told)


def _take(state: State, seat: Seat, move: Take, told: Told) -> State:
    """Take the resources that the carrier chose.  Rules: Rapa Nui board 7.2."""
    transport = state.transport
    assert transport is not None
    return _taken(replace(state, question=state.question + 1), transport, move.resources, told)


def _taken(state: State, transport: Transport, resources: Counts, told: Told) -> State:
    """Take resources for a moai, and exhaust a transporter on its ahu.  Rules: Rapa Nui board 7.2."""
    player = state.players[transport.seat]
    held, lost = received(player.resources, resources)
    if told is not None:
        space = state.island.ids[transport.path[-1]]
        told.append(happened.ResourcesTaken(transport.seat, space, resources, lost))
    return _finish(state, transport, replace(player, resources=held), told)


def _style(state: State, transport: Transport, told: Told) -> State:
    """Style the moai, and ask for an exchange.  Rules: Rapa Nui board 7.3."""
    space = transport.path[-1]
    if told is not None:
        told.append(happened.MoaiStyled(transport.seat, state.island.ids[space]))
    return replace(
        state,
        phase=Phase.EXCHANGE,
        question=state.question + 1,
        decider=transport.seat,
        spots=put(state.spots, space, replace(state.spots[space], pukao=True)),
        plain=state.plain ^ 1 << space,
        pukao=state.pukao - 1,
        quiet=False,
        transport=transport,
    )


def _exchange(state: State, seat: Seat, move: Exchange, told: Told) -> State:
    """Pay a price and take a tile; with Feast another exchange follows.  Rules: 7.3."""
    transport, player, aside = state.transport, state.players[seat], state.aside
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
    for extra, by in ((THRIFT, move.thrift), (FEAST, move.feast)):
        if by is not None:
            player, aside = spent(player, aside, extra, by)
    state = replace(
        state,
        question=state.question + 1,
        aside=aside,
        stacks=put(state.stacks, kind, left),
        outstanding=_with_won(state.outstanding, seat, player, told),
    )
    if move.feast is None:
        return _finish(state, transport, player, told)
    players = put(state.players, seat, player)
    return replace(state, players=players, transport=replace(transport, second=True))


def _with_won(owners: Owners, seat: Seat, player: Player, told: Told) -> Owners:
    """The owners of outstanding tiles after `player`, at `seat`, took an offering tile.  Rules: 1.2."""
    for tile in outstanding_won([owned.offering for owned in player.offerings]):
        if owners[tile] is None:
            if told is not None:
                told.append(happened.OutstandingWon(seat, tile, OUTSTANDING_POINTS[tile]))
            owners = put(owners, tile, seat)
    return owners


def outstanding_won(owned: list[Offering]) -> tuple[Outstanding, ...]:
    """The outstanding tiles that a player with the offering tiles `owned` qualifies for.  Rules: 1.2."""
    pairs = {OUTSTANDING[offering] for offering in OFFERINGS if owned.count(offering) >= PAIR}
    kinds = {tile for tile, count in KINDS.items() if len(set(owned)) >= count}
    return tuple(sorted(pairs | kinds))


def _finish(state: State, transport: Transport, player: Player, told: Told) -> State:
    """Exhaust a transporter on the destination, and end the turn of `player`.  Rules: 7.2, 7.3."""
    seat, space = transport.seat, transport.path[-1]
    spot = state.spots[space]
    acted = replace(spot, fresh=spot.fresh - 1, exhausted=spot.exhausted + 1)
    state = replace(state, phase=TRANSPORT, spots=put(state.spots, space, acted), transport=None)
    return next_to_carry(state, seat, state.question, put(state.players, seat, player), told)


TRANSPORTS: Final[Mapping[type[Any], Callable[[State, Seat, Any, Told], State]]] = {
    CarryMoai: _carry_moai,
    CarryPukao: _carry_pukao,
    Collect: _collect,
    Take: _take,
    Exchange: _exchange,
}
"""The function that carries out each kind of move of a transport."""
