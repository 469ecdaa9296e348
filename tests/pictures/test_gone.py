"""A mark on a used-up thing still shows the thing, since an empty mark would look like an error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.rapa_nui_board.state import NO_TILES, TILES, Phase
from engine.rapa_nui_cards.state import Phase as CardPhase
from engine.ru_ra_re.game import GAME as ROWS
from pictures import Placed, Scene
from pictures.rapa_nui_board.island import island
from pictures.rapa_nui_board.players import players
from pictures.rapa_nui_cards.board import own, own_alone
from pictures.ru_ra_re.board import board as rows_board
from tests.pictures import rapa_nui_board_island, ru_ra_re
from tests.pictures.rapa_nui_board_players import full, moments
from tests.pictures.scenes import CARD_SETUPS, NAMES, by_role, kinds, number
from tests.pictures.scenes import moments as card_moments

EACH_COUNT = pytest.mark.parametrize("seats", [2, 3, 4])
NOTHING = ("panel:", "mark:", "art:empty", "rapa_nui_cards:hollow")
"""Sprites that show nothing by themselves."""


def within(one: Placed, mark: Placed) -> bool:
    """Whether the middle of a thing is inside a mark."""
    x, y = one.x + one.width / 2, one.y + one.height / 2
    return mark.x <= x <= mark.x + mark.width and mark.y <= y <= mark.y + mark.height


def empty_marks(scene: Scene) -> list[str]:
    """Return the marks of changes that contain nothing."""
    shown = [one for one in scene.placed if not one.sprite.startswith(NOTHING)]
    marks = [one for one in scene.placed if one.sprite == "mark:change"]
    return [mark.role for mark in marks if not any(within(one, mark) for one in shown)]


def of_players(seats: int) -> Iterator[Scene]:
    much, little = full(seats)
    yield players(little, much, range(seats), NAMES)
    yield players(little, much, (0,), NAMES)
    for before, now in moments(seats)[::5]:
        yield players(now, before, range(seats), NAMES)
    for before, now in list(rapa_nui_board_island.moments(seats))[::9]:
        yield island(now, before)


@EACH_COUNT
def test_no_mark_on_the_board_game_is_empty(seats: int) -> None:
    assert [mark for scene in of_players(seats) for mark in empty_marks(scene)] == []


@EACH_COUNT
def test_no_mark_on_rows_or_collections_is_empty(seats: int) -> None:
    scenes = [*ru_ra_re.boards(seats), *ru_ra_re.hands(seats)]
    assert [mark for scene in scenes for mark in empty_marks(scene)] == []


@EACH_COUNT
def test_pieces_that_were_used_up_stand_there_pale_with_a_0(seats: int) -> None:
    much, little = full(seats)
    roles = by_role(scene := players(little, much, (1,), NAMES))
    for name in ("villagers/1", "sorcerer/1", "chief/1", "carved/1/large", *(f"tile/1/{t}" for t in tiles())):
        [shown] = roles[f"gone/{name}"]
        assert ":spent." in shown.sprite
        assert number(scene, f"gone/{name}/number") == 0
        assert name not in roles
    assert not [role for role in by_role(players(little, little, (1,), NAMES)) if role.startswith("gone/")]


def tiles() -> list[str]:
    return [tile.name.lower() for tile in TILES]


def test_the_last_tile_of_its_kind_in_the_display_leaves_its_shadow() -> None:
    one, two = ((1, *NO_TILES[1:]), (1, 1, *NO_TILES[2:]))
    now = replace(full(2)[1], phase=Phase.DISPLAY, display=one)
    scene = players(now, replace(now, display=two), (0, 1), NAMES)
    assert empty_marks(scene) == []
    assert number(scene, f"gone/display/{tiles()[1]}/number") == 0


@EACH_COUNT
def test_carved_moai_that_are_gone_stand_pale_beside_the_island(seats: int) -> None:
    much, little = full(seats)
    scene = island(little, much)
    for seat in range(seats):
        assert {number(scene, f"gone/carved/{seat}/{size}/number") for size in ("small", "medium")} == {0}
        assert f"no/carved/{seat}" not in by_role(scene)
        assert f"no/carved/{seat}" in by_role(island(little, little))


def test_cards_taken_from_a_row_stay_there_dark_until_the_next_move() -> None:
    taken = 0
    for before, now in ru_ra_re.moments(4):
        seen, earlier = ROWS.observe(now, None), ROWS.observe(before, None)
        roles = by_role(rows_board(seen, earlier, NAMES))
        for place, (cards, former) in enumerate(zip(seen.rows, earlier.rows, strict=True), 1):
            if len(cards) < len(former):
                taken += 1
                assert kinds(roles[f"gone/card/{place}"]) == [
                    card.name.lower() for card in former[len(cards) :]
                ]
                assert len(roles[f"gone/veil/{place}"]) == 1
            else:
                assert f"gone/veil/{place}" not in roles
    assert taken


def test_a_good_of_which_none_is_held_any_more_stands_there_pale() -> None:
    gone = 0
    for moment in card_moments(CARD_SETUPS[0]):
        if moment.state.phase is CardPhase.OVER:
            continue
        now, before = moment.seen(0)
        held, former = now.seats[0].held, before.seats[0].held
        assert held is not None
        assert former is not None
        for draw in (own, own_alone):
            scene = draw(now, before)
            shown = [role for role in by_role(scene) if role.startswith("gone/held/")]
            assert len(shown) == 2 * sum(bool(was) and not has for has, was in zip(held, former, strict=True))
            gone += len(shown)
    assert gone
