"""The cache of results: it keeps those for the latest values only."""

from __future__ import annotations

from engine.kept import Kept

ONE, OTHER, THIRD = [1], [2], [3]


def asked(*values: list[int]) -> list[list[int]]:
    """Return for which of some values, asked for in order, a function with a cache of two is called."""
    called: list[list[int]] = []

    def function(value: list[int]) -> int:
        called.append(value)
        return 10 * value[0]

    kept = Kept(function, 2)
    assert [kept.of(value) for value in values] == [10 * value[0] for value in values]
    return called


def test_a_value_that_was_asked_lately_is_not_looked_for_again() -> None:
    assert asked(ONE, ONE, OTHER, ONE, OTHER) == [ONE, OTHER]


def test_no_more_are_kept_than_there_is_room_for_the_latest_found_stay() -> None:
    assert asked(ONE, OTHER, THIRD, OTHER, ONE) == [ONE, OTHER, THIRD, ONE]


def test_an_equal_value_is_another_one() -> None:
    assert len(asked(ONE, [1])) == 2
