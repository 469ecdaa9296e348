"""The levels are in order: each beats the one below it.

`LEVEL_DEALS=100` plays all rungs in all games, with so many deals a rung.
"""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from benchmarks.ladder import Outcome, Rung, Tally, elo, played, rungs, tallied
from engine.catalogue import games
from engine.players import LEVELS

DEALS = int(os.environ.get("LEVEL_DEALS", "0"))
SHORT = [
    (Rung("rapa-nui-cards", 2, "casual", "beginner"), 5),
    (Rung("rapa-nui-cards", 2, "sensible", "casual"), 5),
    (Rung("ru-ra-re", 2, "skilled", "sensible"), 4),
]
"""Rungs with quick players, and how many deals of them are played in each run of the tests."""
ALL = [
    (Rung(game.id, seats, upper, lower), DEALS)
    for game in games().values()
    for seats in game.seats
    for lower, upper in pairwise(LEVELS)
]


@pytest.mark.slow
@pytest.mark.parametrize(("rung", "deals"), ALL if DEALS else SHORT, ids=str)
def test_each_level_beats_the_one_below_it(rung: Rung, deals: int) -> None:
    outcomes = [played(rung, deal, seat) for deal in range(1, deals + 1) for seat in range(rung.seats)]
    assert tallied(outcomes).share > 1.1 / rung.seats


def test_all_rungs_of_all_games_are_on_the_ladder() -> None:
    found = list(rungs(None, None, None))
    for game in games().values():
        for seats in game.seats:
            pairs = {(one.upper, one.lower) for one in found if (one.game, one.seats) == (game.id, seats)}
            assert pairs == {(upper, lower) for lower, upper in pairwise(LEVELS)} | {("expert", "sensible")}


def test_a_share_of_wins_is_told_with_how_sure_it_is() -> None:
    """The limits are those of Wilson's interval in the books."""
    outcomes = [Outcome(1.0, 0.2, 2, 0.15, 0.1, 10)] * 90 + [Outcome(0.0, 0.2, 2, 0.15, 0.1, 10)] * 10
    tally = tallied(outcomes)
    assert tally.interval() == pytest.approx((0.826, 0.945), abs=0.001)
    assert (tally.upper_s, tally.longest_s, tally.lower_s) == pytest.approx((0.1, 0.15, 0.01))
    assert not tally.is_known
    assert Tally(2_000, 0.9, 0.0, 0.0, 0.0).is_known


@pytest.mark.parametrize(
    ("share", "seats", "points"), [(0.5, 2, 0), (0.75, 2, 191), (1 / 3, 3, 0), (0.5, 4, 191), (0.25, 4, 0)]
)
def test_who_wins_an_even_share_is_no_stronger(share: float, seats: int, points: float) -> None:
    assert elo(share, seats) == pytest.approx(points, abs=0.5)
