"""The picture of a distribution shows how many people made how many points, and the viewer's points."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from pictures import Placed, Scene
from pictures.drawings import INKS
from pictures.render import render
from pictures.spread import MOST_BARS, Scale, spread
from tests.pictures.scenes import by_role, number
from tests.pictures.spreads import SPREADS, Spread
from tests.pictures.test_layout import PHONE, box, inked, touching

EACH = pytest.mark.parametrize("one", SPREADS.values(), ids=SPREADS)
WITH_OWN = [one for one in SPREADS.values() if one.own is not None]


def found(scene: Scene, role: str) -> dict[int, Placed]:
    """Return the sprites with a numbered role, such as `bar/7`, by number."""
    return {int(one.role.split("/")[1]): one for one in scene.placed if one.role.startswith(f"{role}/")}


def middle(placed: Placed) -> float:
    return placed.x + placed.width / 2


def ruled(scene: Scene) -> list[tuple[int, float]]:
    """Return the points that the ruler names, with their positions."""
    return sorted((points, middle(one)) for points, one in found(scene, "points").items())


@EACH
def test_each_person_is_counted_in_one_of_a_few_bars(one: Spread) -> None:
    bars, said = found(one.scene, "bar"), found(one.scene, "people")
    assert len(bars) <= MOST_BARS
    assert bars.keys() == said.keys()
    counts = {bar: number(one.scene, f"people/{bar}") or 0 for bar in bars}
    assert sum(counts.values()) == sum(one.counts.values())
    for bar, drawn in bars.items():
        assert middle(drawn) == pytest.approx(middle(said[bar]), abs=1.5)
        assert all(drawn.height >= other.height for at, other in bars.items() if counts[bar] > counts[at])
        assert drawn.y + drawn.height == bars[max(bars)].y + bars[max(bars)].height


@EACH
def test_bars_stand_where_the_ruler_names_their_points(one: Spread) -> None:
    scene, own = one.scene, () if one.own is None else (one.own,)
    step = Scale(one.counts, [*one.counts, *own, *(points for _, points in one.marks)]).step
    assert [at for _, at in ruled(scene)] == sorted(at for _, at in ruled(scene))
    for (low, left), (high, right) in pairwise(ruled(scene)):
        for points in one.counts:
            if low <= points < high:
                assert left - 1 < middle(found(scene, "bar")[points // step]) < right


@EACH
def test_computers_are_named_side_by_side_in_order_and_tied_to_their_points(one: Spread) -> None:
    scene = one.scene
    labels, drawn, ties = (found(scene, role) for role in ("label", "computer", "tie"))
    assert len(labels) == len(drawn) == len(ties) == len(one.marks)
    order = sorted(range(len(one.marks)), key=lambda at: one.marks[at][1])
    assert order == sorted(order, key=lambda at: drawn[at].x)
    for at, (_, points) in enumerate(one.marks):
        assert middle(labels[at]) == pytest.approx(middle(drawn[at]), abs=1.5)
        ends = [tuple(map(int, end.split(","))) for end in ties[at].sprite.split(":")[2].split()]
        (upper, _), (lower, _) = sorted(ends, key=lambda end: end[1])
        assert ties[at].x + lower == pytest.approx(middle(drawn[at]), abs=2)
        for (low, left), (high, right) in pairwise(ruled(scene)):
            if low < points < high:
                assert left < ties[at].x + upper < right


@pytest.mark.parametrize("one", WITH_OWN)
def test_the_own_bar_has_another_colour_and_a_sign(one: Spread) -> None:
    [sign] = by_role(one.scene)["own"]
    [own] = [bar for bar in found(one.scene, "bar").values() if INKS["gold"] in bar.sprite]
    assert middle(sign) == pytest.approx(middle(own), abs=1.5)
    assert sign.y + sign.height < own.y


def test_who_has_not_played_sees_no_bar_as_the_own_one() -> None:
    scene = SPREADS["close"].scene
    assert "own" not in by_role(scene)
    assert not [bar for bar in found(scene, "bar").values() if INKS["gold"] in bar.sprite]


def test_where_nobody_has_played_there_are_outlines_and_no_number_of_people() -> None:
    for name in ("nobody", "computers alone"):
        assert found(SPREADS[name].scene, "free")
        assert not found(SPREADS[name].scene, "people")
    assert not found(SPREADS["one"].scene, "free")
    assert not ruled(SPREADS["nobody"].scene)


@EACH
def test_nothing_covers_another_thing_or_leaves_the_picture(one: Spread) -> None:
    scene = one.scene
    assert [pair for pair in touching(scene) if not re.search("tie/", " ".join(pair))] == []
    for placed in scene.placed:
        left, top, right, bottom = box(placed)
        assert 0 <= left < right <= scene.width, placed
        assert 0 <= top < bottom <= scene.height, placed
    assert (scene.width, 300 <= scene.height <= 700) == (1000, True)


@EACH
def test_numbers_are_read_on_a_phone_and_the_file_is_small(one: Spread) -> None:
    for placed in one.scene.placed:
        if placed.sprite.startswith("number:"):
            _, top, _, bottom = inked(placed.sprite, placed.width, placed.height)
            assert (bottom - top) * PHONE >= (10 if "-" not in placed.sprite else 9), placed
    assert len(one.scene.placed) < 70
    assert len(render(one.scene)) < 40_000


def test_the_same_people_in_another_order_make_the_same_picture() -> None:
    one = SPREADS["hundreds"]
    assert spread(dict(sorted(one.counts.items())), one.own, one.marks) == one.scene
