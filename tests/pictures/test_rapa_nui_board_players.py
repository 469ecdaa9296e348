"""The pictures of players' things and of open things show all that the observation has of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.rapa_nui_board.rounds import points
from engine.rapa_nui_board.state import (
    AT_HAND,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS,
    OFFERING_PRICES,
    OFFERINGS,
    OUTSTANDING,
    OUTSTANDING_POINTS,
    RESOURCES,
    SIZES,
    STACKS,
    TILES,
    Offering,
    Phase,
    Resource,
    State,
    Tile,
)
from pictures import Scene
from pictures.rapa_nui_board.market import chart, offerings_chart
from pictures.rapa_nui_board.players import players
from tests.pictures.rapa_nui_board_players import full, moments, the_sheet
from tests.pictures.scenes import NAMES, by_role, kinds, number

EACH_COUNT = pytest.mark.parametrize("seats", [2, 3, 4])


def count(scene: Scene, role: str) -> int:
    """Return the number of pieces; a single piece has no number."""
    return (number(scene, f"{role}/number") or 1) if role in by_role(scene) else 0


def changes(scene: Scene) -> set[str]:
    """Return the roles that are marked as changed."""
    return {role.removeprefix("changed/") for role in by_role(scene) if role.startswith("changed/")}


def assert_market(scene: Scene, now: State) -> None:
    roles = by_role(scene)
    for offering in OFFERINGS:
        role, left = f"stack/{offering.name.lower()}", now.stacks[offering]
        values = STACKS[now.seats][offering]
        assert len(roles[role]) == left
        assert number(scene, f"{role}/value") == (values[len(values) - left] if left else None)
        written = [one.sprite.rpartition(":")[2] for one in roles[f"{role}/number"]]
        assert written == ([f"x{left}"] if left else [])
        for resource in RESOURCES:
            price = roles[f"{role}/price/{resource.name.lower()}"]
            assert len(price) == OFFERING_PRICES[offering][resource]
    for prize in OUTSTANDING:
        role, owner = f"outstanding/{prize.name.lower()}", now.outstanding[prize]
        assert number(scene, f"{role}/points") == OUTSTANDING_POINTS[prize]
        assert kinds(roles[f"{role}/by"]) == ([] if owner is None else [f"seat_{owner + 1}"])
    choice = now.display if any(now.display) else now.aside
    for tile in TILES:
        there = choice[tile] if now.phase is Phase.DISPLAY else 0
        assert number(scene, f"display/{tile.name.lower()}/number") == (there or None)


def assert_pieces(scene: Scene, now: State, seat: int) -> None:
    roles, player = by_role(scene), now.players[seat]
    assert count(scene, f"villagers/{seat}") == player.villagers
    assert count(scene, f"sorcerer/{seat}") == (player.sorcerer == AT_HAND)
    assert count(scene, f"chief/{seat}") == (player.chief == AT_HAND)
    for size in SIZES:
        role = f"carved/{seat}/{size.name.lower()}"
        assert count(scene, role) == player.moai[size]
        assert len(roles[f"{role}/kept"]) == player.safekept[size]
    for tile in TILES:
        assert count(scene, f"tile/{seat}/{tile.name.lower()}") == player.tiles[tile]


def assert_row(scene: Scene, now: State, seat: int, *, alone: bool) -> None:
    roles, player = by_role(scene), now.players[seat]
    decides = now.decider == seat and now.phase is not Phase.OVER
    assert roles[f"row/{seat}"][0].sprite == f"panel:seat_{seat}{'_lit' if decides else ''}"
    assert kinds(roles[f"seat/{seat}"]) == [f"seat_{seat + 1}"]
    assert (f"decides/{seat}" in roles) == (decides and not player.dropped_out)
    assert (f"dropped/{seat}" in roles) == player.dropped_out
    for resource in RESOURCES:
        role = f"resource/{seat}/{resource.name.lower()}"
        assert kinds(roles[role]) == [resource.name.lower()]
        assert number(scene, f"{role}/number") == player.resources[resource]
    assert (f"tablet/{seat}" in roles) == player.tablet
    for improvement in IMPROVEMENTS:
        role, built = f"improvement/{seat}/{improvement.name.lower()}", player.improvements[improvement]
        assert (role in roles, f"no/{role}" in roles) == (built, not built)
        price = sum(IMPROVEMENT_PRICES[improvement])
        assert number(scene, f"{role}/price/number") == (price if alone and not built else None)
    for offering in OFFERINGS:
        role = f"offering/{seat}/{offering.name.lower()}"
        values = [tile.points for tile in player.offerings if tile.offering is offering]
        assert len(roles[role]) == len(values)
        assert number(scene, f"{role}/points") == (sum(values) or None)
        assert (f"no/{role}" in roles) == (not values)


@EACH_COUNT
def test_the_picture_has_all_that_lies_open_and_with_the_players(seats: int) -> None:
    for pair in moments(seats)[::7]:
        before, now = pair
        scene = players(now, before, range(seats), NAMES)
        assert_market(scene, now)
        rows = [placed.role for placed in scene.placed if placed.role.startswith("row/")]
        assert rows == [f"row/{seat}" for seat in now.order]
        for seat in range(seats):
            assert_row(scene, now, seat, alone=False)
            assert_pieces(scene, now, seat)
            assert number(scene, f"points/{seat}/number") == points(pair[1], seat)


@EACH_COUNT
def test_one_player_alone_has_the_same_and_the_prices_of_improvements(seats: int) -> None:
    for place, pair in enumerate(moments(seats)[::20]):
        before, now = pair
        seat = place % seats
        scene = players(now, before, (seat,), NAMES)
        if now.phase is not Phase.PLACE:
            assert_market(scene, now)
        assert_row(scene, now, seat, alone=True)
        assert_pieces(scene, now, seat)
        assert [role for role in by_role(scene) if role.startswith("row/")] == [f"row/{seat}"]


@EACH_COUNT
def test_what_is_more_than_any_game_brings_is_all_there(seats: int) -> None:
    for now in full(seats):
        scene = players(now, now, range(seats), NAMES)
        for seat in range(seats):
            assert_row(scene, now, seat, alone=False)
            assert_pieces(scene, now, seat)


def test_in_the_beginner_set_there_is_no_tablet() -> None:
    now = replace(full(2)[1], beginner_set=True)
    assert not [role for role in by_role(players(now, now, (0, 1), NAMES)) if "tablet" in role]


def test_the_choice_to_begin_with_is_there_while_it_is_made() -> None:
    scenes = [(state, players(state, before, (0, 1), NAMES)) for before, state in moments(2)]
    shown = {state.phase for state, scene in scenes if any("display" in role for role in by_role(scene))}
    assert shown == {Phase.DISPLAY}


@EACH_COUNT
def test_what_has_changed_is_marked(seats: int) -> None:
    for pair in moments(seats)[::11]:
        before, now = pair
        marked = changes(players(now, before, range(seats), NAMES))
        expected = {
            f"resource/{seat}/{resource.name.lower()}"
            for seat in range(seats)
            for resource in RESOURCES
            if now.players[seat].resources[resource] != before.players[seat].resources[resource]
        }
        assert {role for role in marked if role.startswith("resource/")} == expected
        assert not changes(players(now, now, range(seats), NAMES))
    much, little = full(seats)
    marked = changes(players(much, little, (0,), NAMES))
    assert {role.partition("/")[0] for role in marked} == {
        "stack",
        "outstanding",
        "resource",
        "villagers",
        "sorcerer",
        "chief",
        "carved",
        "tile",
        "tablet",
        "improvement",
        "offering",
    }
    assert "dropped/0" in changes(players(little, much, (0,), NAMES))


@EACH_COUNT
def test_the_sheet_has_each_part(seats: int) -> None:
    result, scene = the_sheet(seats)
    for seat, score in enumerate(result.seats):
        assert number(scene, f"total/{seat}") == score.points
        assert number(scene, f"rank/{seat}") == score.rank
        for part in score.parts:
            assert number(scene, f"points/{seat}/{part.name}") == (part.points or None)


def test_the_charts_number_the_tiles_and_have_prices_and_values() -> None:
    tiles = (Tile.MANA, Tile.REST, Tile.FEAST)
    scene = chart(tiles)
    for place, tile in enumerate(tiles, 1):
        assert number(scene, f"number/{place}") == place
        assert kinds(by_role(scene)[f"tile/{place}"]) == [tile.name.lower()]
    scene = offerings_chart()
    assert number(scene, "stack/boat/value") == STACKS[4][Offering.BOAT][0]
    price = by_role(scene)["stack/boat/price/wood"]
    assert len(price) == OFFERING_PRICES[Offering.BOAT][Resource.WOOD]
    assert number(scene, "outstanding/five_kinds/points") == OUTSTANDING_POINTS[-1]
