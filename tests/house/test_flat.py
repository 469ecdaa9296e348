"""What the measurements of growth say of samples: what each step adds, and how sure that is."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import accumulate

import pytest

from benchmarks import flat

PLACES = range(0, 10_000, 200)


def noise() -> list[float]:
    dice = random.Random(1)
    return [dice.gauss(0, 1_000) for _ in PLACES]


def test_what_each_step_adds_is_found_within_its_error() -> None:
    for added in (0, 5):
        found, error = flat.slope(
            PLACES, [added * place + over for place, over in zip(PLACES, noise(), strict=True)]
        )
        assert abs(found - added) < error < 0.2


def test_samples_that_follow_the_ones_before_are_less_sure() -> None:
    _, error = flat.slope(PLACES, noise())
    _, wandering = flat.slope(PLACES, list(accumulate(noise())))
    assert wandering > 5 * error


def test_of_caches_those_without_a_limit_are_not_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = [lru_cache(limit)(abs) for limit in (None, 10)]
    monkeypatch.setattr(flat, "caches", lambda: iter(functions))
    for function in functions:
        function(1)
    flat.empty_caches()
    assert [function.cache_info().currsize for function in functions] == [1, 0]
