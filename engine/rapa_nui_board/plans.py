"""About what transports may bring in this round, by the figures as they stand.  Numbers are guesses."""

from __future__ import annotations

from collections import deque
from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.counts import Counts, added, listed
from engine.game import Seat
from engine.rapa_nui_board.island import Island
from engine.rapa_nui_board.legal_transport import offered
from engine.rapa_nui_board.rounds import carved, sculptors
from engine.rapa_nui_board.state import Phase, Player, State
from engine.rapa_nui_board.tiles import FOR_MOAI, RESOURCE_LIMIT, SIZES, Size, Tile
from engine.rapa_nui_board.transport import NEUTRAL, NOBODY, Owners

STEP, PAID, MISSING = 1, 40, 1000
"""What a space on a way costs: any one, one that pays somebody, one without a transporter."""
UNITS: Final = (1.4, 1.7, 2.3, 2.7)
"""What a resource is worth, about: reed, egg, wood, pearl."""
FILLED: Final = 0.55
"""How likely a gap is filled as long as villagers are at hand."""
FILLED_BY_OTHERS: Final = 0.3
BRIDGED: Final = 0.9
"""How likely somebody with Log road goes over a gap."""
MOAI_IN_SIGHT: Final = 0.45
"""What a resource is worth, in units, of a moai for which there is no way yet."""
GOAL_IN_SIGHT: Final = 0.9
"""What a way to an ahu is worth for which there is no moai yet."""


class Plan(NamedTuple):
    """What a seat may do in this round.

    Attributes:
        points: What comes of it besides resources, in points.
        resources: What it will hold, about.
        exchanges: How many exchanges it may make, about.
        pays: What each seat gains by that, in points.
    """

    points: float
    resources: Counts
    exchanges: float
    pays: tuple[float, ...]


class Goal(NamedTuple):
    """An ahu that a seat may reach: how likely, and what each resource taken there is worth."""

    space: int
    chance: float
    unit: float


def plan(state: State, seat: Seat, standing: Owners, tile_worths: tuple[float, ...]) -> Plan:
    """The transports of `seat`, one after the other, the best goals for the largest moai."""
    island, player = state.island, state.players[seat]
    if state.phase is not Phase.PLACE and player.dropped_out:
        return Plan(0.0, player.resources, 0.0, (0.0,) * state.seats)
    costs, before = reach(island, standing, seat, island.crater)
    from_quarry, before_quarry = reach(island, standing, seat, island.pukao_quarry)
    chances = _chances(state, player)
    goals = _goals(state, seat, costs, chances)
    moai = _moai(state, player)
    points, gained, pays = 0.0, [0.0] * len(UNITS), [0.0] * state.seats
    styled: dict[int, float] = {}
    for goal, size in zip(goals, moai, strict=False):
        spot = state.spots[goal.space]
        resource = offered(state, seat, goal.space)[-1]
        gained[resource] += goal.chance * FOR_MOAI[size]
        points += goal.chance * (tile_worths[spot.tile] if spot.tile is not None else 0.0)
        _pay(pays, island, standing, seat, before, goal, None)
        if spot.fresh > 1:
            styled[goal.space] = goal.chance
    if state.phase is Phase.PLACE and player.villagers:
        points += sum(MOAI_IN_SIGHT * FOR_MOAI[size] for size in moai[len(goals) :])
        points += sum(GOAL_IN_SIGHT * goal.chance for goal in goals[len(moai) :])
    exchanges = 0.0
    for space in island.ahu:
        spot = state.spots[space]
        if spot.owner == seat and spot.fresh and not spot.pukao and state.pukao:
            ready = 1.0 if spot.moai is not None else styled.get(space, 0.0)
            chance = ready * chances[min(from_quarry[space] // MISSING, 3)]
            exchanges += chance
            _pay(pays, island, standing, seat, before_quarry, Goal(space, chance, 0.0), UNITS[0])
    held = tuple(
        min(RESOURCE_LIMIT, int(has + more + 0.5)) for has, more in zip(player.resources, gained, strict=True)
    )
    return Plan(points, held, exchanges, tuple(pays))


def _moai(state: State, player: Player) -> list[Size]:
    """The moai that a player has, or will have by its sculptors; the largest first."""
    moai = player.moai
    if state.phase is Phase.PLACE:
        moai = added(moai, carved(sculptors(player), state.moai))
    return listed(moai, SIZES)[::-1]


def _goals(state: State, seat: Seat, costs: tuple[int, ...], chances: tuple[float, ...]) -> list[Goal]:
    found = []
    for space in state.island.ahu:
        spot = state.spots[space]
        if spot.owner == seat and spot.fresh and spot.moai is None:
            chance = chances[min(costs[space] // MISSING, 3)]
            if chance:
                found.append(Goal(space, chance, UNITS[offered(state, seat, space)[-1]]))
    return sorted(found, key=lambda goal: -goal.chance * goal.unit)


def _chances(state: State, player: Player) -> tuple[float, ...]:
    """How likely a way comes about in which so many transporters are missing: 0, 1, 2, 3 or more."""
    bridged = BRIDGED if player.tiles[Tile.LOG_ROAD] else 0.0
    if state.phase is not Phase.PLACE:
        return (1.0, bridged, 0.0, 0.0)
    own = player.villagers
    others = sum(one.villagers for one in state.players) - own
    first = max(bridged, FILLED if own else FILLED_BY_OTHERS if others else 0.0)
    second = FILLED**2 if own > 1 else FILLED * FILLED_BY_OTHERS if own and others else 0.0
    return (1.0, first, second, FILLED**3 if own > 2 else 0.0)


def _pay(
    pays: list[float],
    island: Island,
    standing: Owners,
    seat: Seat,
    before: tuple[int, ...],
    goal: Goal,
    unit: float | None,
) -> None:
    """Count what the owners of the spaces on the way to a goal gain."""
    space = before[goal.space]
    while space >= 0:
        owner = standing[space]
        if owner >= 0 and owner != seat:
            shown = UNITS[island.resources[space][-1]]
            pays[owner] += goal.chance * (shown if unit is None else unit)
        space = before[space]


@lru_cache(maxsize=20_000)
def reach(
    island: Island, standing: Owners, seat: Seat, start: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cheapest way from `start` to each space: what it costs, and the space before; -1 before the first.

    What is missing counts most, then what is paid, then the length.
    """
    prices = [
        STEP if owner in (NEUTRAL, seat) else STEP + (MISSING if owner == NOBODY else PAID)
        for owner in standing
    ]
    costs = [MISSING * MISSING] * len(standing)
    before = [-1] * len(standing)
    costs[start] = 0
    queue = deque([start])
    neighbours = island.neighbours
    while queue:
        at = queue.popleft()
        here = costs[at]
        for space in neighbours[at]:
            cost = here + prices[space]
            if cost < costs[space]:
                costs[space] = cost
                before[space] = at
                queue.append(space)
    return tuple(costs), tuple(before)


@cache
def traffic(island: Island) -> tuple[float, ...]:
    """How often a space lies on the shortest ways from crater and quarry to all ahu, from 0 to 1."""
    starts = (island.crater, island.pukao_quarry)
    nobody = tuple(NEUTRAL if space in starts else NOBODY for space in range(len(island.ids)))
    passed = [0.0] * len(island.ids)
    for start, share in ((island.crater, 0.65), (island.pukao_quarry, 0.35)):
        _, before = reach(island, nobody, 0, start)
        for ahu in island.ahu:
            space = before[ahu]
            while space >= 0:
                passed[space] += share / len(island.ahu)
                space = before[space]
    return tuple(passed)
