"""Random numbers for thinking: fair, and the same for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.players.lookahead import Stream


def test_the_same_seed_brings_the_same_outcomes_and_another_one_others() -> None:
    first, again, other = ([stream.below(1000) for _ in range(5)] for stream in map(Stream, (7, 7, 8)))
    assert first == again
    assert first != other


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52])
def test_every_number_below_the_bound_comes_about_as_often(bound: int) -> None:
    stream, throws = Stream(1), 2_000 * bound
    counts = Counter(stream.below(bound) for _ in range(throws))
    assert sorted(counts) == list(range(bound))
    assert all(abs(count - 2_000) < 250 for count in counts.values())  # Five and a half standard errors.


def test_shuffled_gives_every_order_about_as_often() -> None:
    stream = Stream(2)
    counts = Counter(stream.shuffled("abc") for _ in range(6_000))
    assert len(counts) == 6
    assert all(abs(count - 1_000) < 160 for count in counts.values())


def test_it_is_known_whether_anything_was_left_to_chance() -> None:
    stream = Stream(1)
    assert stream.shuffled(["only one"]) == ("only one",)
    assert not stream.was_asked
    stream.below(2)
    assert stream.was_asked
