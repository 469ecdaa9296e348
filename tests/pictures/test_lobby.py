"""The picture of a lobby: the players and the free seats; small, and legible on a phone."""

from __future__ import annotations

import pytest

from cogs.games import screens
from pictures.lettering import fitted
from pictures.lobby import NAME, Seated, lobby
from pictures.render import render
from tests.pictures.lobbies import PLAYERS, lobbies, waiting
from tests.pictures.scenes import by_role

EACH_GAME = pytest.mark.parametrize("game_id", screens())
PHONE = 0.4
"""A picture 1,000 wide on a screen of 400."""


@EACH_GAME
@pytest.mark.parametrize("places", [2, 3, 4])
def test_each_place_says_who_sits_there_or_that_it_is_free(game_id: str, places: int) -> None:
    for players in range(places + 1):
        roles = by_role(waiting(game_id, players, places))
        for seat in range(places):
            is_taken = seat < players
            assert (f"place/{seat}" in roles) == (f"player/{seat}" in roles) == is_taken
            assert (f"free/{seat}" in roles) == (f"no/seat/{seat}" in roles) == (not is_taken)
            assert (f"computer/{seat}" in roles) == (is_taken and PLAYERS[seat].is_computer)
        assert f"free/{places}" not in roles
        marks = [roles[f"seat/{seat}"][0] for seat in range(players)]
        assert [mark.sprite for mark in marks] == [f"art:seat_{seat + 1}" for seat in range(players)]


def test_names_are_whole_where_there_is_room_and_read_on_a_phone() -> None:
    for places, room in ((2, 280), (3, 280), (4, 213)):
        scene = waiting("ru-ra-re", places, places)
        for seat in range(places):
            [placed] = by_role(scene)[f"player/{seat}"]
            shown = placed.sprite.split(":", 2)[2]
            assert shown == fitted(PLAYERS[seat].name, NAME, room)
            [place] = by_role(scene)[f"place/{seat}"]
            assert place.x < placed.x
            assert placed.x + placed.width < place.x + place.width
    assert NAME * PHONE >= 12


def test_a_name_of_which_nothing_can_be_written_leaves_its_place_taken() -> None:
    scene = lobby(screens()["ru-ra-re"].title, (Seated("\u200b"),), 2)
    assert "place/0" in by_role(scene)
    assert "player/0" not in by_role(scene)


def test_it_is_flat_so_that_the_buttons_stay_on_the_screen() -> None:
    assert all(scene.width >= 3 * scene.height for scene in lobbies())


@EACH_GAME
def test_its_file_is_small(game_id: str) -> None:
    assert 5_000 < len(render(waiting(game_id, 4, 4))) < 80_000


def test_what_stands_for_a_game_is_drawn_once_whoever_sits_there() -> None:
    """It alone is an area, so that the ground below it is kept as one picture a game."""
    for scene in lobbies():
        assert [placed.role for placed in scene.placed if placed.is_area] == ["land"]
