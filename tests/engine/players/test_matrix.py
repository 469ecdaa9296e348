"""Simultaneous secret choices: mixes that are known from the literature, and no move that never pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from engine.players.lookahead import Stream
from engine.players.simultaneous import (
    LEAST_SHARE,
    Payoffs,
    answer,
    blended,
    evenly,
    mixed_strategies,
    pruned,
    usual_mix,
)


def payoffs(counts: Sequence[int], worth: Callable[[tuple[int, ...]], Sequence[float]]) -> Payoffs:
    """Return the payoffs given by a function of a joint choice."""
    return Payoffs(counts, lambda choices, one: [worth(choice)[one] for choice in choices])


def zero_sum(rows: tuple[tuple[float, ...], ...]) -> Payoffs:
    def worth(choice: tuple[int, ...]) -> tuple[float, float]:
        first, second = choice
        return rows[first][second], -rows[first][second]

    return payoffs((len(rows), len(rows[0])), worth)


def crowded(choice: tuple[int, ...]) -> tuple[float, ...]:
    """Return the payoffs of a game in which players who choose the same get nothing."""
    return tuple(0.0 if choice.count(one) > 1 else 1.0 + 2 * one for one in choice)


PENNIES = ((1.0, -1.0), (-1.0, 1.0))


@pytest.mark.parametrize(
    ("rows", "first", "second"),
    [
        pytest.param(
            ((0, -1, 1), (1, 0, -1), (-1, 1, 0)), (1 / 3,) * 3, (1 / 3,) * 3, id="stone, paper, scissors"
        ),
        pytest.param(PENNIES, (0.5, 0.5), (0.5, 0.5), id="matching pennies"),
        pytest.param(
            ((3, -1), (-1, 1)), (1 / 3, 2 / 3), (1 / 3, 2 / 3), id="pennies that are worth more on one side"
        ),
        pytest.param(((2, 3), (1, 1)), (1, 0), (1, 0), id="one is always better"),
    ],
)
def test_the_mix_of_a_known_game_is_found(
    rows: tuple[tuple[float, ...], ...], first: tuple[float, ...], second: tuple[float, ...]
) -> None:
    found = mixed_strategies(zero_sum(rows), Stream(1), rounds=2_000)
    for mix, expected in zip(found, (first, second), strict=True):
        assert mix == pytest.approx(expected, abs=0.06)


def test_the_value_of_a_game_is_what_good_choices_bring() -> None:
    payoffs = zero_sum(((3, -1), (-1, 1)))
    mixes = mixed_strategies(payoffs, Stream(1), rounds=2_000)
    assert payoffs.values(mixes) == pytest.approx((1 / 3, -1 / 3), abs=0.02)


def test_of_three_who_lose_by_choosing_the_same_nobody_is_foreseeable() -> None:
    for mix in mixed_strategies(payoffs((3, 3, 3), crowded), Stream(1), rounds=500):
        assert sum(mix) == pytest.approx(1)


def test_what_is_hardly_ever_chosen_is_left_out() -> None:
    assert pruned((97.0, LEAST_SHARE * 100 - 1, 2.0)) == pytest.approx((97 / 99, 0, 2 / 99))


def test_hardly_anything_is_gained_by_knowing_the_mix() -> None:
    rows = tuple(tuple(float((3 * a * a + 5 * b + a * b) % 7) for b in range(5)) for a in range(5))
    mine, theirs = mixed_strategies(zero_sum(rows), Stream(3), rounds=2_000)
    value = sum(mine[a] * theirs[b] * rows[a][b] for a, b in product(range(5), repeat=2))
    assert max(sum(theirs[b] * rows[a][b] for b in range(5)) for a in range(5)) - value < 0.2
    assert value - min(sum(mine[a] * rows[a][b] for a in range(5)) for b in range(5)) < 0.2


@pytest.mark.parametrize(("trust", "answer"), [(0.0, 0.5), (1.0, 0.0)])
def test_who_is_expected_to_choose_badly_is_met_with_the_best_answer(trust: float, answer: float) -> None:
    """The first wins when both choose the same, and the second is expected to choose tails."""
    mine, _ = mixed_strategies(zero_sum(PENNIES), Stream(1), 2_000, [None, [0.1, 0.9]], trust)
    assert mine[0] == pytest.approx(answer, abs=0.06)


@pytest.mark.parametrize("counts", [(3, 3), (3, 3, 3)])
def test_people_are_expected_to_choose_what_looks_better_more_often(counts: tuple[int, ...]) -> None:
    mix = usual_mix(payoffs(counts, crowded), 0, Stream(1))
    assert sum(mix) == pytest.approx(1)
    assert 0 < mix[0] < 1 / 3 < mix[2] < 1


def test_among_many_the_best_move_is_the_one_that_nobody_else_makes() -> None:
    others = [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    mix = answer(payoffs((3, 3, 3), crowded), 2, [*others, [1 / 3] * 3], 9, 0.1, Stream(1))
    assert mix == [0.0, 1.0, 0.0]


def test_of_few_joint_choices_all_are_weighed_and_of_many_some_are_drawn() -> None:
    mixes = [[0.0, 0.5, 0.5], [0.2, 0.0, 0.8], []]
    shared = payoffs((3, 3, 3), crowded)
    exact = shared.worths(2, mixes, Stream(1), 9)
    assert exact == pytest.approx([0.8, 1.5, 0.5])
    assert exact == shared.worths(2, mixes, Stream(2), 9)
    drawn = shared.worths(2, mixes, Stream(1), 2)
    assert drawn != exact
    assert drawn == pytest.approx(exact, abs=1.5)


def test_each_move_is_drawn_about_as_many_times_as_it_is_likely() -> None:
    found = [evenly([0.5, 0.0, 0.3, 0.2], 10, Stream(seed)) for seed in range(20)]
    assert {tuple(sorted(places)) for places in found} == {(0,) * 5 + (2,) * 3 + (3,) * 2}
    assert len(set(found)) > 10


def test_one_draw_is_as_likely_as_its_move() -> None:
    drawn = [evenly([0.25, 0.75], 1, Stream(seed))[0] for seed in range(400)]
    assert 60 < drawn.count(0) < 140


def test_what_is_expected_is_a_part_of_how_others_choose() -> None:
    assert blended([[1.0, 0.0], [0.5, 0.5]], None, 0.5) == [[1.0, 0.0], [0.5, 0.5]]
    assert blended([[1.0, 0.0], [0.5, 0.5]], [[0.0, 1.0], None], 0.25) == [[0.75, 0.25], [0.5, 0.5]]


def test_each_joint_choice_is_worked_out_once_for_each_chooser() -> None:
    asked: list[tuple[tuple[int, ...], int]] = []

    def worths(choices: Sequence[tuple[int, ...]], one: int) -> list[float]:
        asked.extend((choice, one) for choice in choices)
        return [crowded(choice)[one] for choice in choices]

    for counts in ((3, 4), (2, 3, 2)):
        asked.clear()
        shared = Payoffs(counts, worths)
        mixed_strategies(shared, Stream(1), rounds=50)
        assert len(asked) == len(set(asked)) <= len(counts) * shared.size
