"""The picture of a course shows who was ahead when, and tells players apart by shape, colour and name."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace

from engine.players.review import Moment
from pictures import Placed, Scene
from pictures.course import MARK, Course, course_picture
from pictures.lettering import fitted
from tests.pictures.course import a_course
from tests.pictures.scenes import NAMES, by_role

COURSES = [a_course(2, 36, 6, 3), a_course(3, 1, 9, 1), a_course(4, 11, 5, 3), a_course(4, 60, 40)]


def points(scene: Scene, seat: int, role: str = "curve") -> list[tuple[int, int]]:
    """Return the points of a curve, in pixels of the picture."""
    (curve,) = by_role(scene)[f"{role}/{seat}"]
    pairs = [pair.split(",") for pair in curve.sprite.split(":")[2].split()]
    return [(curve.x + int(x), curve.y + int(y)) for x, y in pairs]


def middle(placed: Placed) -> tuple[float, float]:
    return placed.x + placed.width / 2, placed.y + placed.height / 2


@pytest.mark.parametrize("course", COURSES)
def test_who_is_ahead_is_higher_at_each_moment(course: Course) -> None:
    scene = course_picture(course)
    curves = [points(scene, seat) for seat in range(len(course.names))]
    for number, moment in enumerate(course.moments):
        for one, other in combinations(range(len(course.names)), 2):
            higher = curves[other][number][1] - curves[one][number][1]
            assert higher * (moment.leads[one] - moment.leads[other]) >= 0
            assert curves[one][number][0] == pytest.approx(curves[other][number][0], abs=2)


@pytest.mark.parametrize("course", COURSES)
def test_each_curve_has_its_player_s_mark_at_its_end_apart_from_the_others(course: Course) -> None:
    scene = course_picture(course)
    ends = [by_role(scene)[f"end/{seat}"][0] for seat in range(len(course.names))]
    for seat, end in enumerate(ends):
        assert end.sprite == f"art:seat_{seat + 1}"
        (name,) = (one.sprite.split(":", 2)[2] for one in by_role(scene)[f"player/{seat}"])
        assert name == fitted(NAMES[seat], 34, 284)
    for one, other in combinations(ends, 2):
        assert abs(one.y - other.y) >= MARK - 1


@pytest.mark.parametrize("course", COURSES)
def test_a_thin_line_ties_each_mark_to_its_curve_s_end(course: Course) -> None:
    scene = course_picture(course)
    for seat in range(len(course.names)):
        (end,) = by_role(scene)[f"end/{seat}"]
        from_, to = points(scene, seat, "tie")
        assert from_ == pytest.approx(points(scene, seat)[-1], abs=2)
        assert to == pytest.approx(middle(end), abs=2)
        assert to[0] - from_[0] > MARK


@pytest.mark.parametrize(
    ("leads", "off"),
    [
        ((0.0, -100.0), (0, 0)),
        ((1.0, -1.0), (0, 0)),
        ((1.0, -1.0, -80.0), (-MARK / 2, MARK / 2, 0)),
        ((0.0, 0.0, 0.0), (-MARK, 0, MARK)),
        ((100.0, -100.0, -100.0), (0, -MARK, 0)),
    ],
)
def test_the_marks_at_the_end_are_as_near_to_their_curves_as_may_be(
    leads: tuple[float, ...], off: tuple[float, ...]
) -> None:
    """Those that would cover each other go both ways; none leaves the chart."""
    level = (0.0,) * len(leads)
    moments = (Moment(1, level), Moment(2, level), Moment(2, leads))
    scene = course_picture(Course(moments, NAMES[: len(leads)]))
    for seat, by in enumerate(off):
        (end,) = by_role(scene)[f"end/{seat}"]
        assert middle(end)[1] - points(scene, seat)[-1][1] == pytest.approx(by, abs=5)


@pytest.mark.parametrize("course", COURSES)
def test_nothing_leaves_the_picture(course: Course) -> None:
    scene = course_picture(course)
    for placed in scene.placed:
        assert 0 <= placed.x <= placed.x + placed.width <= scene.width, placed.role
        assert 0 <= placed.y <= placed.y + placed.height <= scene.height, placed.role


@pytest.mark.parametrize("course", COURSES)
def test_moves_that_are_told_stand_on_their_maker_s_curve(course: Course) -> None:
    scene = course_picture(course)
    assert len([one for one in scene.placed if one.role.endswith("/number")]) == len(course.marked)
    for number, (_, seat) in enumerate(course.marked, 1):
        x, y = middle(by_role(scene)[f"told/{number}"][0])
        turns = pairwise(points(scene, seat))
        between = [((left + right) / 2, (before + after) / 2) for (left, before), (right, after) in turns]
        assert any(abs(x - at) <= 2 and abs(y - high) <= 2 for at, high in between)


def test_the_end_is_said_in_points_and_the_best_stand_out() -> None:
    course = replace(a_course(3, 2, 3), moments=(Moment(1, (0.0,) * 3), Moment(1, (-7.0, 0.0, 0.0))))
    scene = course_picture(course)
    said = [by_role(scene)[f"lead/{seat}"][0].sprite for seat in range(3)]
    assert said == ["number:light:-7", "number:gold:0", "number:gold:0"]
    lit = [by_role(scene)[f"row/{seat}"][0].sprite.endswith("_lit") for seat in range(3)]
    assert lit == [False, True, True]
