"""What may be carried, taken and exchanged.  Rules: Rapa Nui board 7."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, compress
from typing import Final, NamedTuple

from engine.counts import Counts, counted
from engine.game import Seat
from engine.rapa_nui_board.exchange import can_exchange, sources
from engine.rapa_nui_board.island import ISLANDS, Island, Spaces, space_set, spaces_in
from engine.rapa_nui_board.moves import (
    BY_TABLET,
    BY_TILE,
    By,
    Carry,
    CarryMoai,
    CarryPukao,
    Collect,
    Take,
)
from engine.rapa_nui_board.presence import chained
from engine.rapa_nui_board.state import Player, Spots, State, Transport
from engine.rapa_nui_board.tiles import (
    LOG_ROAD,
    MANA,
    NO_MOAI,
    RESOURCE_LIMIT,
    RESOURCES,
    SIZES,
    TAKE_3_MORE,
    Improvement,
    Resource,
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

# As plain numbers: an index that is a member of an Enum takes Python twice as long.
_LOG_ROAD: Final = int(LOG_ROAD)
_FERVENT: Final = int(Improvement.FERVENT)


class Carriage(NamedTuple):
    """A way, and what is used for Log road and Mana on it."""

    way: Way
    log_road: By | None = None
    mana: By | None = None

    @property
    def uses_tablet(self) -> bool:
        """Whether the tablet is used."""
        return BY_TABLET in (self.log_road, self.mana)


def owners(state: State) -> Owners:
    """Whose transporters stand on each space."""
    island = state.island
    found = [NOBODY if spot.owner is None else spot.owner for spot in state.spots]
    found[island.crater] = found[island.pukao_quarry] = NEUTRAL
    return tuple(found)


def dues(state: State, seat: Seat, path: Sequence[int]) -> tuple[int, ...]:
    """The spaces passed on a path whose owners gain if `seat` carries something along it.  Rules: 7.1."""
    return tuple(space for space in path[1:-1] if state.spots[space].owner not in (None, seat))


def moai_goals(state: State, seat: Seat) -> frozenset[int]:
    """Where `seat` could erect a moai if a path led there.  Rules: Rapa Nui board 7.2."""
    return _fresh_on(state.standing[seat] & state.bare, state.spots)


def pukao_goals(state: State, seat: Seat) -> frozenset[int]:
    """Where `seat` could style a moai if a path led there.  Rules: Rapa Nui board 7.3."""
    return _fresh_on(state.standing[seat] & state.plain, state.spots)


def _fresh_on(spaces: Spaces, spots: Spots) -> frozenset[int]:
    """Those of these spaces on which there are fresh transporters."""
    return frozenset([space for space in spaces_in(spaces) if spots[space].fresh])


def carriages(state: State, seat: Seat, start: int, goals: frozenset[int]) -> list[Carriage]:
    """The ways to all `goals`, with Log road and Mana where they make a difference.  Rules: 7.1, 11."""
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
    """The shortest way to each goal to which no way without dues leads anyway."""
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
        if road is BY_TILE or mana is BY_TILE  # The tablet is used once.
    ]


def leaves_out(state: State, seat: Seat, move: Carry) -> bool:
    """Whether `carriages` lacks a set of dues that ways of this load to this goal have.  Rules: 11."""
    island, standing = state.island, owners(state)
    is_moai = isinstance(move, CarryMoai)
    start = island.crater if is_moai else island.pukao_quarry
    goals = moai_goals(state, seat) if is_moai else pukao_goals(state, seat)
    searches = (ways, ways_by_road) if sources(state.players[seat], LOG_ROAD) else (ways,)
    goal = island.numbers[move.path[-1]]
    return any(goal in search(island, standing, seat, start, goals).cut for search in searches)


def cheapest_carriages(state: State, seat: Seat, start: int, goals: frozenset[int]) -> list[Carriage]:
    """The cheapest of `carriages` to each goal; with an ahu tile Log road only if there is no other way."""
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
    """Whether any of `goals` is reached over transporters alone: quick to tell, and mostly it is not so."""
    return connected(state.island, start, chained(state)) & space_set(goals) > 0


Finder = Callable[[State, Seat, int, frozenset[int]], list[Carriage]]
"""`carriages`, or a function that finds fewer of them."""


def may_carry(state: State, seat: Seat) -> bool:
    """Whether it is worth looking for what `seat` can carry: quick to tell, and mostly it is not."""
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
    """All that `seat` can carry: pukao, then moai, small ones first.  Rules: Rapa Nui board 7."""
    return (*_pukao_carries(state, seat, find), *_moai_carries(state, seat, find))


def _moai_carries(state: State, seat: Seat, find: Finder) -> Iterator[CarryMoai]:
    """All moai that `seat` can erect, with all extras; small ones first.  Rules: Rapa Nui board 7.2."""
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
    """What can be used for Take 3 more; the tile on the destination too.  Rules: 7.2, ruling 7."""
    found = sources(player, TAKE_3_MORE, tablet_used=tablet_used)
    if BY_TILE not in found and state.spots[goal].tile is TAKE_3_MORE:
        return (BY_TILE, *found)
    return found


def _pukao_carries(state: State, seat: Seat, find: Finder) -> Iterator[CarryPukao]:
    """All pukao that `seat` can place, with all extras.  Rules: Rapa Nui board 7.3."""
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
    """Whether one more of a resource can be held.  Rules: Rapa Nui board 1."""
    return held[resource] < RESOURCE_LIMIT


def gainable(state: State, space: int) -> tuple[Resource, ...]:
    """The resources on a space for which its owner has room.  Rules: Rapa Nui board 7.1, 11."""
    owner = state.spots[space].owner
    assert owner is not None
    held = state.players[owner].resources
    return tuple(resource for resource in state.island.resources[space] if room(held, resource))


def collects(state: State, transport: Transport) -> tuple[Collect, ...]:
    """The resources that the owner who is asked may gain."""
    return tuple(Collect(resource) for resource in gainable(state, transport.dues[0]))


def offered(state: State, seat: Seat, space: int) -> tuple[Resource, ...]:
    """The resources to take for a moai on a space: those shown, with Fervent also the next better ones."""
    shown = state.island.resources[space]
    return _raised(shown) if state.players[seat].improvements[_FERVENT] else shown


@cache
def _raised(shown: tuple[Resource, ...]) -> tuple[Resource, ...]:
    """These resources, and those that are one better."""
    raised = [RESOURCES[min(resource + 1, Resource.PEARL)] for resource in shown]
    return tuple(sorted({*shown, *raised}))


@cache
def takes(resources: tuple[Resource, ...], count: int) -> tuple[Take, ...]:
    """All mixtures of `count` of these resources, the most valuable ones last.  Rules: 7.2, ruling 21."""
    chosen = combinations_with_replacement(resources, count)
    return tuple(Take(counted(one, len(RESOURCES))) for one in chosen)
