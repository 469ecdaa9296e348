"""The engine finds the same paths as a simple search through all paths.  Rules: 7.1, 11."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.rapa_nui_board import transport
from engine.rapa_nui_board.events import Gained
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.legal_transport import moai_goals, owners
from engine.rapa_nui_board.moves import By, CarryMoai
from engine.rapa_nui_board.state import LARGE_ISLAND, NO_TILES, SIZES, SMALL_ISLAND, Island, Phase, State
from engine.rapa_nui_board.transport import (
    MOST_WAYS,
    NEUTRAL,
    NOBODY,
    Owners,
    Way,
    cheapest_ways,
    ways,
    ways_by_road,
    without_dues,
)
from tests.engine.rapa_nui_board import reference
from tests.engine.rapa_nui_board.movers import chained_game

BOARDS = pytest.mark.parametrize(
    ("island", "seats", "most"),
    [(SMALL_ISLAND, 2, 16), (LARGE_ISLAND, 3, 18), (LARGE_ISLAND, 4, 20)],
    ids=["2 seats", "3 seats", "4 seats"],
)


def board(island: Island, seats: int, size: int, chance: random.Random, loose: int) -> Owners:
    """Return the owners of random transporters: a lump around the quarries, and some elsewhere."""
    owners = [NOBODY] * len(island.ids)
    owners[island.crater] = owners[island.pukao_quarry] = NEUTRAL
    for number in range(size):
        bare = [space for space in island.land if owners[space] == NOBODY]
        near = [space for space in bare if any(owners[one] != NOBODY for one in island.neighbours[space])]
        owners[chance.choice(bare if number < loose else near)] = chance.randrange(seats)
    return tuple(owners)


def own_ahu(island: Island, owners: Owners) -> frozenset[int]:
    return frozenset(space for space in island.ahu if owners[space] == 0)


def is_a_path(island: Island, owners: Owners, way: Way) -> bool:
    """Whether a path fits rule 7.1; its road is the only space without a transporter."""
    bare = [space for space in way.path if owners[space] == NOBODY]
    return (
        len(set(way.path)) == len(way.path)
        and all(one in island.neighbours[other] for one, other in zip(way.path, way.path[1:], strict=False))
        and bare == ([] if way.road is None else [way.road])
    )


def kinds(found: tuple[Way, ...]) -> dict[reference.Kind, int]:
    lengths = {(way.path[-1], frozenset(way.dues)): len(way.path) for way in found}
    assert len(lengths) == len(found)
    return lengths


@BOARDS
@pytest.mark.parametrize("start", ["crater", "pukao_quarry"])
def test_ways_are_those_of_a_search_through_all_paths(
    island: Island, seats: int, most: int, start: str
) -> None:
    chance = random.Random(seats)
    at = getattr(island, start)
    several = dear = 0
    for _ in range(40):
        owners = board(island, seats, chance.randint(2, most), chance, loose=chance.randint(0, 3))
        goals = own_ahu(island, owners)
        found, cut = ways(island, owners, 0, at, goals)
        assert not cut
        assert kinds(found) == reference.listed(island, owners, 0, at, goals, roads=0)
        assert all(is_a_path(island, owners, way) for way in found)
        several += len(found) > 3
        least = {way.path[-1]: len(way.dues) for way in reversed(found)}
        dear += any(len(way.dues) > least[way.path[-1]] + 2 for way in found)
        order = [(way.path[-1], len(way.dues), len(way.path)) for way in found]
        assert order == sorted(order)
    assert several > 3
    assert dear > 3


@BOARDS
def test_ways_by_log_road_are_those_that_there_are_not_without(island: Island, seats: int, most: int) -> None:
    chance = random.Random(seats + 10)
    some = 0
    for _ in range(15):
        owners = board(island, seats, chance.randint(2, most - 4), chance, loose=chance.randint(0, 5))
        goals = own_ahu(island, owners)
        found, cut = ways_by_road(island, owners, 0, island.crater, goals)
        plain = kinds(ways(island, owners, 0, island.crater, goals).listed)
        wanted = reference.listed(island, owners, 0, island.crater, goals, roads=1)
        assert not cut
        assert kinds(found) == {key: length for key, length in wanted.items() if key not in plain}
        assert all(way.road is not None and is_a_path(island, owners, way) for way in found)
        some += bool(found)
    assert some > 3


@BOARDS
def test_where_nobody_gains_one_way_leads_to_each_destination(island: Island, seats: int, most: int) -> None:
    chance = random.Random(seats + 20)
    for _ in range(40):
        owners = board(island, seats, most, chance, loose=2)
        goals = own_ahu(island, owners)
        found = ways(island, without_dues(owners, 0), 0, island.crater, goals).listed
        plain = ways(island, owners, 0, island.crater, goals).listed
        reached = {way.path[-1] for way in plain}
        assert [way.path[-1] for way in found] == sorted(reached)
        assert not any(way.dues for way in found)
        shortest = {goal: min(len(way.path) for way in plain if way.path[-1] == goal) for goal in reached}
        assert {way.path[-1]: len(way.path) for way in found} == shortest


@BOARDS
@pytest.mark.parametrize("with_road", [False, True])
def test_the_cheapest_way_to_each_destination_is_the_first_one_listed(
    island: Island, seats: int, most: int, with_road: bool
) -> None:
    chance = random.Random(seats + 30)
    for _ in range(40):
        owners = board(island, seats, chance.randint(4, most), chance, loose=chance.randint(0, 4))
        plain = ways(island, owners, 0, island.crater, own_ahu(island, owners)).listed
        goals = own_ahu(island, owners)
        if with_road:
            goals = goals.difference(way.path[-1] for way in plain)
            plain = ways_by_road(island, owners, 0, island.crater, goals).listed
        first = {way.path[-1]: way for way in reversed(plain)}
        found = cheapest_ways(island, owners, 0, island.crater, goals, with_road=with_road)
        assert {way.path[-1]: way for way in found} == first


@pytest.mark.slow
@pytest.mark.parametrize("find", [ways, ways_by_road])
@pytest.mark.parametrize("size", [28, 30, 32])
def test_where_there_are_thousands_the_dearest_are_left_out_and_every_destination_is_reached(
    find: Any, size: int
) -> None:
    chance = random.Random(size)
    owners = board(LARGE_ISLAND, 4, size, chance, loose=0)
    goals = frozenset([space for space in LARGE_ISLAND.ahu if owners[space] != NOBODY][::3])
    found, cut = find(LARGE_ISLAND, owners, 0, LARGE_ISLAND.crater, goals)
    assert cut
    assert cut <= goals
    assert 0 < len(found) <= MOST_WAYS
    assert all(is_a_path(LARGE_ISLAND, owners, way) for way in found)
    if find is ways:
        assert {way.path[-1] for way in found} == goals


@BOARDS
def test_what_is_left_out_is_dearer_than_what_is_listed(
    island: Island, seats: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seats + 40)
    boards = [board(island, seats, most, chance, loose=0) for _ in range(20)]
    everything = [ways(island, one, 0, island.crater, own_ahu(island, one)).listed for one in boards]
    monkeypatch.setattr(transport, "MOST_WAYS", 12)
    ways.cache_clear()
    some = 0
    for standing, whole in zip(boards, everything, strict=True):
        found, cut = ways(island, standing, 0, island.crater, own_ahu(island, standing))
        assert cut == {way.path[-1] for way in set(whole) - set(found)}
        assert set(found) <= set(whole)
        for way in set(whole) - set(found):
            listed = [len(one.dues) for one in found if one.path[-1] == way.path[-1]]
            assert len(way.dues) > max(listed)
            some += 1
    ways.cache_clear()
    assert some > 3


def late_turns(seats: int, seeds: range, *, tablet: bool) -> list[State]:
    """Return turns of the transport phase with possible transports, with or without the tablet."""
    states = [one.before for seed in seeds for one in chained_game(seats, seed)]
    found = [
        state for state in states if state.phase is Phase.TRANSPORT and any(state.players[state.decider].moai)
    ]
    return [
        replace(one, players=tuple(replace(player, tablet=tablet, tiles=NO_TILES) for player in one.players))
        for one in found
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_chain_of_a_search_through_all_paths_may_be_chosen_and_does_what_a_listed_one_does(
    seats: int,
) -> None:
    unlisted = 0
    for state in late_turns(seats, range(12), tablet=False):
        seat, island, standing = state.decider, state.island, owners(state)
        goals = moai_goals(state, seat)
        size = next(size for size, count in enumerate(state.players[seat].moai) if count)
        legal = [one for one in GAME.legal_moves(state, seat) if isinstance(one, CarryMoai)]
        plain = {
            reference.kind(standing, seat, numbers(state, move)): move
            for move in legal
            if move.size == size and (move.log_road, move.mana, move.take_3_more) == (None, None, None)
        }
        paths = set(reference.all_paths(island, standing, island.crater, goals, roads=0))
        assert {reference.kind(standing, seat, path) for path in paths} == set(plain)
        for path in paths:
            move = CarryMoai(next(iter(plain.values())).size, island.path_ids(path))
            listed = plain[reference.kind(standing, seat, path)]
            assert GAME.read_move(GAME.write_move(move)) == move
            assert GAME.is_legal(state, seat, move)
            told, wanted = (gains(state, one) for one in (move, listed))
            assert told == wanted
            unlisted += move not in legal
        for path in paths:
            for at in range(len(path)):
                shorter = (*path[:at], *path[at + 1 :])
                move = CarryMoai(legal[0].size, island.path_ids(shorter))
                assert GAME.is_legal(state, seat, move) == (shorter in paths)
    assert unlisted > 1


@pytest.mark.parametrize("seats", GAME.seats)
def test_log_road_may_pass_any_space_without_a_transporter_and_no_other_one(seats: int) -> None:
    some = 0
    for state in late_turns(seats, range(2), tablet=True)[::3]:
        seat, island, standing = state.decider, state.island, owners(state)
        size = next(one for one, count in zip(SIZES, state.players[seat].moai, strict=True) if count)
        for path in reference.all_paths(island, standing, island.crater, moai_goals(state, seat), roads=1):
            bare = [space for space in path if standing[space] == NOBODY]
            spaces = island.path_ids(path)
            for road in path:
                move = CarryMoai(size, spaces, island.ids[road], By.TABLET)
                assert GAME.is_legal(state, seat, move) == (bare == [road])
                some += bare == [road]
            assert GAME.is_legal(state, seat, CarryMoai(size, spaces)) == (not bare)
            assert GAME.is_legal(state, seat, CarryMoai(size, spaces, mana=By.TABLET)) == (not bare)
    assert some > 3


def numbers(state: State, move: CarryMoai) -> tuple[int, ...]:
    return tuple(state.island.numbers[space] for space in move.path)


def gains(state: State, move: CarryMoai) -> set[tuple[int, str]]:
    """Return the spaces at which players gain, with these players."""
    _, told = GAME.apply(replace(state, auto_collect=True), state.decider, move)
    return {(event.seat, event.space) for event in told if isinstance(event, Gained)}


CROWDED = "R@D1 G@E1 B@F1 R@G1 G@H1 Y@C2 R@D2 R@E2 Y@F2 G@G2 Y@D3 B@F3 B@G3 G@E4 B@F4 R@G4 B@E5 G@F5 Y@G5"
"""Of a game of sensible players: 225 ways of Blue's pukao to G3."""


@pytest.mark.parametrize(
    ("steps", "fewer", "listed", "told"),
    [
        pytest.param(
            transport.MOST_STEPS, transport.FEWER_STEPS, 225, False, id="all ways of a crowded turn"
        ),
        pytest.param(5_200, 4_000, 191, True, id="some are left out, and that is told"),
        pytest.param(5_200, 5_300, 225, False, id="all are listed, though the first search was cut"),
    ],
)
def test_ways_are_told_to_be_left_out_where_they_are(
    monkeypatch: pytest.MonkeyPatch, steps: int, fewer: int, listed: int, told: bool
) -> None:
    monkeypatch.setattr(transport, "MOST_STEPS", steps)
    monkeypatch.setattr(transport, "FEWER_STEPS", fewer)
    ways.cache_clear()
    spots = {one[2:]: "GBYR".index(one[0]) for one in CROWDED.split()}
    standing = tuple(
        NEUTRAL if number in (LARGE_ISLAND.crater, LARGE_ISLAND.pukao_quarry) else spots.get(name, NOBODY)
        for number, name in enumerate(LARGE_ISLAND.ids)
    )
    goal = LARGE_ISLAND.numbers["G3"]
    found, cut = ways(LARGE_ISLAND, standing, 1, LARGE_ISLAND.pukao_quarry, frozenset({goal}))
    ways.cache_clear()
    assert (len(found), cut) == (listed, {goal} if told else frozenset())
