"""The ways that are found are those that a plain search through all paths finds.  Rules: 7.1, 11."""

from __future__ import annotations

import random

import pytest

from engine.rapa_nui_board.island import LARGE_ISLAND, SMALL_ISLAND, Island
from engine.rapa_nui_board.transport import (
    LONGEST,
    NEUTRAL,
    NOBODY,
    Owners,
    Way,
    unpaid,
    ways,
    ways_by_road,
)
from tests.engine.rapa_nui_board import reference

BOARDS = pytest.mark.parametrize(
    ("island", "seats", "most"),
    [(SMALL_ISLAND, 2, 16), (LARGE_ISLAND, 3, 18), (LARGE_ISLAND, 4, 20)],
    ids=["2 seats", "3 seats", "4 seats"],
)


def board(island: Island, seats: int, size: int, chance: random.Random, loose: int) -> Owners:
    """Transporters of all, in a lump around the quarries, and some anywhere."""
    owners = [NOBODY] * len(island.ids)
    owners[island.crater] = owners[island.pukao_quarry] = NEUTRAL
    for number in range(size):
        bare = [space for space in island.land if owners[space] == NOBODY]
        near = [space for space in bare if any(owners[one] != NOBODY for one in island.neighbours[space])]
        owners[chance.choice(bare if number < loose else near)] = chance.randrange(seats)
    return tuple(owners)


def is_a_path(island: Island, owners: Owners, way: Way) -> bool:
    """Whether a way is a path of 7.1, its road the one space without a transporter."""
    bare = [space for space in way.path if owners[space] == NOBODY]
    return (
        len(set(way.path)) == len(way.path) <= LONGEST
        and all(one in island.neighbours[other] for one, other in zip(way.path, way.path[1:], strict=False))
        and bare == ([] if way.road is None else [way.road])
    )


@BOARDS
@pytest.mark.parametrize("start", ["crater", "pukao_quarry"])
def test_ways_are_those_of_a_search_through_all_paths(
    island: Island, seats: int, most: int, start: str
) -> None:
    chance = random.Random(seats)
    at = getattr(island, start)
    several = 0
    for _ in range(60):
        owners = board(island, seats, chance.randint(2, most), chance, loose=chance.randint(0, 3))
        goals = frozenset(space for space in island.ahu if owners[space] == 0)
        found = ways(island, owners, 0, at, goals)
        assert {(way.path[-1], frozenset(way.paid)): len(way.path) for way in found} == reference.offered(
            island, owners, 0, at, goals, roads=0
        )
        assert len(found) == len({(way.path[-1], frozenset(way.paid)) for way in found})
        assert all(is_a_path(island, owners, way) for way in found)
        several += len(found) > 3
        order = [(way.path[-1], len(way.paid), len(way.path)) for way in found]
        assert order == sorted(order)
    assert several > 3


@BOARDS
def test_ways_by_log_road_are_those_that_there_are_not_without(island: Island, seats: int, most: int) -> None:
    chance = random.Random(seats + 10)
    some = 0
    for _ in range(25):
        owners = board(island, seats, chance.randint(2, most - 4), chance, loose=chance.randint(0, 5))
        goals = frozenset(space for space in island.ahu if owners[space] == 0)
        found = ways_by_road(island, owners, 0, island.crater, goals)
        plain = {(way.path[-1], frozenset(way.paid)) for way in ways(island, owners, 0, island.crater, goals)}
        wanted = reference.offered(island, owners, 0, island.crater, goals, roads=1)
        assert {(way.path[-1], frozenset(way.paid)): len(way.path) for way in found} == {
            key: length for key, length in wanted.items() if key not in plain
        }
        assert all(way.road is not None and is_a_path(island, owners, way) for way in found)
        some += bool(found)
    assert some > 3


@BOARDS
def test_where_nobody_gains_one_way_leads_to_each_destination(island: Island, seats: int, most: int) -> None:
    chance = random.Random(seats + 20)
    for _ in range(40):
        owners = board(island, seats, most, chance, loose=2)
        goals = frozenset(space for space in island.ahu if owners[space] == 0)
        found = ways(island, unpaid(owners, 0), 0, island.crater, goals)
        reached = {way.path[-1] for way in ways(island, owners, 0, island.crater, goals)}
        assert [way.path[-1] for way in found] == sorted(reached)
        assert not any(way.paid for way in found)
        shortest = {way.path[-1]: len(way.path) for way in ways(island, owners, 0, island.crater, goals)}
        assert all(len(way.path) <= shortest[way.path[-1]] for way in found)


def test_an_island_full_of_transporters_is_searched_too() -> None:
    chance = random.Random(1)
    owners = board(LARGE_ISLAND, 4, 28, chance, loose=0)
    goals = frozenset(space for space in LARGE_ISLAND.ahu if owners[space] == 0)
    found = ways(LARGE_ISLAND, owners, 0, LARGE_ISLAND.crater, goals)
    assert {way.path[-1] for way in found} == goals
    assert len(found) < 400
