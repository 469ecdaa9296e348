"""The pictures of the island show all public things there, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace
from PIL import ImageChops, ImageStat

from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import ISLANDS, OVER, RESOURCES, SIZES, TILES, Kind, State
from pictures import Placed, Scene
from pictures.rapa_nui_board.beside import aside
from pictures.rapa_nui_board.island import choices, cut, island, part_with, region, regions
from pictures.render import render, sprite
from tests.engine.seeded import Setup
from tests.pictures.rapa_nui_board_island import (
    as_busy_as_can_be,
    long_way,
    moments,
    packed,
    ways,
)
from tests.pictures.scenes import by_role, kinds, number

EACH_COUNT = pytest.mark.parametrize("seats", [2, 3, 4])
LARGEST = 200 * 1000
MOST_SPRITES = 350


def how_many(scene: Scene, roles: dict[str, list[Placed]], role: str) -> int:
    """How many of something are there: as the number beside it says, one where there is none, else 0."""
    if role not in roles:
        return 0
    count = number(scene, f"{role}/number")
    return 1 if count is None else count


def assert_spaces(scene: Scene, now: State, shown: tuple[str, ...]) -> None:
    roles, side = by_role(scene), ISLANDS[now.seats]
    expected: set[str] = set()
    for at in shown:
        space = side.numbers[at]
        spot = now.spots[space]
        assert roles[f"letters/{at}"][0].sprite.endswith(f":{at}")
        expected |= {f"resource/{at}/{resource.name.lower()}" for resource in side.resources[space]}
        if spot.tile is not None:
            name = spot.tile.name.lower()
            expected.add(f"tile/{at}/{name}")
            assert kinds(roles[f"tile/{at}/{name}"]) == [name]
        if spot.moai is not None:
            expected.add(f"moai/{at}/{spot.moai.name.lower()}")
        if spot.pukao:
            expected.add(f"pukao/{at}")
        if side.kinds[space] in (Kind.CRATER, Kind.PUKAO_QUARRY):
            expected.add(f"neutral/{at}")
        for state, sprite_name, count in (
            ("fresh", "villager", spot.fresh),
            ("exhausted", "exhausted", spot.exhausted),
        ):
            role = f"figure/{at}/{spot.owner}/{state}"
            assert how_many(scene, roles, role) == count
            if count:
                expected.add(role)
                assert roles[role][0].sprite == f"rapa_nui_board:{sprite_name}.{spot.owner}"
            if count > 1:
                expected.add(f"{role}/number")
    found = Counter(
        placed.role
        for placed in scene.placed
        if re.match(r"(resource|tile|moai|pukao|neutral|figure)/[A-H]\d", placed.role)
    )
    assert found == Counter(expected)


BESIDE = ("quarry/", "ledge/", "order/", "star/", "supply/", "carved/", "changed/")
"""How the roles of things besides the island begin, and the marks of what has changed."""


def assert_beside(scene: Scene, now: State) -> None:
    roles, side = by_role(scene), ISLANDS[now.seats]
    assert [kinds(roles[f"order/{place}"]) for place in range(now.seats)] == [
        [f"seat_{seat + 1}"] for seat in now.order
    ]
    for column, spaces in enumerate(side.columns, 1):
        assert len(roles[f"ledge/{column}"]) == spaces
        assert number(scene, f"quarry/{column}") == column
    for size in SIZES:
        assert number(scene, f"supply/{size.name.lower()}/number") == now.moai[size]
    assert number(scene, "supply/pukao/number") == now.pukao
    assert len([role for role in roles if role.startswith("star/")]) == now.seats
    for seat, player in enumerate(now.players):
        for column in range(1, 4):
            assert len(roles[f"sculptor/{seat}/{column}"]) == player.sculptors[column - 1]
            assert how_many(scene, roles, f"chip/{seat}/{column}") == player.chipped_in[column - 1]
        for size in SIZES:
            name = size.name.lower()
            assert how_many(scene, roles, f"carved/{seat}/{name}") == player.moai[size]
            assert len(roles[f"kept/{seat}/{name}"]) == player.safekept[size]
        gone = [role for role in roles if role.startswith(f"gone/carved/{seat}/")]
        assert (f"no/carved/{seat}" in roles) == (not any(player.moai) and not gone)
        stars = [
            place
            for place in range(1, now.seats + 1)
            if beside_star(roles, f"sorcerer/{seat}", f"star/{place}")
        ]
        assert stars == ([player.sorcerer] if player.sorcerer > 0 else [])
        columns = [column for column in range(1, 4) if below(roles, f"chief/{seat}", f"ledge/{column}")]
        assert columns == ([player.chief] if player.chief > 0 else [])


def beside_star(roles: dict[str, list[Placed]], sorcerer: str, star: str) -> bool:
    """Whether a sorcerer is at a star space."""
    return any(
        0 < each.x - roles[star][0].x < 100 and abs(each.y - roles[star][0].y) < 60
        for each in roles[sorcerer]
    )


def below(roles: dict[str, list[Placed]], chief: str, ledge: str) -> bool:
    """Whether a chief is below a column of the quarry."""
    step = max(roles[ledge], key=lambda placed: placed.y)
    return any(step.x - 6 <= each.x < step.x + step.width and each.y >= step.y for each in roles[chief])


@EACH_COUNT
def test_the_map_has_all_that_is_on_the_board(seats: int) -> None:
    for before, state in moments(seats):
        scene = island(state, before)
        assert_spaces(scene, state, ISLANDS[seats].ids)
        if state.phase is OVER:
            roles = {role for role in by_role(scene) if not role.startswith("changed/space/")}
            assert not [role for role in roles if role.startswith(BESIDE)]
        else:
            assert_beside(scene, state)
        assert len(scene.placed) < MOST_SPRITES


@EACH_COUNT
def test_a_packed_map_loses_nothing(seats: int) -> None:
    crowd = packed(seats)
    for scene in (island(crowd, crowd), choices(crowd, ("A1",), long_way(seats))):
        assert_spaces(scene, crowd, ISLANDS[seats].ids)
        assert_beside(scene, crowd)


@EACH_COUNT
def test_the_regions_together_are_the_island_and_neighbours_overlap(seats: int) -> None:
    parts = regions(seats)
    assert {space for part in parts.values() for space in part} == set(ISLANDS[seats].ids)
    for one, other in pairwise(parts.values()):
        assert set(one) & set(other)


@EACH_COUNT
def test_a_region_has_all_that_is_there_and_the_names_of_its_ahu(seats: int) -> None:
    side = ISLANDS[seats]
    for now in (*(state for _, state in moments(seats)[::30]), packed(seats)):
        for name, part in regions(seats).items():
            scene = region(now, name)
            assert_spaces(scene, now, part)
            written = {
                placed.role: placed.sprite.rpartition(":")[2]
                for placed in scene.placed
                if placed.role.startswith("name/")
            }
            names = {at: side.names[side.numbers[at]].upper() for at in part}
            assert written == {f"name/{at}": called for at, called in names.items() if called}


def test_things_are_about_twice_as_large_in_a_region() -> None:
    crowd = packed(4)
    small, large = by_role(island(crowd, crowd)), by_role(region(crowd, "west"))
    for role in ("space/A1", "letters/A1", "moai/A1/small", "figure/B2/1/fresh", "resource/A1/pearl"):
        assert large[role][0].width >= 1.4 * small[role][0].width, role
    assert large["space/A1"][0].width >= 2 * small["space/A1"][0].width


@EACH_COUNT
def test_choices_stand_out_and_the_rest_recedes(seats: int) -> None:
    shown = 0
    for state in (before for before, _ in moments(seats)):
        found = ways(state)
        if not found:
            continue
        shown += 1
        way, options = found[-1], {path[-1] for path in found}
        scene = choices(state, sorted(options), way)
        roles = by_role(scene)
        ringed = options if 2 * len(options) <= len(state.island.ids) else set()
        assert {role[7:] for role in roles if role.startswith("option/")} == ringed
        assert {role[4:] for role in roles if role.startswith("way/")} == set(way)
        veiled = {role[5:] for role in roles if role.startswith("veil/")}
        assert veiled == set(state.island.ids) - options - set(way)
        for at in state.island.ids:
            (letters,) = roles[f"letters/{at}"]
            assert letters.sprite == f"number:{'gold' if at in options else 'light'}:{at}"
        assert_spaces(scene, state, state.island.ids)
    assert shown > 5


@EACH_COUNT
def test_a_part_has_the_choices_and_the_way_that_lie_in_it_and_nothing_of_the_others(seats: int) -> None:
    side, crowd = ISLANDS[seats], packed(seats)
    options, way = side.path_ids(side.ahu[::3]), long_way(seats)
    for name, shown in regions(seats).items():
        scene = cut(crowd, name, options, way, shown[-1:])
        assert_spaces(scene, crowd, shown)
        roles = by_role(scene)
        assert {role[7:] for role in roles if role.startswith("option/")} == (
            {*options, shown[-1]} & set(shown)
        )
        assert {role[4:] for role in roles if role.startswith("way/")} == set(way) & set(shown)
        assert {role[5:] for role in roles if role.startswith("veil/")} == (
            set(shown) - {*options, *way, shown[-1]}
        )
        pieces = sum(at in shown or to in shown for at, to in pairwise(way))
        assert len(roles["road/way"]) == len(roles["road/edge"]) == pieces


def test_a_way_from_beyond_a_part_comes_in_at_its_edge() -> None:
    way = ("E3", "D3", "C3", "B3", "A3")
    road = by_role(cut(packed(4), "west", (), way))["road/edge"]
    assert max(piece.x + piece.width for piece in road) > 960
    road = by_role(cut(packed(4), "east", (), way))["road/edge"]
    assert min(piece.x for piece in road) < 40


@EACH_COUNT
def test_what_lies_beside_the_island_has_a_picture_of_its_own_and_is_larger_there(seats: int) -> None:
    for now in (*(state for _, state in moments(seats)[::30]), packed(seats)):
        assert_beside(aside(now), now)
    crowd = packed(seats)
    small, large = by_role(island(crowd, crowd)), by_role(aside(crowd))
    for role in ("sculptor/0/1", "sorcerer/0", "chief/0", "supply/pukao", "quarry/1", "carved/0/small"):
        assert large[role][0].height >= 1.45 * small[role][0].height, role


@pytest.mark.parametrize(
    ("seats", "spaces", "about", "part"),
    [
        pytest.param(3, "A1 B2", "", "west", id="all in the west"),
        pytest.param(3, "G1 H1", "", "east", id="all in the east"),
        pytest.param(3, "D1", "", "middle", id="in two parts: nearer to the quarries"),
        pytest.param(3, "A1 G2 H1", "", "east", id="most in the east"),
        pytest.param(3, "E3 D3 C3 B3 A3", "A3", "west", id="where a way ends"),
        pytest.param(3, "C3 D3 E3 F3 G3", "G3", "east", id="where another way ends"),
        pytest.param(4, "", "E3", "middle", id="nothing but the crater"),
        pytest.param(2, "G4 F2 A1", "", "east", id="small island"),
        pytest.param(2, "", "", "west", id="both quarries"),
    ],
)
def test_the_part_that_is_shown_is_where_most_of_it_is(
    seats: int, spaces: str, about: str, part: str
) -> None:
    assert part_with(seats, spaces.split(), about) == part


def test_a_way_is_a_road_from_stone_to_stone_with_an_arrow_at_its_end() -> None:
    now = moments(4)[0][1]
    way = ("E3", "E2", "D2", "D1")
    roles = by_role(choices(now, (), way))
    assert [kinds(roles[f"way/{at}"]) for at in way] == [["road_stone"]] * 3 + [["head_up"]]
    assert len(roles["road/way"]) == len(roles["road/edge"]) == 3
    for last, head in (("F3", "head_right"), ("D3", "head_left"), ("E4", "head_down"), ("E2", "head_up")):
        assert kinds(by_role(choices(now, (), ("E3", last)))[f"way/{last}"]) == [head]
    plain = by_role(choices(now, (), ()))
    assert not [role for role in plain if role.startswith(("veil/", "way/", "road/", "option/"))]


def test_letters_of_choices_are_larger() -> None:
    roles = by_role(choices(moments(4)[0][1], ("B2",), ()))
    assert roles["letters/B2"][0].height > 1.15 * roles["letters/C2"][0].height


@EACH_COUNT
def test_what_has_changed_is_marked_and_nothing_else(seats: int) -> None:
    for former, now in moments(seats):
        marked = {role for role in by_role(island(now, former)) if role.startswith("changed/")}
        expected = {
            f"changed/space/{at}"
            for at, spot, earlier in zip(now.island.ids, now.spots, former.spots, strict=True)
            if spot != earlier
        }
        if now.phase is OVER:
            assert marked == expected
            continue
        expected |= {
            f"changed/order/{place}" for place in range(seats) if now.order[place] != former.order[place]
        }
        expected |= {
            f"changed/supply/{size.name.lower()}" for size in SIZES if now.moai[size] != former.moai[size]
        }
        expected |= {"changed/supply/pukao"} if now.pukao != former.pukao else set()
        for position in range(1, seats + 1):
            there = [[each.sorcerer == position for each in view.players] for view in (now, former)]
            expected |= {f"changed/star/{position}"} if there[0] != there[1] else set()
        for seat, (player, earlier_player) in enumerate(zip(now.players, former.players, strict=True)):
            same = (player.moai, player.safekept) == (earlier_player.moai, earlier_player.safekept)
            expected |= set() if same else {f"changed/carved/{seat}"}
        columns = {role for role in marked if role.startswith("changed/quarry/")}
        assert marked - columns == expected


def test_a_change_in_the_quarry_is_marked_at_its_column() -> None:
    now = moments(3)[0][1]
    worker, *others = now.players
    for changed in (
        replace(worker, sculptors=(worker.sculptors[0], worker.sculptors[1] + 1, worker.sculptors[2])),
        replace(worker, chief=2),
        replace(worker, chipped_in=(0, 1, 0)),
    ):
        scene = island(replace(now, players=(changed, *others)), now)
        assert [role for role in by_role(scene) if role.startswith("changed/")] == ["changed/quarry/2"]


@EACH_COUNT
def test_nothing_is_marked_when_the_board_was_just_laid_out(seats: int) -> None:
    first = moments(seats)[0][0]
    empty = Setup(GAME, seats, {}).start()
    assert not [role for role in by_role(island(first, empty)) if role.startswith("changed/")]


@EACH_COUNT
def test_the_file_of_the_busiest_island_is_small(seats: int) -> None:
    for scene in as_busy_as_can_be(seats):
        assert len(render(scene)) < LARGEST
        assert len(scene.placed) < MOST_SPRITES


def test_moai_differ_in_height() -> None:
    scene = island(packed(4), packed(4))
    heights = {
        size: {placed.height for placed in scene.placed if re.fullmatch(rf"moai/\w\d/{size}", placed.role)}
        for size in ("small", "medium", "large")
    }
    (small,), (medium,), (large,) = heights["small"], heights["medium"], heights["large"]
    assert medium >= 1.3 * small
    assert large >= 1.3 * medium


@pytest.mark.parametrize("shape", ["villager", "exhausted", "sorcerer", "chief"])
def test_figures_of_all_seats_differ_by_more_than_colour(shape: str) -> None:
    masks = [
        sprite(f"rapa_nui_board:{shape}.{seat}", 78, 78)
        .getchannel("A")
        .point(lambda alpha: 255 if alpha > 127 else 0)
        for seat in range(4)
    ]
    for one, other in combinations(masks, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255 > 0.05


def test_what_must_be_told_apart_is_large_enough_on_a_phone() -> None:
    crowd = packed(4)
    for scene in (island(crowd, crowd), island(packed(2), packed(2))):
        for placed in scene.placed:
            kind = placed.role.split("/")[0]
            least = {"resource": 12, "tile": 18, "sculptor": 14, "chief": 13, "chip": 13, "sorcerer": 18}
            if kind in least and not placed.role.endswith("/number"):
                assert min(placed.width, placed.height) * 0.4 >= least[kind] * 0.99, placed


def test_every_tile_and_resource_has_been_seen() -> None:
    roles = {
        placed.role.rpartition("/")[2]
        for seats in (2, 4)
        for _, state in moments(seats)[:1]
        for placed in island(state, state).placed
        if placed.role.startswith(("tile/", "resource/"))
    }
    assert {resource.name.lower() for resource in RESOURCES} <= roles
    assert len(roles & {tile.name.lower() for tile in TILES}) > 8
