"""The legal transports, choices of resources and exchanges, and their prices.  Rules: Rapa Nui board 7."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, compress, pairwise
from typing import Final, NamedTuple

from engine.counts import Counts, changed, counted, listed
from engine.game import IllegalMove, Seat
from engine.rapa_nui_board.moves import (
    BY_TABLET,
    BY_TILE,
    By,
    Carry,
    CarryMoai,
    CarryPukao,
    Collect,
    Exchange,
    Take,
)
from engine.rapa_nui_board.presence import chained
from engine.rapa_nui_board.state import (
    FEAST,
    ISLANDS,
    LOG_ROAD,
    MANA,
    NO_MOAI,
    OFFERING_PRICES,
    OFFERINGS,
    RESOURCE_LIMIT,
    RESOURCES,
    SIZES,
    TAKE_3_MORE,
    THRIFT,
    Improvement,
    Island,
    Offering,
    Player,
    Resource,
    Spaces,
    Spots,
    State,
    Tile,
    Transport,
    space_set,
    spaces_in,
)
from engine.rapa_nui_board.transport import (
    NEUTRAL,
    NOBODY,
    Owners,
    Way,
    cheapest_ways,
    connected,
    ways,
    ways_by_road,
    without_dues,
)

# Constants as plain numbers: in Python 3.11 reading a member of an Enum costs a call.
_ARTISTIC: Final = int(Improvement.ARTISTIC)
_NECKLACE: Final = int(Offering.NECKLACE)


@cache
def price_parts(offering: Offering, *, thrift: bool) -> tuple[Resource, ...]:
    """The resources of an offering's price, the most valuable first; Thrift leaves out the first."""
    parts = tuple(reversed(listed(OFFERING_PRICES[offering], RESOURCES)))
    return parts[1:] if thrift else parts


def covers(payment: Counts, price: tuple[Resource, ...]) -> bool:
    """Whether a payment has as many resources as a price, each worth at least as much as its counterpart."""
    paid = tuple(reversed(listed(payment, RESOURCES)))
    return len(paid) == len(price) and all(one >= asked for one, asked in zip(paid, price, strict=True))


@cache
def good_payments(offering: Offering, *, thrift: bool) -> tuple[Counts, ...]:
    """All payments that cover an offering's price, the cheapest first; `thrift`: whether Thrift is used."""
    price = price_parts(offering, thrift=thrift)
    paid = combinations_with_replacement(RESOURCES, len(price))
    found = [counted(payment, len(RESOURCES)) for payment in paid]
    return tuple(payment for payment in found if covers(payment, price))


def holds(held: Counts, wanted: Counts) -> bool:
    """Whether `held` has at least as many of each resource as `wanted`."""
    reed, egg, wood, pearl = wanted
    return held[0] >= reed and held[1] >= egg and held[2] >= wood and held[3] >= pearl


@lru_cache(maxsize=20_000)
def default_payment(offering: Offering, held: Counts, *, thrift: bool) -> Counts | None:
    """The cheapest payment from `held` that covers an offering's price; None if no payment does."""
    left, paid = list(held), [0] * len(RESOURCES)
    for part in price_parts(offering, thrift=thrift):
        resource = next((one for one in range(part, len(RESOURCES)) if left[one]), None)
        if resource is None:
            return None
        left[resource] -= 1
        paid[resource] += 1
    return tuple(paid)


@lru_cache(maxsize=20_000)
def payments(offering: Offering, held: Counts, *, thrift: bool) -> tuple[Counts, ...]:
    """All payments for an offering that a player with `held` can make, the default payment first."""
    default = default_payment(offering, held, thrift=thrift)
    if default is None:
        return ()
    others = (paid for paid in good_payments(offering, thrift=thrift) if paid != default)
    return (default, *(paid for paid in others if holds(held, paid)))


@lru_cache(maxsize=20_000)
def is_possible(held: Counts, stacks: Counts, *, artistic: bool, thrift: bool) -> bool:
    """Whether a player with the resources `held` can pay for an offering.

    `stacks`: the tiles left of each kind; `artistic`, `thrift`: whether the player can use these effects.
    """
    return any(
        (stacks[offering] or (artistic and offering < _NECKLACE and stacks[offering + 1]))
        and default_payment(offering, held, thrift=thrift) is not None
        for offering in OFFERINGS
    )


def sources(player: Player, tile: Tile, *, tablet_used: bool = False) -> tuple[By, ...]:
    """The possible payments for the effect of `tile`: by such a tile, by the tablet.  Rules: 1.5, 8."""
    return sources_of(player.tiles, tile, tablet=player.tablet and not tablet_used)


def sources_of(tiles: Counts, tile: Tile, *, tablet: bool) -> tuple[By, ...]:
    """The things that can pay for the effect of `tile`: one of `tiles`, and the tablet if `tablet`."""
    if tiles[tile]:
        return (BY_TILE, BY_TABLET) if tablet else (BY_TILE,)
    return (BY_TABLET,) if tablet else ()


def can_exchange(player: Player, stacks: Counts, *, tablet_used: bool) -> bool:
    """Whether a player could make any exchange, without the tablet if `tablet_used`."""
    return is_possible(
        player.resources,
        stacks,
        artistic=player.improvements[_ARTISTIC],
        thrift=bool(sources(player, THRIFT, tablet_used=tablet_used)),
    )


def exchanges(player: Player, stacks: Counts, *, second: bool) -> Iterator[Exchange]:
    """All exchanges of a player; a `second` one, which Feast allowed, can't use Feast again.  Rules: 7.3."""
    thrifts = (None, *sources(player, THRIFT))
    can_shift = player.improvements[_ARTISTIC]
    for offering in OFFERINGS:
        for artistic in (False, True) if can_shift and offering < _NECKLACE else (False,):
            taken = offering + artistic
            if not stacks[taken]:
                continue
            left = changed(stacks, taken, -1)
            for thrift in thrifts:
                for payment in payments(offering, player.resources, thrift=thrift is not None):
                    yield Exchange(offering, payment, artistic, thrift)
                    if not second:
                        for feast in _feasts(player, payment, left, thrift):
                            yield Exchange(offering, payment, artistic, thrift, feast)


def _feasts(player: Player, payment: Counts, stacks: Counts, thrift: By | None) -> Iterator[By]:
    """The things that can pay for Feast after `payment`; none if no second exchange would be possible."""
    feasts = sources(player, FEAST, tablet_used=thrift is BY_TABLET)
    if not feasts:
        return
    held = tuple(has - paid for has, paid in zip(player.resources, payment, strict=True))
    thrift_tiles = player.tiles[THRIFT] - (thrift is BY_TILE)
    for feast in feasts:
        has_tablet = player.tablet and BY_TABLET not in (thrift, feast)
        artistic = player.improvements[_ARTISTIC]
        if is_possible(held, stacks, artistic=artistic, thrift=thrift_tiles > 0 or has_tablet):
            yield feast


def after_payment(held: Counts, payment: Counts) -> Counts:
    """The resources left after a payment."""
    reed, egg, wood, pearl = payment
    return (held[0] - reed, held[1] - egg, held[2] - wood, held[3] - pearl)


# Constants as plain numbers: indexing by a member of an Enum takes Python twice as long.
_LOG_ROAD: Final = int(LOG_ROAD)
_FERVENT: Final = int(Improvement.FERVENT)


class Carriage(NamedTuple):
    """A path (`way`), and the payments for Log road and Mana on it; None: the effect isn't used."""

    way: Way
    log_road: By | None = None
    mana: By | None = None

    @property
    def uses_tablet(self) -> bool:
        """Whether the tablet pays for Log road or Mana."""
        return BY_TABLET in (self.log_road, self.mana)


def owners(state: State) -> Owners:
    """The seat whose transporters stand on each space; `NEUTRAL` or `NOBODY` if no seat has any there."""
    island = state.island
    found = [NOBODY if spot.owner is None else spot.owner for spot in state.spots]
    found[island.crater] = found[island.pukao_quarry] = NEUTRAL
    return tuple(found)


def dues(state: State, seat: Seat, path: Sequence[int]) -> tuple[int, ...]:
    """The spaces on a path whose owners gain if `seat` carries something along the path.  Rules: 7.1."""
    return tuple(space for space in path[1:-1] if state.spots[space].owner not in (None, seat))


def moai_goals(state: State, seat: Seat) -> frozenset[int]:
    """The ahu on which `seat` could erect a moai if a path led to them.  Rules: Rapa Nui board 7.2."""
    return _fresh_on(state.standing[seat] & state.bare, state.spots)


def pukao_goals(state: State, seat: Seat) -> frozenset[int]:
    """The ahu on which `seat` could style a moai if a path led to them.  Rules: Rapa Nui board 7.3."""
    return _fresh_on(state.standing[seat] & state.plain, state.spots)


def _fresh_on(spaces: Spaces, spots: Spots) -> frozenset[int]:
    """The spaces of the set `spaces` with fresh transporters."""
    return frozenset([space for space in spaces_in(spaces) if spots[space].fresh])


def carriages(state: State, seat: Seat, start: int, goals: frozenset[int]) -> list[Carriage]:
    """The paths to each of `goals`, with Log road or Mana only if that changes dues.  Rules: 7.1, 11."""
    if not goals:
        return []
    player = state.players[seat]
    roads = sources(player, LOG_ROAD)
    if not (roads or _is_reached(state, start, goals)):
        return []
    island, standing = state.island, owners(state)
    found = [Carriage(way) for way in ways(island, standing, seat, start, goals).listed]
    if roads:
        by_road = ways_by_road(island, standing, seat, start, goals).listed
        found += (Carriage(way, road) for way in by_road for road in roads)
    manas = sources(player, MANA)
    if manas:
        found += _with_mana(island, without_dues(standing, seat), seat, start, goals, roads, manas, found)
    return found


def _with_mana(
    island: Island,
    standing: Owners,
    seat: Seat,
    start: int,
    goals: frozenset[int],
    roads: tuple[By, ...],
    manas: tuple[By, ...],
    found: list[Carriage],
) -> list[Carriage]:
    """Paths with Mana, the shortest to each goal; `found`: the paths without Mana, which aren't changed.

    Mana alone is listed for goals that every path without Log road reaches only with dues.  Mana with Log
    road is listed for goals that need Log road, and that each path in `found` reaches only with dues.
    `standing`: the result of `without_dues`; `roads`, `manas`: the possible payments for Log road and for
    Mana.
    """
    free = {carriage.way.path[-1] for carriage in found if not carriage.way.dues}
    plainly_free = {one.way.path[-1] for one in found if not one.way.dues and one.log_road is None}
    plain = [
        Carriage(way, None, mana)
        for way in ways(island, standing, seat, start, goals).listed
        if way.path[-1] not in plainly_free
        for mana in manas
    ]
    if not roads:
        return plain
    return plain + [
        Carriage(way, road, mana)
        for way in ways_by_road(island, standing, seat, start, goals).listed
        if way.path[-1] not in free
        for road in roads
        for mana in manas
        if road is BY_TILE or mana is BY_TILE  # The tablet pays for one effect at most.
    ]


def leaves_out(state: State, seat: Seat, move: Carry) -> bool:
    """Whether `carriages` left out paths to the destination of `move`, as there are too many.  Rules: 11."""
    island, standing = state.island, owners(state)
    is_moai = isinstance(move, CarryMoai)
    start = island.crater if is_moai else island.pukao_quarry
    goals = moai_goals(state, seat) if is_moai else pukao_goals(state, seat)
    searches = (ways, ways_by_road) if sources(state.players[seat], LOG_ROAD) else (ways,)
    goal = island.numbers[move.path[-1]]
    return any(goal in search(island, standing, seat, start, goals).cut for search in searches)


def cheapest_carriages(state: State, seat: Seat, start: int, goals: frozenset[int]) -> list[Carriage]:
    """Each goal's cheapest carriage; one with Log road (by an ahu tile) only if no other leads to it."""
    player = state.players[seat]
    if not goals or not (player.tiles[LOG_ROAD] or _is_reached(state, start, goals)):
        return []
    island, standing = state.island, owners(state)
    plain = cheapest_ways(island, standing, seat, start, goals, with_road=False)
    found = [Carriage(way) for way in plain]
    others = goals.difference(way.path[-1] for way in plain)
    if others and player.tiles[LOG_ROAD]:
        by_road = cheapest_ways(island, standing, seat, start, others, with_road=True)
        found += (Carriage(way, BY_TILE) for way in by_road)
    return found


def _is_reached(state: State, start: int, goals: frozenset[int]) -> bool:
    """Whether a chain of transporters alone reaches any of `goals`: a quick test, mostly False."""
    return connected(state.island, start, chained(state)) & space_set(goals) > 0


Finder = Callable[[State, Seat, int, frozenset[int]], list[Carriage]]
"""The type of `carriages`, and of functions that find fewer carriages."""


def may_carry(state: State, seat: Seat) -> bool:
    """Whether `seat` may have any transport, so that a search is worthwhile: a quick test, mostly False."""
    standing, player = state.standing, state.players[seat]
    own = standing[seat]
    bare = own & state.bare if player.moai != NO_MOAI else 0
    plain = own & state.plain
    if not (bare or plain):
        return False
    if player.tablet or player.tiles[_LOG_ROAD]:
        return True
    island, passed = ISLANDS[len(standing)], chained(state)
    if bare and bare & connected(island, island.crater, passed):
        return True
    return plain > 0 and plain & connected(island, island.pukao_quarry, passed) > 0


def carries(state: State, seat: Seat, find: Finder) -> tuple[Carry, ...]:
    """All transports of `seat` on the paths that `find` returns: pukao, then moai, small first.  Rules: 7."""
    return (*_pukao_carries(state, seat, find), *_moai_carries(state, seat, find))


def _moai_carries(state: State, seat: Seat, find: Finder) -> Iterator[CarryMoai]:
    """All transports of moai by `seat`, with all combinations of effects, small moai first.  Rules: 7.2."""
    player = state.players[seat]
    sizes = list(compress(SIZES, player.moai))
    if not sizes:
        return
    island = state.island
    for carriage in find(state, seat, island.crater, moai_goals(state, seat)):
        path, road = _named(island, carriage.way)
        threes = three_more(state, player, carriage.way.path[-1], tablet_used=carriage.uses_tablet)
        for size in sizes:
            yield CarryMoai(size, path, road, carriage.log_road, carriage.mana)
            for three in threes:
                yield CarryMoai(size, path, road, carriage.log_road, carriage.mana, three)


def three_more(state: State, player: Player, goal: int, *, tablet_used: bool) -> tuple[By, ...]:
    """The things that can pay for Take 3 more, the ahu tile on `goal` included.  Rules: 7.2, ruling 7."""
    found = sources(player, TAKE_3_MORE, tablet_used=tablet_used)
    if BY_TILE not in found and state.spots[goal].tile is TAKE_3_MORE:
        return (BY_TILE, *found)
    return found


def _pukao_carries(state: State, seat: Seat, find: Finder) -> Iterator[CarryPukao]:
    """All transports of pukao by `seat`, with all combinations of effects.  Rules: Rapa Nui board 7.3."""
    player, island = state.players[seat], state.island
    goals = pukao_goals(state, seat) if state.pukao else frozenset()
    if not goals or not can_exchange(player, state.stacks, tablet_used=False):
        return
    without_tablet = can_exchange(player, state.stacks, tablet_used=True)
    for carriage in find(state, seat, island.pukao_quarry, goals):
        if without_tablet or not carriage.uses_tablet:
            path, road = _named(island, carriage.way)
            yield CarryPukao(path, road, carriage.log_road, carriage.mana)


def _named(island: Island, way: Way) -> tuple[tuple[str, ...], str | None]:
    return island.path_ids(way.path), None if way.road is None else island.ids[way.road]


def room(held: Counts, resource: Resource) -> bool:
    """Whether a player with the resources `held` has room for one more `resource`.  Rules: 1."""
    return held[resource] < RESOURCE_LIMIT


def gainable(state: State, space: int) -> tuple[Resource, ...]:
    """The resources on a space for which its owner has room.  Rules: Rapa Nui board 7.1, 11."""
    owner = state.spots[space].owner
    assert owner is not None
    held = state.players[owner].resources
    return tuple(resource for resource in state.island.resources[space] if room(held, resource))


def collects(state: State, transport: Transport) -> tuple[Collect, ...]:
    """The moves of the owner who is asked to choose a resource: one for each that the owner may gain."""
    return tuple(Collect(resource) for resource in gainable(state, transport.dues[0]))


def offered(state: State, seat: Seat, space: int) -> tuple[Resource, ...]:
    """The resources that `seat` may take for a moai on a space: the shown and, with Fervent, better ones."""
    shown = state.island.resources[space]
    return _raised(shown) if state.players[seat].improvements[_FERVENT] else shown


@cache
def _raised(shown: tuple[Resource, ...]) -> tuple[Resource, ...]:
    """The resources `shown` and, for each one, the resource of the next higher value."""
    raised = [RESOURCES[min(resource + 1, Resource.PEARL)] for resource in shown]
    return tuple(sorted({*shown, *raised}))


@cache
def takes(resources: tuple[Resource, ...], count: int) -> tuple[Take, ...]:
    """All mixtures of `count` of these resources, the most valuable mixtures last.  Rules: 7.2, ruling 21."""
    chosen = combinations_with_replacement(resources, count)
    return tuple(Take(counted(one, len(RESOURCES))) for one in chosen)


def can_carry(state: State, seat: Seat, move: Carry) -> bool:
    """Whether `seat`, whose turn it is, may make this transport.  Rules: Rapa Nui board 7.1 to 7.3."""
    goal = state.island.numbers.get(move.path[-1]) if move.path else None
    if goal is None or not is_at_hand(state, seat, move):
        return False
    goals = moai_goals(state, seat) if isinstance(move, CarryMoai) else pukao_goals(state, seat)
    return goal in goals and can_pay(state, seat, move) and chain_fault(state, move) is None


def is_at_hand(state: State, seat: Seat, move: Carry) -> bool:
    """Whether `seat` has the moai for `move`, or there is a pukao for it and `seat` can pay an exchange."""
    player = state.players[seat]
    if isinstance(move, CarryMoai):
        return player.moai[move.size] > 0
    tablet_used = By.TABLET in (move.log_road, move.mana)
    return state.pukao > 0 and can_exchange(player, state.stacks, tablet_used=tablet_used)


def can_pay(state: State, seat: Seat, move: Carry) -> bool:
    """Whether `seat` can pay for the effects of a transport, with the tablet for at most one of them."""
    used = extras_used(move)
    player = state.players[seat]
    return all(can_pay_for(state, player, move, tile, by) for tile, by in used.items()) and (
        list(used.values()).count(By.TABLET) <= 1
    )


def extras_used(move: Carry) -> dict[Tile, By]:
    """The effects used in a transport, as kinds of ahu tile, and the payment for each."""
    found = {Tile.LOG_ROAD: move.log_road, Tile.MANA: move.mana}
    if isinstance(move, CarryMoai):
        found[Tile.TAKE_3_MORE] = move.take_3_more
    return {tile: by for tile, by in found.items() if by is not None}


def can_pay_for(state: State, player: Player, move: Carry, tile: Tile, by: By) -> bool:
    """Whether a player has the tile or tablet (`by`) that is to pay for the effect of `tile` in `move`."""
    if tile is Tile.TAKE_3_MORE:
        goal = state.island.numbers[move.path[-1]]
        return by in three_more(state, player, goal, tablet_used=False)
    return by in sources(player, tile)


def chain_fault(state: State, move: Carry) -> IllegalMove | None:
    """The error if the spaces of a transport (all exist) form no chain; None if they do.  Rules: 7.1."""
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
    """The error if Log road can't be used where `move` uses it; None if it can.  Rules: 1.3, ruling 38."""
    is_off = move.road is not None and move.road not in move.path
    if is_off or (move.road is None) != (move.log_road is None):
        return IllegalMove("road_off_way")
    if move.road is not None and owners(state)[state.island.numbers[move.road]] != NOBODY:
        return IllegalMove("road_occupied", space=move.road)
    return None
