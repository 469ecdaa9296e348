"""The numbers in an explained picture: each is on its thing, hides no other, and is legible on a phone."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from cogs.text.language import Localizer
from cogs.views.reading import explained
from engine.catalogue import games
from locales import SOURCE, in_language
from pictures import Placed, Scene
from pictures.callouts import around, numbered, rimmed
from tests.pictures.test_layout import PHONE

LEAST: float = 15
"""The least height of a number's disc on a phone, in its pixels."""
EXPLAINED = [
    pytest.param(scene, things, id=f"{game_id}-{part}")
    for game_id in games()
    for part, (scene, things) in explained(game_id, Localizer(in_language(SOURCE))).items()
]


def boxes(scene: Scene, role: str) -> list[tuple[int, int, int, int]]:
    return [edges(one) for one in scene.placed if re.fullmatch(role, one.role)]


def edges(one: Placed) -> tuple[int, int, int, int]:
    return one.x, one.y, one.x + one.width, one.y + one.height


def touch(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_every_game_explains_its_board_and_what_a_player_has() -> None:
    for game_id in games():
        assert list(explained(game_id, Localizer(in_language(SOURCE)))) == ["board", "own"]


@pytest.mark.parametrize(("scene", "things"), EXPLAINED)
def test_each_number_is_at_the_rim_of_its_thing_and_apart_from_all_other_numbers(
    scene: Scene, things: dict[str, str]
) -> None:
    shown = numbered(scene, tuple(things.values()))
    assert shown.placed[: len(scene.placed)] == scene.placed
    discs = boxes(shown, r"callout/\d+")
    assert len(discs) == len(things)
    for number, (disc, role) in enumerate(zip(discs, things.values(), strict=True), 1):
        thing, [rim] = around(scene, role), boxes(shown, f"rim/{number}")
        assert thing is not None
        assert rim[0] <= thing[0] < thing[2] <= rim[2]
        assert rim[1] <= thing[1] < thing[3] <= rim[3]
        assert touch(disc, rim), role
        assert disc[0] >= 0 <= disc[1]
        assert disc[2] <= scene.width
        assert disc[3] <= scene.height
        assert (disc[3] - disc[1]) * PHONE > LEAST
        # A number that hides most of what it is about explains nothing.
        assert not (disc[0] < thing[0] and disc[2] > thing[2] and disc[1] < thing[1] and disc[3] > thing[3])
    assert not [pair for pair in combinations(discs, 2) if touch(*pair)]


def test_what_is_not_in_a_picture_gets_a_rim_nowhere_and_no_number() -> None:
    scene = Scene(100, 100, "sea", (Placed("deck", "art:moai", 10, 10, 30, 30),))
    assert rimmed(scene, ["village/*"]) == scene
    assert boxes(rimmed(scene, ["village/*|deck"]), "rim/.*") == [(2, 2, 48, 48)]
    with pytest.raises(KeyError):
        numbered(scene, ["village/*"])
