"""Estimates the possible gains from transports in the present round.  The constants are estimates, too."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement, zip_longest
from typing import Final, NamedTuple

from engine.counts import Counts, added, counted, listed
from engine.game import Seat
from engine.rapa_nui_board.legal import free_places
from engine.rapa_nui_board.rounds import carved, sculptors
from engine.rapa_nui_board.state import (
    AT_HAND,
    FOR_MOAI,
    PLACE,
    RESOURCE_LIMIT,
    RESOURCES,
    SIZES,
    Improvement,
    Island,
    Player,
    Resource,
    State,
    Tile,
)
from engine.rapa_nui_board.transport import NEUTRAL, NOBODY, Owners

STEP, DUE, MISSING = 1, 40, 1000
"""Costs of a path: for each space; extra for an owner who gains; extra for a missing transporter."""
UNITS: Final = (1.4, 1.7, 2.3, 2.7)
"""About how many points one of each resource is worth."""
FILLED: Final = 0.65
"""The probability that a gap in a chain is filled while the player has villagers to place."""
FILLED_BY_OTHERS: Final = 0.45
FAR: Final = 7
"""A chain with at least this many gaps counts as out of reach in this round."""
POSSIBLE_MOST: Final = 2
"""The most ahu without a transporter of the seat that are counted as goals."""
BRIDGED: Final = 0.9
"""The probability that a player with a Log road tile gets past a gap."""
MOAI_IN_SIGHT: Final = 0.45
"""The points that a resource for a moai is worth while no chain leads to an ahu for this moai."""
CRATER_SHARE: Final = 0.65
"""The share of transports that begin at the crater."""
PLANNED: Final = 0.8
"""The probability that a figure of a plan is really placed as a sculptor."""
PLANNED_MOST: Final = 3
"""The most figures that a plan places as sculptors."""
GOAL_IN_SIGHT: Final = 0.9
"""The points that a chain to an ahu is worth while the seat has no moai for that ahu."""
_FERVENT: Final = int(Improvement.FERVENT)
_LOG_ROAD: Final = int(Tile.LOG_ROAD)


class Outlook(NamedTuple):
    """The expected gains from the transports of a seat in this round.

    Attributes:
        points: Points of the transports, without resources.
        resources: About how many of each resource the seat will hold.
        exchanges: About how many exchanges the seat may make.
        dues: The points that each seat gains as the owner of passed spaces.
    """

    points: float
    resources: Counts
    exchanges: float
    dues: tuple[float, ...]


class Sites(NamedTuple):
    """The ahu, by number, on which a moai can still be erected or styled.

    Attributes:
        open_bare: Ahu without a moai and without transporters.
        own_bare: For each seat, ahu without a moai, but with fresh transporters of the seat.
        open_plain: Ahu with a moai, but without pukao and without transporters.
        own_plain: For each seat, ahu with a moai and fresh transporters of the seat, but without pukao.
    """

    open_bare: list[int]
    own_bare: list[list[int]]
    open_plain: list[int]
    own_plain: list[list[int]]


def sites(state: State) -> Sites:
    """The ahu on which a moai can still be erected or styled."""
    seats = range(len(state.players))
    found = Sites([], [[] for _ in seats], [], [[] for _ in seats])
    spots = state.spots
    for space in state.island.ahu:
        spot = spots[space]
        owner = spot.owner
        if spot.moai is None:
            if owner is None:
                found.open_bare.append(space)
            elif spot.fresh:
                found.own_bare[owner].append(space)
        elif not spot.pukao:
            if owner is None:
                found.open_plain.append(space)
            elif spot.fresh:
                found.own_plain[owner].append(space)
    return found


class Goal(NamedTuple):
    """An ahu that a seat may reach.

    Attributes:
        space: The number of the ahu's space.
        chance: The probability that a chain leads to the ahu.
        unit: The points of a resource taken for erecting a moai on the ahu; 0.0 if a moai is to be styled.
    """

    space: int
    chance: float
    unit: float


def outlook(
    state: State, seat: Seat, standing: Owners, there: Sites, tile_worths: tuple[float, ...]
) -> Outlook:
    """The expected gains from transports of `seat` this round, if its largest moai go to the best goals.

    `standing`: each space's owner; `there`: the result of `sites`; `tile_worths`: a tile's points by kind.
    """
    island, player, spots, seats = state.island, state.players[seat], state.spots, len(state.players)
    placing = state.phase is PLACE
    if not placing and player.dropped_out:
        return Outlook(0.0, player.resources, 0.0, (0.0,) * seats)
    villagers = player.villagers if placing else 0
    chances = _chances(state, player)
    fervent = player.improvements[_FERVENT]
    dearest = _dearest(island, fervent)
    from_crater, from_quarry = reach(island, standing, seat)
    goals = _goals(there, seat, from_crater.gaps, chances, _units(island, fervent), villagers)
    moai = _moai(state, player)
    points, gained, dues = 0.0, [0.0] * len(UNITS), [0.0] * seats
    styled: dict[int, float] = {}
    for goal, load in zip(goals, moai, strict=False):
        spot = spots[goal.space]
        gained[dearest[goal.space]] += goal.chance * load.resources
        chance = goal.chance * load.chance
        points += chance * (tile_worths[spot.tile] if spot.tile is not None else 0.0)
        _add_dues(dues, island, standing, seat, from_crater.before, goal.space, chance, None)
        if spot.fresh > 1:
            styled[goal.space] = chance
    if villagers:
        points += sum([MOAI_IN_SIGHT * load.resources for load in moai[len(goals) :]])
        points += sum([GOAL_IN_SIGHT * goal.chance for goal in goals[len(moai) :]])
    styles = _styles(there, seat, from_quarry.gaps, chances, styled, villagers) if state.pukao else []
    for goal in styles:
        _add_dues(dues, island, standing, seat, from_quarry.before, goal.space, goal.chance, UNITS[0])
    both = zip(player.resources, gained, strict=True)
    held = tuple([min(RESOURCE_LIMIT, int(has + more + 0.5)) for has, more in both])
    return Outlook(points, held, sum([goal.chance for goal in styles]), tuple(dues))


class Load(NamedTuple):
    """A moai that a seat has or may carve.

    Attributes:
        chance: The probability that the seat has the moai.
        resources: How many resources for erecting it the seat can expect, weighted by `chance`.
    """

    chance: float
    resources: float


def _moai(state: State, player: Player) -> tuple[Load, ...]:
    """The moai that a player has or may carve with figures still to be placed, the largest first."""
    if state.phase is not PLACE:
        return _certain(player.moai)
    to_come = min(player.villagers + (player.chief == AT_HAND), PLANNED_MOST)
    return _planned(player.moai, sculptors(player), state.moai, free_places(state), to_come)


@lru_cache(maxsize=1024)
def _certain(moai: Counts) -> tuple[Load, ...]:
    return tuple(Load(1.0, float(FOR_MOAI[size])) for size in listed(moai, SIZES)[::-1])


@lru_cache(maxsize=20_000)
def _planned(kept: Counts, working: Counts, supply: Counts, free: Counts, to_come: int) -> tuple[Load, ...]:
    """The moai of the best plan that places at most `to_come` further figures as sculptors.

    Larger moai need several sculptors, the first of which bring nothing alone: a player who looks only one
    figure ahead would never begin, least of all once the small moai are gone.

    Args:
        kept: The moai that the player has, by size.
        working: The player's sculptors in each column of the quarry.
        supply: The moai in the supply, by size.
        free: The free spaces in each column of the quarry.
        to_come: The most further figures.
    """
    now = _certain(added(kept, carved(working, supply)))
    plans = [now]
    for more in range(1, to_come + 1):
        for columns in combinations_with_replacement(range(len(working)), more):
            beside = counted(columns, len(working))
            if all(figures <= places for figures, places in zip(beside, free, strict=True)):
                then = _certain(added(kept, carved(added(working, beside), supply)))
                plans.append(_mixed(now, then, PLANNED**more))
    return max(plans, key=lambda plan: sum(load.resources for load in plan))


def _mixed(now: tuple[Load, ...], then: tuple[Load, ...], chance: float) -> tuple[Load, ...]:
    """The averages of the moai in two lists, pair by pair; `chance`: the weight of `then`, from 0 to 1."""
    pairs = zip_longest(now, then, fillvalue=Load(0.0, 0.0))
    return tuple(
        Load(*(one * (1 - chance) + other * chance for one, other in zip(*pair, strict=True)))
        for pair in pairs
    )


@cache
def _dearest(island: Island, fervent: bool) -> tuple[Resource, ...]:
    """The most valuable resource that can be taken on each space; `fervent`: whether Fervent is built."""
    shown = (resources[-1] if resources else Resource.REED for resources in island.resources)
    return tuple(RESOURCES[min(resource + fervent, Resource.PEARL)] for resource in shown)


@cache
def _units(island: Island, fervent: bool) -> tuple[float, ...]:
    """The points of the most valuable resource on each space; `fervent`: whether Fervent is built."""
    return tuple(UNITS[resource] for resource in _dearest(island, fervent))


def brought(working: Counts, supply: Counts) -> int:
    """How many resources the moai made by the sculptors `working` bring, if all are erected."""
    made = zip(FOR_MOAI, carved(working, supply), strict=True)
    return sum(resources * moai for resources, moai in made)


def _goals(
    there: Sites,
    seat: Seat,
    gaps: tuple[int, ...],
    chances: tuple[float, ...],
    units: tuple[float, ...],
    villagers: int,
) -> list[Goal]:
    """The ahu where a seat may erect moai: those with its transporters, and the best free ones.

    Args:
        there: The ahu with room for moai.
        seat: The seat.
        gaps: How many transporters are missing on the way to each space, as in `Reach`.
        chances: The probability that a chain is completed, by its number of missing transporters.
        units: The points of a resource on each space.
        villagers: How many villagers the seat can still place.
    """
    found = [
        Goal(space, chance, units[space])
        for space in there.own_bare[seat]
        if (chance := chances[gaps[space]])
    ]
    if villagers:
        possible = [
            (-chance * units[space], space) for space in there.open_bare if (chance := chances[gaps[space]])
        ]
        for _, space in sorted(possible)[: min(POSSIBLE_MOST, villagers)]:
            found.append(Goal(space, chances[gaps[space]], units[space]))
    return sorted(found, key=_value)


def _styles(
    there: Sites,
    seat: Seat,
    gaps: tuple[int, ...],
    chances: tuple[float, ...],
    styled: dict[int, float],
    villagers: int,
) -> list[Goal]:
    """The ahu where a seat may style moai: those with its transporters, and the best free one.

    `styled`: the probability that the seat erects a moai on an ahu in this round; for the rest see `_goals`.
    """
    found = []
    for space in sorted([*there.own_plain[seat], *styled]):
        if chance := styled.get(space, 1.0) * chances[gaps[space]]:
            found.append(Goal(space, chance, 0.0))
    if villagers and there.open_plain:
        space = max(there.open_plain, key=lambda space: chances[gaps[space]])
        if chance := chances[gaps[space]]:
            found.append(Goal(space, chance, 0.0))
    return found


def _value(goal: Goal) -> float:
    return -goal.chance * goal.unit


def _chances(state: State, player: Player) -> tuple[float, ...]:
    """The probability that a chain is completed, by its number of missing transporters: 0, 1, ... `FAR`."""
    bridged = BRIDGED if player.tiles[_LOG_ROAD] else 0.0
    if state.phase is not PLACE:
        return (1.0, bridged, *(0.0,) * (FAR - 1))
    everybody = sum([one.villagers for one in state.players])
    return _filled(player.villagers, everybody - player.villagers, bridged)


@cache
def _filled(own: int, others: int, bridged: float) -> tuple[float, ...]:
    """The result of `_chances` if the player has `own` villagers to place, and opponents have `others`."""
    found = [1.0]
    for missing in range(1, FAR):
        filled = FILLED if missing <= own else FILLED_BY_OTHERS if missing <= own + others else 0.0
        found.append(found[-1] * filled)
    found[1] = max(found[1], bridged)
    return (*found, 0.0)


def _add_dues(
    dues: list[float],
    island: Island,
    standing: Owners,
    seat: Seat,
    before: tuple[int, ...],
    goal: int,
    chance: float,
    unit: float | None,
) -> None:
    """Add to `dues` the gains of the owners of spaces on the path to `goal`, times the path's `chance`.

    `before`: see `Reach`; `unit`: the points of each gain; None: those of each space's best resource.
    """
    space = before[goal]
    while space >= 0:
        owner = standing[space]
        if owner >= 0 and owner != seat:
            shown = UNITS[island.resources[space][-1]]
            dues[owner] += chance * (shown if unit is None else unit)
        space = before[space]


class Reach(NamedTuple):
    """The cheapest paths from one space to all others.

    Attributes:
        gaps: How many transporters are missing on the path to each space, at most `FAR`.
        before: For each space, the space before it on its path; -1 if there is none.
    """

    gaps: tuple[int, ...]
    before: tuple[int, ...]


@lru_cache(maxsize=4096)
def reach(island: Island, standing: Owners, seat: Seat) -> tuple[Reach, Reach]:
    """The cheapest paths of `seat` from the crater, and from the pukao quarry; `standing`: spaces' owners."""
    return _reach(island, standing, seat, island.crater), _reach(island, standing, seat, island.pukao_quarry)


def _reach(island: Island, standing: Owners, seat: Seat, start: int) -> Reach:
    """The cheapest paths from `start`: missing transporters cost most, then spaces whose owners gain."""
    prices = [
        STEP if owner in (NEUTRAL, seat) else STEP + (MISSING if owner == NOBODY else DUE)
        for owner in standing
    ]
    costs = [MISSING * MISSING] * len(standing)
    before = [-1] * len(standing)
    costs[start] = 0
    queue = [start]
    neighbours = island.neighbours
    for at in queue:  # The queue grows in the loop.
        here = costs[at]
        for space in neighbours[at]:
            cost = here + prices[space]
            if cost < costs[space]:
                costs[space] = cost
                before[space] = at
                queue.append(space)
    return Reach(tuple([min(cost // MISSING, FAR) for cost in costs]), tuple(before))


def traffic(state: State) -> tuple[float, ...]:
    """For each space, the share (0 to 1) of the shortest paths to unfinished ahu that pass it."""
    spots, ahu = state.spots, state.island.ahu
    bare = tuple(space for space in ahu if spots[space].moai is None)
    plain = tuple(space for space in ahu if spots[space].moai is not None and not spots[space].pukao)
    return _traffic(state.island, bare, plain)


@lru_cache(maxsize=256)
def _traffic(island: Island, bare: tuple[int, ...], plain: tuple[int, ...]) -> tuple[float, ...]:
    starts = (island.crater, island.pukao_quarry)
    nobody = tuple(NEUTRAL if space in starts else NOBODY for space in range(len(island.ids)))
    passed = [0.0] * len(island.ids)
    for start, goals, share in (
        (island.crater, bare, CRATER_SHARE),
        (island.pukao_quarry, (*bare, *plain), 1 - CRATER_SHARE),
    ):
        before = _reach(island, nobody, 0, start).before
        for goal in goals:
            space = before[goal]
            while space >= 0:
                passed[space] += share / len(goals)
                space = before[space]
    return tuple(passed)
