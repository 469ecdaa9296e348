"""The picture of ratings: higher ratings are higher, and each curve has a sign, a name and a number."""

from __future__ import annotations

from pictures.curve import MOST, Curve, curves_picture
from tests.pictures.scenes import by_role
from tests.pictures.test_course import points


def test_a_higher_rating_is_higher_and_later_games_are_further_right() -> None:
    scene = curves_picture([Curve("Go 2", (1500, 1530, 1490, 1600)), Curve("Go 3–4", (1500, 1400))])
    curve = points(scene, 0)
    assert [x for x, _ in curve] == sorted(x for x, _ in curve)
    assert curve[3][1] < curve[1][1] < curve[0][1] < curve[2][1]
    assert points(scene, 1)[-1][0] == curve[1][0]


def test_ratings_that_never_change_and_as_many_lists_as_fit_can_be_drawn() -> None:
    for curves in (
        [Curve("Go", (1500, 1500))],
        [Curve(f"Go {n}", (1500, 200 + n, 2900)) for n in range(MOST)],
    ):
        scene = curves_picture(curves)
        parts = by_role(scene)
        assert all(parts[f"name/{place}"] and parts[f"end/{place}"] for place in range(len(curves)))
        assert all(one.x >= 0 and one.x + one.width <= scene.width for one in scene.placed)
