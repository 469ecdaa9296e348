"""The events are complete: a state kept from events alone, by the rules page, is the same."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from engine.counts import Counts, added, changed
from engine.game import Event
from engine.rapa_nui_board import events as happened
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import By
from engine.rapa_nui_board.state import ISLANDS, MOAI, TILES, Figure, Improvement, State, Tile
from tests.engine.rapa_nui_board.movers import chained_game, sensible_game
from tests.engine.seeded import Played


def less(counts: Counts, fewer: Counts) -> Counts:
    return added(counts, tuple(-count for count in fewer))


class Listener:
    """The things on the table, kept from events alone."""

    def __init__(self, seats: int, order: tuple[int, ...], *, tablets: bool) -> None:
        self.island = ISLANDS[seats]
        self.resources: list[Counts] = [(1, 1, 1, 1)] * seats
        self.tiles = [Counter[Tile]() for _ in range(seats)]
        self.tablets = [tablets] * seats
        self.improvements: list[set[Improvement]] = [set() for _ in range(seats)]
        self.carved: list[Counts] = [(0, 0, 0)] * seats
        self.supply, self.pukao = MOAI[seats], 20
        self.laid: dict[str, Tile] = {}
        self.moai: dict[str, Any] = {}
        self.styled: set[str] = set()
        self.standing: Counter[tuple[str, int]] = Counter()
        self.exhausted: Counter[tuple[str, int]] = Counter()
        self.sculptors: Counter[tuple[int, int]] = Counter()
        self.offerings: list[list[Any]] = [[] for _ in range(seats)]
        self.outstanding: dict[Any, int] = {}
        self.order, self.round = order, 0
        self.out: set[int] = set()
        self.carried: Any = None

    def uses(self, seat: int, tile: Tile, by: By | None) -> None:
        if by is By.TABLET:
            assert self.tablets[seat]
            self.tablets[seat] = False
        elif by is By.TILE:
            self.tiles[seat][tile] -= 1

    def gains(self, seat: int, more: Counts, lost: Counts = (0, 0, 0, 0)) -> None:
        self.resources[seat] = less(added(self.resources[seat], more), lost)
        assert all(0 <= count <= 8 for count in self.resources[seat])
        assert all(not gone or count == 8 for gone, count in zip(lost, self.resources[seat], strict=True))

    def hear(self, event: Event) -> None:
        match event:
            case happened.TilesLaid(laid):
                self.laid = {one.space: one.tile for one in laid}
            case happened.OrderDrawn(order) | happened.OrderChanged(order):
                self.order = order
            case happened.DisplayTaken(seat, tile):
                self.tiles[seat][tile] += 1
            case happened.RoundBegan(number, order):
                assert (number, order) == (self.round + 1, self.order)
                self.round = number
            case happened.VillagerPlaced(seat, space):
                self.standing[space, seat] += 1
            case happened.SculptorPlaced(seat, column):
                self.sculptors[seat, column] += 1
            case happened.DroppedOut(seat):
                self.out.add(seat)
            case happened.RoundEnded():
                self.standing.clear()
                self.exhausted.clear()
                self.sculptors.clear()
                self.out.clear()
            case _:
                self.hear_of_free_actions(event)

    def hear_of_free_actions(self, event: Event) -> None:
        match event:
            case happened.Improved(seat, improvement, price):
                self.improvements[seat].add(improvement)
                self.resources[seat] = less(self.resources[seat], price)
            case happened.Bartered(seat, given, taken, by):
                assert sum(given) == sum(taken)
                self.gains(seat, less(taken, given))
                self.uses(seat, Tile.BARTER, by)
            case happened.TookTwo(seat, resources, lost, by):
                assert sum(resources) == 2
                self.gains(seat, resources, lost)
                self.uses(seat, Tile.TAKE_2_MORE, by)
            case happened.ChippedIn(seat, _, by):
                self.uses(seat, Tile.CHIP_IN, by)
            case happened.Rested(seat, space, by):
                self.exhausted[space, seat] -= 1
                self.uses(seat, Tile.REST, by)
            case happened.HandLent(seat, figure, column, space, by):
                self.standing[space, seat] += 1
                if figure is Figure.VILLAGER:
                    self.sculptors[seat, column] -= 1
                self.uses(seat, Tile.LEND_A_HAND, by)
            case happened.Safekept(seat, _, by):
                self.uses(seat, Tile.SAFEKEEPING, by)
            case _:
                self.hear_of_moai(event)

    def hear_of_moai(self, event: Event) -> None:
        match event:
            case happened.MoaiReceived(seat, moai):
                self.carved[seat] = added(self.carved[seat], moai)
                self.supply = less(self.supply, moai)
            case happened.MoaiReturned(seat, moai, kept):
                self.carved[seat] = kept
                self.supply = added(self.supply, moai)
            case happened.MoaiCarried(seat):
                self.check_path(event.path, event.road, self.island.crater)
                self.carried = event
                self.uses(seat, Tile.LOG_ROAD, event.log_road)
                self.uses(seat, Tile.MANA, event.mana)
            case happened.Gained(seat, carrier, space, resource):
                assert carrier == self.carried.seat != seat
                assert space in self.carried.path[1:-1]
                assert self.standing[space, seat]
                assert self.carried.mana is None
                if resource is not None:
                    self.gains(seat, changed((0, 0, 0, 0), resource, 1))
            case happened.AhuTileTaken(seat, space, tile):
                assert self.laid.pop(space) == tile
                self.tiles[seat][tile] += 1
            case happened.MoaiErected(seat, space, size):
                assert space == self.carried.path[-1]
                self.moai[space] = size
                self.carved[seat] = changed(self.carved[seat], size, -1)
                self.uses(seat, Tile.TAKE_3_MORE, self.carried.take_3_more)
            case happened.ResourcesTaken(seat, space, resources, lost):
                more = 3 if self.carried.take_3_more else 0
                assert sum(resources) == (1, 3, 5)[self.carried.size] + more
                self.gains(seat, resources, lost)
                self.exhausted[space, seat] += 1
            case _:
                self.hear_of_pukao(event)

    def hear_of_pukao(self, event: Event) -> None:
        match event:
            case happened.PukaoCarried(seat):
                self.check_path(event.path, event.road, self.island.pukao_quarry)
                self.carried = event
                self.uses(seat, Tile.LOG_ROAD, event.log_road)
                self.uses(seat, Tile.MANA, event.mana)
            case happened.MoaiStyled(seat, space):
                assert space in self.moai
                assert space not in self.styled
                self.styled.add(space)
                self.exhausted[space, seat] += 1
                self.pukao -= 1
            case happened.Paid(seat, _, payment, _, thrift, feast):
                assert sum(payment) == (3 if thrift else 4)
                self.resources[seat] = less(self.resources[seat], payment)
                self.uses(seat, Tile.THRIFT, thrift)
                self.uses(seat, Tile.FEAST, feast)
            case happened.OfferingTaken(seat, offering, points):
                self.offerings[seat].append((offering, points))
            case happened.OutstandingWon(seat, tile):
                assert tile not in self.outstanding
                self.outstanding[tile] = seat
            case happened.SorcererPlaced() | happened.ChiefPlaced() | happened.GameEnded():
                pass
            case _:
                raise AssertionError(event)

    def check_path(self, path: tuple[str, ...], road: str | None, start: int) -> None:
        """Check a path by rule 7.1: neighbours in a row, none twice, transporters on all but the road."""
        numbers = [self.island.numbers[space] for space in path]
        assert numbers[0] == start
        assert len(set(numbers)) == len(numbers)
        for one, other in pairwise(numbers):
            assert other in self.island.neighbours[one]
        neutral = (self.island.crater, self.island.pukao_quarry)
        for space, number in zip(path, numbers, strict=True):
            stands = number in neutral or any(self.standing[space, seat] for seat in range(4))
            assert stands == (space != road)
        assert road != path[-1]

    def assert_knows(self, state: State) -> None:
        assert (state.moai, state.pukao, state.order, state.round) == (
            self.supply,
            self.pukao,
            self.order,
            self.round,
        )
        for seat, player in enumerate(state.players):
            assert player.resources == self.resources[seat]
            assert {tile: count for tile, count in zip(TILES, player.tiles, strict=True) if count} == {
                tile: count for tile, count in self.tiles[seat].items() if count
            }
            assert player.tablet == self.tablets[seat]
            assert {one for one in Improvement if player.improvements[one]} == self.improvements[seat]
            assert player.moai == self.carved[seat]
            assert [(tile.offering, tile.points) for tile in player.offerings] == self.offerings[seat]
            assert player.dropped_out == (seat in self.out)
            sculptors = tuple(self.sculptors[seat, column] for column in (1, 2, 3))
            assert player.sculptors == sculptors
        for at, spot in zip(self.island.ids, state.spots, strict=True):
            here = {seat: self.standing[at, seat] for seat in range(4) if self.standing[at, seat]}
            assert here == ({} if spot.owner is None else {spot.owner: spot.fresh + spot.exhausted})
            assert sum(self.exhausted[at, seat] for seat in range(4)) == spot.exhausted
            assert (self.moai.get(at), at in self.styled, self.laid.get(at)) == (
                spot.moai,
                spot.pukao,
                spot.tile,
            )
        won = {tile: seat for tile, seat in enumerate(state.outstanding) if seat is not None}
        assert won == self.outstanding


def listened(played: list[Played] | tuple[Played, ...], seats: int, *, tablets: bool = True) -> Listener:
    listener = Listener(seats, tuple(range(seats)), tablets=tablets)
    for one in played:
        for event in GAME.seen(one.events, None):
            listener.hear(event)
        if one.after.transport is None:  # In mid-transport a transporter has not acted yet.
            listener.assert_knows(GAME.observe(one.after, None).state)
    return listener


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", [{}, {"auto_collect": "off"}, {"beginner_set": "on"}], ids=str)
def test_who_only_listens_knows_everything(seats: int, options: dict[str, str]) -> None:
    tablets = options.get("beginner_set") != "on"
    for seed in range(5):
        listened(list(chained_game(seats, seed, **options)), seats, tablets=tablets)


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_only_listens_can_score_the_game(seats: int) -> None:
    played = sensible_game(seats, seed=1)
    listener = listened(played, seats)
    end = played[-1].events[-1]
    assert isinstance(end, happened.GameEnded)
    outstanding = (2, 2, 3, 3, 4, 3, 6)
    for seat, one in enumerate(end.seats):
        assert one.points == (
            sum(points for _, points in listener.offerings[seat])
            + sum(outstanding[tile] for tile, owner in listener.outstanding.items() if owner == seat)
            + sum(listener.resources[seat])
            + 3 * listener.tablets[seat]
            + 3 * listener.tiles[seat][Tile.FAVOUR]
        )
    result = GAME.result(played[-1].after)
    assert result is not None
    assert (result.seats, result.reason) == (end.seats, end.reason)


ORDER: list[type[Event]] = [
    happened.MoaiCarried,
    happened.PukaoCarried,
    happened.Gained,
    happened.AhuTileTaken,
    happened.MoaiErected,
    happened.ResourcesTaken,
    happened.MoaiStyled,
    happened.Paid,
    happened.OfferingTaken,
    happened.OutstandingWon,
    happened.DroppedOut,
    happened.MoaiReturned,
    happened.RoundEnded,
    happened.GameEnded,
    happened.RoundBegan,
]
"""The order of the page within a move."""


@pytest.mark.parametrize("seats", GAME.seats)
def test_events_come_in_the_order_of_the_page(seats: int) -> None:
    for seed in range(5):
        for played in (*chained_game(seats, seed), *sensible_game(seats, seed=1)):
            places = [ORDER.index(type(event)) for event in played.events if type(event) in ORDER]
            assert places == sorted(places)
