"""The island and the tiles agree with the rules page.  Rules: 1, 3, rulings 1 to 6, ruling 42."""

from __future__ import annotations

import json
import re
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from engine.rapa_nui_board import rounds, state
from engine.rapa_nui_board.state import (
    ISLANDS,
    LARGE_ISLAND,
    OFFERINGS,
    OUTSTANDING,
    RESOURCES,
    SIZES,
    SMALL_ISLAND,
    TILES,
    Improvement,
    Island,
    Kind,
    drawn,
)

RULES = Path(__file__).parents[3] / "docs" / "rules"
MAP: dict[str, Any] = json.loads((RULES / "rapa_nui_board_map.json").read_text("utf-8"))
NUMBERS: dict[str, Any] = json.loads((RULES / "rapa_nui_board_tiles.json").read_text("utf-8"))
PAGE = (RULES / "rapa_nui_board.md").read_text("utf-8")

SIDES = pytest.mark.parametrize(
    ("side", "island"), [("2", SMALL_ISLAND), ("3-4", LARGE_ISLAND)], ids=["2 players", "3-4 players"]
)


def steps(island: Island, start: int) -> dict[str, int]:
    """Return the distance of each space, counted step by step."""
    found, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        for space in island.neighbours[at]:
            if space not in found:
                found[space] = found[at] + 1
                queue.append(space)
    return {island.ids[space]: count for space, count in found.items()}


@SIDES
def test_the_spaces_are_those_of_the_map(side: str, island: Island) -> None:
    data = MAP["sides"][side]
    spaces = data["spaces"]
    assert list(island.ids) == [space["id"] for space in spaces]
    assert [kind.value for kind in island.kinds] == [space["kind"] for space in spaces]
    assert list(island.names) == [space.get("name", "") for space in spaces]
    assert [[resource.name.lower() for resource in shown] for shown in island.resources] == [
        space["resources"] for space in spaces
    ]
    for number, space in enumerate(spaces):
        assert sorted(island.ids[one] for one in island.neighbours[number]) == sorted(space["neighbours"])
    assert (island.ids[island.crater], island.ids[island.pukao_quarry]) == (
        data["crater"],
        data["pukao_quarry"],
    )
    assert list(island.columns) == data["moai_quarry_spaces_per_column"]
    assert {str(seats): most for seats, most in island.end.items()} == data["end_when_empty_ahu_at_most"]
    assert data["neutral_transporters"] == [data["crater"], data["pukao_quarry"]]
    counts = {kind.value: island.kinds.count(kind) for kind in Kind}
    assert counts == data["counts"]


@SIDES
def test_the_steps_are_those_of_the_map_and_of_the_table_of_the_page(side: str, island: Island) -> None:
    from_crater, from_quarry = steps(island, island.crater), steps(island, island.pukao_quarry)
    for space in MAP["sides"][side]["spaces"]:
        at = space["id"]
        assert from_crater[at] == space["steps_from_crater"]
        assert from_quarry[at] == space["steps_from_pukao_quarry"]
    heading = "2 players (steps" if side == "2" else "3–4 players (steps"
    table = PAGE.split(heading)[1].split("\n\n")[1]
    row = r"^\| ([A-H]\d) \| (\w+) \| (.*?) \| (\S+) \| (.*?) \| (\d) \| (\d) \|$"
    rows = re.findall(row, table, re.MULTILINE)
    assert [row[0] for row in rows] == list(island.ids)
    for number, (at, kind, name, shown, near, c, p) in enumerate(rows):
        assert (kind, name.strip()) == (
            island.kinds[number].value,
            island.names[number],
        )
        assert shown.replace("–", "") == "/".join(one.name.lower() for one in island.resources[number])
        assert near.split() == [island.ids[one] for one in island.neighbours[number]]
        assert (int(c), int(p)) == (from_crater[at], from_quarry[at])


@SIDES
def test_neighbours_are_mutual_and_ahu_are_near_enough(side: str, island: Island) -> None:
    for space, near in enumerate(island.neighbours):
        assert all(space in island.neighbours[one] for one in near)
        assert space not in near
    distances = steps(island, island.crater)
    far = {distances[island.ids[space]] for space in island.ahu}
    assert far == set(range(1, 6) if side == "2" else range(2, 7))


def test_another_island_is_another_drawing() -> None:
    island = drawn(
        """
        [r] .. [ep]
        {C} (w) {P}
        """,
        "First, Second",
        columns=(1, 1, 1),
        end={2: 1},
    )
    assert island.ids == ("A1", "C1", "A2", "B2", "C2")
    assert [island.neighbours[island.numbers[at]] for at in ("A1", "B2")] == [(2,), (2, 4)]
    assert island.names == ("First", "Second", "Rano Raraku", "", "Puna Pau")
    assert island.ahu == (0, 1)


def test_the_numbers_of_the_tiles_are_those_of_the_page() -> None:
    by_value = [resource.name.lower() for resource in RESOURCES]
    assert by_value == NUMBERS["resources"]["by_value"]
    assert dict(zip(by_value, state.FIRST_RESOURCES, strict=True)) == NUMBERS["resources"]["start"]
    assert NUMBERS["resources"]["limit"] == state.RESOURCE_LIMIT
    sizes = [size.name.lower() for size in SIZES]
    assert dict(zip(sizes, state.FOR_MOAI, strict=True)) == NUMBERS["moai"]["resources_when_erected"]
    for seats, supply in NUMBERS["moai"]["supply"].items():
        assert dict(zip(sizes, state.MOAI[int(seats)], strict=True)) == supply
        assert NUMBERS["turn_order_spaces"][seats] == int(seats)
    assert NUMBERS["pukao"] == state.PUKAO
    assert NUMBERS["figures"]["villagers"] == state.VILLAGERS


def test_the_offerings_are_those_of_the_page() -> None:
    data = NUMBERS["offering_tiles"]
    kinds = [offering.name.lower() for offering in OFFERINGS]
    assert kinds == data["order"]
    for kind, price in zip(kinds, state.OFFERING_PRICES, strict=True):
        assert {one.name.lower(): price[one] for one in RESOURCES if price[one]} == data["price"][kind]
    for seats, stacks in data["stacks_top_first"].items():
        assert dict(zip(kinds, map(list, state.STACKS[int(seats)]), strict=True)) == stacks
    outstanding = NUMBERS["outstanding_offering_tiles"]
    assert [tile.name.lower() for tile in OUTSTANDING] == [tile["id"] for tile in outstanding]
    assert list(state.OUTSTANDING_POINTS) == [tile["points"] for tile in outstanding]


def test_the_ahu_tiles_and_improvements_are_those_of_the_page() -> None:
    data = NUMBERS["ahu_tiles"]
    assert [tile.name.lower() for tile in TILES] == [tile["id"] for tile in data]
    assert list(state.TILE_COUNTS) == [tile["count"] for tile in data]
    assert sum(state.TILE_COUNTS) == 29
    beginner = [tile["id"] for tile in data if tile["beginner_set"]]
    assert [tile.name.lower() for tile in state.BEGINNER_TILES] == beginner
    improvements = NUMBERS["improvements"]
    assert improvements["limit"] == state.IMPROVEMENTS_MOST
    for improvement, tile in zip(Improvement, improvements["tiles"], strict=True):
        price = state.IMPROVEMENT_PRICES[improvement]
        assert improvement.name.lower() == tile["id"]
        assert {one.name.lower(): price[one] for one in RESOURCES if price[one]} == tile["price"]
    points = NUMBERS["points"]
    assert points["resource_left"] == state.FOR_RESOURCE
    assert points["favour_tile"] == state.FOR_FAVOUR
    assert (
        points["rongorongo_tablet_unused"]
        == NUMBERS["rongorongo_tablet"]["points_if_unused"]
        == state.FOR_TABLET
    )


def test_both_sides_are_played() -> None:
    assert {seats: island is LARGE_ISLAND for seats, island in ISLANDS.items()} == {
        2: False,
        3: True,
        4: True,
    }
    assert rounds.QUIET_ROUNDS_MOST == 3
    assert rounds.carved((1, 1, 1), (1, 1, 1)) == (0, 0, 1)
