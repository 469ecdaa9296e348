"""The measurements of growth: what each step adds to samples, and how certain that is."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import accumulate

from benchmarks import flat
from benchmarks.season import SMALL_CACHES
from benchmarks.small_caches.sitecustomize import DEAR_SHARE, SHARE
from pictures.render import _floor
from pictures.scene import _is_area

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


def test_where_nothing_is_added_that_is_sure() -> None:
    """What is left over is what a computer rounds, the same each time or not."""
    for memory in (0, 27_157_299.2, 15_623_782.4):
        found, error = flat.slope(PLACES, [memory] * len(PLACES))
        assert abs(found) < 1e-6
        assert error < 1e-6


def test_samples_that_follow_the_ones_before_are_less_sure() -> None:
    _, error = flat.slope(PLACES, noise())
    _, wandering = flat.slope(PLACES, list(accumulate(noise())))
    assert wandering > 5 * error


def test_a_season_has_small_caches_in_each_process() -> None:
    """Only those that have a limit: without one they hold what can't be much."""
    program = (
        "from pictures.render import _floor, palette; from pictures.scene import _is_area;"
        "print([one.cache_info().maxsize for one in (_floor, _is_area, palette)])"
    )
    env = {**os.environ, "PYTHONPATH": SMALL_CACHES}
    said = subprocess.check_output([sys.executable, "-c", program], env=env, text=True)
    dear, cheap = (one.cache_info().maxsize or 0 for one in (_floor, _is_area))
    assert said.strip() == str([dear // DEAR_SHARE, cheap // SHARE, None])
