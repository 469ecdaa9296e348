"""The outsider's estimate of each seat's points at the end of Rapa Nui, the board game.

It was written from the rules page (`docs/rules/rapa_nui_board.md`) alone.  It adds up the points won, the
value of resources in the exchanges expected in this round and later, the value of figures on the island with
the moai being carved, and the value of improvements and tiles over the remaining rounds.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.counts import Counts
from engine.game import Seat
from engine.rapa_nui_board.presence import COLUMN, chained, open_to
from engine.rapa_nui_board.rounds import carved, sculptors
from engine.rapa_nui_board.state import (
    AT_HAND,
    FOR_MOAI,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS_MOST,
    ISLANDS,
    OFFERING_PRICES,
    OUTSTANDING_POINTS,
    PLACE,
    RESOURCE_LIMIT,
    STACKS,
    Island,
    Player,
    Spaces,
    State,
    spaces_in,
)


class Weights(NamedTuple):
    """The estimate's parameters, in points if not stated otherwise."""

    grades: tuple[float, ...] = (0.2, 0.4, 0.8, 1.2)
    """By resource: the value of one more beside its point, while there is time to spend it."""
    pace: tuple[float, ...] = (0, 0, 1.9, 2.7, 3.6)
    """By the number of players: how many moai are erected in a round."""
    style_rate: tuple[float, ...] = (0, 0, 1.1, 1.0, 1.0)
    """By the number of players: how many exchanges a player makes in a round."""
    future: float = 0.75
    """The probability of the first exchange in a later round."""
    fading: float = 0.8
    """The factor by which each further exchange is less probable."""
    improvements: tuple[float, ...] = (1.2, 1.1, 2.2, 2.4)
    """By improvement: the points that it brings in a round."""
    tiles: tuple[float, ...] = (3.5, 2.5, 3.0, 3.0, 4.5, 4.0, 3.0, 3.0, 0.8, 2.5, 1.2, 6.0)
    """By ahu tile: its value early in the game; Favour is always worth its three points."""
    tablet: float = 2.0
    """The value of the unused tablet beside its points, early in the game."""
    hand: float = 1.8
    """The value of a villager still to be placed."""
    order: float = 1.2
    """The value of the first position in turn order."""
    due: float = 1.7
    """The value of a resource that a player gains from another's transport."""
    near: tuple[float, ...] = (1.0, 0.7, 0.4, 0.15)
    """By the number of missing figures: the probability that a chain is closed, with villagers at hand."""
    later: float = 0.55
    """The probability that a villager at hand brings as much as it could."""
    leader: float = 0.45
    """With more than two players: the weight of the strongest opponent's points, against the own points."""
    field: float = 0.25
    """With more than two players: the weight of all opponents' average points, against the own points."""


WEIGHTS: Final = Weights()
GAP: Final = 32
"""The cost of an empty space in the search for a chain; a space whose owner is paid costs 1."""
FAR: Final = 99


@lru_cache(maxsize=60_000)
def chains(island: Island, start: int, occupied: Spaces, others: Spaces) -> tuple[tuple[int, Spaces], ...]:
    """For each space: how many figures a chain from `start` lacks, and the spaces whose owners it pays."""
    found: list[tuple[int, Spaces]] = [(FAR, 0)] * len(island.ids)
    seen, queue = 1 << start, [(0, start, 0)]
    while queue:
        cost, at, dues = heapq.heappop(queue)
        if others >> at & 1:
            dues |= 1 << at
        for near in island.neighbours[at]:
            bit = 1 << near
            if seen & bit:
                continue
            seen |= bit
            found[near] = (cost // GAP, dues)
            step = 1 if others & bit else 0 if occupied & bit else GAP
            heapq.heappush(queue, (cost + step, near, dues))
    return tuple(found)


def payment(held: list[int], price: Counts) -> list[int] | None:
    """Return the least valuable resources, among those held, that pay a price; None: they don't suffice."""
    left, paid = list(held), [0, 0, 0, 0]
    for kind in (3, 2, 1, 0):
        for _ in range(price[kind]):
            one = kind
            while one < 4 and not left[one]:
                one += 1
            if one == 4:
                return None
            left[one] -= 1
            paid[one] += 1
    return paid


@lru_cache(maxsize=100_000)
def spending(
    seats: int,
    pool: Counts,
    stacks: Counts,
    owned: Counts,
    unclaimed: int,
    artistic: bool,
    chances: tuple[float, ...],
    units: tuple[float, ...],
) -> float:
    """Return the value of resources: spent at the most valuable likely exchanges, plus that of the rest."""
    held, left, has, total, open_ = list(pool), list(stacks), list(owned), 0.0, unclaimed
    for chance in chances:
        best, choice = 0.3, None
        for offering, price in enumerate(OFFERING_PRICES):
            paid = payment(held, price)
            if paid is None:
                continue
            spent = sum([count * unit for count, unit in zip(paid, units, strict=True)])
            for kind in (offering, offering + 1) if artistic and offering < 4 else (offering,):
                if not left[kind]:
                    continue
                values = STACKS[seats][kind]
                gain = values[len(values) - left[kind]] + _bonus(has, kind, open_) - spent
                if gain > best:
                    best, choice = gain, (paid, kind)
        if choice is None:
            break
        paid, kind = choice
        open_ &= ~_claims(has, kind)
        has[kind] += 1
        left[kind] -= 1
        held = [count - less for count, less in zip(held, paid, strict=True)]
        total += chance * best
    return total + sum([count * unit for count, unit in zip(pool, units, strict=True)])


def _claims(has: Sequence[int], kind: int) -> int:
    """Return the outstanding tiles (bits) that one more tile of a kind would win if all were still free."""
    won = 1 << kind if has[kind] == 1 else 0
    if not has[kind]:
        kinds = sum([count > 0 for count in has]) + 1
        won |= (1 << 5 if kinds >= 3 else 0) | (1 << 6 if kinds == 5 else 0)
    return won


def _bonus(has: Sequence[int], kind: int, unclaimed: int) -> float:
    """Return the points of outstanding tiles that one more tile of a kind wins or makes more likely."""
    won = _claims(has, kind) & unclaimed
    points = float(sum([OUTSTANDING_POINTS[tile] for tile in spaces_in(won)])) if won else 0.0
    if not has[kind]:
        points += 0.4 if unclaimed & 1 << 5 else 0
        points += 0.5 if unclaimed & 1 << 6 and sum([count > 0 for count in has]) >= 2 else 0
        points += 0.5 if unclaimed & 1 << kind else 0
    return points


def owned_kinds(player: Player) -> Counts:
    """Return how many offering tiles of each kind a player has."""
    owned = [0, 0, 0, 0, 0]
    for tile in player.offerings:
        owned[tile.offering] += 1
    return tuple(owned)


def unclaimed(state: State) -> int:
    """Return the outstanding tiles that nobody owns, as bits."""
    return sum([1 << number for number, owner in enumerate(state.outstanding) if owner is None])


class Plan:
    """A seat's expectations for this round: resources, exchanges, other points, and moai to be erected."""

    __slots__ = ("chances", "erects", "more", "pool")

    def __init__(self, pool: list[int]) -> None:
        """Begin with the resources that the seat holds, `pool`."""
        self.pool = pool
        self.chances: list[float] = []
        self.more = 0.0
        self.erects = 0.0


class Estimate:
    """The estimate of one state: each seat's points at the end, by the parameters in `Weights`."""

    def __init__(self, state: State, weights: Weights, outlook: float | None = None) -> None:
        """Estimate a state; `outlook`: the rounds left when the search began; None: those of the state."""
        self.weights, self.outlook, self.rounds = weights, outlook, 0.0
        self.state, self.seats = state, len(state.players)
        self.island = ISLANDS[self.seats]
        self.placing = state.phase is PLACE
        self.occupied = chained(state)
        self.gains = [0.0] * self.seats
        self.left = (state.bare.bit_count() - self.island.end[self.seats]) / self.weights.pace[self.seats]
        self.tile_scale = min(1.0, max(0.15, self.left / 2.5))

    def points(self) -> list[float]:
        """Return the points that each seat can expect at the end of the game."""
        state, seats = self.state, self.seats
        plans = [self._plan(seat, player) for seat, player in enumerate(state.players)]
        at_hand = sum([player.villagers for player in state.players]) / (4 * seats) if self.placing else 0
        pace = self.weights.pace[seats]
        erected = max(sum([plan.erects for plan in plans]), pace * at_hand)
        bare = state.bare.bit_count() - erected - self.island.end[seats]
        rounds = max(0.7, bare / pace) if bare > 0.01 else 0.7 * max(0.0, 1 + bare) if self.placing else 0.0
        self.rounds = rounds
        if self.outlook is not None:
            rounds = 0.75 * self.outlook + 0.25 * rounds
        return [self._total(seat, plans[seat], rounds) for seat in range(seats)]

    def _total(self, seat: Seat, plan: Plan, rounds: float) -> float:
        state, player = self.state, self.state.players[seat]
        total = plan.more + self.gains[seat] + sum([tile.points for tile in player.offerings])
        for number, owner in enumerate(state.outstanding):
            if owner == seat:
                total += OUTSTANDING_POINTS[number]
        in_round = self.placing or not player.dropped_out
        scale = min(1.0, (rounds + (0.7 if in_round else 0)) / 2.5)
        tiles = player.tiles
        for kind, count in enumerate(tiles):
            if count:
                total += count * (3.0 if kind == 6 else self.weights.tiles[kind] * scale)
        if player.tablet:
            total += 3 + self.weights.tablet * min(1.0, rounds / 3)
        for built, worth in zip(player.improvements, self.weights.improvements, strict=True):
            if built:
                total += worth * rounds
        if sum(player.improvements) < IMPROVEMENTS_MOST:
            total += self._saved_for(player, rounds)
        future = self.weights.style_rate[self.seats] * rounds
        chances = list(plan.chances)
        likely = self.weights.future
        while future > 0.05 and likely > 0.15:
            chances.append(round(likely * min(1.0, future), 1))
            future, likely = future - 1, likely * self.weights.fading
        early = round(min(1.0, rounds / 1.5), 1)
        return total + spending(
            self.seats,
            tuple(plan.pool),
            state.stacks,
            owned_kinds(player),
            unclaimed(state),
            player.improvements[1],
            tuple(sorted(chances, reverse=True)),
            tuple([1 + grade * early for grade in self.weights.grades]),
        )

    def _saved_for(self, player: Player, rounds: float) -> float:
        """Return the extra value of resources that pay, or nearly pay, for an improvement."""
        best = 0.0
        for number, price in enumerate(IMPROVEMENT_PRICES):
            if player.improvements[number]:
                continue
            kind = max(range(4), key=price.__getitem__)
            lacking = max(0, price[kind] - player.resources[kind])
            net = self.weights.improvements[number] * rounds - price[kind] * (1.2 + self.weights.grades[kind])
            best = max(best, net * (0.6, 0.3, 0.1, 0.0)[lacking])
        return best

    def _unit(self, space: int, fervent: bool) -> tuple[int, float]:
        """Return the most valuable resource that a moai on an ahu brings, and that resource's value."""
        kind = int(self.island.resources[space][-1])
        if fervent and kind < 3:
            kind += 1
        return kind, 1 + self.weights.grades[kind] + 0.4

    def _sure(self, missing: int, villagers: int, player: Player) -> float:
        """Return the probability that a chain with this many missing figures is completed."""
        if missing == 0:
            return 1.0
        if not self.placing:
            if missing == 1 and (player.tiles[9] or player.tiles[7]):
                return 0.9
            return 0.25 if missing == 1 and player.tablet else 0.0
        if missing >= len(self.weights.near):
            return 0.03
        sure = self.weights.near[missing]
        if villagers >= missing:
            return sure
        anybody = sum([one.villagers for one in self.state.players])
        return sure * 0.35 if anybody else 0.3 * sure if player.tiles[9] and missing == 1 else 0.05 * sure

    def _pay(self, dues: Spaces, sure: float, reeds: bool) -> None:
        """Add the gains of the owners of passed spaces."""
        spots, resources, grades = self.state.spots, self.island.resources, self.weights.grades
        for space in spaces_in(dues):
            owner = spots[space].owner
            if owner is not None:
                kind = 0 if reeds else int(resources[space][-1])
                self.gains[owner] += sure * (self.weights.due - 0.35 + grades[kind] * 0.6)

    def _plan(self, seat: Seat, player: Player) -> Plan:
        state, island, spots = self.state, self.island, self.state.spots
        plan = Plan(list(player.resources))
        if player.dropped_out and not self.placing:
            return plan
        hand = player.villagers if self.placing else 0
        moai = list(player.moai)
        if self.placing:
            working = sculptors(player)
            for size, count in enumerate(carved(working, state.moai)):
                moai[size] += count
            if working[0] < max(working[1:]) and hand:
                plan.more += 0.8
        own = state.standing[seat]
        others = sum(state.standing) & ~own
        roads = chains(island, island.crater, self.occupied, others)
        ways = chains(island, island.pukao_quarry, self.occupied, others)
        fervent = player.improvements[0]
        rests = player.tiles[0]
        goals: list[tuple[float, int, float]] = []
        for space in spaces_in(own & state.bare):
            spot = spots[space]
            if spot.fresh:
                sure = self._sure(roads[space][0], hand, player)
                if sure > 0.02:
                    goals.append((sure * self._ahu(space, fervent), space, sure))
        goals.sort(reverse=True)
        sizes = [size for size in (2, 1, 0) for _ in range(moai[size])]
        for (_, space, sure), size in zip(goals, sizes, strict=False):
            self._erect(plan, player, space, size, sure, fervent)
            self._pay(roads[space][1], sure, False)
            second = spots[space].fresh > 1
            if (second or rests) and state.pukao:
                rests -= 0 if second else 1
                to_style = sure * self._sure(ways[space][0], hand, player)
                if to_style > 0.04:
                    plan.chances.append(round(to_style, 1))
                    self._pay(ways[space][1], to_style, True)
        for space in spaces_in(own & state.plain) if state.pukao else ():
            spot = spots[space]
            if not spot.fresh:
                if not rests:
                    continue
                rests -= 1
            sure = self._sure(ways[space][0], hand, player)
            if sure > 0.04:
                plan.chances.append(round(sure, 1))
                self._pay(ways[space][1], sure, True)
        if self.placing:
            self._later(plan, seat, player, hand, sizes[len(goals) :], goals[len(sizes) :], roads, ways)
        return plan

    def _ahu(self, space: int, fervent: bool) -> float:
        """Return the value of a medium moai on an ahu, the ahu's tile included."""
        tile = self.state.spots[space].tile
        worth = 0.0 if tile is None else self.weights.tiles[tile] * (1 if tile == 6 else self.tile_scale)
        return worth + 2.5 * self._unit(space, fervent)[1]

    def _erect(self, plan: Plan, player: Player, space: int, size: int, sure: float, fervent: bool) -> None:
        """Add a moai's expected gains to the plan."""
        kind, unit = self._unit(space, fervent)
        count = FOR_MOAI[size]
        tile = self.state.spots[space].tile
        if tile is not None:
            plan.more += sure * self.weights.tiles[tile] * (1 if tile == 6 else self.tile_scale)
        plan.erects += sure
        if sure >= 0.6:
            room = RESOURCE_LIMIT - plan.pool[kind]
            plan.pool[kind] += min(room, count)
            plan.more -= (1 - sure) * min(room, count) * unit
        else:
            plan.more += sure * count * unit

    def _later(
        self,
        plan: Plan,
        seat: Seat,
        player: Player,
        hand: int,
        idle_moai: Sequence[int],
        idle_goals: Sequence[tuple[float, int, float]],
        roads: Sequence[tuple[int, Spaces]],
        ways: Sequence[tuple[int, Spaces]],
    ) -> None:
        """Add the expected gains of figures still at hand to the plan."""
        state, later = self.state, self.weights.later
        fervent = player.improvements[0]
        free = open_to(state, seat) & ~state.standing[seat]
        if idle_moai and hand:
            places = []
            for space in spaces_in(free & state.bare):
                sure = self._sure(roads[space][0], hand - 1, player)
                if sure > 0.04:
                    places.append((sure * self._ahu(space, fervent), space, sure))
            places.sort(reverse=True)
            for size, (_, space, sure) in zip(idle_moai[:hand], places, strict=False):
                tile = state.spots[space].tile
                unit = self._unit(space, fervent)[1]
                worth = FOR_MOAI[size] * unit + (
                    0 if tile is None else self.weights.tiles[tile] * self.tile_scale
                )
                plan.more += later * sure * worth
                hand -= 1
        if idle_goals and hand and not state.taken & COLUMN[1]:
            for _, space, sure in idle_goals[:hand]:
                tile = state.spots[space].tile
                worth = self._unit(space, fervent)[1]
                worth += 0 if tile is None else self.weights.tiles[tile] * self.tile_scale
                plan.more += later * sure * worth * 1.2
                hand -= 1
        if hand and state.pukao and len(plan.chances) < 2:
            sure = max(
                [self._sure(ways[space][0], hand - 1, player) for space in spaces_in(free & state.plain)],
                default=0.0,
            )
            if sure > 0.3:
                plan.chances.append(round(sure * later, 1))
                hand -= 1
                plan.more += 0.3
        plan.more += hand * self.weights.hand
        if player.chief == AT_HAND:
            plan.more += self.weights.improvements[3]
        if player.sorcerer > 0:
            plan.more += self.weights.order * (self.seats - player.sorcerer) / (self.seats - 1)
        elif player.sorcerer == AT_HAND:
            best = min(set(range(1, self.seats + 1)) - {one.sorcerer for one in state.players})
            plan.more += 0.6 * self.weights.order * (self.seats - best) / (self.seats - 1)
